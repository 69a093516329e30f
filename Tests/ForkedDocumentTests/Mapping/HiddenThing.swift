/// A JSON value whose identity no text shows: equal in all versions of one thing, and only there.
struct HiddenThing {
  indirect enum Body {
    /// A JSON text.
    case scalar(String)
    case object([Member])
    case array([HiddenThing])
  }

  struct Member {
    var key: String
    var value: HiddenThing
  }

  /// Zero for what has none: a scalar in a list is nothing but its value and its place.
  var identity: Int
  var body: Body

  var members: [Member] {
    get { if case .object(let members) = body { members } else { [] } }
    set { body = .object(newValue) }
  }

  var elements: [HiddenThing] {
    get { if case .array(let elements) = body { elements } else { [] } }
    set { body = .array(newValue) }
  }

  subscript(key: String) -> HiddenThing? {
    get { members.first { $0.key == key }?.value }
    set {
      if let place = members.firstIndex(where: { $0.key == key }) {
        if let newValue { members[place].value = newValue } else { members.remove(at: place) }
      } else if let newValue {
        members.append(Member(key: key, value: newValue))
      }
    }
  }

  var isRecord: Bool { if case .object = body { true } else { false } }
  var isList: Bool { if case .array = body { true } else { false } }
}

/// A text, and the identities of its nodes by ordinal; zero for keys.
struct HiddenText {
  private(set) var text = ""
  private(set) var identities: [Int] = []

  init(_ thing: HiddenThing, breaksLines: Bool) {
    append(thing, depth: breaksLines ? 0 : nil)
    text += "\n"
  }

  private mutating func append(_ thing: HiddenThing, depth: Int?) {
    identities.append(thing.identity)
    switch thing.body {
    case .scalar(let literal): text += literal
    case .array(let elements):
      block("[", "]", elements, depth) { $0.append($1, depth: depth.map { $0 + 1 }) }
    case .object(let members):
      block("{", "}", members, depth) { text, member in
        text.identities.append(0)
        text.text += "\"\(member.key)\": "
        text.append(member.value, depth: depth.map { $0 + 1 })
      }
    }
  }

  private mutating func block<Part>(
    _ start: String, _ end: String, _ parts: [Part], _ depth: Int?,
    _ append: (inout HiddenText, Part) -> Void
  ) {
    func line(_ depth: Int?) -> String {
      depth.map { "\n" + String(repeating: "  ", count: $0) } ?? ""
    }
    text += start
    for (index, part) in parts.enumerated() {
      text += (index > 0 ? "," : "") + line(depth.map { $0 + 1 })
      append(&self, part)
    }
    text += (parts.isEmpty ? "" : line(depth)) + end
  }
}

extension HiddenThing {
  /// Reads the versions of a record case: members have the identity of their record and path.
  static func versions(_ nodes: [RecordNode]) -> [HiddenThing] {
    var identities: [String: Int] = [:]
    func identity(_ name: String) -> Int {
      if let known = identities[name] { return known }
      identities[name] = identities.count + 1
      return identities.count
    }
    func thing(_ node: RecordNode, _ name: String?) -> HiddenThing {
      let own = name.map(identity) ?? 0
      switch node {
      case .scalar(let text): return HiddenThing(identity: own, body: .scalar(text))
      case .tuple(let parts):
        return HiddenThing(identity: own, body: .array(parts.map { thing($0, nil) }))
      case .object(let members):
        return HiddenThing(
          identity: own,
          body: .object(
            members.map { member in
              Member(
                key: member.key, value: thing(member.value, name.map { "\($0)/\(member.key)" }))
            }))
      case .list(let list):
        return HiddenThing(
          identity: own,
          body: .array(
            list.items.map { item in
              if case .scalar = item.value { return thing(item.value, nil) }
              return thing(item.value, "#\(item.identity)")
            }))
      }
    }
    return nodes.map { thing($0, "") }
  }
}
