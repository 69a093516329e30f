import Forked
import ForkedGit
import ForkedGitTestSupport
import Foundation

extension GitSandbox {
  /// Runs a transaction that does not wait for anything, and commits it.
  func transaction<Result>(
    in repository: LocalRepository, _ body: (ReferenceTransaction) throws -> Result
  ) throws -> Result {
    let options = ReferenceTransaction.Options(
      opening: .init(environment: environment), lockTimeout: .milliseconds(50)
    ) { ReflogEntry(message: $0, signature: .author) }
    return try repository.transaction(options, waiting: { throw $0 }, body)
  }

  /// Updates a fork from one commit to another, its work tree with it.
  func update(
    _ fork: Fork = .main, in repository: LocalRepository, from old: ObjectID?, to new: ObjectID
  ) throws {
    _ = try transaction(in: repository) { transaction in
      try transaction.update(fork, reason: "update") { tip in
        guard tip == old else { throw GitError(.raceLost, "the fork is elsewhere") }
        return new
      }
    }
  }

  /// Makes a branch the current one, its work tree with it.
  func switchHead(_ repository: LocalRepository, to fork: Fork) throws {
    try transaction(in: repository) { transaction in
      guard let tip = try repository.tip(of: fork) else { return }
      try transaction.switchHead(to: fork, at: tip, reason: "moved")
    }
  }

  /// Renames a branch with its settings.
  func rename(_ repository: LocalRepository, _ old: String, _ new: String) throws {
    try transaction(in: repository) {
      try $0.rename(Fork(name: old), to: Fork(name: new), reason: "moved")
    }
  }
}

extension Signature {
  /// The author of a sandbox's commits.
  static let author = Signature(
    name: "A U Thor", email: "author@example.com", seconds: 1_700_000_000, offsetMinutes: 60)
}
