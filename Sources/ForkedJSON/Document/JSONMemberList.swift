/// The members of an object with access in constant time.
///
/// It holds one reference to the document, while an array of members holds two for each.
public struct JSONMemberList: RandomAccessCollection, Sendable {
  private let document: JSONDocument
  private let keys: [UInt32]

  /// Lists the members of an object; none for any other value.
  /// - Complexity: O(members).
  public init(_ object: JSONNode) {
    document = object.document
    keys = object.kind == .object ? document.nodes.childList(of: object.index) : []
  }

  /// The first index: 0.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { keys.count }

  /// The member at an index, which must be valid.
  public subscript(place: Int) -> JSONMember {
    JSONMember(keyAt: Int(keys[place]), in: document)
  }

  /// Returns true if the member at an index has the same key as `key`, which may be of another document.
  public func hasKey(_ key: JSONNode, at place: Int) -> Bool {
    document.hasSameString(at: Int(keys[place]), as: key.document, at: key.index)
  }

  func hasKey(_ key: JSONString, at place: Int) -> Bool {
    document.string(at: Int(keys[place]), equals: key)
  }

  func keyHash(at place: Int) -> UInt64 { document.stringHash(at: Int(keys[place])) }
}

/// An object's members by key, for many look-ups in one object.
public struct JSONMemberTable: Sendable {
  /// The members, in the order of the document.
  public let members: JSONMemberList
  private let places: HashedIndices?
  private static let fewMembers = 8

  /// Creates the table of an object; empty for any other value.
  /// - Complexity: O(members).
  public init(_ object: JSONNode) { self.init(JSONMemberList(object)) }

  /// Creates the table of these members.
  /// - Complexity: O(members).
  public init(_ members: JSONMemberList) {
    self.members = members
    guard members.count > Self.fewMembers else {
      places = nil
      return
    }
    var places = HashedIndices(capacity: members.count)
    _ = places.insertAll(below: members.count, hash: members.keyHash) { _, _ in false }
    self.places = places
  }

  /// The member with that key.
  /// - Complexity: O(key).
  public subscript(key: JSONString) -> JSONMember? {
    place(of: key).map { members[$0] }
  }

  /// Returns the index of the member with that key.
  /// - Complexity: O(key).
  public func place(of key: JSONString) -> Int? {
    place(hash: key.contentHash) { members.hasKey(key, at: $0) }
  }

  /// The member with the same key as that node.
  /// - Complexity: O(key).
  public subscript(sameKeyAs key: JSONNode) -> JSONMember? {
    place(sameKeyAs: key).map { members[$0] }
  }

  /// Returns the index of the member with the same key as that node.
  /// - Complexity: O(key).
  public func place(sameKeyAs key: JSONNode) -> Int? {
    place(hash: key.document.stringHash(at: key.index)) { members.hasKey(key, at: $0) }
  }

  private func place(hash: @autoclosure () -> UInt64, where isSame: (Int) -> Bool) -> Int? {
    guard let places else { return members.indices.first(where: isSame) }
    return places.place(hash: hash(), where: isSame)
  }
}
