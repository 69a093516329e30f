import ForkedGit
import ForkedJSON

extension DocumentStore {
  /// Removes documents, and properties of documents, all in one version.
  ///
  /// - Parameter places: the documents and properties.
  /// - Throws: kind `notFound` if one of the documents does not exist; kind `invalidData` if a property does not;
  ///   `cannotCreate` if uncommitted changes in the work tree would be lost; `tryAgain` if the expectation fails.
  ///   Nothing is changed then.
  public func removeDocuments(
    _ places: [PropertyArgument], fork name: String? = nil, message: String? = nil,
    expecting expectation: Expectation? = nil
  ) throws -> UpdateReport {
    let removals = try DocumentRemoval.grouped(places, in: self)
    let summary = removals.count == 1 ? removals[0].summary : "remove \(removals.count) documents"
    return try update(
      on: fork(named: name), command: summary, expecting: expectation, of: removals.map(\.path),
      named: removals.map { $0.shown(in: self) }
    ) { snapshot in
      var draft = VersionDraft(message: message ?? summary)
      for removal in removals {
        draft.changes[removal.path] = .some(try entry(after: removal, in: snapshot))
      }
      return draft
    }
  }

  /// Returns the entry of a document after a removal; nil if all of it is removed.
  private func entry(after removal: DocumentRemoval, in snapshot: Snapshot) throws -> TreeEntry? {
    let old = try requireBytes(of: removal.path, in: snapshot)
    guard let pointers = removal.pointers else { return nil }
    let edits = pointers.map { DocumentEdit.unset($0) }
    let name = shown(removal.path)
    let new = try edits.applied(to: parse(old, named: name), named: name)
    let entry = try self.entry(at: removal.path, in: snapshot)
    return TreeEntry(
      mode: entry?.mode ?? .file, id: try repository.writeBlob(new, after: entry?.id))
  }
}

/// The removal of one document, or of some of its properties.
private struct DocumentRemoval {
  var path: DocumentPath
  /// The properties, each before those whose removal would change its pointer; nil: the whole document.
  var pointers: [JSONPointer]?

  /// Returns the removals that the arguments request, one for each document.
  static func grouped(_ places: [PropertyArgument], in store: DocumentStore) throws -> [Self] {
    let named = try places.map { (path: try store.documentPath($0.document), pointer: $0.pointer) }
    return Dictionary(grouping: named, by: \.path).sorted { $0.key < $1.key }.map { path, places in
      let pointers = Set(places.compactMap(\.pointer)).filter { !$0.tokens.isEmpty }
      let isWhole = places.contains { $0.pointer?.tokens.isEmpty ?? true }
      return Self(path: path, pointers: isWhole ? nil : pointers.sorted(by: Self.comesLater))
    }
  }

  /// True if a pointer leads into or behind another one. The later element of an array is removed first, since its
  /// index changes with the earlier one.
  private static func comesLater(_ one: JSONPointer, _ other: JSONPointer) -> Bool {
    guard let (a, b) = zip(one.tokens, other.tokens).first(where: { $0 != $1 }) else {
      return one.tokens.count > other.tokens.count
    }
    guard let left = a.arrayIndex, let right = b.arrayIndex else { return b < a }
    return left > right
  }

  var summary: String {
    guard let pointers else { return "remove \(path)" }
    return pointers.count == 1
      ? "remove \(path)#\(pointers[0])" : "remove \(pointers.count) properties of \(path)"
  }

  func shown(in store: DocumentStore) -> String {
    guard let pointers, pointers.count == 1 else { return store.shown(path) }
    return "\(store.shown(path))#\(pointers[0])"
  }
}
