import ForkedJSON
import ForkedTestSupport
import Testing

@Suite("Laws of rewriting")
struct RewriteLawTests {
  /// The rewrite that names every container and every entry, and changes nothing.
  func whole(_ node: JSONNode) -> JSONRewrite {
    switch node.kind {
    case .object:
      .object(like: node, node.members.map { .member(key: $0.key, whole($0.value)) })
    case .array: .array(like: node, node.elements.map { .element(whole($0)) })
    default: .keep(node)
    }
  }

  @Test("a rewrite that keeps everything is identity, byte for byte")
  func identity() throws {
    for seed in LawSeeds.range(usually: 3000) {
      var documents = RandomDocuments(seed: seed)
      let document = try documents.document()
      #expect(document.rewritten(.keep(document.root)) == document.bytes, "seed \(seed)")
      #expect(document.rewritten(whole(document.root)) == document.bytes, "seed \(seed)")
    }
  }

  /// The intended value of a rewrite, as canonical text.
  func meaning(of rewrite: JSONRewrite) throws -> String {
    switch rewrite {
    case .keep(let node), .take(let node):
      return String(decoding: node.canonicalBytes, as: UTF8.self)
    case .literal(let bytes):
      return String(
        decoding: try JSONDocument(parsing: bytes).root.canonicalBytes, as: UTF8.self)
    case .array(_, let entries):
      return try "[" + entries.map { try meaning(of: $0) }.joined(separator: ",") + "]"
    case .object(_, let entries):
      return try "{" + entries.map { try meaning(of: $0) }.joined(separator: ",") + "}"
    }
  }

  func meaning(of entry: JSONRewrite.Entry) throws -> String {
    switch entry {
    case .member(let key, let value): try "\(key):" + meaning(of: value)
    case .newMember(let key, let value):
      try String(decoding: key.literal, as: UTF8.self) + ":" + meaning(of: value)
    case .element(let value): try meaning(of: value)
    case .beside(_, let entry): try meaning(of: entry)
    case .conflict: ""
    }
  }

  /// A random rewrite: entries removed, moved, replaced, added, taken from another document.
  func random(
    _ node: JSONNode, other: JSONDocument, _ random: inout SeededGenerator
  ) -> JSONRewrite {
    guard node.kind.isContainer, random.chance(85) else {
      return random.chance(20) ? .literal(Array("\"new\"".utf8)) : .keep(node)
    }
    var entries: [JSONRewrite.Entry] = []
    for member in node.members where !random.chance(20) {
      entries.append(.member(key: member.key, self.random(member.value, other: other, &random)))
    }
    for element in node.elements where !random.chance(20) {
      entries.append(.element(self.random(element, other: other, &random)))
    }
    if random.chance(20) { entries.shuffle(using: &random) }
    for number in 0..<random.below(3) {
      let value = random.chance(70) ? JSONRewrite.take(other.root) : .literal(Array("7".utf8))
      let place = random.below(entries.count + 1)
      let key = JSONString("new \(number)")
      entries.insert(
        node.kind == .object ? .newMember(key: key, value) : .element(value), at: place)
    }
    return node.kind == .object ? .object(like: node, entries) : .array(like: node, entries)
  }

