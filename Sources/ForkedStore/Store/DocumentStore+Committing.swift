public import Forked
public import ForkedGit

extension DocumentStore {
  /// Stores a commit whose hybrid time is greater than that of every parent, except of one that is dated too far ahead of
  /// the committer's clock. No fork is updated.
  ///
  /// Author, committer and dates are found as git finds them: in its variables, else in its configuration, else by the
  /// names of user and host, which is reported. Hooks verify the version, and the commit is signed, as by `git commit`.
  ///
  /// - Parameters:
  ///   - tree: the tree of the new version.
  ///   - parents: the parents, in order.
  ///   - message: the commit message, without a `Fork-Version:` trailer.
  ///   - time: the time of the commit; nil: the time of the clock.
  /// - Throws: kind `usage` if the message is empty.
  public func writeCommit(
    tree: ObjectID, parents: [ObjectID], message: String, at time: HybridTime? = nil
  ) throws -> ObjectID {
    try requireText(in: message)
    let isMerge = parents.count > 1
    try repository.run(isMerge ? .preMergeCommit : .preCommit, inspecting: tree)
    let message = try repository.messageAfterHooks(message, isMerge: isMerge)
    let now = time ?? self.now
    let author = try signature(.author, at: now)
    let committer = try signature(.committer, at: now)
    let times = try parents.map { try repository.commit($0).hybridTime }
    let isDated = repository.configuration().hasExplicitDate(.author)
    let draft = CommitDraft(
      tree: tree, parents: parents, author: author, committer: committer, message: message,
      hybridTime: .next(
        after: times, by: committer.seconds,
        now: isDated ? HybridTime(seconds: author.seconds) : now))
    return try repository.writeCommit(draft, signed: environment.hooks != .none)
  }

  /// Refuses an empty message, as git does: otherwise a trailer would be the subject.
  ///
  /// - Throws: kind `usage`.
  func requireText(in message: String?) throws(StoreError) {
    guard let message, message.allSatisfy(\.isWhitespace) else { return }
    throw StoreError(
      .usage, "the message is empty; nothing was changed",
      hint: "give a text with -m, or leave -m out for a generated one")
  }

  private var now: HybridTime { HybridTime(nanoseconds: environment.clock()) }

  /// The entry in a reference's log for an update that is made now.
  func reflogEntry(_ message: String) throws -> ReflogEntry {
    ReflogEntry(message: message, signature: try signature(.committer, at: now))
  }

  /// The author or committer, as git finds them.
  private func signature(_ role: IdentityRole, at time: HybridTime) throws -> Signature {
    let seconds = time.seconds
    let found = try repository.configuration().signature(
      role, now: seconds, offsetMinutes: environment.offsetMinutes(seconds),
      fallback: (environment.user, environment.host))
    if found.isGuessed, role == .author {
      try notifyOnceInRepository(
        "identity",
        "user.name or user.email is not set, so the author is "
          + "\(found.signature.name) <\(found.signature.email)>; to change that: "
          + "git config --global user.name <name>; git config --global user.email <email>")
    }
    return found.signature
  }

  /// The signature of the committer at the time of the clock, whatever date git's variables set for commits.
  func signatureNow() throws -> Signature {
    var signature = try signature(.committer, at: now)
    signature.seconds = now.seconds
    signature.offsetMinutes = environment.offsetMinutes(signature.seconds)
    return signature
  }
}

extension DocumentStore {
  /// Runs a hook after a change of the current fork. As in git, its failure changes nothing.
  func runAfterwards(_ hook: Hook, _ arguments: [String] = [], on fork: Fork) {
    do {
      guard transaction == nil, try repository.headFork() == fork else { return }
      try repository.run(hook, arguments)
    } catch {
      environment.notify(
        StoreError(translating: error).message.replacing("; nothing was changed", with: ""))
    }
  }

  /// Packs objects if git would pack them. No result depends on it, so a failure is only reported.
  func packObjects() {
    do {
      guard try repository.wantsPacking(), try !repository.startPacking() else { return }
      notifyOnce("the repository has many packs or loose objects; 'git gc' packs them")
    } catch {
      notifyOnce("objects could not be packed: " + StoreError(translating: error).message)
    }
  }

  /// Notifies the user, once in this repository.
  func notifyOnceInRepository(_ name: String, _ notice: String) throws {
    guard environment.showsNotices, try repository.remember("said-\(name)") else { return }
    notifyOnce(notice)
  }

  /// Notifies the user, once in this process.
  func notifyOnce(_ notice: String) {
    caches.once(notice) { environment.notify(notice) }
  }
}
