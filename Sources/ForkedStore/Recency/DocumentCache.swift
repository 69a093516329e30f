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
