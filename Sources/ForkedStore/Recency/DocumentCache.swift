import ForkedDocument
import ForkedGit
import ForkedJSON

/// Parsed documents by blob id, as many as fit into a bound.
final class DocumentCache {
  private let repository: LocalRepository
  private let capacity: Int
  private let checkpoint: () throws -> Void
  private var size = 0
  private var known: [ObjectID: JSONDocument?] = [:]
  /// Finds elements of the documents.
  let lookup = ElementLookup()

  /// - Parameters:
  ///   - capacity: how many bytes of documents may be held at once.
  ///   - checkpoint: called whenever a document is asked for; what it throws ends the work.
  init(
    _ repository: LocalRepository, capacity: Int = 32 << 20,
    checkpoint: @escaping () throws -> Void = {}
  ) {
    self.repository = repository
    self.capacity = capacity
    self.checkpoint = checkpoint
  }

  /// The document in a blob; nil where it does not parse.
  func document(_ blob: ObjectID) throws -> JSONDocument? {
    try checkpoint()
    if let known = known[blob] { return known }
    let bytes = try repository.blob(blob)
    if size + bytes.count > capacity { forget() }
    size += bytes.count
    let document = JSONDocument(ifParsing: bytes, duplicateKeys: .kept)
    known[blob] = .some(document)
    return document
  }

  private func forget() {
    known.removeAll(keepingCapacity: true)
    lookup.forget()
    size = 0
  }
}

extension JSONDocument {
  /// The document that these bytes are; nil where they are none, for files that may be anything.
  convenience init?(ifParsing bytes: [UInt8], duplicateKeys: JSONDuplicateKeys = .refused) {
    do { try self.init(parsing: bytes, duplicateKeys: duplicateKeys) } catch { return nil }
  }
}
