import ForkedTestSupport
import Foundation

/// A source that the compiler has checked, with the plugin of this package, as a program that uses it is compiled.
///
/// Only the macros are looked at: the source may be wrong in other respects.
struct CompiledSource {
  /// A message of a macro, at a place of the source.
  struct Diagnostic {
    /// From 1; the column counts bytes.
    let line: Int
    let column: Int
    let isError: Bool
    let message: String
    var fixIt: FixIt?
  }

  /// The first change that a message offers: what it says, the bytes of the line that it replaces, and by what.
  struct FixIt {
    let message: String
    let range: Range<Int>
    let text: String
  }

  /// What the macros say, in the order of the source.
  private(set) var diagnostics: [Diagnostic] = []
  /// What the macros made, by the compiler's names of the expansions, in its order.
  private(set) var expansions: [(name: String, text: String)] = []

  /// Compiles a source.
  /// - Returns: nil if the compiler could not be run.
  init?(_ source: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "Source.swift").path
    let output = folder.appending(path: "output").path
    let products = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try source.write(toFile: file, atomically: true, encoding: .utf8)
      let status = ChildProgram.run(
        [
          "swiftc", "-typecheck", "-swift-version", "6", "-package-name", "source",
          "-diagnostic-style=llvm", "-Xfrontend", "-dump-macro-expansions",
          "-I", products + "/Modules",
          "-load-plugin-executable", products + "/ForkedModelMacros-tool#ForkedModelMacros", file,
        ], environment: ProcessInfo.processInfo.environment, errors: output)
      guard status != nil else { return nil }
      read(try String(contentsOfFile: output, encoding: .utf8), file)
    } catch { return nil }
  }

  private mutating func read(_ output: String, _ file: String) {
    var isMacros = false
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("@__swiftmacro_") {
        let text = lines.dropFirst().prefix { !$0.hasPrefix("-----") }
        lines = lines.dropFirst(text.count + 2)
        expansions.append((String(line), text.joined(separator: "\n")))
      } else if line.hasPrefix(file + ":") {
        read(line.dropFirst(file.count + 1), lines, &isMacros)
      }
    }
  }

  /// Reads `line:column: kind: message`, and for a fix-it the marks two lines below and the new text behind them.
  /// - Parameter isMacros: true if the last message that is no fix-it was a macro's.
  private mutating func read(
    _ header: Substring, _ rest: ArraySlice<Substring>, _ isMacros: inout Bool
  ) {
    let parts = header.split(separator: ":", maxSplits: 3)
    guard parts.count == 4, let line = Int(parts[0]), let column = Int(parts[1]) else { return }
    let message = parts[3].dropFirst()
    let end = message.range(of: " (from macro '")?.lowerBound
    if parts[2] != " note" { isMacros = end != nil }
    if let end {
      diagnostics.append(
        Diagnostic(
          line: line, column: column, isError: parts[2] == " error",
          message: String(message[..<end])))
    } else if isMacros, let last = diagnostics.indices.last, diagnostics[last].fixIt == nil,
      rest.count > 1
    {
      let marks = rest[rest.startIndex + 1]
      let start = marks.prefix { $0 == " " }.count
      let text = rest.dropFirst(2).first.flatMap { line in
        line.hasPrefix(String(repeating: " ", count: start)) ? line.dropFirst(start) : nil
      }
      diagnostics[last].fixIt = FixIt(
        message: String(message), range: start..<marks.count, text: text.map(String.init) ?? "")
    }
  }

  /// Returns what the macros made of a type with this name, of which the source has one.
  func expansion(of type: String) -> String {
    expansions.filter { $0.name.contains("6Source\(type.utf8.count)\(type)") && !$0.text.isEmpty }
      .map(\.text).joined(separator: "\n\n")
  }
}
