import ForkedJSON
import ForkedSchema
import ForkedTestSupport

/// A JSON value that can be edited.
indirect enum Draft {
  case object([(key: String, value: Draft)])
  case array([Draft])
  /// A JSON text.
  case scalar(String)

  /// As JSON, on lines of their own or on one line.
  func text(indent: Int?, depth: Int = 0) -> String {
    switch self {
    case .scalar(let text): return text
    case .object(let members):
      return list(
        members.map { "\"\($0.key)\": " + $0.value.text(indent: indent, depth: depth + 1) }, "{",
        "}", indent, depth)
    case .array(let elements):
      return list(
        elements.map { $0.text(indent: indent, depth: depth + 1) }, "[", "]", indent, depth)
    }
  }

  private func list(
    _ parts: [String], _ open: String, _ close: String, _ indent: Int?, _ depth: Int
  ) -> String {
    guard let indent, !parts.isEmpty else { return open + parts.joined(separator: ", ") + close }
    let margin = String(repeating: " ", count: indent * (depth + 1))
    let lines = parts.map { margin + $0 }.joined(separator: ",\n")
    return "\(open)\n\(lines)\n\(String(repeating: " ", count: indent * depth))\(close)"
  }
}

/// Random documents with a field for each strategy, and random edits of them.
struct AuditGenerator {
  var random: SeededGenerator
  private var fresh = 0

  init(seed: UInt64) { random = SeededGenerator(drawnFrom: seed) }

  static let schema = """
    {"x-default-merge": "mostRecent", "x-documents": {"*.json": {"type": "object", "properties": {
      "title": {"x-merge": "textMerge"}, "state": {"x-merge": "manual"}, "last": {"x-merge": "mostRecent"},
      "tags": {"x-merge": "setMerge"}, "pages": {"x-merge": "arrayMerge"},
      "views": {"x-merge": "counterMerge"}, "high": {"x-merge": "maxMerge"}, "low": {"x-merge": "minMerge"},
      "meta": {"x-merge": "dictionaryMerge", "additionalProperties": {"x-merge": "counterMerge"}},
      "comments": {"x-merge": {"using": "arrayOfIdentifiableMerge", "id": "/id"},
        "items": {"properties": {"text": {"x-merge": "textMerge"}, "likes": {"x-merge": "counterMerge"}}}},
      "steps": {"x-merge": {"using": "orderedMerge", "id": "/id", "position": "position"}}
    }}}}
    """

  // MARK: - Documents

  mutating func document() -> Draft {
    .object([
      ("title", text()), ("state", word()), ("last", .object([("a", number()), ("b", word())])),
      ("tags", .array(distinctWords(4))),
      ("pages", .array((0..<random.below(6)).map { _ in word() })),
      ("views", number()), ("high", number()), ("low", number()),
      ("meta", .object([("x", number()), ("y", number())])),
      ("comments", .array((0..<random.below(6)).map { comment(id: $0) })),
      ("steps", .array((0..<random.below(5)).map { step(id: $0) })),
      (
        "free",
        .object([
          ("list", .array(distinctWords(6))), ("tuple", .array([number(), number(), number()])),
          ("named", .array((0..<4).map { named($0) })),
          ("deep", .object([("p", word()), ("q", number())])),
          ("things", .array((0..<4).map { _ in .object([("n", number()), ("w", word())]) })),
        ])
      ),
    ])
  }

  private mutating func text() -> Draft {
    let lines = (0..<1 + random.below(5)).map { _ in
      (0..<1 + random.below(6)).map { _ in plainWord() }.joined(separator: " ")
    }
    return .scalar("\"" + lines.joined(separator: "\\n") + "\"")
  }

  private mutating func plainWord() -> String {
    random.pick(["red", "green", "blue", "dark", "light", "sea", "sky", "é", "tree", "über"])
  }

  private mutating func word() -> Draft { .scalar("\"\(plainWord())\"") }

  private mutating func freshWord() -> Draft {
    fresh += 1
    return .scalar("\"w\(random.below(30))-\(fresh)\"")
  }

  private mutating func distinctWords(_ count: Int) -> [Draft] {
    (0..<random.below(count + 1)).map { .scalar("\"t\($0)\"") }
  }

  private mutating func number() -> Draft {
    .scalar(random.pick(["1", "2", "3", "10", "1.0", "2.50", "1e2", "12345678901234567890", "-7"]))
  }

