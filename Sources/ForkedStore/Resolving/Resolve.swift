public import ForkedDocument
import ForkedGit

/// The version that decides all remaining conflicts.
public enum TakenVersion: String, Sendable, CaseIterable {
  /// The version of a side.
  case ours, theirs
  /// The merge base.
  case base

  var policy: ConflictPolicy {
    switch self {
    case .ours: .prefer(.ours)
    case .theirs: .prefer(.theirs)
    case .base: .manual
    }
  }
}

/// The result of resolving the files that git left unmerged.
public struct ResolveReport: Report {
  /// The files that are merged and staged now.
  public var resolvedDocuments: [String]
  /// The decisions in the files that were asked for.
  public var resolved: [MergeDecision]
  /// The conflicts in these that are left to the user.
  public var conflicts: [MergeConflict]
  /// The files that are still unmerged, even if they were not asked for.
  public var unmerged: [String]

  /// The result as JSON: `{"settled":[..],"resolved":[..],"conflicts":[..],"unmerged":[..]}`.
  public var reportValue: ReportValue {
    .object([
      "settled": resolvedDocuments, "resolved": resolved, "conflicts": conflicts,
      "groups": conflicts.groupsValue, "unmerged": unmerged,
    ])
  }
}

extension DocumentStore {
  /// Merges the files that git left unmerged by property, from the three stages of the index, and stages those without
  /// conflicts.
  ///
  /// If conflicts remain in a document, the file gets markers around these alone, and stays unmerged. Resolutions of an
  /// earlier run, or by hand between the markers, are kept.
  ///
  /// - Parameters:
  ///   - documents: the files, as the user named them; if empty, all documents, or those that the resolutions name.
  ///   - taken: the version that decides all remaining conflicts; nil: as configuration and schema say.
  ///   - decisions: the user's decisions about the conflicts that are open; nil: none.
  /// - Throws: kind `notFound` if a named file is not unmerged, or a resolution has no conflict; kind `cannotCreate` if
  ///   the user edited a file by hand already; kind `refused` if the decisions are about other conflicts; kind
  ///   `invalidData` if a document would not be valid; ``GitError`` of kind `bare` without a work tree, `locked` while
  ///   another process changes the index. Nothing is changed then.
  public func resolve(
    _ documents: [String] = [], taking taken: TakenVersion? = nil,
    resolutions: [ConflictResolution] = [], decisions: ConflictDecisions? = nil
  ) throws -> ResolveReport {
    let update = try repository.beginWorkTreeUpdate(
      timeout: environment.lockTimeout, duringOperation: true)
    var policy = try resolvingPolicy(resolutions)
    policy.decisions = try decisions.map { try OpenDecisions($0) }
    let unmerged = try UnmergedFiles(in: self, policy, taking: taken)
    let files = try filesAsked(documents, resolutions, decisions, in: unmerged)
    try requireUse(of: resolutions, in: files)
    try decisions?.requireMerge(of: unmerged.commits)
    try policy.decisions?.requireUse()
    for file in files { try requireNotResolvedByHand(file) }
    if !resolutions.isEmpty || decisions != nil { try requireValidity(of: files) }
    try environment.checkInterruption()
    let resolvedDocuments = files.filter(\.isResolved)
    let written = try files.compactMap { file in try self.written(file).map { (file.path, $0) } }
    try write(
      Dictionary(uniqueKeysWithValues: written),
      staging: Dictionary(
        uniqueKeysWithValues: resolvedDocuments.map { ($0.path, $0.outcome.entry) }),
      by: update)
    let staged = Set(resolvedDocuments.map(\.path))
    return ResolveReport(
      resolvedDocuments: resolvedDocuments.map { shown($0.path) },
      resolved: files.flatMap(\.outcome.decisions).map(shown),
      conflicts: files.flatMap(\.outcome.conflicts).map(shown),
      unmerged: unmerged.files.filter { !staged.contains($0.path) }.map { shown($0.path) })
  }

  /// Returns the named files, or all documents. Other files are left to the user, unless they are named.
  private func filesAsked(
    _ documents: [String], _ resolutions: [ConflictResolution], _ decisions: ConflictDecisions?,
    in unmerged: UnmergedFiles
  ) throws -> [UnmergedFiles.File] {
    let decided = Set(decisions?.entries.map { TreePath($0.conflict.document) } ?? [])
    if documents.isEmpty, resolutions.isEmpty {
      return unmerged.files.filter { $0.isDocument || decided.contains($0.path) }
    }
    let known = unmerged.files.map(\.path)
    var asked = decided
    for name in resolutions.map(\.document) {
      asked.insert(try documentPath(name).treePath)
    }
    for name in documents {
      let selection = try self.selection(name, isThere: known.contains)
      let found = known.filter(selection.includes)
      guard !found.isEmpty else { throw try notInConflict(name, known) }
      asked.formUnion(found)
    }
    if let unknown = asked.subtracting(known).min() {
      throw try notInConflict(shown(unknown), known)
    }
    return unmerged.files.filter { asked.contains($0.path) }
  }

