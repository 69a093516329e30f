/// An object's members by key, for many look-ups in one object.
///
/// It holds one reference to the document, while an array of members holds two for each.
public struct JSONMemberTable: Sendable {
  private let document: JSONDocument
  private let keys: [UInt32]
  private let places: HashedIndices?
  private static let fewMembers = 8

  /// Creates the table of an object; empty for any other value.
  /// - Complexity: O(members).
  public init(_ object: JSONNode) {
    let document = object.document
    let keys = object.kind == .object ? document.nodes.childList(of: object.index) : []
    self.document = document
    self.keys = keys
    guard keys.count > Self.fewMembers else {
      places = nil
      return
    }
    var places = HashedIndices(capacity: keys.count)
    _ = places.insertAll(below: keys.count, hash: { document.stringHash(at: Int(keys[$0])) }) {
      _, _ in false
    }
    self.places = places
  }

  /// The member at an index, in the order of the document.
  public subscript(place: Int) -> JSONMember {
    JSONMember(keyAt: Int(keys[place]), in: document)
  }

  /// The member with that key.
  /// - Complexity: O(key).
  public subscript(key: JSONString) -> JSONMember? { place(of: key).map { self[$0] } }

  /// Returns the index of the member with that key.
  /// - Complexity: O(key).
  public func place(of key: JSONString) -> Int? {
    place(hash: key.contentHash) { document.string(at: Int(keys[$0]), equals: key) }
  }

  /// The member with the same key as that node.
  /// - Complexity: O(key).
  public subscript(sameKeyAs key: JSONNode) -> JSONMember? {
    self.key(sameAs: key).map { self[$0.place] }
  }

  /// Returns the node of the key that is the same as that one, and its index among the members.
  func key(sameAs key: JSONNode) -> (index: Int, place: Int)? {
    let place = place(hash: key.document.stringHash(at: key.index)) {
      document.hasSameString(at: Int(keys[$0]), as: key.document, at: key.index)
    }
    return place.map { (Int(keys[$0]), $0) }
  }

  private func place(hash: @autoclosure () -> UInt64, where isSame: (Int) -> Bool) -> Int? {
    guard let places else { return keys.indices.first(where: isSame) }
    return places.place(hash: hash(), where: isSame)
  }
}
