import ForkedJSON

/// Says in an element of an ordered list where it stands: only that member is touched.
struct PositionWriting {
  /// The name of the member.
  let name: JSONString
  /// The member behind which a new one stands; nil: it comes first. Not set where no element shows it.
  private let predecessor: JSONString??

  /// Elements that have no such member get it where it stands in the first one that has.
  /// Complexity: O(elements up to that one).
  init(_ name: JSONString, in lists: [JSONNode?]) {
    self.name = name
    for case let list? in lists {
      for element in list.elements {
        if let found = Self.predecessor(of: name, in: element) {
          predecessor = found
          return
        }
      }
    }
    predecessor = nil
  }

  private static func predecessor(of name: JSONString, in element: JSONNode) -> JSONString?? {
    var last: JSONString?
    for member in element.members {
      if member.key.stringEquals(name) { return .some(last) }
      last = member.key.string
    }
    return nil
  }

  /// An element of the document that is rewritten, at that position; nil where it says so already.
  func placed(_ element: JSONNode, at position: Int) -> JSONRewrite? {
    guard element.kind == .object, element.listPosition(name) != position else { return nil }
    let entries = element.members.map { JSONRewrite.Entry.member(key: $0.key, .keep($0.value)) }
    return .object(like: element, placed(entries, at: position, spelled: nil))
  }

  /// The entries of an element with that position among them, spelled as in that node where it says the same.
  func placed(
    _ entries: [JSONRewrite.Entry], at position: Int, spelled like: JSONNode?
  ) -> [JSONRewrite.Entry] {
    let value = like.map { JSONRewrite.take($0) } ?? .literal(Array(String(position).utf8))
    if let index = entries.firstIndex(where: { $0.isMember(name) }) {
      var entries = entries
      if case .member(let key, _) = entries[index] { entries[index] = .member(key: key, value) }
      return entries
    }
    var entries = entries
    entries.insert(.newMember(key: name, value), at: place(in: entries))
    return entries
  }

  private func place(in entries: [JSONRewrite.Entry]) -> Int {
    guard let predecessor else { return entries.count }
    guard let predecessor else { return 0 }
    return entries.firstIndex { $0.isMember(predecessor) }.map { $0 + 1 } ?? entries.count
  }
}

extension JSONRewrite.Entry {
  func isMember(_ name: JSONString) -> Bool {
    switch self {
    case .member(let key, _): key.stringEquals(name)
    case .newMember(let key, _): key == name
    case .element, .conflict: false
    }
  }
}
