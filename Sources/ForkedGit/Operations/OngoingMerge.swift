import CLibgit2

/// A merge that git is in the middle of, as far as git tells.
public struct OngoingMerge: Hashable, Sendable {
  /// What git merges into HEAD.
  public enum Change: Hashable, Sendable {
    /// All that a commit has and HEAD has not: `git merge`, `git pull`.
    case history(of: ObjectID)
    /// What one commit changed: `git rebase`, `git cherry-pick`.
    case commit(ObjectID)
    /// The undoing of what one commit changed: `git revert`.
    case undoing(of: ObjectID)
    /// A patch: `git am`.
    case patch(Patch)
  }

  /// What git merges into HEAD.
  public var change: Change
  /// What git calls it in conflict markers; nil: as ``change`` implies.
  public var name: String?

  /// A merge of that change.
  public init(_ change: Change, name: String? = nil) {
    self.change = change
    self.name = name
  }

  /// A patch that came by mail.
  public struct Patch: Hashable, Sendable {
    /// The first line of its message.
    public var subject: String
    /// When it was written: seconds since 1970; nil where it doesn't say.
    public var authored: Int64?
    /// The abbreviated ids of the blobs that it names, from the older to the newer version.
    public var blobs: [[String]]

    /// True if the patch makes the one blob of the other.
    public func turns(_ old: ObjectID, into new: ObjectID) -> Bool {
      let (old, new) = (old.hex, new.hex)
      return blobs.contains {
        $0.count == 2 && !$0[0].isEmpty && !$0[1].isEmpty && old.hasPrefix($0[0])
          && new.hasPrefix($0[1])
      }
    }
  }
}

// MARK: - Labels

/// What git writes behind its conflict markers.
public typealias MarkerLabels = (ours: String, base: String, theirs: String)

extension LocalRepository {
  /// The labels that git gives to a merge's conflict markers.
  ///
  /// - Throws: ``GitError`` where a commit is not there.
  public func markerLabels(of merge: OngoingMerge) throws(GitError) -> MarkerLabels {
    switch merge.change {
    case .history(let theirs):
      let base = try baseLabel(of: theirs)
      if let name = merge.name { return ("HEAD", base, name) }
      return ("HEAD", base, try shortID(theirs))
    case .commit(let id):
      if let name = merge.name { return ("HEAD", "constructed merge base", name) }
      let label = try label(of: id)
      return ("HEAD", "parent of \(label)", label)
    case .undoing(let id):
      let label = try label(of: id)
      return ("HEAD", label, "parent of \(label)")
    case .patch(let patch): return ("HEAD", "constructed merge base", patch.subject)
    }
  }

  private func label(of commit: ObjectID) throws(GitError) -> String {
    "\(try shortID(commit)) (\(try self.commit(commit).subject))"
  }

  private func baseLabel(of theirs: ObjectID) throws(GitError) -> String {
    guard let ours = try head().commit else { return "empty tree" }
    let bases = try mergeBases(of: ours, and: theirs)
    guard let base = bases.first else { return "empty tree" }
    return bases.count > 1 ? "merged common ancestors" : try shortID(base)
  }
}

extension LocalRepository {
  /// The shortest beginning of an id, from seven digits (`core.abbrev`) on, that no other object has.
  ///
  /// The corresponding C function is `git_object_short_id`.
  public func shortID(_ id: ObjectID) throws(GitError) -> String {
    let object = try Handle.make(
      "git_revparse_single", release: git_object_free, context: id.hex
    ) { git_revparse_single($0, handle.pointer, id.hex) }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    try check("git_object_short_id", context: id.hex) {
      git_object_short_id(&buffer, object.pointer)
    }
    return buffer.ptr.map { String(cString: $0) } ?? id.hex
  }
}
