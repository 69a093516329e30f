import ForkedTestSupport
import Foundation
import Testing

/// The articles whose samples are parts of programs in `Tests/Samples`.
@Suite("articles and tutorials as programs")
struct SampleProgramTests {
  /// An article, with the program that compiles its samples.
  struct Article: CustomTestStringConvertible {
    let name: String
    let program: String

    init(_ name: String, _ program: String) { (self.name, self.program) = (name, program) }

    var testDescription: String { name }
    var text: String { get throws { try ManualTests.text("Sources/" + name) } }
  }

  private static let tutorials = [
    "forks": Article(
      "Forked/Forked.docc/Tutorial-one-value-with-forks.md",
      "sample-programs/Tutorials/ForksTutorial.swift"),
    "models": Article(
      "ForkedModel/ForkedModel.docc/Tutorial-models-and-mergers.md",
      "sample-programs/Tutorials/ModelsTutorial.swift"),
    "places": Article(
      "ForkedConsistency/ForkedConsistency.docc/Tutorial-one-thing-in-many-places.md",
      "sample-programs/Tutorials/PlacesTutorial.swift"),
  ]

  private static let storeTutorials = [
    Article(
      "ForkedStore/ForkedStore.docc/Tutorial-a-model-in-git.md", "shared-note/main.swift"),
    Article(
      "ForkedStore/ForkedStore.docc/Tutorial-many-devices.md",
      "sample-programs/Tutorials/DevicesTutorial.swift"),
  ]

  private static let articles = [
    Article(
      "ForkedStore/ForkedStore.docc/Sharing-a-value-through-git.md",
      "sample-programs/Articles/SharingArticle.swift"),
    Article(
      "ForkedStore/ForkedStore.docc/Keeping-devices-in-step.md",
      "sample-programs/Articles/KeepingDevicesArticle.swift"),
  ]

  @Test("every sample is compiled", arguments: tutorials.values + storeTutorials + articles)
  func compiled(article: Article) throws {
    let program = ManualTests.checkout.appending(path: "Tests/Samples/" + article.program)
    let samples = try ArticleSamples(of: article.name, compiledIn: program.path)
    #expect(!samples.isEmpty && samples.missing == [])
  }

  @Test("a tutorial's program prints what the tutorial says", arguments: tutorials.keys.sorted())
  func printed(tutorial: String) async throws {
    let article = try #require(Self.tutorials[tutorial])
    let sandbox = try Sandbox()
    let output = try await sandbox.run("sample-programs", [tutorial, "."], in: ".").succeed()
    #expect(try output.lines == Self.expectedOutput(of: article.text))
  }

  /// The comments beside `print`, and the lines in blocks of output, in order.
  private static func expectedOutput(of article: String) -> [String] {
    var block: Substring?
    return article.split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
      if line.hasPrefix("```") {
        block = block == nil ? line.dropFirst(3) : nil
        return nil
      }
      if block == "console" { return String(line) }
      guard block == "swift", line.hasPrefix("print("), let comment = line.range(of: "  // ") else {
        return nil
      }
      return String(line[comment.upperBound...])
    }
  }

  @Test("the commands of a tutorial print what it shows", arguments: storeTutorials)
  func commands(article: Article) async throws {
    let sandbox = try Sandbox()
    try await sandbox.writeProgram(
      "#!/bin/sh\nexec sample-programs devices \"$@\"\n", to: "bin/shopping")
    let transcript = Transcript(
      file: article.name, title: "commands", steps: Self.commands(in: try article.text))
    #expect(!transcript.steps.isEmpty)
    try await sandbox.play(transcript, after: "cd ..; PATH=$PWD/bin:$PATH\n")
  }

  /// The commands of an article, with the output that it shows, if any.
  private static func commands(in article: String) -> [Transcript.Step] {
    var steps: [Transcript.Step] = []
    for block in article.components(separatedBy: "```console\n").dropFirst() {
      for line in block.components(separatedBy: "```")[0].split(separator: "\n") {
        if line.hasPrefix("$ ") {
          steps.append(.init(command: "{ \(line.dropFirst(2))\n} 2>&1"))
        } else if !steps.isEmpty {
          steps[steps.count - 1].output.append(String(line))
        }
      }
    }
    return steps
  }

  @Test("the samples about settings in git")
  func settings() async throws {
    let sandbox = try await Sandbox.withRepository()
    try sandbox.write(#"{ "requests": 4 }"#, to: "settings.json")
    try await sandbox.fork("update", "settings.json", "../settings.json").succeed()
    let output = try await sandbox.run("sample-programs", ["sharing", "data"], in: ".").succeed()
    #expect(output.lines == [#"forks: ["main", "service"] 5"#, "documents: 5", "file: 6"])
    try await sandbox.git("fsck", "--strict", "--no-dangling").succeed()
  }
}
