import ForkedStore
import Foundation
import Testing

@Suite("the index of entities")
struct EntityIndexTests {
  private static let schema = #"""
    {"x-documents":{"d/*.json":{"properties":{"p":{"type":"object","x-identity":"P-{id}"}}}}}
    """#

  /// A repository of so many documents that the index is stored; each entity is in four of them.
  private func filled(besides document: String? = nil) throws -> TestStore {
    let test = try TestStore(bare: true)
    try test.update(".fork/schema.json", Self.schema)
    if let document { try test.update(document, "{}") }
    var numbers = (0..<160).makeIterator()
    _ = try test.store.runAtomically {
      numbers.next().map {
        Array(#"{"op":"update","document":"d/\#($0).json","value":{"p":{"id":\#($0 % 40)}}}"#.utf8)
      }
    }
    try rename("stored", in: test.reopened())
    try #require(!files(of: test).isEmpty)
    return test
  }

  private func directory(of test: TestStore) -> String { test.directory + "/fork/models" }

  private func files(of test: TestStore) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory(of: test))
        .map { directory(of: test) + "/" + $0 }
    } catch {
      return []
    }
  }

  private func rename(_ name: String, in store: DocumentStore) throws {
    let report = try store.updateDocument(
      "d/7.json",
      with: .edits([.set(.init(["p", "name"]), try .init(parsing: Array("\"\(name)\"".utf8)))])
    )
    #expect(report.followed == ["d/127.json", "d/47.json", "d/87.json"], "\(name)")
  }

  @Test("deleted, cut off, damaged or of another schema, it is made again, with the same results")
  func damage() throws {
    let test = try filled()
    let damages: [(String, (Data) -> Data?)] = [
      ("deleted", { _ in nil }), ("empty", { _ in Data() }),
      ("cut off", { $0.prefix($0.count / 2) }), ("short", { $0.dropLast() }),
      ("long", { $0 + [0] }),
      (
        "another byte",
        { data in
          var data = data
          data[data.count / 2] ^= 1
          return data
        }
      ),
      ("all bits", { Data($0.map { ~$0 }) }),
      ("counts", { $0.prefix(28) + Data(repeating: 0xFF, count: 12) + $0.dropFirst(40) }),
    ]
    for (name, damage) in damages {
      for file in files(of: test) {
        let url = URL(fileURLWithPath: file)
        let damaged = damage(try Data(contentsOf: url))
        if let damaged {
          try damaged.write(to: url)
        } else {
          try FileManager.default.removeItem(at: url)
        }
      }
      try rename(name, in: test.reopened())
    }
    try test.update(".fork/schema.json", Self.schema + "\n")
    try rename("another schema", in: test.reopened())
  }

  @Test("every single byte may be wrong")
  func bytes() throws {
    let test = try filled()
    let file = try #require(files(of: test).first)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file))
    for index in stride(from: 0, to: whole.count, by: max(1, whole.count / 12)) {
      var data = whole
      data[index] ^= 0x80
      try data.write(to: URL(fileURLWithPath: file))
      try rename("\(index)", in: test.reopened())
    }
  }

  @Test(
    "an index of a tree that is gone is made again, and one that cannot be stored is done without")
  func goneAndReadOnly() throws {
    let test = try filled()
    let file = try #require(files(of: test).first)
    let name = URL(fileURLWithPath: file).lastPathComponent
    let other = try filled(besides: "d/other.json")
    try #require(files(of: other).count == 1)
    let foreign = try Data(contentsOf: URL(fileURLWithPath: files(of: other)[0]))
    #expect(URL(fileURLWithPath: files(of: other)[0]).lastPathComponent == name)
    try foreign.write(to: URL(fileURLWithPath: file))
    try rename("foreign", in: test.reopened())
    try FileManager.default.removeItem(atPath: directory(of: test))
    try Data("in the way".utf8).write(to: URL(fileURLWithPath: directory(of: test)))
    try rename("in the way", in: test.reopened())
  }

  @Test("without entities in the schema nothing is read and nothing stored")
  func nothing() throws {
    let test = try TestStore(bare: true)
    for number in 0..<70 { try test.update("d/\(number).json", #"{"p":{"id":1}}"#) }
    #expect(files(of: test).isEmpty)
  }
}
