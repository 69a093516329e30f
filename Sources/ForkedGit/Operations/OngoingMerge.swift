import CLibgit2

/// A merge of git's that is in progress, as far as git's files tell.
public struct OngoingMerge: Hashable, Sendable {
  /// The change that git merges into HEAD.
  public enum Change: Hashable, Sendable {
    /// The history of a commit that is not in HEAD: `git merge`, `git pull`.
    case history(of: ObjectID)
    /// The change of one commit: `git rebase`, `git cherry-pick`.
    case commit(ObjectID)
    /// The reverse change of one commit: `git revert`.
    case undoing(of: ObjectID)
    /// A patch: `git am`.
    case patch(Patch)
  }

  /// The change that git merges into HEAD.
  public var change: Change
  /// The name of the change in conflict markers; nil if ``change`` implies it.
  public var name: String?

  /// Creates a merge of that change.
  public init(_ change: Change, name: String? = nil) {
    self.change = change
    self.name = name
  }

  /// A patch that was received by mail.
  public struct Patch: Hashable, Sendable {
    /// The first line of its message.
    public var subject: String
    /// The time of writing, in seconds since 1970; nil if it is unknown.
    public var authored: Int64?
    /// The abbreviated ids of the blobs that it names, each from the older to the newer version.
    public var blobs: [[String]]

    /// True if the patch changes the one blob to the other.
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

/// The labels that git writes after its conflict markers.
public typealias MarkerLabels = (ours: String, base: String, theirs: String)

extension LocalRepository {
  /// The labels that git writes after a merge's conflict markers.
  ///
  /// - Throws: ``GitError`` if a commit is missing.
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
  /// The shortest prefix of an id, of at least seven digits (`core.abbrev`), that no other object has.
  ///
  /// The corresponding C function is `git_object_short_id`.
  public func shortID(_ id: ObjectID) throws(GitError) -> String {
    let object = try Handle.make(
      "git_revparse_single", release: git_object_free, context: id.hex
    ) { git_revparse_single($0, handle.pointer, id.hex) }
    let bytes = try written("git_object_short_id", context: id.hex) {
      git_object_short_id($0, object.pointer)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
