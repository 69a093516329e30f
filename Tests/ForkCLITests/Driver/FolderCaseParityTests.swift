import Foundation
import Testing

/// A folder of `Fixtures/Merges`, as two branches of a repository with the driver.
struct MergedFolder: CustomTestStringConvertible, Sendable {
  var path: String
  var testDescription: String

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/Merges", directoryHint: .isDirectory).standardized.path()

  /// All but those in which both sides change a counter alike: git asks no driver then, as its manual page says.
  static func all() throws -> [MergedFolder] {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: root).sorted().flatMap { topic in
      try files.contentsOfDirectory(atPath: root + topic).sorted().map {
        MergedFolder(path: "\(root)\(topic)/\($0)/", testDescription: "\(topic)/\($0)")
      }
    }.filter { folder in
      let schema = folder.bytes("schema.json").map { String(decoding: $0, as: UTF8.self) }
      return folder.bytes("ours" + folder.ending) != folder.bytes("theirs" + folder.ending)
        || schema?.contains("counterMerge") != true
    }
  }

  func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: path + name) }

  /// The ending of the versions.
  var ending: String { bytes("ours.jsonl") == nil ? ".json" : ".jsonl" }
  var document: String { "document" + ending }

  func option(_ name: String) -> Any? {
    bytes("options.json").flatMap {
      try? JSONSerialization.jsonObject(with: $0) as? [String: Any]
    }?[name]
  }

  /// The branches `<name>/ours` and `<name>/theirs`, in the format of git fast-import.
  func history(named name: String) -> Data {
    let theirsAreLater = option("later") as? String == "theirs"
    var stream = Data()
    func add(_ text: String) { stream.append(Data(text.utf8)) }
    func add(file: String, _ bytes: Data?) {
      guard let bytes else { return }
      add("M 644 inline \(file)\ndata \(bytes.count)\n")
      stream.append(bytes)
      add("\n")
    }
    func commit(_ side: String, day: Int, from: String?, _ version: String) {
      let identity = "Ada <ada@example.org> \(1_700_000_000 + 86_400 * day) +0000"
      add(
        "commit refs/heads/\(name)/\(side)\nauthor \(identity)\ncommitter \(identity)\ndata 1\nx\n")
      if let from { add("from \(from)\n") }
      if version == "base" {
        add(file: ".gitattributes", Data(Sandbox.attributes.utf8))
        add(file: ".fork/schema.json", bytes("schema.json"))
      }
      add(file: document, bytes(version + ending))
    }
    commit("ours", day: 0, from: nil, "base")
    commit("theirs", day: theirsAreLater ? 2 : 1, from: "refs/heads/\(name)/ours", "theirs")
    commit("ours", day: theirsAreLater ? 1 : 2, from: nil, "ours")
    return stream
  }
}

@Suite("the merge driver and fork merge, over all folder cases")
struct FolderCaseParityTests {
  /// The folders are shared out to so many repositories, which are tested beside each other.
  private static let repositories = 2
  /// Every 16th folder, or all if `FORK_ALL_FOLDERS` is set: the engine's own tests merge them all.
  private static let step = ProcessInfo.processInfo.environment["FORK_ALL_FOLDERS"] == nil ? 16 : 1

  private func sandbox(_ folders: [MergedFolder]) async throws -> Sandbox {
    let sandbox = try await Sandbox.withGit()
    try await sandbox.fork("install").succeed()
    try sandbox.remove("data/.gitattributes")
    let history = folders.enumerated().reduce(into: Data()) {
      $0.append($1.element.history(named: "case-\($1.offset)"))
    }
    try history.write(to: URL(filePath: sandbox.path("history")))
    try await sandbox.run(
      "sh", ["-c", "git fast-import --quiet < ../history"], in: "data"
    ).succeed()
    return sandbox
  }

  @Test(
    "the same bytes; or a conflict in both, and then the same for either side",
    arguments: 0..<repositories)
  func sameBytes(share: Int) async throws {
    let folders = try MergedFolder.all().enumerated()
      .filter { $0.offset % (Self.repositories * Self.step) == share * Self.step }.map(\.element)
    try #require(folders.count > 10)
    let sandbox = try await sandbox(folders)
    for (index, folder) in folders.enumerated() {
      try await sandbox.git("switch", "-q", "-f", "case-\(index)/ours").succeed()
      try await expectSameBytes(of: folder, theirs: "case-\(index)/theirs", in: sandbox)
      try await sandbox.git("switch", "-q", "-f", "--detach").succeed()
    }
    try await sandbox.expectSound()
  }

  private func expectSameBytes(
    of folder: MergedFolder, theirs: String, in sandbox: Sandbox
  ) async throws {
    let policy = folder.option("policy") as? String
    if let policy, ["mostRecent", "manual"].contains(policy) {
      try await sandbox.git("config", "fork.conflicts", policy).succeed()
    }
    let document = URL(filePath: sandbox.path("data/" + folder.document))
    let driven = try await sandbox.git("merge", "--no-edit", theirs)
    var bytes = try Data(contentsOf: document)
    if driven.status != 0 {
      try await sandbox.fork("resolve", "--take", "theirs").succeed()
      bytes = try Data(contentsOf: document)
      try await sandbox.git("commit", "-q", "--no-edit").succeed()
    }
    #expect(try await sandbox.git("status", "--porcelain").text.isEmpty, "\(folder)")
    try await sandbox.git("reset", "-q", "--hard", "HEAD~").succeed()
    let merged = try await sandbox.fork("merge", theirs)
    let errorText = "\(folder.testDescription)\n\(driven)\n\(merged)"
    #expect((merged.status == 0) == (driven.status == 0), "\(errorText)")
    if driven.status != 0 {
      try await sandbox.fork("merge", theirs, "--prefer", "theirs").succeed()
    }
    #expect(try Data(contentsOf: document) == bytes, "\(errorText)")
    if policy != nil { _ = try await sandbox.git("config", "--unset", "fork.conflicts") }
  }
}
