public import Forked
import ForkedGit
public import FoundationEssentials

extension GitRepository: VersionHistory {
  /// Creates a branch at the tip of main. A main without commits gets a first commit without
  /// documents.
  public func create(_ fork: Fork) throws {
    try lock.withLock {
      let fork = try Fork(validating: fork.name)
      let main = try tip(of: .main) ?? begin()
      try makeBranch(of: fork, at: main)
    }
  }

  /// Deletes a branch.
  ///
  /// - Throws: `ForkedError.forkIsProtected` for main, and for a fork that a work tree shows.
  public func delete(_ fork: Fork) throws {
    try lock.withLock {
      let branch = branch(of: fork)
      try store.transaction("delete: \(branch)") { transaction in
        let tip = try tip(of: fork)
        guard !fork.isProtected, try repository.checkedOutForks()[fork] == nil else {
          throw ForkedError.forkIsProtected(fork)
        }
        if let tip { try transaction.references.delete(branch, at: tip) }
      }
      known[fork] = nil
    }
  }

  /// The time of a fork's last commit.
  public func mostRecentVersion(of fork: Fork) throws -> Version {
    try lock.withLock { try version(of: tip(of: fork)) }
  }

  /// The content of a fork's last commit.
  public func mostRecentCommit(of fork: Fork) throws -> Commit<Model> {
    try lock.withLock {
      let tip = try tip(of: fork)
      let commit = try commit(at: tip)
      known[fork] = tip
      return commit
    }
  }

  /// The content of the merge base of main and a fork. If there are several merge bases, it is the
  /// content of their merge.
  public func commonAncestor(of fork: Fork) throws -> Commit<Model> {
    try lock.withLock {
      guard let tip = try tip(of: fork), let main = try self.tip(of: .main) else {
        return try commit(at: nil)
      }
      let bases = try repository.mergeBases(of: main, and: tip)
      guard bases.count > 1 else { return try commit(at: bases.first) }
      let made = repository.pendingObjects
      defer { repository.discardObjects(after: made) }
      let versions = try bases.map { try version(of: $0 as ObjectID?) }
      let tree = try VirtualAncestors(of: store).tree(of: bases)
      return Commit(
        content: try content(of: tree), version: versions.max() ?? Version.initialVersion)
    }
  }

  /// The divergence of a fork: which of main and the fork has commits that the other has not.
  public func divergence(of fork: Fork) throws -> Divergence {
    try lock.withLock {
      guard let main = try self.tip(of: .main) else {
        return Divergence(isAhead: false, isBehind: false)
      }
      guard let tip = try tip(of: fork), tip != main else {
        return Divergence(isAhead: false, isBehind: false)
      }
      let (ahead, behind) = try repository.aheadBehind(tip, main)
      return Divergence(isAhead: ahead > 0, isBehind: behind > 0)
    }
  }

  /// Makes a commit on the last known commit of a fork, and merges it with the commits that others
  /// made since.
  ///
  /// If the content is the same, there is no commit.
  ///
  /// - Throws: an error if the fork cannot be updated, or the versions cannot be merged. Nothing is
  ///   changed then.
  public func record(
    _ content: CommitContent<Model>, in fork: Fork, at time: Date
  ) throws -> Version {
    try lock.withLock {
      var own: ObjectID?
      let forkUpdate = try update(fork, reason: "update: \(path)") { tip in
        let base = try base(of: fork, at: tip)
        let before = try base.map { try repository.tree(ofCommit: $0) }
        let tree = try tree(before, holding: content)
        own = base
        guard tree != before else { return nil }
        let commit = try store.writeCommit(
          tree: tree, parents: base.map { [$0] } ?? [], message: "update \(path)",
          at: HybridTime(time))
        own = commit
        guard let tip, tip != base else { return commit }
        return try store.valueMerge(
          of: commit, into: tip,
          message: "Merge an update of \(path) into \(branch(of: fork).name)",
          at: HybridTime(time)
        ).commit
      }
      known[fork] = own
      return try version(of: forkUpdate.to)
    }
  }

  /// Makes a commit without parents. It keeps the other documents of the fork.
  public func restart(
    _ fork: Fork, with content: CommitContent<Model>, at time: Date
  ) throws -> Version {
    try lock.withLock {
      _ = try tip(of: fork)
      let forkUpdate = try update(fork, reason: "restart: \(path)") { tip in
        let old = try tip.map { try repository.commit($0) }
        return try store.writeCommit(
          tree: tree(old?.tree, holding: content), parents: [], message: "restart \(path)",
          at: .next(
            after: old.map { [$0.hybridTime] } ?? [], by: HybridTime(time).seconds,
            now: HybridTime(time)))
      }
      known[fork] = forkUpdate.to
      return try version(of: forkUpdate.to)
    }
  }

  /// The commit on which an update of a fork is based: the last known one if it is in the fork's
  /// history, else the tip.
  private func base(of fork: Fork, at tip: ObjectID?) throws -> ObjectID? {
    _ = try self.tip(of: fork)
    guard let tip, let known = known[fork], known != tip,
      try repository.isAncestor(known, of: tip)
    else { return tip }
    return known
  }

  /// Makes a first commit for main, without documents.
  private func begin() throws -> ObjectID? {
    try update(.main, reason: "begin") { tip in
      if let tip { return tip }
      return try store.writeCommit(
        tree: repository.emptyTree(), parents: [], message: "Begin", at: HybridTime(nanoseconds: 1))
    }.to
  }

  func makeBranch(of fork: Fork, at commit: ObjectID?) throws {
    let branch = branch(of: fork)
    guard try repository.tip(of: branch) == nil, fork == .main || self.fork(of: fork) == fork else {
      throw ForkedError.forkExists(fork)
    }
    guard let commit else { return }
    try store.transaction("create: \(branch)") { transaction in
      _ = try transaction.update(branch, reason: "create: from \(commit.hex)") { tip in
        if tip != nil { throw ForkedError.forkExists(fork) }
        return commit
      }
    }
    known[fork] = commit
  }
}
