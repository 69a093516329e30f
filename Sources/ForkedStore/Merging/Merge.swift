public import Forked
public import ForkedDocument
public import ForkedGit
public import ForkedJSON

/// A user's resolution of one conflict.
public struct ConflictResolution: Sendable {
  /// The document, as the user named it.
  public var document: String
  /// The property.
  public var pointer: JSONPointer
  /// The value that the property gets.
  public var choice: ConflictChoice
  /// True if a file that is merged by lines is taken whole; otherwise only its lines in conflict are.
  public var takesFile: Bool

  /// Creates a resolution.
  public init(
    document: String, pointer: JSONPointer, choice: ConflictChoice, takesFile: Bool = false
  ) {
    self.document = document
    self.pointer = pointer
    self.choice = choice
    self.takesFile = takesFile
  }
}

/// The input of `merge`.
public struct MergeRequest: Sendable {
  /// The forks (or other revisions), merged one after another.
  public var from: [String]
  /// True if all other forks are merged, in the order of their names.
  public var all: Bool
  /// The fork to merge into; nil: the current one.
  public var into: String?
  /// True if no ref is updated.
  public var dryRun: Bool
  /// True if a merge commit is made even if a fast-forward is possible.
  public var alwaysCommits: Bool
  /// The policy for conflicts; nil: `fork.conflicts` of the configuration, else as the schema says.
  public var policy: ConflictPolicy?
  /// The user's resolutions.
  public var resolutions: [ConflictResolution]
  /// The user's decisions about the conflicts of this merge; nil: none.
  public var decisions: ConflictDecisions?
  /// The commit message; nil: a generated one.
  public var message: String?

  /// Creates a request.
  public init(
    from: [String], all: Bool = false, into: String? = nil, dryRun: Bool = false,
    alwaysCommits: Bool = false, policy: ConflictPolicy? = nil,
    resolutions: [ConflictResolution] = [], decisions: ConflictDecisions? = nil,
    message: String? = nil
  ) {
    self.from = from
    self.all = all
    self.into = into
    self.dryRun = dryRun
    self.alwaysCommits = alwaysCommits
    self.policy = policy
    self.resolutions = resolutions
    self.decisions = decisions
    self.message = message
  }
}

extension DocumentStore {
  /// Merges forks into one, by property.
  ///
  /// The merge is atomic: the fork is updated only if no conflict is left to the user. If another process updates the
  /// fork meanwhile, the merge runs again.
  ///
  /// - Throws: kind `notFound` if a fork does not exist; kind `defect` if the audit of the merge finds that something
  ///   is missing; ``GitError`` of kind `editedDocuments` if uncommitted changes in the work tree would be overwritten.
  ///   Nothing is changed then. A conflict is no error: the result lists it.
  /// - Complexity: depends on what changed since the merge base, not on the number of documents.
  public func merge(_ request: MergeRequest) throws -> MergeReport {
    try requireText(in: request.message)
    let fork = try fork(named: request.into, way: "with --into")
    var decided = try mergePolicy(request.policy, request.resolutions)
    decided.decisions = try request.decisions.map { try OpenDecisions($0) }
    let policy = decided
    let reason = "merge: \(MergeReport.list(try names(in: request, into: fork)))"
    let (merged, report) = try transaction(
      reason, kind: request.dryRun ? .dryRun : .command
    ) { transaction -> (MergeResult<MergedCommit>, MergeReport) in
      try transaction.seal()
      try transaction.references.holdWorkTree(of: fork)
      let sources = try sources(of: request, into: fork)
      let tip = try repository.tip(of: fork)
      let commits = MergedCommits(ours: tip, theirs: sources.map(\.commit))
      try request.decisions?.requireMerge(of: commits)
      var merged = MergeResult(MergedCommit())
      for source in sources where merged.conflicts.isEmpty {
        let next = try mergeVersions(
          source.commit, into: merged.commit ?? tip, alwaysMerges: request.alwaysCommits
        ) { tip, bases in
          var merge = VersionMerge(
            self, ours: tip, theirs: source.commit, bases: bases, policy: policy)
          merge.names = SideNames(ours: fork.name, theirs: source.name)
          return try mergeCommit(merge) { tree, decisions in
            let message = request.message ?? "Merge \(source.name) into \(fork.name)"
            return try writeCommit(
              tree: tree, parents: [tip, source.commit],
              message: message + trailers(for: decisions, request.policy))
          }
        }
        merged.append(next)
      }
      try policy.decisions?.requireUse()
      try requireValid(request.resolutions, in: merged)
      if let commit = merged.commit, merged.conflicts.isEmpty {
        try transaction.update(fork, reason: reason, from: tip, to: commit)
      }
      return (
        merged, try self.report(merged, of: sources, into: fork, since: tip, request)
      )
    }
    try noticeIdle(request.resolutions, in: merged)
    if report.action != .none, report.conflicts.isEmpty, !request.dryRun {
      runAfterwards(.postMerge, ["0"], on: fork)
    }
    return report
  }

