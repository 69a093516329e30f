public import ForkedDocument
import ForkedGit
import ForkedJSON

/// The user's decisions about the conflicts of one merge. Each names the conflict with its values, so that it is used
/// for no other one.
public struct ConflictDecisions: Sendable {
  /// One decision.
  public struct Entry: Sendable {
    /// The conflict; its document is a path from the root of the repository.
    public var conflict: MergeConflict
    /// The value that the property gets.
    public var choice: ConflictChoice

    /// Creates a decision.
    public init(conflict: MergeConflict, choice: ConflictChoice) {
      self.conflict = conflict
      self.choice = choice
    }
  }

  /// The commits of the merge; nil if they are not known.
  public var commits: MergedCommits?
  /// The decisions.
  public var entries: [Entry]

  /// Creates decisions about the conflicts of a merge.
  public init(commits: MergedCommits?, entries: [Entry]) {
    self.commits = commits
    self.entries = entries
  }
}

/// The commits of both sides of a merge, as far as they are known.
public struct MergedCommits: Sendable, Hashable {
  /// The id of the commit that is merged into.
  public var ours: String?
  /// The ids of the commits that are merged.
  public var theirs: [String]

  init(ours: ObjectID?, theirs: [ObjectID]) {
    self.ours = ours?.hex
    self.theirs = theirs.map(\.hex)
  }

  init(idOfOurs ours: String?, idsOfTheirs theirs: [String]) {
    self.ours = ours
    self.theirs = theirs
  }
}

extension DocumentStore {
  /// Returns decisions about conflicts that a report names.
  public func decisions(
    _ decided: [(conflict: MergeConflict, choice: ConflictChoice)], in commits: MergedCommits
  ) throws -> ConflictDecisions {
    ConflictDecisions(
      commits: commits,
      entries: try decided.map { conflict, choice in
        var conflict = conflict
        conflict.document = try documentPath(conflict.document).string
        return ConflictDecisions.Entry(conflict: conflict, choice: choice)
      })
  }
}

// MARK: - Their use

extension MergePolicy {
  /// True if the user decided about conflicts.
  var hasDecisions: Bool { !choices.isEmpty || decisions != nil }

  /// Gives each conflict that has no choice the user's decision about it, or that about all conflicts at or below a
  /// pointer above it.
  ///
  /// - Returns: true if a conflict got a choice, so that the merge must run again.
  /// - Throws: kind `refused` if a decision is about a conflict with other values.
  mutating func decide(_ conflicts: [MergeConflict]) throws(StoreError) -> Bool {
    var isChanged = false
    for conflict in conflicts where choices[conflict.document]?[conflict.pointer] == nil {
      guard
        let choice = try decision(about: conflict)
          ?? choice(above: conflict.pointer, in: conflict.document)
      else { continue }
      choices[conflict.document, default: [:]][conflict.pointer] = choice
      isChanged = true
    }
    return isChanged
  }

  private func decision(about conflict: MergeConflict) throws(StoreError) -> ConflictChoice? {
    areDecisionsSwapped
      ? try decisions?.choice(for: conflict.swapped)?.swapped
      : try decisions?.choice(for: conflict)
  }

  /// Gives each property that was decided for the later change the user's choice about all conflicts at or below a
  /// pointer above it.
  ///
  /// - Returns: true if a property got a choice, so that the merge must run again.
  mutating func decide(_ made: [MergeDecision]) -> Bool {
    var isChanged = false
    for decision in made where decision.isForLaterChange {
      guard choices[decision.document]?[decision.pointer] == nil,
        let choice = choice(above: decision.pointer, in: decision.document)
      else { continue }
      choices[decision.document, default: [:]][decision.pointer] = choice
      isChanged = true
    }
    return isChanged
  }

  /// Returns the choice at the nearest pointer above a conflict, if it names a version. A value is for one property.
  private func choice(above pointer: JSONPointer, in document: String) -> ConflictChoice? {
    guard let known = choices[document], !known.isEmpty else { return nil }
    var tokens = pointer.tokens
    while tokens.popLast() != nil {
      if let choice = known[JSONPointer(tokens)] { return choice.isVersion ? choice : nil }
    }
    return nil
  }
}

