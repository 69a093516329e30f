extension JSONNode {
  /// True if an object in this value has a key more than once. Complexity: O(log of the number of repeated keys).
  public var holdsDuplicateKeys: Bool {
    guard document.hasDuplicateKeys else { return false }
    return document.repeatedKeys.areIn(index..<document.nodes.next(after: index))
  }

  /// The members of this object whose keys it has more than once, in order. Complexity: O(members).
  public var duplicateMembers: [JSONMember] {
    guard holdsDuplicateKeys else { return [] }
    let repeated = Set(members.filter { $0.key.repetition > 0 }.map(\.key.spelledString))
    guard !repeated.isEmpty else { return [] }
    return members.filter { repeated.contains($0.key.spelledString) }
  }

  /// The number of equal keys before this one in its object; 0 for anything but a repeated key.
  var repetition: Int { document.hasDuplicateKeys ? document.repeatedKeys[index] : 0 }

  /// The string that the bytes of a key or string spell.
  private var spelledString: JSONString { entry.string(in: document.bytes) }
}