  /// Refuses values of the user that the schema does not allow: the conflicts that they were to resolve are left.
  private func requireValid(
    _ resolutions: [ConflictResolution], in merged: MergeResult<MergedCommit>
  ) throws {
    for resolution in resolutions {
      guard case .value = resolution.choice else { continue }
      let path = try documentPath(resolution.document).string
      let failures = merged.conflicts.filter { $0.document == path }.flatMap(\.failures)
      guard let failure = failures.first(where: { resolution.pointer.isPrefix(of: $0.pointer) })
      else { continue }
      throw StoreError(
        .invalidData,
        "the value that was given is not valid: \(failure.explanation); nothing was changed",
        at: .init(document: resolution.document, pointer: resolution.pointer),
        hint: "give a valid value, or ours or theirs")
    }
  }

  /// Notifies about resolutions without a conflict: most likely a pointer is misspelt.
  func noticeIdle(
    _ resolutions: [ConflictResolution], in merged: MergeResult<MergedCommit>
  ) throws {
    for resolution in resolutions {
      let path = try documentPath(resolution.document).string
      let names = merged.decisions.compactMap(\.reason?.names).first { $0.contains(path) } ?? [path]
      let isUsed = merged.decisions.contains { decision in
        guard names.contains(decision.document) else { return false }
        if case .movedByBoth(_, let ours, let theirs)? = decision.reason,
          [ours, theirs].contains(where: resolution.covers)
        {
          return true
        }
        return decision.decider == .user && resolution.covers(decision.pointer)
      }
      let isOpen = merged.conflicts.contains {
        $0.document == path && $0.pointer.touches(resolution.pointer)
      }
      if isUsed || isOpen { continue }
      environment.notify(
        "there was no conflict to resolve at \(resolution.document)#\(resolution.pointer)")
    }
  }

  /// Returns the policy for conflicts: the requested one, else that of the configuration, with the resolutions.
  func mergePolicy(
    _ requested: ConflictPolicy?, _ resolutions: [ConflictResolution]
  ) throws -> MergePolicy {
    let configured = try ConflictPolicy(configuredIn: repository.configuration())
    var policy = MergePolicy(conflicts: requested ?? configured, whileDeciding: configured)
    for resolution in resolutions {
      let path = try documentPath(resolution.document).string
      policy.choices[path, default: [:]][resolution.pointer] = resolution.choice
      if resolution.takesFile { policy.wholeFiles.insert(path) }
    }
    return policy
  }
}

/// A commit to merge, and the name by which the user called it.
private typealias MergeSource = (name: String, commit: ObjectID)

extension DocumentStore {
  private func names(in request: MergeRequest, into fork: Fork) throws -> [String] {
    request.all ? try sources(of: request, into: fork).map(\.name) : request.from
  }

  private func sources(of request: MergeRequest, into fork: Fork) throws -> [MergeSource] {
    guard request.all else { return try request.from.map(source) }
    return try repository.branches().filter { $0.fork != fork }.map { ($0.fork.name, $0.tip) }
  }