  private mutating func comment(id: Int) -> Draft {
    .object([("id", .scalar("\(id)")), ("text", text()), ("likes", number()), ("by", word())])
  }

  private mutating func step(id: Int) -> Draft {
    .object([
      ("id", .scalar("\"s\(id)\"")), ("position", .scalar("\(id * 100)")), ("do", word()),
    ])
  }

  private mutating func named(_ id: Int) -> Draft {
    .object([("name", .scalar("\"n\(id)\"")), ("v", number()), ("list", .array([word(), word()]))])
  }

  // MARK: - Edits

  static let fields: [String?] = [
    "title", "tags", "pages", "meta", "comments", "steps", "free", "free", nil,
  ]

  /// - Parameter focus: the field that half of the edits are in.
  mutating func edited(_ draft: Draft, times: Int, focus: String?) -> Draft {
    (0..<times).reduce(draft) { draft, _ in
      guard case .object(var members) = draft, !random.oneIn(2),
        let index = members.firstIndex(where: { $0.key == focus })
      else { return edit(draft, key: "") }
      members[index].value = edit(members[index].value, key: members[index].key)
      return .object(members)
    }
  }

  private mutating func edit(_ draft: Draft, key: String) -> Draft {
    switch draft {
    case .scalar(let text): return edit(scalar: text, key: key)
    case .object(var members):
      if members.isEmpty || random.oneIn(8) { return .object(edit(members: members, key: key)) }
      let index = random.below(members.count)
      let isIdentity = ["id", "name", "position"].contains(members[index].key)
      if isIdentity, !random.oneIn(20) { return draft }
      members[index].value = edit(members[index].value, key: members[index].key)
      return .object(members)
    case .array(var elements):
      if elements.isEmpty || random.oneIn(2) { return .array(edit(elements: elements, key: key)) }
      let index = random.below(elements.count)
      elements[index] = edit(elements[index], key: key)
      return .array(elements)
    }
  }

  private mutating func edit(scalar text: String, key: String) -> Draft {
    guard text.first == "\"" else { return random.oneIn(20) ? .scalar("null") : number() }
    guard key == "title" || key == "text" else {
      return random.oneIn(20) ? number() : random.oneIn(2) ? freshWord() : word()
    }
    var words = text.dropFirst().dropLast().split(separator: " ").map(String.init)
    let index = random.below(words.count)
    switch random.below(4) {
    case 0 where !words.isEmpty: words.remove(at: index)
    case 1: words.insert(plainWord() + "\\n" + plainWord(), at: index)
    case 2 where !words.isEmpty: words[index] = plainWord()
    default: words.insert(plainWord(), at: index)
    }
    return .scalar("\"" + words.joined(separator: " ") + "\"")
  }

  private mutating func edit(
    members: [(key: String, value: Draft)], key: String
  ) -> [(key: String, value: Draft)] {
    var members = members
    let index = random.below(members.count)
    switch random.below(4) {
    case 0 where !members.isEmpty && members[index].key != "id": members.remove(at: index)
    case 1 where !members.isEmpty: members.append(members.remove(at: index))
    case 2 where !members.isEmpty: members[index].value = random.oneIn(2) ? number() : word()
    default:
      let new = "k\(random.below(9))"
      if !members.contains(where: { $0.key == new }) {
        members.insert((new, random.oneIn(2) ? number() : .object([("z", word())])), at: index)
      }
    }
    return members
  }

  private mutating func edit(elements: [Draft], key: String) -> [Draft] {
    var elements = elements
    let index = random.below(elements.count)
    switch random.below(6) {
    case 0 where !elements.isEmpty: elements.remove(at: index)
    case 1 where !elements.isEmpty:
      let moved = elements.remove(at: index)
      elements.insert(moved, at: random.below(elements.count + 1))
    case 2 where !elements.isEmpty && key != "tags" && random.oneIn(3):
      elements.insert(elements[index], at: random.below(elements.count + 1))
    default: elements.insert(newElement(key, at: index), at: index)
    }
    return elements
  }

  private mutating func newElement(_ key: String, at index: Int) -> Draft {
    let id = 10 + random.below(40)
    switch key {
    case "comments": return random.oneIn(15) ? word() : comment(id: id)
    case "steps": return step(id: id)
    case "named": return named(id)
    case "things": return .object([("n", number()), ("w", freshWord())])
    case "tuple": return number()
    default: return random.oneIn(3) ? word() : freshWord()
    }
  }
}
