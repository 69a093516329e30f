import Forked
import ForkedGit
public import ForkedJSON

/// The input of `watch` for documents.
public struct WatchDocumentsRequest: Sendable {
  /// Documents, directories or patterns, or properties of them; none: all documents.
  public var places: [PropertyArgument]
  /// The properties in each of the documents, in which `*` is any member or element; none: whole documents.
  public var pointers: [JSONPointer]
  /// The conditions, all of which hold for a document before or after its change.
  public var conditions: [Condition]
  /// The forks; none: all forks.
  public var forks: [String]

  /// Creates a request.
  public init(
    _ places: [PropertyArgument] = [], at pointers: [JSONPointer] = [],
    where conditions: [Condition] = [], forks: [String] = []
  ) {
    self.places = places
    self.pointers = pointers
    self.conditions = conditions
    self.forks = forks
  }

  /// True if nothing is asked of documents.
  public var isEmpty: Bool { places.isEmpty && pointers.isEmpty && conditions.isEmpty }
}

/// The changes of documents by an update of a fork.
public struct WatchedChanges: Sendable {
  /// The update.
  public var update: WatchedUpdate
  /// The changes that were asked for; there are some.
  public var files: [FileDifference]

  /// One line for each change: `{"fork","commit"?,"author"?,"time"?,"document","op","pointer","old"?,"new"?}`.
  public var lines: [ReportValue] {
    let version: ReportValue = .object([
      "fork": update.fork, "commit": update.version?.commit.id, "author": update.version?.author,
      "time": update.version?.time,
    ])
    return files.flatMap(\.lines).map { .joined([version, $0]) }
  }
}

extension DocumentStore {
  /// Reports the changes of documents and properties in every update of forks, as ``watchForks(_:whileReading:begin:_:)``
  /// reports the updates. A new fork adds its documents, and a deleted one removes them.
  ///
  /// A document or property that is not there yet is waited for, with a notice.
  ///
  /// - Parameter body: called with the changes of each update that has some; the watch ends when it returns false.
  /// - Throws: kind `interrupted` after an interrupt; kind `usage` if a pattern is invalid.
  /// - Complexity: what an update needs depends on what it changes; the memory does not depend on the number of updates.
  public func watchDocuments(
    _ request: WatchDocumentsRequest, whileReading reader: Int32,
    _ body: (WatchedChanges) throws -> Bool
  ) throws {
    try watchForks(
      request.forks, whileReading: reader, begin: { try notifyMissing(of: request) },
      { update in
        let files = try changes(in: update, of: request)
        return try files.isEmpty || body(WatchedChanges(update: update, files: files))
      })
  }

  /// Runs a command of the shell with the changes as JSON Lines on its standard input, the fork in `FORK_NAME`, and the
  /// version in `FORK_COMMIT` unless the fork was deleted.
  ///
  /// - Returns: the failure of the command; nil if it succeeded.
  /// - Throws: kind `interrupted` after an interrupt, which ends the command.
  public func run(_ command: String, with changes: WatchedChanges) throws -> StoreError? {
    var variables = environment.variables
    variables["FORK_NAME"] = changes.update.fork.name
    variables["FORK_COMMIT"] = changes.update.version?.commit.id.hex
    let outcome = try ShellCommand(command).run(
      changes.lines.flatMap { $0.bytes + [0x0A] }, environment: variables,
      in: environment.workingDirectory, printing: true, unless: environment.isInterrupted)
    try environment.checkInterruption()
    return outcome.failure.map {
      StoreError(
        .inputOutput,
        "the command \($0) for a change of '\(changes.update.fork)'; the watch goes on",
        hint: changes.update.version.map {
          "'\(programName) show \($0.commit.id.hex.prefix(10))' shows the change"
        })
    }
  }

  /// Returns the changes that an update makes to what was asked for.
  func changes(
    in update: WatchedUpdate, of request: WatchDocumentsRequest
  ) throws -> [FileDifference] {
    let (old, new) = (
      try snapshot(of: update.from), try snapshot(of: update.version?.commit.id)
    )
    let places = request.places.isEmpty ? [nil] : request.places.map(Optional.some)
    let named = try places.map { place in
      let pointers = [place?.pointer].compactMap { $0 } + request.pointers
      return NamedProperties(
        selection: try place.map { try selection($0.document, in: old, new) },
        patterns: pointers.isEmpty
          ? [PointerPattern(JSONPointer())] : pointers.map { PointerPattern($0) })
    }
    let schemas = try schemas(of: update.version == nil ? old : new)
    var check = ConditionCheck(request.conditions)
    let files = try differences(from: old, to: new, of: named) { path in
      guard path.string.map(schemas.isDocument) == true else { return false }
      return try request.conditions.isEmpty
        || [old, new].contains { try holds(&check, for: path, in: $0) }
    }
    try notifyFailure { try check.requireAnswers() }
    return files
  }

  private func holds(
    _ check: inout ConditionCheck, for path: TreePath, in snapshot: Snapshot
  ) throws -> Bool {
    guard let entry = try entry(at: path, in: snapshot), entry.mode.isRegularFile,
      let found = try read(path, entry, noting: &check)
    else { return false }
    return check.holds(for: found.document.root, named: shown(path))
  }

  /// Reports what the watched forks do not have yet, which may be a typing error; if all forks are watched, what the
  /// current one has not.
  private func notifyMissing(of request: WatchDocumentsRequest) throws {
    for fork in request.forks.isEmpty ? [nil] : request.forks.map(Optional.some) {
      let snapshot =
        try fork.map { try self.snapshot(of: Fork(validating: $0)) }
        ?? self.snapshot(at: nil, elseOf: nil)
      guard snapshot.commit != nil else { continue }
      let missing = try walk(request.places.map(\.document), in: snapshot) { _, _ in true }
      for name in missing { try notifyFailure { throw noDocument(named: name, in: snapshot) } }
      let places = request.places.filter { !missing.contains($0.document) }
      if !missing.isEmpty, places.isEmpty { continue }
      let names = places.map(\.document)
      if !request.conditions.isEmpty {
        try notifyFailure {
          try getValues(DocumentQuery(names, where: request.conditions, fork: fork), at: []) { _ in
            true
          }
        }
      }
      let properties =
        places.compactMap { place in place.pointer.map { ([place.document], $0) } }
        + request.pointers.map { (names, $0) }
      for (names, pointer) in properties {
        try notifyFailure {
          // The first value is enough, but every name must be looked for.
          try getValues(DocumentQuery(names, fork: fork), at: [pointer]) { _ in names.count > 1 }
        }
      }
    }
  }

  private func notifyFailure(of body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as StoreError where error.kind == .notFound || error.kind == .invalidData {
      let place = error.location.map { "\($0): " } ?? ""
      let hint = error.hint.map { "; \($0)" } ?? ""
      environment.notify("\(place)\(error.message)\(hint); the watch goes on")
    }
  }
}
