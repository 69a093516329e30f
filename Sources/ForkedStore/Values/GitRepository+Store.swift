import Forked
import ForkedGit
import FoundationEssentials
import Glibc

/// A store on the repository of a program's models: it is what changes anything.
extension GitRepository {
  /// The store whose clock stands at a time, which versions get that are made by it.
  func store(at time: HybridTime) -> DocumentStore {
    DocumentStore(repository, environment: surroundings.environment(at: time)).merging(ownMerging)
  }

  /// Updates a fork to what `next` makes of its tip, its work tree with it; a lost race is tried again.
  ///
  /// - Parameter next: makes the next commit; nil or the tip itself: there is nothing to do.
  /// - Throws: ``StoreError`` of kind `tryAgain` where too many races were lost, ``GitError``. Nothing changed then.
  @discardableResult
  func update(
    _ fork: Fork, reason: String, at time: HybridTime,
    to next: (_ store: DocumentStore, _ tip: ObjectID?) throws -> ObjectID?
  ) throws -> Movement {
    let store = store(at: time)
    return try store.transaction(reason) { transaction in
      try transaction.holdWorkTree(of: branch(of: fork))
      return try transaction.update(branch(of: fork), reason: reason) { try next(store, $0) }
    }
  }
}

extension GitSurroundings {
  /// The world as a store sees it whose clock stands at a time.
  func environment(at time: HybridTime) -> Environment {
    Environment(
      variables: variables, workingDirectory: "/", user: user, host: host,
      clock: { time.nanoseconds }, offsetMinutes: offsetMinutes,
      random: { .random(in: .min ... .max) },
      sleep: { nanoseconds in usleep(UInt32(clamping: nanoseconds / 1_000)) }, patience: patience)
  }
}
