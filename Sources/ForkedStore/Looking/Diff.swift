import ForkedGit
import ForkedJSON

/// The result of `diff`.
public struct DiffReport: Sendable {
  /// The files that differ, in git's order.
  public var files: [FileDifference]
  /// True if exactly one document was asked for.
  public var isOfOneDocument: Bool
  /// True if only some properties were asked for, so that there is no patch from one version to the other.
  public var isOfProperties: Bool
}

extension DocumentStore {
  /// Compares two versions by property.
  ///
  /// Two revisions are compared with each other. One revision is compared with the work tree, or with the fork if it is
  /// not checked out here. Without a revision, the fork is compared with the work tree. An argument that is a revision
  /// counts as one.
  ///
  /// `a..b` compares a with b, and `a...b` what they began from with b, as in git.
  ///
  /// - Parameter arguments: up to two revisions or a range, then documents, directories or patterns, or properties like
  ///   `notes/a.json#/title`.
  /// - Throws: kind `notFound` if an argument is neither a revision nor a document of either version, `usage` if a work
  ///   tree is needed and there is none.
  public func diff(_ arguments: [String], fork: String? = nil) throws -> DiffReport {
    let (revisions, names) = try revisionsAndDocuments(arguments)
    let (old, new) = try versions(revisions, fork: fork)
    let places = try names.map { try PropertyArgument($0) }
    let named = try places.map {
      NamedProperties(
        selection: try selection($0.document, in: old, new),
        patterns: [PointerPattern($0.pointer ?? JSONPointer())])
    }
    for (name, found) in zip(places.map(\.document), named) {
      guard try !isThere(found.selection, in: old), try !isThere(found.selection, in: new) else {
        continue
      }
      try requireRevisions(in: name)
      throw StoreError(
        .notFound, "'\(name)' is neither a revision nor a document of either version",
        hint: try nearestFork(to: name).map {
          $0 == name ? "at most two revisions are compared" : "did you mean '\($0)'?"
        } ?? hint(for: documentPath(name), in: new))
    }
    let files =
      try named.isEmpty
      ? differences(from: old, to: new) : differences(from: old, to: new, of: named)
    return DiffReport(
      files: files, isOfOneDocument: named.count == 1 && files.count <= 1,
      isOfProperties: places.contains { $0.pointer?.tokens.isEmpty == false })
  }

  private func revisionsAndDocuments(
    _ arguments: [String]
  ) throws -> (revisions: [ObjectID], documents: [String]) {
    if let first = arguments.first, let ends = try comparedRevisions(first) {
      return (ends, Array(arguments.dropFirst()))
    }
    var revisions: [ObjectID] = []
    for argument in arguments.prefix(2) {
      guard let revision = try revision(argument) else { break }
      revisions.append(revision)
    }
    return (revisions, Array(arguments.dropFirst(revisions.count)))
  }

  /// The two versions that a range compares; nil if the text is none.
  private func comparedRevisions(_ text: String) throws -> [ObjectID]? {
    guard let ends = Self.ends(of: text), let from = try revision(ends.from),
      let to = try revision(ends.to)
    else { return nil }
    guard ends.isSymmetric else { return [from, to] }
    guard let base = try repository.mergeBases(of: from, and: to).first else {
      throw StoreError(
        .notFound, "the revisions of '\(text)' have no common version",
        hint: "'\(programName) diff \(ends.from.shellWord) \(ends.to.shellWord)' compares them")
    }
    return [base, to]
  }

  /// The commit that a revision names; nil if it is no revision.
  func revision(_ text: String) throws -> ObjectID? {
    do {
      return try repository.resolve(revision: text)
    } catch {
      guard error.kind == .notFound || error.kind == .invalid else { throw error }
      return nil
    }
  }

  private func versions(
    _ revisions: [ObjectID], fork: String?
  ) throws -> (old: Snapshot, new: Snapshot) {
    if revisions.count == 2 {
      return (try snapshot(of: revisions[0]), try snapshot(of: revisions[1]))
    }
    let current = try snapshot(at: nil, elseOf: fork)
    let isShown =
      try !repository.isBare && (fork == nil || repository.headFork()?.name == fork)
    if let revision = revisions.first {
      return (try snapshot(of: revision), try isShown ? workTreeSnapshot() : current)
    }
    guard isShown else {
      let name = try fork ?? repository.headFork()?.name ?? "HEAD"
      throw StoreError(
        .usage, "'\(name)' is not checked out here, so there is nothing to compare it with",
        hint: "name two revisions: \(programName) diff <a> <b>")
    }
    return (current, try workTreeSnapshot())
  }

  /// Returns the current fork with the uncommitted changes of the work tree, as `update` would record them. New files
  /// are included if they are documents.
  func workTreeSnapshot() throws -> Snapshot {
    let head = try snapshot(of: repository.head().commit)
    let changes = try repository.status()
    guard !changes.isEmpty else { return head }
    let schemas = try schemas(of: head)
    var edit = TreeEdit()
    for change in changes {
      let isNew = change.unstaged == .new && change.staged == nil
      if isNew, !(change.path.string.map { schemas.isDocument($0) } ?? false) { continue }
      edit.set(change.path, to: try repository.storeWorkTreeFile(at: change.path))
    }
    return Snapshot(commit: nil, tree: try repository.apply(edit, to: head.tree))
  }
}
