import ForkedGit

/// What `remove` is asked for.
public struct RemoveDocumentsRequest: Sendable {
  /// The documents, as the person named them.
  public var documents: [String]
  /// The fork; nil: the current one.
  public var fork: String?
  /// What the version says; nil: what was done.
  public var message: String?
  /// What the change relies on.
  public var expectation: Expectation?

  /// - Parameters:
  ///   - documents: the documents, as the person named them.
  ///   - fork: the fork; nil: the current one.
  ///   - message: what the version says; nil: what was done.
  ///   - expectation: what the change relies on.
  public init(
    documents: [String], fork: String? = nil, message: String? = nil,
    expectation: Expectation? = nil
  ) {
    self.documents = documents
    self.fork = fork
    self.message = message
    self.expectation = expectation
  }
}

extension DocumentStore {
  /// Takes documents away, all in one version.
  ///
  /// - Throws: kind `notFound` where one of them is not there; `cannotCreate` where edits in the work tree would be
  ///   lost; `tryAgain` where the expectation fails. Nothing changed then.
  public func removeDocuments(
    _ request: RemoveDocumentsRequest
  ) throws -> ChangedDocumentsReport {
    let paths = try request.documents.map(documentPath)
    let fork = try fork(named: request.fork)
    let what = paths.count == 1 ? "remove \(paths[0])" : "remove \(paths.count) documents"
    let movement = try record(
      on: fork, command: what, expecting: request.expectation, of: paths
    ) { snapshot in
      for path in paths { _ = try requireBytes(of: path, in: snapshot) }
      return VersionDraft(
        changes: Dictionary(paths.map { ($0, nil) }) { first, _ in first },
        message: request.message ?? what)
    }
    return ChangedDocumentsReport(
      fork: fork, documents: paths.map(shown), commit: movement.to, changed: movement.isChange)
  }
}
