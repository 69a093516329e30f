public import ForkedGit
import Forked

extension DocumentStore {
  /// Stores a commit whose hybrid time is greater than that of every parent. No fork moves.
  ///
  /// Author, committer and dates are git's: its variables, its configuration, else user and host, which is said.
  ///
  /// - Parameters:
  ///   - tree: the tree of the new version.
  ///   - parents: its parents, in order.
  ///   - message: what it says, without a `Fork-Version:` trailer.
  public func writeCommit(
    tree: ObjectID, parents: [ObjectID], message: String
  ) throws -> ObjectID {
    try warnOfWhatIsNotRun()
    let author = try signature(.author)
    let times = try parents.map { try repository.commit($0).hybridTime }
    let draft = CommitDraft(
      tree: tree, parents: parents, author: author, committer: try signature(.committer),
      message: message, hybridTime: HybridTime.next(after: times, now: now(for: author)))
    return try repository.writeCommit(draft)
  }

  /// What a reference's log says about a move that is made now.
  func reflogEntry(_ message: String) throws -> ReflogEntry {
    ReflogEntry(message: message, signature: try signature(.committer))
  }

  /// Who acts, as git finds it.
  func signature(_ role: IdentityRole) throws -> Signature {
    let seconds = HybridTime(nanoseconds: environment.clock()).seconds
    let found = try repository.configuration().signature(
      role, now: seconds, offsetMinutes: environment.offsetMinutes(seconds),
      fallback: (environment.user, environment.host))
    if found.isGuessed, role == .author {
      try sayOnceInRepository(
        "identity",
        "no user.name or user.email is set: \(found.signature.name) <\(found.signature.email)> it is; "
          + "git config --global user.name and user.email change that")
    }
    return found.signature
  }

  /// The signature of who acts, at the time that the clock says, whatever date git's variables fix for commits.
  func signatureNow() throws -> Signature {
    var signature = try signature(.committer)
    signature.seconds = HybridTime(nanoseconds: environment.clock()).seconds
    signature.offsetMinutes = environment.offsetMinutes(signature.seconds)
    return signature
  }

  /// The clock's time, unless the person fixed the author's date.
  private func now(for author: Signature) -> HybridTime {
    repository.configuration().hasExplicitDate(.author)
      ? HybridTime(seconds: author.seconds) : HybridTime(nanoseconds: environment.clock())
  }
}
