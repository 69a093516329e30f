import ForkedJSON

/// Writes positions into elements of an ordered list, touching only that member.
struct PositionWriting {
  /// The name of the member that holds positions.
  let name: JSONString
  /// The member after which a new one is inserted; nil: it comes first. Not set if no element shows it.
  private let predecessor: JSONString??

  /// Finds the place of the member in the first element that has it; elements that lack it get it at the same place.
  /// - Complexity: O(elements up to that one).
  init(_ name: JSONString, in lists: [JSONNode?]) {
    self.name = name
    let elements = lists.lazy.compactMap(\.self).flatMap(\.elements)
    predecessor = elements.compactMap { Self.predecessor(of: name, in: $0) }.first
  }

  private static func predecessor(of name: JSONString, in element: JSONNode) -> JSONString?? {
    var last: JSONString?
    for member in element.members {
      if member.key.stringEquals(name) { return .some(last) }
      last = member.key.string
    }
    return nil
  }

  /// Returns an element with that position, spelled as in the given node if there is one; nil if it has it already.
  /// - Parameter ours: the element in the document that is rewritten.
  func placed(
    _ element: JSONRewrite, of ours: JSONNode?, at position: Int, spelled like: JSONNode? = nil
  ) -> JSONRewrite? {
    switch element {
    case .keep(let node) where node.kind == .object, .take(let node) where node.kind == .object:
      if node.listPosition(name) == position { return nil }
      let isKept = if case .keep = element { true } else { false }
      let entries = node.members.map {
        JSONRewrite.Entry.member(key: $0.key, isKept ? .keep($0.value) : .take($0.value))
      }
      return .object(like: node, placed(entries, at: position, spelled: like))
    case .object(let model, let entries):
      let isOurs =
        ours?.listPosition(name) == position && entries.contains { $0.isMember(name) }
      return isOurs ? nil : .object(like: model, placed(entries, at: position, spelled: like))
    case .keep, .take, .array, .literal: return nil
    }
  }

  private func placed(
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
    case .beside(_, let entry): entry.isMember(name)
    case .element, .conflict: false
    }
  }
}
