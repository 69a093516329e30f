import Foundation
import ForkedJSON
import Testing

@testable import ForkedSchema

/// The required tests of the official JSON-Schema-Test-Suite for draft 2020-12, all of them.
@Suite struct PublicSuiteTests {
  /// `FORK_SUITES`, or `shared/suites` beside the checkout.
  static let suite: URL = {
    let suites =
      ProcessInfo.processInfo.environment["FORK_SUITES"].map { URL(filePath: $0) }
      ?? URL(filePath: #filePath).appending(path: "../../../../shared/suites").standardized
    return suites.appending(path: "JSON-Schema-Test-Suite")
  }()

  static let isThere = FileManager.default.fileExists(atPath: suite.path)

  @Test(.enabled(if: isThere, "JSON-Schema-Test-Suite is not there"))
  func everyRequiredTestPasses() throws {
    let folder = Self.suite.appending(path: "tests/draft2020-12")
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    where file.pathExtension == "json" {
      for group in try document(file).root.elements {
        count += try check(group, of: file.lastPathComponent)
      }
    }
    print("JSON-Schema-Test-Suite, draft 2020-12: \(count) required tests")
    #expect(count == 1299)
  }

  /// Returns how many tests were made.
  private func check(_ group: JSONNode, of file: String) throws -> Int {
    guard let schema = group["schema"], let tests = group["tests"] else { return 0 }
    let about = "\(file): \(group["description"]?.description ?? "")"
    let program: SchemaProgram
    do {
      program = try CompiledSchema(
        file: SchemaSet.rootFile, bytes: Array(schema.bytes), sources: Self.sources
      ).program
    } catch {
      Issue.record("\(about): \(error)")
      return 0
    }
    for test in tests.elements {
      guard let data = test["data"] else { continue }
      // On its own, so that offsets and pointers begin at the value.
      let value = try JSONDocument(parsing: Array(data.bytes)).root
      let isValid = test["valid"]?.kind == .true
      let name: Comment = "\(about): \(test["description"]?.description ?? "")"
      var quick = Validation(program, for: value)
      #expect(quick.accepts(value, 0) == isValid, name)
      var reporting = Validation(program, for: value, isReporting: true)
      #expect(reporting.accepts(value, 0) == isValid, name)
      #expect(reporting.report?.failures.isEmpty == isValid, name)
      #expect(!quick.isExhausted && !reporting.isExhausted, name)
    }
    return tests.count
  }

  /// The files of the suite's server.
  private static var sources: SchemaSources {
    SchemaSources(file: { _ in nil }, resource: remote)
  }

  private static func remote(_ uri: String) -> [UInt8]? {
    let server = "http://localhost:1234/"
    guard uri.hasPrefix(server) else { return nil }
    let file = suite.appending(path: "remotes/\(uri.dropFirst(server.count))")
    return FileManager.default.contents(atPath: file.path).map { Array($0) }
  }

  private func document(_ file: URL) throws -> JSONDocument {
    try JSONDocument(parsing: Array(Data(contentsOf: file)))
  }
}
