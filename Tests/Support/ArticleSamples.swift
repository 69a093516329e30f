import Foundation

/// The Swift samples of an article, compared with a source file that compiles them.
public struct ArticleSamples {
  private let samples: [String]
  private let compiled: String

  /// Reads an article and a source file.
  ///
  /// - Parameters:
  ///   - article: The path of the article in `Sources`.
  ///   - file: The source file in `Tests`.
  public init(of article: String, compiledIn file: String) throws {
    let root = file.components(separatedBy: "/Tests/").dropLast().joined(separator: "/Tests/")
    let text = try String(contentsOfFile: "\(root)/Sources/\(article)", encoding: .utf8)
    samples = text.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    compiled = Self.lines(try String(contentsOfFile: file, encoding: .utf8))
  }

  /// True if the article has no samples.
  public var isEmpty: Bool { samples.isEmpty }

  /// The samples that the file does not have, apart from imports and indentation.
  public var missing: [String] { samples.filter { !compiled.contains(Self.lines($0)) } }

  /// The lines of code, without indentation.
  private static func lines(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
  }
}
