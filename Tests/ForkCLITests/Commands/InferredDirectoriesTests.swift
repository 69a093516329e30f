import Foundation
import Testing

@Suite("schema infer with equal names in several directories")
struct InferredDirectoriesTests {
  /// The patterns of the inferred schema.
  private func patterns(_ sandbox: Sandbox) async throws -> [String] {
    let schema = try await sandbox.fork("schema", "infer", "--no-history").succeed().text
    let value = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
    return (value?["x-documents"] as? [String: Any] ?? [:]).keys.sorted()
  }

  @Test("documents of different kinds are grouped by directory", arguments: [4, 60])
  func kinds(count: Int) async throws {
    let sandbox = try await Sandbox.withRepository()
    for number in 1...count {
      try sandbox.write(
        #"{"name":"n\#(number)","age":\#(number),"mail":"m"}"#, to: "data/people/\(number).json")
      try sandbox.write(
        #"{"title":"t\#(number)","done":false,"due":"d"}"#, to: "data/tasks/\(number).json")
    }
    #expect(try await patterns(sandbox) == ["people/*.json", "tasks/*.json"])
  }

  @Test("directories of shards are one group", arguments: [6, 60])
  func shards(count: Int) async throws {
    let sandbox = try await Sandbox.withRepository()
    for shard in 10..<10 + count {
      for number in 1...2 {
        try sandbox.write(
          #"{"name":"n\#(number)","age":\#(shard)}"#, to: "data/items/\(shard)/\(number).json")
      }
    }
    try sandbox.write(#"{"other":true}"#, to: "data/settings/app.json")
    #expect(try await patterns(sandbox) == ["items/*/*.json", "settings/app.json"])
  }

  @Test("documents of one kind and name in many directories are grouped by name")
  func names() async throws {
    let sandbox = try await Sandbox.withRepository()
    for directory in 1...6 {
      try sandbox.write(
        #"{"project":"p\#(directory)","owner":"o"}"#, to: "data/d\(directory)/project.json")
      try sandbox.write(
        #"{"color":"c","size":\#(directory)}"#, to: "data/d\(directory)/style.json")
    }
    #expect(try await patterns(sandbox) == ["project.json", "style.json"])
  }

  @Test(
    "documents in sharded directories are grouped by one pattern, at any depth",
    arguments: [
      (["items/%02x/n%d.json"], 50, ["items/*/*.json"]), (["%02d/n%d.json"], 3, ["*/*.json"]),
      (["log/%03d/a%d/x/n%d.json"], 4, ["log/*/*/x/*.json"]),
      (["items/%02d/task.json", "items/%02d/person.json"], 30, ["person.json", "task.json"]),
    ] as [([String], Int, [String])])
  func shardedDirectories(forms: [String], count: Int, expected: [String]) async throws {
    let sandbox = try await Sandbox.withRepository()
    let texts = [#"{"title":"t","done":false,"due":"d"}"#, #"{"name":"n","age":1,"mail":"m"}"#]
    for (form, text) in zip(forms, texts) {
      for number in 1...count {
        try sandbox.write(text, to: "data/" + String(format: form, number, number, number))
      }
    }
    #expect(try await patterns(sandbox) == expected)
  }
}
