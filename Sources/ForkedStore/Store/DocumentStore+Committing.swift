public import Forked
public import ForkedGit
import Glibc

extension DocumentStore {
  /// Stores a commit whose hybrid time is greater than that of every parent. No fork moves.
  ///
  /// Author, committer and dates are git's: its variables, its configuration, else user and host, which is said.
  ///
  /// - Parameters:
  ///   - tree: the tree of the new version.
  ///   - parents: its parents, in order.
  ///   - message: what it says, without a `Fork-Version:` trailer.
  ///   - time: the time that it is made at; nil: the clock's.
  public func writeCommit(
    tree: ObjectID, parents: [ObjectID], message: String, at time: HybridTime? = nil
  ) throws -> ObjectID {
    try warnOfWhatIsNotRun()
    let now = time ?? self.now
    let author = try signature(.author, at: now)
    let times = try parents.map { try repository.commit($0).hybridTime }
    let isDated = repository.configuration().hasExplicitDate(.author)
    let draft = CommitDraft(
      tree: tree, parents: parents, author: author,
      committer: try signature(.committer, at: now), message: message,
      hybridTime: .next(after: times, now: isDated ? HybridTime(seconds: author.seconds) : now))
    return try repository.writeCommit(draft)
  }

  private var now: HybridTime { HybridTime(nanoseconds: environment.clock()) }

  /// What a reference's log says about a move that is made now.
  func reflogEntry(_ message: String) throws -> ReflogEntry {
    ReflogEntry(message: message, signature: try signature(.committer, at: now))
  }

  /// Who acts, as git finds it.
  private func signature(_ role: IdentityRole, at time: HybridTime) throws -> Signature {
    let seconds = time.seconds
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
    var signature = try signature(.committer, at: now)
    signature.seconds = now.seconds
    signature.offsetMinutes = environment.offsetMinutes(signature.seconds)
    return signature
  }
}

extension DocumentStore {
  /// Says once what a repository asks for when commits are made and does not get.
  func warnOfWhatIsNotRun() throws {
    if caches.hasLookedAtHooks { return }
    let configuration = repository.configuration()
    if try configuration.bool("commit.gpgSign") == true {
      sayOnce("commit.gpgSign is set, but fork does not sign commits")
    }
    let directory = try hooksDirectory(configuration)
    let hooks = Self.hooks.filter { access("\(directory)/\($0)", X_OK) == 0 }
    if !hooks.isEmpty {
      sayOnce("fork runs no hooks, so these do not run: \(hooks.joined(separator: ", "))")
    }
    caches.hasLookedAtHooks = true
  }

  /// Packs objects together where git would. Nothing that was asked for depends on it, so a failure is only said.
  func packObjects() {
    do {
      guard try repository.wantsPacking(), try !repository.startPacking() else { return }
      sayOnce("many packs or single objects have piled up: 'git gc' packs them together")
    } catch {
      sayOnce("objects could not be packed together: " + StoreError(translating: error).message)
    }
  }

  /// What git runs when a commit is made.
  private static let hooks = [
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-merge-commit",
    "post-merge", "reference-transaction",
  ]

  /// Source: git-config(1), `core.hooksPath`: a relative one starts where hooks run.
  private func hooksDirectory(_ configuration: Configuration) throws -> String {
    guard let path = try configuration.string("core.hooksPath") else {
      return repository.commonDirectory + "hooks"
    }
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/") { return (environment.variables["HOME"] ?? "") + path.dropFirst() }
    return (repository.workTreePath ?? repository.gitDirectory) + path
  }

  /// Tells the person the first time that it happens in this repository.
  func sayOnceInRepository(_ name: String, _ notice: String) throws {
    guard environment.hearsNotices, try repository.remember("said-\(name)") else { return }
    sayOnce(notice)
  }

  /// Tells the person, the first time.
  func sayOnce(_ notice: String) {
    caches.say(notice) { environment.notify(notice) }
  }
}
