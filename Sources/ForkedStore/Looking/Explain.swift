import ForkedGit
public import ForkedJSON

/// What `explain` is asked for.
public struct ExplainRequest: Sendable {
  /// The merged version.
  public var revision: String
  /// The document, as the person named it; nil: all.
  public var document: String?
  /// The property whose parts are asked for.
  public var pointer: JSONPointer

  /// - Parameters:
  ///   - revision: the merged version.
  ///   - document: the document, as the person named it; nil: all.
  ///   - pointer: the property whose parts are asked for.
  public init(revision: String, document: String? = nil, pointer: JSONPointer = JSONPointer()) {
    self.revision = revision
    self.document = document
    self.pointer = pointer
  }
}

extension DocumentStore {
  /// Why a merge came out as it did: each property that both sides changed, found by merging the parents again.
  ///
  /// The configuration of the repository decides that merge as it stands now.
  ///
  /// - Throws: kind `notFound` where there is no such revision, or the document is in none of its versions; kind
  ///   `usage` where the version is no merge of two.
  public func explain(_ request: ExplainRequest) throws -> ExplainReport {
    let commit = try repository.commit(commit(at: request.revision))
    guard commit.parents.count == 2 else { throw noMerge(commit) }
    let path = try request.document.map { try documentPath($0).treePath }
    let merged = try mergedAgain(commit, listingContested: true)
    let explanation = try MergeExplanation(of: commit, as: merged, in: self)
    let shared = try path.flatMap { try SharedModels(of: $0, in: snapshot(of: commit.id), self) }
    let properties = try explanation.properties { document, pointer in
      if path == nil || path == document, pointer.touches(request.pointer) { return true }
      let counterparts = try shared?.counterparts(of: pointer, in: document)
      return counterparts?.contains { $0.touches(request.pointer) } ?? false
    }
    var report = ExplainReport(
      commit: commit.id, properties: properties, givesSame: merged.tree == commit.tree)
    if let path, properties.isEmpty {
      report.note = try explanation.note(on: path, request.pointer)
    } else if let path, properties.contains(where: { $0.document != shown(path) }) {
      report.note = "a model is merged once for all its places: this holds for all of them"
    }
    return report
  }

  private func noMerge(_ commit: CommitObject) -> StoreError {
    let parents = commit.parents.count
    return StoreError(
      .usage,
      "version \(commit.id.hex.prefix(10)) is no merge of two: it has "
        + (parents == 0 ? "no parent" : parents == 1 ? "one parent" : "\(parents) parents"),
      hint: "'fork show' tells what a version changed, 'fork log --graph' shows the merges")
  }
}
