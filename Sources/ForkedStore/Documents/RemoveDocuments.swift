import ForkedGit

/// The input of `remove`.
public struct RemoveDocumentsRequest: Sendable {
  /// The documents, as the user named them.
  public var documents: [String]
  /// The fork; nil: the current one.
  public var fork: String?
  /// The commit message; nil: a generated one.
  public var message: String?
  /// The condition for the change.
  public var expectation: Expectation?

  /// Creates a request.
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
  /// Removes documents, all in one version.
  ///
  /// - Throws: kind `notFound` if one of them does not exist; `cannotCreate` if uncommitted changes in the work tree
  ///   would be lost; `tryAgain` if the expectation fails. Nothing is changed then.
  public func removeDocuments(
    _ request: RemoveDocumentsRequest
  ) throws -> ChangedDocumentsReport {
    let paths = try request.documents.map(documentPath)
    let fork = try fork(named: request.fork)
    let summary = paths.count == 1 ? "remove \(paths[0])" : "remove \(paths.count) documents"
    let forkUpdate = try record(
      on: fork, command: summary, expecting: request.expectation, of: paths
    ) { snapshot in
      for path in paths { _ = try requireBytes(of: path, in: snapshot) }
      return VersionDraft(
        changes: Dictionary(paths.map { ($0, nil) }) { first, _ in first },
        message: request.message ?? summary)
    }
    return ChangedDocumentsReport(
      fork: fork, documents: paths.map(shown), commit: forkUpdate.to, changed: forkUpdate.isChange)
  }
}
