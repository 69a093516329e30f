import Synchronization

/// A change of a fork to another version.
public struct ForkChange: Hashable, Sendable {
  /// The fork.
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
final class ChangeAnnouncer: Sendable {
  private struct Listeners {
    var continuations: [Int: ChangeStream.Continuation] = [:]
    var next = 0
    var latest: [Fork: Version] = [:]
  }

  private let listeners = Mutex(Listeners())

  var listenerCount: Int { listeners.withLock { $0.continuations.count } }

  func stream() -> ChangeStream {
    let (stream, continuation) = ChangeStream.makeStream()
    let number = listeners.withLock {
      $0.next += 1
      $0.continuations[$0.next] = continuation
      return $0.next
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }

  /// Sends a change to all listeners. Callers must exclude each other, so that all listeners get the same order.
  func announce(_ change: ForkChange) {
    let continuations = listeners.withLock {
      $0.latest[change.fork] = change.version
      return $0.continuations.values.map { $0 }
    }
    for continuation in continuations { continuation.yield(change) }
  }

  /// The version of a fork that was announced last.
  func latest(of fork: Fork) -> Version? { listeners.withLock { $0.latest[fork] } }

  func end() {
    for continuation in listeners.withLock({ $0.continuations.values.map { $0 } }) {
      continuation.finish()
    }
  }

  private func remove(_ number: Int) {
    listeners.withLock { _ = $0.continuations.removeValue(forKey: number) }
  }
}

extension ForkedResource {
  /// A new stream of the changes that are made from now on.
  ///
  /// It does not contain the changes of other processes, which some repositories allow.
  public var changeStream: ChangeStream { performAtomically { changes.stream() } }

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