  private func source(named name: String) throws -> MergeSource {
    guard let fork = Fork(ifValid: name) else { return (name, try commit(at: name)) }
    if let tip = try repository.tip(of: fork) { return (name, tip) }
    do {
      return (name, try repository.resolve(revision: name))
    } catch {
      guard error.kind == .notFound else { throw error }
      guard let found = try remoteFork(named: fork) else { throw noSuchFork(fork) }
      return (found.name, found.tip)
    }
  }

  /// Returns the commit's trailers that record the user's resolutions. Recency tells by them a user's decision from a
  /// value that the merge decided, and `explain` shows them.
  private func trailers(
    for decisions: [MergeDecision], _ policy: ConflictPolicy?
  ) throws -> String {
    var lines = decisions.filter { $0.decider == .user }.map {
      "\(CommitObject.resolvedTrailer) \($0.document)#\($0.pointer)".filter { !$0.isNewline }
    }
    if let name = policy?.trailerValue {
      lines.append("\(CommitObject.policyTrailer) \(name)")
    }
    return lines.isEmpty ? "" : "\n\n" + lines.joined(separator: "\n")
  }

  private func report(
    _ merged: MergeResult<MergedCommit>, of sources: [MergeSource], into fork: Fork,
    since start: ObjectID?, _ request: MergeRequest
  ) throws -> MergeReport {
    let result = merged.conflicts.isEmpty ? merged.commit : nil
    return MergeReport(
      action: merged.action, into: fork, from: sources.map(\.name), commit: result ?? start,
      changed: try result.map { try changedFiles(from: start, to: $0) } ?? 0,
      merged: merged.mergedFiles, resolved: merged.decisions.map(shown),
      conflicts: merged.conflicts.map(shown), isDryRun: request.dryRun,
      commits: MergedCommits(ours: start, theirs: sources.map(\.commit)))
  }

  func shown(_ decision: MergeDecision) -> MergeDecision {
    var decision = decision
    decision.document = shown(TreePath(decision.document))
    return decision
  }

  func shown(_ conflict: MergeConflict) -> MergeConflict {
    var conflict = conflict
    conflict.document = shown(TreePath(conflict.document))
    return conflict
  }
}

extension Fork {
  /// Creates a fork; nil if no fork may have this name.
  fileprivate init?(ifValid name: String) {
    do { try self.init(validating: name) } catch { return nil }
  }
}

/// The result of a merge.
public struct MergeReport: Report {
  /// The kind of update that was needed.
  public var action = MergeAction.none
  /// The fork that was merged into.
  public var into: Fork
  /// The forks and revisions that were merged into it.
  public var from: [String]
  /// The fork's commit now, or after a dry run the one that it would have; nil: none.
  public var commit: ObjectID?
  /// The number of files that differ from those before the merge.
  public var changed = 0
  /// The number of files that both sides had changed.
  public var merged = 0
  /// The decisions of the merge.
  public var resolved: [MergeDecision] = []
  /// The conflicts that are left to the user. If there are any, no ref was updated.
  public var conflicts: [MergeConflict] = []
  /// True if this is the result of a dry run: no ref was updated.
  public var isDryRun = false
  /// The commits of both sides.
  public var commits = MergedCommits(ours: nil, theirs: [])

  /// Returns the names in one line; of more than ten, the first ones and the number of the others.
  public static func list(_ names: [String]) -> String {
    guard names.count > mostNames else { return names.joined(separator: ", ") }
    let first = names.prefix(mostNames - 1).joined(separator: ", ")
    return "\(first) and \(names.count - mostNames + 1) more"
  }

  private static let mostNames = 10

  /// The numbers of files as JSON.
  var counts: ReportValue { .object(["changed": changed, "merged": merged]) }

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "action": action.rawValue, "into": into, "from": from, "commit": commit,
      "documents": counts, "resolved": resolved,
      "conflicts": conflicts, "groups": conflicts.groupsValue,
    ])
  }
}
