import ForkedGit
import ForkedJSON

extension DocumentStore {
  /// Restores documents, or properties of them, from a revision, in one new version. A property that the revision does
  /// not have is removed; all other bytes stay.
  ///
  /// - Parameters:
  ///   - places: the documents and properties.
  ///   - revision: the revision.
  /// - Throws: kind `notFound` if there is no such revision, the document is not in it, or a property exists neither
  ///   there nor now; kind `invalidData` if the object or array that held a property is gone. Nothing is changed then.
  public func restoreDocuments(
    _ places: [PropertyArgument], from revision: String, fork name: String? = nil,
    message: String? = nil
  ) throws -> UpdateReport {
    let fork = try fork(named: name)
    let source = try snapshot(of: commit(at: revision))
    let places = try documents(named: places, in: source)
    let names = places.map { path, pointer in pointer.map { "\(path)#\($0)" } ?? "\(path)" }
    let listed = names.count <= 3 ? names.joined(separator: ", ") : "\(names.count) documents"
    let summary = "restore \(listed) from \(revision)"
    return try update(
      on: fork, command: summary, named: Set(places.map(\.0)).sorted().map(shown)
    ) { snapshot in
      var draft = VersionDraft(message: message ?? summary)
      var contents: [DocumentPath: [UInt8]] = [:]
      for (path, pointer) in places {
        let present = try contents[path] ?? bytes(of: path, in: snapshot)
        var document = RepairedDocument(
          bytes: try restored(path, pointer, from: source, into: present))
        if pointer?.tokens.isEmpty == false {
          document = try repairedDocument(
            document.bytes, at: path, since: present, under: schemas(of: snapshot))
        }
        contents[path] = document.bytes
        let mode = try entry(at: path, in: source)?.mode ?? .file
        draft.add(
          document, at: path,
          as: TreeEntry(mode: mode, id: try repository.writeBlob(document.bytes)))
      }
      return draft
    }
  }

  private func restored(
    _ path: DocumentPath, _ pointer: JSONPointer?, from source: Snapshot, into present: [UInt8]?
  ) throws -> [UInt8] {
    guard let old = try bytes(of: path, in: source) else {
      throw StoreError(
        .notFound, "there was no such document at that revision",
        at: .init(document: shown(path)),
        hint: "'\(programName) log \(shown(path).shellWord)' shows its versions")
    }
    guard let pointer, !pointer.tokens.isEmpty else { return old }
    guard let present else {
      throw StoreError(
        .notFound, "there is no such document now", at: .init(document: shown(path)),
        hint: "restore all of it: \(programName) restore \(shown(path).shellWord)")
    }
    return try taking(
      pointer, from: old, into: present, named: shown(path),
      unlessMissing: "neither now nor at that revision")
  }

  /// Returns a document with the value that another version has at a pointer.
  ///
  /// - Parameter place: the places without the property, for the error.
  func taking(
    _ pointer: JSONPointer, from old: [UInt8], into present: [UInt8], named name: String,
    unlessMissing place: String
  ) throws -> [UInt8] {
    let version = try parse(old, named: name)
    let document = try parse(present, named: name)
    if version.root.value(at: pointer) == nil, document.root.value(at: pointer) == nil {
      throw StoreError(
        .notFound, "there is no such property, \(place)",
        at: .init(document: name, pointer: pointer),
        hint: hint(for: pointer, below: document.root, of: name))
    }
    return try [.take(pointer, from: version)].applied(to: document, named: name)
  }
}