  private func notInConflict(_ name: String, _ known: [TreePath]) throws -> StoreError {
    var hint =
      try known.isEmpty ? hintOfWaiting() : "'\(programName) conflicts' lists the conflicts"
    // The choice for a whole document lacks its number sign.
    if let sign = name.lastIndex(of: "="), sign > name.startIndex,
      try known.contains(treePath(String(name[..<sign])))
    {
      let argument = "\(name[..<sign])#\(name[sign...])"
      hint = "for the whole document: \(programName) resolve \(argument.quotedForShell)"
    }
    return StoreError(
      .notFound, "the file is not in conflict", at: .init(document: name), hint: hint)
  }

  /// A hint if nothing is unmerged in git's index, but documents wait after an exchange.
  func hintOfWaiting() throws -> String? {
    guard let tip = try repository.head().commit, try !waitingVersions(in: tip).isEmpty else {
      return nil
    }
    return "'\(programName) status' lists the conflicts of an exchange, and what decides them"
  }

  private func requireUse(
    of resolutions: [ConflictResolution], in files: [UnmergedFiles.File]
  ) throws {
    let decisions = files.flatMap(\.outcome.decisions).filter { $0.decider == .user }
    // Of those for all conflicts below a pointer, resolutions of an earlier run are no use.
    lazy var open = Result {
      try UnmergedFiles(in: self, resolvingPolicy([])).files.flatMap(\.outcome.conflicts)
    }
    for resolution in resolutions {
      let path = try documentPath(resolution.document).string
      if decisions.contains(where: { $0.document == path && $0.pointer == resolution.pointer }) {
        continue
      }
      let isUsed = try open.get().contains {
        $0.document == path && resolution.covers($0.pointer)
      }
      if isUsed { continue }
      throw StoreError(
        .notFound, "there is no conflict to resolve",
        at: .init(document: resolution.document, pointer: resolution.pointer),
        hint: "'\(programName) conflicts' lists the conflicts")
    }
  }

  /// Refuses resolutions after which a document would not be valid: its conflict would be the whole document again, and
  /// hide the resolutions that it has.
  private func requireValidity(of files: [UnmergedFiles.File]) throws {
    let invalid = files.flatMap(\.outcome.conflicts).filter { $0.reason == .invalid }
    guard !invalid.isEmpty else { return }
    let before = Set(
      try UnmergedFiles(in: self, resolvingPolicy([])).files.flatMap(\.outcome.conflicts)
        .filter { $0.reason == .invalid }.map(\.document))
    guard let conflict = invalid.first(where: { !before.contains($0.document) }) else { return }
    throw StoreError(
      .invalidData, "the document would not be valid under its schema; nothing was changed",
      at: .init(document: shown(conflict).document, pointer: conflict.pointer),
      hint: "'\(programName) schema show' shows what the schema requires")
  }

  /// Writes the files, then the index. If that fails, the files are restored.
  func write(
    _ files: [TreePath: TreeEntry?], staging staged: [TreePath: TreeEntry?],
    by update: WorkTreeUpdate
  ) throws {
    let before = try files.keys.map { ($0, try repository.storeWorkTreeFile(at: $0)) }
    do {
      for (path, entry) in files { try put(entry, at: path, by: update) }
      try update.stage(staged)
      try update.end()
    } catch {
      var failure = StoreError(translating: error)
      do {
        for (path, entry) in before { try put(entry, at: path, by: update) }
        failure.message += "; nothing was changed"
      } catch {
        let reason = StoreError(translating: error).message
        failure.message += "; files that were written already could not be restored: \(reason)"
        failure.hint = "'git checkout --merge <file>' restores a conflict"
      }
      throw failure
    }
  }

  /// Returns the entry to write for a file, nil within it to remove the file; nil if the file stays as it is.
  private func written(_ file: UnmergedFiles.File) throws -> TreeEntry?? {
    if let marked = file.outcome.marked, let entry = file.outcome.entry {
      return .some(
        TreeEntry(mode: entry.mode, id: try repository.writeCleanedBlob(marked, at: file.path)))
    }
    return file.isResolved ? .some(file.outcome.entry) : nil
  }

  private func put(_ entry: TreeEntry?, at path: TreePath, by update: WorkTreeUpdate) throws {
    if let entry {
      try update.writeFile(at: path, entry)
    } else {
      try update.removeFile(at: path)
    }
  }
}

// MARK: - Files edited by hand

extension DocumentStore {
  /// Refuses a file that the user edited by hand, so that it is not overwritten.
  private func requireNotResolvedByHand(_ file: UnmergedFiles.File) throws {
    guard file.outcome.isResolvedByHand else { return }
    let name = shown(file.path).shellWord
    throw StoreError(
      .cannotCreate, "the file was edited by hand already; nothing was changed",
      at: .init(document: shown(file.path)),
      hint: "'git add \(name)' keeps it, 'git checkout --merge \(name)' restores the conflict")
  }
}
