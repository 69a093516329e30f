import ForkedDocument
import ForkedGit

/// The names of the two sides of a merge: forks, or other revisions.
struct SideNames {
  var ours: String?
  var theirs: String?

  /// The same names with ours and theirs exchanged.
  var swapped: SideNames { SideNames(ours: theirs, theirs: ours) }
}

/// Finds out who made the changes in conflict, when, and in which fork.
struct ConflictOrigins {
  let repository: LocalRepository
  let names: SideNames

  /// Returns the conflict with the last change of each side, as far as the history is known.
  func described(
    _ conflict: MergeConflict, by recency: (Followed) throws -> Recency?
  ) throws -> MergeConflict {
    var conflict = conflict
    let isWhole = conflict.pointer.tokens.isEmpty
    let isKnown = isWhole || !conflict.path.steps.isEmpty
    let found =
      isKnown ? try known { try recency(isWhole ? .file : .property(conflict.history)) } : nil
    conflict.later = found?.ours != nil && found?.theirs != nil ? found?.later : nil
    conflict.ourChange = try change(found?.ours, named: names.ours)
    conflict.theirChange = try change(found?.theirs, named: names.theirs)
    return conflict
  }

  /// Returns the recency; nil if a part of the history is not in this clone. A conflict is reported without it.
  private func known(_ recency: () throws -> Recency?) throws -> Recency? {
    do {
      return try recency()
    } catch let error as GitError where error.kind == .notFound || error.kind == .shallow {
      return nil
    }
  }

  private func change(_ id: String?, named name: String?) throws -> SideChange? {
    guard let id, let commit = ObjectID(hex: id) else {
      return name.map { SideChange(fork: $0) }
    }
    let version = LoggedVersion(commit: try repository.commit(commit))
    return SideChange(
      fork: name, commit: id, author: version.commit.author.name, time: version.time,
      seconds: version.hasDate ? version.commit.hybridTime.seconds : nil)
  }
}
