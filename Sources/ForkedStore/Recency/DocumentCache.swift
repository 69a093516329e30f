import ForkedDocument
import ForkedGit
import ForkedJSON

/// Parsed documents by blob id, in a bounded cache.
final class DocumentCache {
  private let repository: LocalRepository
  private let checkpoint: () throws -> Void
  private var known = BoundedCache<ObjectID, JSONDocument?>()
  /// Finds elements in the documents.
  let lookup = ElementLookup()

  /// - Parameter checkpoint: called for each document that is requested; an error that it throws ends the work.
  init(_ repository: LocalRepository, checkpoint: @escaping () throws -> Void = {}) {
    self.repository = repository
    self.checkpoint = checkpoint
  }

  /// The document in a blob; nil if it does not parse.
  func document(_ blob: ObjectID) throws -> JSONDocument? {
    try checkpoint()
    if let known = known[blob] { return known }
    let bytes = try repository.blob(blob)
    let document = JSONDocument(ifParsing: bytes, duplicateKeys: .kept)
    if known.add(document, for: blob, size: bytes.count + Self.overhead) { lookup.forget() }
    return document
  }

  /// The bytes that a parsed document takes beside its text.
  private static let overhead = 2048
}

extension JSONDocument {
  /// The document in these bytes; nil if they are not JSON. For files that may hold anything.
  convenience init?(ifParsing bytes: [UInt8], duplicateKeys: JSONDuplicateKeys = .refused) {
    do { try self.init(parsing: bytes, duplicateKeys: duplicateKeys) } catch { return nil }
  }
}

/// A cache of values that were made from bytes, with a limit on these bytes. If a value does not fit, all others are
/// removed.
struct BoundedCache<Key: Hashable, Value> {
  private let capacity: Int
  private var size = 0
  private var known: [Key: Value] = [:]

  /// - Parameter capacity: the number of bytes that the values may be made from.
  init(capacity: Int = 32 << 20) {
    self.capacity = capacity
  }

  subscript(key: Key) -> Value? { known[key] }

  /// Adds a value.
  ///
  /// - Parameter size: the number of bytes that it was made from.
  /// - Returns: true if the other values were removed.
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
