/// A change of a fork to another version.
public struct ForkChange: Hashable, Sendable {
  /// The fork that changed.
  public let fork: Fork
  /// The new version of the fork.
  public let version: Version
  /// The fork that was merged into it; nil if it was not changed by a merge.
  public let mergingFork: Fork?

  /// Creates a change.
  public init(fork: Fork, version: Version, mergingFork: Fork? = nil) {
    self.fork = fork
    self.version = version
    self.mergingFork = mergingFork
  }
}

/// The changes of a resource from now on: each once, in the order in which they were made.
///
/// The stream ends with the resource. It costs nothing after its consumer has ended. Changes that were not read yet are
/// kept.
public typealias ChangeStream = AsyncStream<ForkChange>

/// Sends changes to all listeners.
final class ChangeAnnouncer: @unchecked Sendable {
  private let lock = RecursiveLock()
  private var continuations: [Int: ChangeStream.Continuation] = [:]
  private var next = 0
  private var latest: [Fork: Version] = [:]

  var hasListeners: Bool { lock.withLock { !continuations.isEmpty } }

  func stream() -> ChangeStream {
    let (stream, continuation) = ChangeStream.makeStream()
    let number = lock.withLock {
      next += 1
      continuations[next] = continuation
      return next
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }

  /// Sends a change to all listeners. Callers must exclude each other, so that all listeners get the same order.
  func announce(_ change: ForkChange) {
    let listeners = lock.withLock {
      latest[change.fork] = change.version
      return Array(continuations.values)
    }
    for listener in listeners { listener.yield(change) }
  }

  /// The version of a fork that was announced last.
  func latest(of fork: Fork) -> Version? { lock.withLock { latest[fork] } }

  func end() {
    for listener in lock.withLock({ Array(continuations.values) }) { listener.finish() }
  }

  private func remove(_ number: Int) {
    lock.withLock { _ = continuations.removeValue(forKey: number) }
  }
}

extension ForkedResource {
  /// A new stream of the changes that are made from now on.
  ///
  /// It does not contain the changes of other processes, which some repositories allow.
  public var changeStream: ChangeStream { performAtomically { changes.stream() } }

  /// True while a change stream has a consumer.
  var hasSubscribedChangeStreams: Bool { changes.hasListeners }

  /// Tells the listeners that a fork was updated by something other than this resource, unless they know its version
  /// already.
  ///
  /// - Parameters:
  ///   - fork: The fork.
  ///   - willTell: Called with the fork's version before any listener is told.
  package func announceOutsideChange(
    of fork: Fork, willTell: (Version) -> Void
  ) throws {
    try performAtomically {
      let version = try history.mostRecentVersion(of: fork)
      guard changes.latest(of: fork) != version else { return }
      willTell(version)
      changes.announce(ForkChange(fork: fork, version: version))
    }
  }
}
