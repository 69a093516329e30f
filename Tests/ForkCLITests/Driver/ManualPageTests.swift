import Foundation
import Testing

@Suite("fork-merging(7)")
struct ManualPageTests {
  private static let hasMandoc = FileManager.default.isExecutableFile(atPath: "/usr/bin/mandoc")

  @Test("mandoc has no complaints", .enabled(if: hasMandoc, "mandoc is not installed"))
  func lint() async throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Man/fork-merging.7").standardized.path()
    let lint = try await Sandbox().run("mandoc", ["-T", "lint", "-W", "warning", page], in: ".")
      .succeed()
    #expect(lint.text.isEmpty && lint.errorText.isEmpty, "\(lint)")
  }
}
