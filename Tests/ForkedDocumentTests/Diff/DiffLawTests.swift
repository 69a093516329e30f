import ForkedDocument
import ForkedJSON
import ForkedTestSupport
import Testing

@Suite("The structural diff")
struct DiffLawTests {
  /// A tenth of the batches in the short form.
  private static let batches = LawSeeds.isLong ? 40 : 4

  @Test("a patch, applied to the older version, gives the newer one", arguments: 0..<batches)
  func patchApplies(batch: Int) throws {
    for step in 0..<50 {
      let seed = UInt64(batch * 1000 + step)
      var pairs = DocumentPairs(seed: seed)
      let (old, new) = try pairs.next()
      let trail: Comment = "seed \(seed)\nold \(old.text)\nnew \(new.text)"
      let patch = try JSONPatch(
        parsing: JSONDocument(parsing: patchText(DocumentDiff.patch(from: old, to: new))))
      let patched = try JSONDocument(parsing: patch.apply(to: old))
      #expect(patched.root == new.root, trail)
    }
  }

  @Test("values that differ never have the same lines of properties")
  func injective() throws {
    let texts = [
      #"{"a":[1]}"#, #"{"a[]":1}"#, #"{"\"a[]\"":1}"#, #"{"a":{"b":1}}"#, #"{"a/b":1}"#,
      #"{"a~1b":1}"#, #"{"a b":1}"#, #"{"a":"b 1"}"#, #"[[1,2],[3]]"#, #"[[1],[2,3]]"#, #"[1,2,3]"#,
      #"["a\n","b"]"#, #"["a\nb"]"#, #"["a\n+ b"]"#, #""a\nb""#, #""a\\nb""#, #"[]"#, #"{}"#,
      #"[{}]"#, #"[[]]"#, #"null"#, #""null""#, #"{"":1}"#, #"{"":{"":1}}"#, #"[{"a":1},{"b":2}]"#,
      #"[{"a":1,"b":2}]"#, #"[{"id":1}]"#, #"[{"id":"1"}]"#, #"{"é":1}"#, "{\"e\u{301}\":1}",
      #"{"a\nb":1}"#, #""\ud800""#, #""\ud801""#,
    ]
    var known: [[UInt8]: String] = [:]
    for text in texts {
      let document = try JSONDocument(parsing: Array(text.utf8))
      let former = known.updateValue(text, forKey: PropertyLines(of: document.root).bytes)
      #expect(former == nil, "\(text)")
    }
  }

  @Test("a patch moves no more elements than were moved", arguments: 0..<20)
  func patchMovesFew(seed: UInt64) throws {
    var random = DocumentPairs(seed: seed)
    let ids = Array(0..<40).shuffled(using: &random)
    func moved(_ ids: [Int], by count: Int, _ random: inout DocumentPairs) -> [Int] {
      (0..<count).reduce(into: ids) { ids, step in
        let taken = ids.remove(at: Int.random(in: ids.indices, using: &random))
        ids.insert(
          step % 3 == 0 ? 100 + step : taken, at: Int.random(in: 0...ids.count, using: &random))
      }
    }
    let documents = try [ids, moved(ids, by: Int(seed), &random)].map { ids in
      try JSONDocument(
        parsing: Array("[\(ids.map { "{\"id\":\($0)}" }.joined(separator: ","))]".utf8))
    }
    let patch = DocumentDiff.patch(from: documents[0], to: documents[1])
    let changes = DocumentDiff.changes(from: documents[0], to: documents[1])
    #expect(patch.count <= changes.count, "seed \(seed)")
    let patched = try JSONPatch(parsing: JSONDocument(parsing: patchText(patch)))
      .apply(to: documents[0])
    #expect(try JSONDocument(parsing: patched).root == documents[1].root, "seed \(seed)")
  }

