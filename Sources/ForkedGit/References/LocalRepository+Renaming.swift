public import Forked

extension LocalRepository {
  /// Renames a fork, its log and its `branch.<name>` configuration; HEAD follows in each work tree that shows it.
  ///
  /// The new name is there before the old one goes, so a failure leaves the fork with its old name, and a kill leaves it
  /// with one of them or both.
  ///
  /// - Throws: kind `exists` where the new name is taken, `notFound` where the old one is not
  ///   there.
  public func rename(
    _ fork: Fork, to newName: Fork, reflog: ReflogEntry, timeout: Duration = .seconds(5)
  ) throws(GitError) {
    guard let tip = try tip(of: fork) else {
      throw GitError(.notFound, "there is no such fork", context: fork.name)
    }
    guard try self.tip(of: newName) == nil else {
      throw GitError(.exists, "there is a fork of that name already", context: newName.name)
    }
    let renaming = Renaming(
      repository: self, old: .branch(fork), new: .branch(newName), tip: tip, timeout: timeout,
      log: try Files.read(commonDirectory + "logs/\(ReferenceName.branch(fork))"))
    if renaming.isNested { try renaming.replace(reflog) } else { try renaming.run(reflog) }
    try settings.renameSection("branch", from: fork.name, to: newName.name)
    try removeEmptySections([(section: "branch", subsection: fork.name)])
  }
}

private struct Renaming {
  let repository: LocalRepository
  let old: ReferenceName
  let new: ReferenceName
  let tip: ObjectID
  let timeout: Duration
  let log: [UInt8]?

  /// One name is a directory of the other, so the two cannot be there at the same time.
  var isNested: Bool {
    new.rawValue.hasPrefix(old.rawValue + "/") || old.rawValue.hasPrefix(new.rawValue + "/")
  }

  func run(_ reflog: ReflogEntry) throws(GitError) {
    let lock = try repository.lock(repository.commonDirectory + old.rawValue, timeout: timeout)
    let packed = try repository.lockPackedReferences(timeout: timeout)
    try repository.expect(old, at: tip)
    try create(new, reflog)
    do throws(GitError) {
      try repository.moveHeads(from: old, to: new, at: tip, reflog)
      try repository.delete(old, under: lock, and: packed)
    } catch {
      packed.release()
      try repository.moveHeads(from: new, to: old, at: tip, reflog)
      try repository.delete(new, expecting: tip, timeout: timeout)
      throw error
    }
  }

  func replace(_ reflog: ReflogEntry) throws(GitError) {
    try repository.delete(old, expecting: tip, timeout: timeout)
    do throws(GitError) {
      try create(new, reflog)
    } catch {
      try create(old, nil)
      throw error
    }
    try repository.moveHeads(from: old, to: new, at: tip, reflog)
  }

  /// Creates a branch with the log of the old one.
  private func create(_ name: ReferenceName, _ reflog: ReflogEntry?) throws(GitError) {
    try repository.move(name, from: nil, to: tip, timeout: timeout) { () throws(GitError) in
      if let log { try repository.replaceLog(of: name, with: log) }
      if let reflog { try repository.log(name, from: log == nil ? nil : tip, to: tip, reflog) }
    }
  }
}