  @Test("the output has the intended value")
  func meaning() throws {
    for seed in LawSeeds.range(usually: 5000) {
      var documents = RandomDocuments(seed: seed)
      let (document, other) = (try documents.document(), try documents.document(depth: 2))
      let rewrite = random(document.root, other: other, &documents.random)
      let output = document.rewritten(rewrite)
      let text = "seed \(seed)\n\(document.root)\n->\n\(String(decoding: output, as: UTF8.self))"
      let result = try #require(try? JSONDocument(parsing: output), "\(text)")
      #expect(try result.root == json(meaning(of: rewrite)), "\(text)")
      if !document.bytes.contains(10) { #expect(!output.contains(10), "\(text)") }
      if document.bytes.starts(with: Array("\u{FEFF}".utf8)) {
        #expect(output.starts(with: Array("\u{FEFF}".utf8)), "\(text)")
      }
    }
  }

  @Test("a member that is removed and added again gives the value, and its neighbours their bytes")
  func removeAndAdd() throws {
    for seed in LawSeeds.range(usually: 2000) {
      var documents = RandomDocuments(seed: seed)
      let document = try documents.document()
      let members = Array(document.root.members)
      guard !members.isEmpty else { continue }
      let place = documents.random.below(members.count)
      func kept(_ members: some Sequence<JSONMember>) -> [JSONRewrite.Entry] {
        members.map { .member(key: $0.key, .keep($0.value)) }
      }
      let others = kept(members[..<place]) + kept(members[(place + 1)...])
      let less = try JSONDocument(
        parsing: document.rewritten(.object(like: document.root, others)))
      #expect(less.root.count == members.count - 1, "seed \(seed)")
      var entries = kept(less.root.members)
      entries.insert(.member(key: members[place].key, .take(members[place].value)), at: place)
      let again = try JSONDocument(parsing: less.rewritten(.object(like: less.root, entries)))
      #expect(again.root == document.root, "seed \(seed)")
      for member in members where member.value.kind.isContainer {
        #expect(again.root[try #require(member.key.string)] == member.value, "seed \(seed)")
      }
    }
  }

  @Test("replacing one value changes nothing around it")
  func replaceOne() throws {
    for seed in LawSeeds.range(usually: 2000) {
      var documents = RandomDocuments(seed: seed)
      let document = try documents.document()
      let replaced =
        scalars(of: document.root).randomElement(using: &documents.random) ?? document.root
      let (before, after) = (
        document.bytes[..<replaced.range.lowerBound], document.bytes[replaced.range.upperBound...]
      )
      let output = document.rewritten(replacing(replaced, in: document.root, by: new))
      #expect(output == Array(before + Array("\"new\"".utf8) + after), "seed \(seed)")
      guard !replaced.isIdentical(to: document.root) else { continue }
      let other = try documents.document(depth: 2)
      let taken = document.rewritten(
        replacing(replaced, in: document.root, by: .take(other.root)))
      #expect(taken.starts(with: before), "seed \(seed)")
      #expect(taken.reversed().starts(with: after.reversed()), "seed \(seed)")
    }
  }

  var new: JSONRewrite { .literal(Array("\"new\"".utf8)) }

  func scalars(of node: JSONNode) -> [JSONNode] {
    guard node.kind.isContainer else { return [node] }
    return node.elements.flatMap(scalars) + node.members.flatMap { scalars(of: $0.value) }
  }

  func replacing(
    _ target: JSONNode, in node: JSONNode, by new: JSONRewrite
  ) -> JSONRewrite {
    if node.isIdentical(to: target) { return new }
    guard node.range.overlaps(target.range) else { return .keep(node) }
    if node.kind == .object {
      return .object(
        like: node,
        node.members.map { .member(key: $0.key, replacing(target, in: $0.value, by: new)) })
    }
    return .array(
      like: node, node.elements.map { .element(replacing(target, in: $0, by: new)) })
  }

  @Test("choosing any side of every conflict leaves JSON")
  func conflicts() throws {
    for seed in LawSeeds.range(usually: 3000) {
      var documents = RandomDocuments(seed: seed)
      let document = try documents.document(depth: 2)
      var entries: [JSONRewrite.Entry] = document.root.members.map {
        .member(key: $0.key, .keep($0.value))
      }
      let place = documents.random.below(entries.count + 1)
      let sides = (0..<3).map { side in
        (0..<documents.random.below(3)).map { number in
          JSONRewrite.Entry.newMember(
            key: JSONString("n\(number)"), .literal(Array("\(side)".utf8)))
        }
      }
      entries.insert(
        .conflict(.init(ours: sides[0], base: sides[1], theirs: sides[2])), at: place)
      let output = document.rewritten(.object(like: document.root, entries))
      for (side, expected) in [(MarkedText.Side.ours, sides[0]), (.theirs, sides[2])] {
        let result = try? JSONDocument(parsing: MarkedText(output).taking([side]))
        let expectedCount = document.root.count + expected.count
        #expect(
          result?.root.count == expectedCount,
          "seed \(seed), \(side)\n\(String(decoding: output, as: UTF8.self))")
      }
    }
  }

  @Test("the deepest documents are rewritten on a small stack")
  func deepest() async throws {
    let text =
      String(repeating: "[{\"a\": ", count: 256) + "1" + String(repeating: "}]", count: 256)
    let document = try JSONDocument(text)
    let rewrite = Deep(rewrite: whole(document.root))
    try await onSmallStack { #expect(document.rewritten(rewrite.rewrite) == document.bytes) }
  }

  struct Deep: Sendable { let rewrite: JSONRewrite }
}