  @Test("the first of many elements, moved to the end, is one operation")
  func patchMovesOne() throws {
    let ids = Array(0..<1000)
    let documents = try [ids, Array(ids.dropFirst()) + [0]].map { ids in
      try JSONDocument(
        parsing: Array("[\(ids.map { "{\"id\":\($0)}" }.joined(separator: ","))]".utf8))
    }
    let patch = DocumentDiff.patch(from: documents[0], to: documents[1])
    #expect(
      patch.map { "\($0.operation) \($0.from.map(\.description) ?? "") \($0.pointer)" } == [
        "move /0 /999"
      ])
  }

  @Test("no change exactly where the versions are equal", arguments: 0..<batches)
  func emptyWhereEqual(batch: Int) throws {
    for step in 0..<50 {
      let seed = UInt64(batch * 1000 + step)
      var pairs = DocumentPairs(seed: seed)
      let (old, new) = try pairs.next()
      let changes = DocumentDiff.changes(from: old, to: new)
      #expect(changes.isEmpty == (old.root == new.root), "seed \(seed)")
      for change in changes where change.operation != .move {
        #expect(change.new == nil || new.root.value(at: change.pointer) == change.new)
        #expect(change.operation != .remove || old.root.value(at: change.pointer) == change.old)
      }
    }
  }

  @Test("elements are told apart by their ids: a move is a move, an edit an edit")
  func elementsWithIds() throws {
    let old = try JSONDocument(
      parsing: Array(#"[{"id":1,"t":"a"},{"id":2,"t":"b"},{"id":3,"t":"c"}]"#.utf8))
    let new = try JSONDocument(
      parsing: Array(#"[{"id":3,"t":"c"},{"id":1,"t":"A"},{"id":4}]"#.utf8))
    let changes = DocumentDiff.changes(from: old, to: new).map { "\($0.operation) \($0.pointer)" }
    #expect(changes == ["remove /1", "move /0", "add /2", "replace /1/t"])
  }

  @Test("what was renamed or moved is one change, beside the changes in it")
  func movedObject() throws {
    let old = try JSONDocument(
      parsing: Array(
        #"{"e":{"font":"Menlo","theme":"dark","tab":"spaces","ruler":"none","size":12,"wrap":true},"extra":{}}"#
          .utf8))
    let new = try JSONDocument(
      parsing: Array(
        #"{"extra":{"e":{"font":"Menlo","theme":"dark","tab":"spaces","ruler":"none","size":14}}}"#
          .utf8))
    let changes = DocumentDiff.changes(from: old, to: new, followingMoves: true).map {
      "\($0.operation) \($0.from.map(\.description) ?? "")\($0.pointer)"
    }
    #expect(
      changes == ["move /e/extra/e", "replace /extra/e/size", "remove /e/wrap"])
    #expect(DocumentDiff.changes(from: old, to: new).map(\.operation) == [.remove, .add])
  }

  @Test("a replaced element without id is one change, not two")
  func replacedElement() throws {
    let old = try JSONDocument(parsing: Array(#"["a","b","c"]"#.utf8))
    let new = try JSONDocument(parsing: Array(#"["a","x","c"]"#.utf8))
    let changes = DocumentDiff.changes(from: old, to: new)
    #expect(changes.map { "\($0.operation) \($0.pointer)" } == ["replace /1"])
  }

  private func patchText(_ changes: [PropertyChange]) -> [UInt8] {
    let operations = changes.map { change in
      var text = #"{"op":"\#(change.operation)","path":\#(quoted(change.pointer))"#
      if let from = change.from { text += #","from":\#(quoted(from))"# }
      if change.operation != .move, let new = change.new {
        text += #","value":\#(String(decoding: new.bytes, as: UTF8.self))"#
      }
      return text + "}"
    }
    return Array("[\(operations.joined(separator: ","))]".utf8)
  }

  private func quoted(_ pointer: JSONPointer) -> String {
    String(decoding: JSONString(pointer.description).literal, as: UTF8.self)
  }
}

/// Pairs of documents of which the second is an edit of the first.
struct DocumentPairs {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() throws -> (old: JSONDocument, new: JSONDocument) {
    let old = value(depth: 3)
    let new = edited(old)
    return (
      try JSONDocument(parsing: Array(old.text.utf8)),
      try JSONDocument(parsing: Array(new.text.utf8))
    )
  }

  private indirect enum Value {
    case scalar(String)
    case array([Value])
    case object([(String, Value)])

    var text: String {
      switch self {
      case .scalar(let text): text
      case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
      case .object(let members):
        "{\(members.map { "\"\($0.0)\":\($0.1.text)" }.joined(separator: ", "))}"
      }
    }
  }

  private mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }

  private mutating func value(depth: Int) -> Value {
    switch depth == 0 ? 0 : below(4) {
    case 0: return .scalar(["1", "1.0", "true", "null", #""a""#, #""b""#, #""é""#][below(7)])
    case 1: return .array((0..<below(5)).map { _ in value(depth: depth - 1) })
    case 2:
      return .array(
        (0..<below(6)).map { .object([("id", .scalar("\($0)")), ("v", value(depth: depth - 1))]) })
    default: return .object(keys().map { ($0, value(depth: depth - 1)) })
    }
  }

  private mutating func keys() -> [String] {
    ["a", "b/c", "d~", "", "0", "-"].filter { _ in below(2) == 0 }
  }

  private mutating func edited(_ value: Value) -> Value {
    switch value {
    case .scalar: return below(4) == 0 ? self.value(depth: 1) : value
    case .array(var elements):
      elements = elements.map { edited($0) }
      if below(3) == 0 { elements.shuffle(using: &self) }
      if below(3) == 0, !elements.isEmpty { elements.remove(at: below(elements.count)) }
      if below(3) == 0 { elements.insert(self.value(depth: 1), at: below(elements.count + 1)) }
      return .array(elements)
    case .object(var members):
      members = members.map { ($0.0, edited($0.1)) }
      if below(3) == 0 { members.shuffle(using: &self) }
      if below(4) == 0, !members.isEmpty { members.remove(at: below(members.count)) }
      if below(4) == 0 { members.append(("new", self.value(depth: 1))) }
      return .object(members)
    }
  }
}

extension DocumentPairs: RandomNumberGenerator {
  mutating func next() -> UInt64 { UInt64(below(1 << 31)) << 33 | UInt64(below(1 << 31)) }
}

extension JSONDocument {
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
