import Foundation
import Testing

/// The modules that other platforms than Linux can build: their sources name no system without an alternative.
@Suite("sources for several platforms")
struct PlatformTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  @Test(
    "every import of a system's module has an alternative",
    arguments: ["Forked", "ForkedMerge", "ForkedModel", "ForkedModelMacros", "ForkedConsistency"])
  func imports(of module: String) throws {
    let folder = Self.sources.appending(path: module)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
      // Synchronization needs macOS 15 and iOS 18.
      #expect(!lines.contains("import Synchronization"), "\(file)")
      for name in ["Glibc", "FoundationEssentials"]
      where lines.contains(where: { $0.hasSuffix("import \(name)") }) {
        #expect(lines.contains("#if canImport(\(name))"), "\(file)")
        let other = name == "Glibc" ? "#elseif canImport(Darwin)" : "#else"
        #expect(lines.contains { $0 == other }, "\(file)")
      }
      let conditions = lines.filter { $0.hasPrefix("#if os(Linux)") }.count
      #expect(conditions <= lines.filter { $0.hasPrefix("#else") }.count, "\(file)")
    }
  }
}
