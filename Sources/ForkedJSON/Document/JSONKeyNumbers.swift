/// Keys by number, to find those of documents.
public struct JSONKeyNumbers: Sendable {
  /// The keys, by number.
  public let keys: [JSONString]
  private let places: HashedIndices

  /// Numbers keys by their index; none must be there twice.
  /// - Complexity: O(bytes).
  public init(_ keys: [JSONString]) {
    self.keys = keys
    var places = HashedIndices(capacity: keys.count)
    for (number, key) in keys.enumerated() {
      _ = places.insert(number, hash: key.contentHash) { _ in false }
    }
    self.places = places
  }

  /// Returns the number of the key that equals that of a document; nil if there is none.
  /// - Complexity: O(key); it is decoded only if it has escapes.
  public func number(of key: JSONNode) -> Int? {
    places.place(hash: key.document.stringHash(at: key.index)) { key.stringEquals(keys[$0]) }
  }
}
