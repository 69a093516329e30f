import Forked
import ForkedGit
import FoundationEssentials
import Glibc

extension GitRepository {
  /// Updates a fork to what `next` makes of its tip, its work tree with it; a lost race is tried again.
  ///
  /// - Parameter next: makes the next commit; nil or the tip itself: there is nothing to do.
  /// - Throws: ``StoreError`` of kind `tryAgain` where too many races were lost, ``GitError``. Nothing changed then.
  @discardableResult
  func update(
    _ fork: Fork, reason: String, to next: (_ tip: ObjectID?) throws -> ObjectID?
  ) throws -> Movement {
    try store.transaction(reason) { transaction in
      try transaction.holdWorkTree(of: branch(of: fork))
      return try transaction.update(branch(of: fork), reason: reason, to: next)
    }
  }
}

extension GitSurroundings {
  /// The world as a store sees it. Nobody hears its notices.
  var environment: Environment {
    Environment(
      variables: variables, workingDirectory: "/", user: user, host: host,
      clock: { Environment.wallClock() }, offsetMinutes: offsetMinutes,
      random: { .random(in: .min ... .max) },
      sleep: { nanoseconds in usleep(UInt32(clamping: nanoseconds / 1_000)) }, patience: patience)
  }
}
