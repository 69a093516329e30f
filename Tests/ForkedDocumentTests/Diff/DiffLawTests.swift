import ForkedDocument
import ForkedJSON
import ForkedTestSupport
import Testing

@Suite("The structural diff")
struct DiffLawTests {
  @Test("a patch, applied to the older version, gives the newer one")
  func patchApplies() throws {
    try forAllPairs { old, new, trail in
      let patched = try applied(DocumentDiff.patch(from: old, to: new), to: old)
      #expect(patched == new.root, trail)
    }
  }

  @Test("no change exactly where the versions are equal")
  func emptyWhereEqual() throws {
    try forAllPairs { old, new, trail in
      let changes = DocumentDiff.changes(from: old, to: new)
      #expect(changes.isEmpty == (old.root == new.root), trail)
      for change in changes where change.operation != .move {
        #expect(change.new == nil || new.root.value(at: change.pointer) == change.new, trail)
        #expect(
          change.operation != .remove || old.root.value(at: change.pointer) == change.old, trail)
      }
    }
  }

  private func forAllPairs(_ check: (JSONDocument, JSONDocument, Comment) throws -> Void) throws {
    for seed in LawSeeds.range(usually: 2000) {
      let lawCase = try LawCase(seed: seed)
      let texts = zip(lawCase.styles, lawCase.trees).map { $0.document($1.withOddParts) }
      try check(parse(texts[0]), parse(texts[1]), "seed \(seed)\nold \(texts[0])\nnew \(texts[1])")
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
      let former = known.updateValue(text, forKey: PropertyLines(of: try json(text)).bytes)
      #expect(former == nil, "\(text)")
    }
  }

  @Test("a patch moves no more elements than were moved", arguments: 0..<20 as Range<UInt64>)
  func patchMovesFew(seed: UInt64) throws {
    var random = SeededGenerator(drawnFrom: seed)
    let ids = Array(0..<40).shuffled(using: &random)
    let moved = (0..<Int(seed)).reduce(into: ids) { ids, step in
      let taken = ids.remove(at: random.below(ids.count))
      ids.insert(step % 3 == 0 ? 100 + step : taken, at: random.below(ids.count + 1))
    }
    let (old, new) = try (Self.elements(ids), Self.elements(moved))
    let patch = DocumentDiff.patch(from: old, to: new)
    #expect(patch.count <= DocumentDiff.changes(from: old, to: new).count, "seed \(seed)")
    #expect(try applied(patch, to: old) == new.root, "seed \(seed)")
  }

  @Test("the first of many elements, moved to the end, is one operation")
  func patchMovesOne() throws {
    let ids = Array(0..<1000)
    let patch = try DocumentDiff.patch(
      from: Self.elements(ids), to: Self.elements(ids.dropFirst() + [0]))
    #expect(patch.map(\.text) == ["move /0/999"])
  }

  private static func elements(_ ids: [Int]) throws -> JSONDocument {
    try parse("[\(ids.map { "{\"id\":\($0)}" }.joined(separator: ","))]")
  }

  @Test(
    "elements are told apart by their ids, and what was renamed or moved is one change beside the changes in it",
    arguments: [
      (
        #"[{"id":1,"t":"a"},{"id":2,"t":"b"},{"id":3,"t":"c"}]"#,
        #"[{"id":3,"t":"c"},{"id":1,"t":"A"},{"id":4}]"#, false,
        ["remove /1", "move /2/0", "add /2", "replace /1/t"]
      ),
      (#"["a","b","c"]"#, #"["a","x","c"]"#, false, ["replace /1"]),
      (object, movedObject, true, ["move /e/extra/e", "replace /extra/e/size", "remove /e/wrap"]),
      (object, movedObject, false, ["remove /e", "add /extra/e"]),
    ])
  func changes(old: String, new: String, followsMoves: Bool, expected: [String]) throws {
    let changes = try DocumentDiff.changes(
      from: parse(old), to: parse(new), followingMoves: followsMoves)
    #expect(changes.map(\.text) == expected)
  }

  private static let object =
    #"{"e":{"font":"Menlo","theme":"dark","tab":"spaces","ruler":"none","size":12,"wrap":true},"extra":{}}"#
  private static let movedObject =
    #"{"extra":{"e":{"font":"Menlo","theme":"dark","tab":"spaces","ruler":"none","size":14}}}"#

  /// The value after a patch, which is written and read as JSON Patch.
  private func applied(_ changes: [PropertyChange], to document: JSONDocument) throws -> JSONNode {
    let operations = changes.map { change in
      var text = #"{"op":"\#(change.operation)","path":\#(quoted(change.pointer))"#
      if let from = change.from { text += #","from":\#(quoted(from))"# }
      if change.operation != .move, let new = change.new {
        text += #","value":\#(String(decoding: new.bytes, as: UTF8.self))"#
      }
      return text + "}"
    }
    let patch = try JSONPatch(parsing: parse("[\(operations.joined(separator: ","))]"))
    var editor = JSONEditor(document)
    try patch.apply(to: &editor)
    return try JSONDocument(parsing: editor.bytes).root
  }

  private func quoted(_ pointer: JSONPointer) -> String {
    String(decoding: JSONString(pointer.description).literal, as: UTF8.self)
  }
}

extension PropertyChange {
  fileprivate var text: String { "\(operation) \(from.map(\.description) ?? "")\(pointer)" }
}

extension LawTree {
  private static let oddKeys = ["a": "", "b": "0", "c": "-"]

  /// The tree with keys that look like other tokens of a pointer, and with arrays in arrays for some scalars.
  fileprivate var withOddParts: LawTree {
    switch self {
    case .scalar("0.5"): .array([.array([.scalar("1")]), .scalar("2")])
    case .scalar("1e3"): .array([.array([.scalar("1"), .scalar("3")])])
    case .scalar: self
    case .array(let elements): .array(elements.map(\.withOddParts))
    case .object(let members):
      .object(
        members.map {
          Member(key: Self.oddKeys[$0.key] ?? $0.key, value: $0.value.withOddParts)
        })
    }
  }
}
