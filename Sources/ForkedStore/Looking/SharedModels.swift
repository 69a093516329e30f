import ForkedDocument
import ForkedGit
import ForkedJSON

/// The models of one document in a version, which stand in other documents too: what is said there holds here.
struct SharedModels {
  private let reader: ModelReader
  private let version: Snapshot
  private let places: [ModelPlace]

  /// Nil where the document holds no models.
  init?(of path: TreePath, in version: Snapshot, _ store: DocumentStore) throws {
    reader = ModelReader(store, try store.schemas(of: version))
    self.version = version
    guard let document = try Self.read(path, in: version, reader), !document.places.isEmpty else {
      return nil
    }
    places = document.places
  }

  /// Where a property of a model in another place stands in this document.
  func counterparts(of property: JSONPointer, in path: TreePath) throws -> [JSONPointer] {
    let others = try Self.read(path, in: version, reader)?.places ?? []
    guard let holder = others.last(where: { $0.pointer.isPrefix(of: property) }) else { return [] }
    let inner = property.tokens.dropFirst(holder.pointer.tokens.count)
    guard !inner.isEmpty else { return [] }
    return places.filter { $0.identifier == holder.identifier }
      .map { JSONPointer($0.pointer.tokens + inner) }
  }

  private static func read(
    _ path: TreePath, in version: Snapshot, _ reader: ModelReader
  ) throws -> ModelDocument? {
    guard let path = reader.path(path) else { return nil }
    return try reader.read(reader.store.entry(at: path, in: version), at: path)
  }
}
