/// The HEAD of a work tree, about to name another branch, under its lock.
final class LockedHead {
  private let update: HeadUpdate
  private let repository: LocalRepository
  private let lock: LockFile
  private var file: PreparedFile?
  private var isApplied = false

  /// - Throws: kind `raceLost` where it says something else than the update begins with, `locked` where the lock was not to
  ///   be had in time.
  init(
    _ update: HeadUpdate, in repository: LocalRepository, timeout: Duration
  ) throws(GitError) {
    (self.update, self.repository) = (update, repository)
    let path = update.gitDirectory + "HEAD"
    lock = try LockFile(of: path, timeout: timeout, keepsWaiting: repository.keepsWaiting)
    guard try LocalRepository.headText(in: update.gitDirectory) == update.old else {
      throw GitError(.raceLost, "another fork is current now", context: path)
    }
  }

  func prepare() throws(GitError) {
    try repository.logHead(
      in: update.gitDirectory, from: update.commits.old, to: update.commits.new, update.entry)
    file = try lock.prepare(
      with: Array("\(HeadUpdate.text(naming: update.new))\n".utf8),
      sync: repository.durability()(of: .reference))
  }

  func apply() throws(GitError) {
    try file?.publish()
    isApplied = true
  }

  func takeBack() throws(GitError) {
    guard isApplied else { return }
    try lock.replace(
      with: Array("\(update.old)\n".utf8), sync: repository.durability()(of: .reference))
    isApplied = false
  }
}
