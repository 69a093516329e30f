import ForkedDocument
import ForkedGit
import ForkedJSON

/// Parsed documents by blob id, in a bounded cache.
final class DocumentCache {
  private let repository: LocalRepository
  private let checkpoint: () throws -> Void
  private var known = BoundedCache<Key, JSONDocument?>()
  private struct Key: Hashable {
    var blob: ObjectID
    var notation: JSONNotation
  }
  /// Finds elements in the documents.
  let lookup = ElementLookup()

  /// - Parameter checkpoint: called for each document that is requested; an error that it throws ends the work.
  init(_ repository: LocalRepository, checkpoint: @escaping () throws -> Void = {}) {
    self.repository = repository
    self.checkpoint = checkpoint
  }

  /// The document in a file, which is at a path; nil if it is no regular file, or does not parse.
  func document(_ entry: TreeEntry?, at path: TreePath) throws -> JSONDocument? {
    guard let entry, entry.mode.isRegularFile else { return nil }
    try checkpoint()
    let notation = JSONNotation(path: path.description)
    let key = Key(blob: entry.id, notation: notation)
    if let known = known[key] { return known }
    let bytes = try repository.blob(entry.id)
    let document = JSONDocument.ifReadable(bytes, as: notation, duplicateKeys: .kept)
    if known.add(document, for: key, size: bytes.count + Self.overhead) { lookup.forget() }
    return document
  }

  /// The bytes that a parsed document takes beside its text.
  private static let overhead = 2048
}

extension LocalRepository {
  /// Returns the bytes of a regular file; nil for anything else.
  func file(_ entry: TreeEntry?) throws(GitError) -> [UInt8]? {
    guard let entry, entry.mode.isRegularFile else { return nil }
    return try blob(entry.id)
  }

  /// Returns the document in a file, which is at a path; nil if it is no regular file, or does not parse.
  func document(
    _ entry: TreeEntry?, at path: TreePath, duplicateKeys: JSONDuplicateKeys = .refused
  ) throws(GitError) -> JSONDocument? {
    guard let bytes = try file(entry) else { return nil }
    return JSONDocument.ifReadable(bytes, at: path.description, duplicateKeys: duplicateKeys)
  }
}

extension JSONDocument {
  /// Returns the document in a file; nil if it is none. For files that may hold anything.
  static func ifReadable(
    _ file: [UInt8], as notation: JSONNotation, duplicateKeys: JSONDuplicateKeys = .refused
  ) -> JSONDocument? {
    do {
      return try reading(file, as: notation, duplicateKeys: duplicateKeys)
    } catch {
      return nil
    }
  }

  /// Returns the document in a file with this path; nil if it is none.
  static func ifReadable(
    _ file: [UInt8], at path: String, duplicateKeys: JSONDuplicateKeys = .refused
  ) -> JSONDocument? {
    ifReadable(file, as: JSONNotation(path: path), duplicateKeys: duplicateKeys)
  }
}