extension MergeDecision {
  /// True if the later of two changes of a property was kept.
  fileprivate var isForLaterChange: Bool {
    guard decider == .strategy, strategy.keepsLater, case .keptOneSide = outcome else {
      return false
    }
    return true
  }
}

extension MergeConflict {
  fileprivate func hasSameValues(as other: MergeConflict) -> Bool {
    base == other.base && ours == other.ours && theirs == other.theirs
  }
}

extension ConflictChoice {
  /// True if it is one of the three versions, which all conflicts have.
  var isVersion: Bool {
    switch self {
    case .ours, .theirs, .base: true
    case .delete, .value: false
    }
  }
}

extension ConflictResolution {
  /// Returns true if the resolution decides a conflict at this pointer: its own, or one below it.
  func covers(_ pointer: JSONPointer) -> Bool {
    pointer == self.pointer || choice.isVersion && !takesFile && self.pointer.isPrefix(of: pointer)
  }
}

/// Decisions during a merge, which finds the conflicts that they are about.
final class OpenDecisions {
  private var entries: [ConflictPlace: ConflictDecisions.Entry] = [:]
  private var used: Set<ConflictPlace> = []

  /// - Throws: kind `invalidData` if there are two decisions about one conflict.
  init(_ decisions: ConflictDecisions) throws(StoreError) {
    for entry in decisions.entries {
      guard entries.updateValue(entry, forKey: ConflictPlace(entry.conflict)) == nil else {
        throw StoreError(
          .invalidData, "there are two decisions about one conflict",
          at: .init(document: entry.conflict.document, pointer: entry.conflict.pointer))
      }
    }
  }

  /// Returns the choice for a conflict; nil if there is none, or if it was used for another conflict of this property.
  ///
  /// - Throws: kind `refused` if the decision is about a conflict with other values.
  func choice(for conflict: MergeConflict) throws(StoreError) -> ConflictChoice? {
    guard let entry = entries[ConflictPlace(conflict)] else { return nil }
    let isFirst = used.insert(ConflictPlace(conflict)).inserted
    if entry.conflict.hasSameValues(as: conflict) { return entry.choice }
    guard isFirst else { return nil }
    throw StoreError(
      .refused, "the decision is not about this conflict: its values differ; nothing was changed",
      at: .init(document: conflict.document, pointer: conflict.pointer),
      hint: "decide the conflicts that are open now")
  }

  /// Refuses decisions for which no conflict was found.
  func requireUse() throws(StoreError) {
    let unused = entries.keys.filter { !used.contains($0) }
    guard let place = unused.min(by: { ($0.document, $0.pointer) < ($1.document, $1.pointer) })
    else { return }
    throw StoreError(
      .refused, "there is no such conflict; nothing was changed",
      at: .init(document: place.document, pointer: place.pointer),
      hint: "decide the conflicts that are open now")
  }
}

extension ConflictDecisions {
  /// True if the decisions may be about the merge of these commits.
  func areAbout(_ current: MergedCommits) -> Bool {
    guard let commits else { return true }
    return (commits.ours == nil || commits.ours == current.ours)
      && (commits.theirs.isEmpty || current.theirs.isEmpty || commits.theirs == current.theirs)
  }

  /// Refuses decisions about another merge.
  func requireMerge(of current: MergedCommits) throws(StoreError) {
    guard let commits, !areAbout(current) else { return }
    throw StoreError(
      .refused,
      "the decisions are about another merge, of \(commits.shown); nothing was changed",
      hint: "this one is of \(current.shown): decide its conflicts")
  }
}

extension MergedCommits {
  fileprivate var shown: String {
    let short = { (id: String) in String(id.prefix(10)) }
    return "\(theirs.map(short).joined(separator: ", ")) into \(ours.map(short) ?? "nothing")"
  }
}
