import ForkedDocument
import ForkedGit
import ForkedJSON

/// Parsed documents by blob id, as many as fit into a bound.
final class DocumentCache {
  private let repository: LocalRepository
  private let checkpoint: () throws -> Void
  private var known = BoundedCache<ObjectID, JSONDocument?>()
  /// Finds elements of the documents.
  let lookup = ElementLookup()

  /// - Parameter checkpoint: called whenever a document is asked for; what it throws ends the work.
  init(_ repository: LocalRepository, checkpoint: @escaping () throws -> Void = {}) {
    self.repository = repository
    self.checkpoint = checkpoint
  }

  /// The document in a blob; nil where it does not parse.
  func document(_ blob: ObjectID) throws -> JSONDocument? {
    try checkpoint()
    if let known = known[blob] { return known }
    let bytes = try repository.blob(blob)
    let document = JSONDocument(ifParsing: bytes, duplicateKeys: .kept)
    if known.add(document, for: blob, size: bytes.count) { lookup.forget() }
    return document
  }
}

extension JSONDocument {
  /// The document that these bytes are; nil where they are none, for files that may be anything.
  convenience init?(ifParsing bytes: [UInt8], duplicateKeys: JSONDuplicateKeys = .refused) {
    do { try self.init(parsing: bytes, duplicateKeys: duplicateKeys) } catch { return nil }
  }
}

/// Values that were made of bytes, as many as fit into a bound. Where one more does not, all others are forgotten.
struct BoundedCache<Key: Hashable, Value> {
  private let capacity: Int
  private var size = 0
  private var known: [Key: Value] = [:]

  /// - Parameter capacity: the number of bytes that values may be made of.
  init(capacity: Int = 32 << 20) {
    self.capacity = capacity
  }

  subscript(key: Key) -> Value? { known[key] }

  /// Adds a value.
  ///
  /// - Parameter size: the number of bytes that it was made of.
  /// - Returns: true if the others were forgotten.
  @discardableResult
  mutating func add(_ value: Value, for key: Key, size added: Int) -> Bool {
    let isFull = size + added > capacity
    if isFull {
      known.removeAll(keepingCapacity: true)
      size = 0
    }
    size += added
    known[key] = value
    return isFull
  }
}
