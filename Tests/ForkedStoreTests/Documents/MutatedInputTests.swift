import ForkedJSON
import ForkedTestSupport
import Testing

@testable import ForkedStore

/// Documents, schemas, patches, lines of batches and files to merge with mistakes in them.
///
/// `FORK_LAW_CASES` sets the number of each, `FORK_LAW_SEED` the first seed.
@Suite("inputs with mistakes in them are refused, or taken as they are")
struct MutatedInputTests {
  private static let document =
    #"{"title":"A","tags":["x","y"],"count":1,"deep":{"a":[{"id":1},{"n":2.5e10,"t":"\u00e9"}]}}"#
  private static let schema =
    ##"{"x-default-merge":"manual","x-documents":{"*.md":{"properties":{"tags":{"items":{"##
    + ##""$ref":"#/$defs/t"}}}}},"$defs":{"t":{"type":"string","pattern":"^[a-z]+$"}}}"##
  private static let patch =
    #"[{"op":"replace","path":"/title","value":1},{"op":"add","path":"/tags/-","value":"z"},"#
    + #"{"op":"move","from":"/count","path":"/n"},{"op":"test","path":"/n","value":1}]"#
  private static let mergePatch = #"{"title":null,"count":{"a":[1]},"new":"x"}"#

  /// Nothing is as these expect it, so that most change nothing.
  private static let lines = [
    #"{"op":"update","document":"a.json","value":{"deep":[1,2.5e10,-0]},"expect":"absent"}"#,
    #"{"op":"update","document":"a.json","set":{"/title":"\u00e9"},"unset":["/tags/0"],"expect":"x"}"#,
    #"{"op":"update","document":"a.json","patch":[{"op":"add","path":"/-","value":1}],"expect":"x"}"#,
    #"{"op":"get","document":"a.json","pointer":"/tags/0","fork":"main","at":"old"}"#,
    #"{"op":"remove","document":"b.json","fork":"main","expect":"absent"}"#,
    #"{"op":"create","fork":"main"}"#, #"{"op":"merge","from":["main"],"into":"main"}"#,
  ]

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0000", "\\ud800", "1e999", "-", "0", "\u{FEFF}",
    "null", "/", "~", "~2", "../", ".git/config", "\0", "\r\n", "#", "$ref", "999999999999999999",
  ]

  private static func mutated(_ text: String, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0...random.below(4) {
      let place = random.below(bytes.count + 1)
      let end = min(bytes.count, place + 1 + random.below(12))
      switch random.below(7) {
      case 0 where place < bytes.count: bytes[place] = UInt8(random.below(256))
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 3:
        let nested = String(
          repeating: random.pick(["[", "{\"a\":", "[["]), count: 1 << random.below(14))
        bytes.insert(contentsOf: Array(nested.utf8), at: place)
      case 4: bytes.removeSubrange(place...)
      default: bytes.insert(contentsOf: Array(random.pick(pieces).utf8), at: place)
      }
    }
    return bytes
  }

  private static func filled() throws -> TestStore {
    let test = try TestStore(bare: true)
    try test.update("a.json", document)
    return test
  }

  @Test("each line of a batch has a result of its own")
  func batch() throws {
    let test = try Self.filled()
    let lines = LawSeeds.range(usually: 20_000).map { seed in
      var random = SeededGenerator(drawnFrom: seed)
      let line = Self.mutated(random.pick(Self.lines), &random).filter { $0 != 0x0A }
      return line.contains { $0 > 0x20 } ? line : [0x2D]
    }
    #expect(try test.store.run(lines).count == lines.count)
  }

  @Test("a document, a schema, a patch or a file to merge", arguments: 0..<5)
  func contents(kind: Int) throws {
    let test = try Self.filled()
    let base = Array(Self.document.utf8)
    let texts = [Self.document, Self.schema, Self.patch, Self.mergePatch, Self.document]
    for seed in LawSeeds.range(usually: 2_000) {
      var random = SeededGenerator(drawnFrom: seed)
      let bytes = Self.mutated(texts[kind], &random)
      do {
        switch kind {
        case 0: _ = try test.store.updateDocument("b.json", with: .bytes(bytes, from: "test"))
        case 1:
          _ = try test.store.updateDocument(".fork/schema.json", with: .bytes(bytes, from: "test"))
        case 2, 3:
          let patch = try JSONDocument(parsing: bytes)
          let edit: DocumentEdit =
            kind == 2 ? .patch(patch, from: "test") : .mergePatch(patch)
          _ = try test.store.updateDocument("a.json", with: .edits([edit]))
          try test.update("a.json", Self.document)
        default:
          _ = try FileMergeReport(
            FileMerge(path: "a.json", base: base, ours: bytes, theirs: base + [0x0A]))
        }
        guard kind == 0 else { continue }
        #expect(try test.store.getDocument("b.json").bytes == bytes, "seed \(seed)")
      } catch {
        #expect(StoreError(translating: error).kind != .defect, "seed \(seed): \(error)")
      }
    }
  }
}
