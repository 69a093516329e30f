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
      return folder.bytes("ours.json") != folder.bytes("theirs.json")
        || schema?.contains("counterMerge") != true
    }
  }

  func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: path + name) }

  func option(_ name: String) -> Any? {
    bytes("options.json").flatMap {
      try? JSONSerialization.jsonObject(with: $0) as? [String: Any]
    }?[name]
  }

  /// The commits `main~`, `main` and `theirs`, in the format of git fast-import.
  func history() -> Data {
    let theirsAreLater = option("later") as? String == "theirs"
    var stream = Data()
    func add(_ text: String) { stream.append(Data(text.utf8)) }
    func add(file: String, _ bytes: Data?) {
      guard let bytes else { return }
      add("M 644 inline \(file)\ndata \(bytes.count)\n")
      stream.append(bytes)
      add("\n")
    }
    func commit(_ branch: String, day: Int, from: String?, _ version: String) {
      let identity = "Ada <ada@example.org> \(1_700_000_000 + 86_400 * day) +0000"
      add("commit refs/heads/\(branch)\nauthor \(identity)\ncommitter \(identity)\ndata 1\nx\n")
      if let from { add("from \(from)\n") }
      if from == nil {
        add(file: ".gitattributes", Data("*.json merge=fork\n".utf8))
        add(file: ".fork/schema.json", bytes("schema.json"))
      }
      add(file: "document.json", bytes(version + ".json"))
    }
    commit("main", day: 0, from: nil, "base")
    commit("theirs", day: theirsAreLater ? 2 : 1, from: "refs/heads/main", "theirs")
    commit("main", day: theirsAreLater ? 1 : 2, from: nil, "ours")
    return stream
  }
}

@Suite("the merge driver and fork merge, over all folder cases")
struct FolderCaseParityTests {
  private func world(_ folder: MergedFolder) async throws -> World {
    let world = try World()
    try await world.git("init", "-q", "-b", "main", "data", in: ".").succeed()
    try await world.fork("install").succeed()
    try world.remove("data/.gitattributes")
    try folder.history().write(to: URL(filePath: world.path("history")))
    try await world.run(
      "sh", ["-c", "git fast-import --quiet < ../history && git reset -q --hard"], in: "data"
    ).succeed()
    if let policy = folder.option("policy") as? String, ["mostRecent", "manual"].contains(policy) {
      try await world.git("config", "fork.conflicts", policy).succeed()
    }
    return world
  }

  @Test(
    "the same bytes; or a conflict in both, and then the same for either side",
    arguments: try MergedFolder.all())
  func sameBytes(folder: MergedFolder) async throws {
    let world = try await world(folder)
    let driven = try await world.git("merge", "--no-edit", "theirs")
    var bytes = try Data(contentsOf: URL(filePath: world.path("data/document.json")))
    if driven.status != 0 {
      try await world.fork("resolve", "--take", "theirs").succeed()
      bytes = try Data(contentsOf: URL(filePath: world.path("data/document.json")))
      try await world.git("commit", "-q", "--no-edit").succeed()
    }
    try await world.expectSound()
    try await world.git("reset", "-q", "--hard", "main~").succeed()
    let merged = try await world.fork("merge", "theirs")
    #expect((merged.status == 0) == (driven.status == 0), "\(driven)\n\(merged)")
    if driven.status != 0 {
      try await world.fork("merge", "theirs", "--prefer", "theirs").succeed()
    }
    #expect(
      try Data(contentsOf: URL(filePath: world.path("data/document.json"))) == bytes,
      "\(driven)\n\(merged)")
  }
}
