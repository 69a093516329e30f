import Foundation
import Testing

@testable import ForkedSchema

/// The schemas of the official JSON-Schema-Test-Suite, read for their plans.
@Suite struct PublicSuiteTests {
  /// `FORK_SUITES`, or `shared/suites` beside the checkout.
  static let folder: URL = {
    let suites =
      ProcessInfo.processInfo.environment["FORK_SUITES"].map { URL(filePath: $0) }
      ?? URL(filePath: #filePath).appending(path: "../../../../shared/suites").standardized
    return suites.appending(path: "JSON-Schema-Test-Suite/tests/draft2020-12")
  }()

  static let isThere = FileManager.default.fileExists(atPath: folder.path)

  /// Those that are resources of their own (`$id`) or refer to the suite's server or the meta-schema by URL are
  /// left out: references go by path.
  @Test(.enabled(if: isThere, "JSON-Schema-Test-Suite is not there"))
  func schemasWithoutIdentifiersHaveNoMistake() throws {
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(
      at: Self.folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "json" {
      for group in try json(String(decoding: Data(contentsOf: file), as: UTF8.self)).elements {
        guard let schema = group["schema"].map({ String(decoding: $0.bytes, as: UTF8.self) }),
          !schema.contains(#""$id""#), !schema.contains(#""$ref": "http"#)
        else { continue }
        let about = "\(file.lastPathComponent): \(group["description"]?.string?.description ?? "")"
        #expect(try mistakes(schema) == [], "\(about)")
        count += 1
      }
    }
    #expect(count > 250)
  }
}
