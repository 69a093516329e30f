import Synchronization

/// That a fork came to another version.
public struct ForkChange: Hashable, Sendable {
  /// The fork.
  public let fork: Fork
  /// The version that it came to.
  public let version: Version
  /// The fork that was merged into it; nil where it was changed by itself.
  public let mergingFork: Fork?

  /// - Parameters:
  ///   - fork: The fork.
  ///   - version: The version that it came to.
  ///   - mergingFork: The fork that was merged into it; nil where it was changed by itself.
  public init(fork: Fork, version: Version, mergingFork: Fork? = nil) {
    self.fork = fork
    self.version = version
    self.mergingFork = mergingFork
  }
}

/// The changes of a resource from now on: each once, in the order in which they were made.
///
/// It ends with the resource, and costs nothing after its consumer ended. What is not read yet is
/// kept.
public typealias ChangeStream = AsyncStream<ForkChange>

/// Tells everyone who listens.
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

  /// Callers exclude each other, so that all hear the same order.
  func announce(_ change: ForkChange) {
    let continuations = listeners.withLock {
      $0.latest[change.fork] = change.version
      return $0.continuations.values.map { $0 }
    }
    for continuation in continuations { continuation.yield(change) }
  }

  /// The version that a fork came to when it was last told of.
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
  /// Changes that another process makes in a repository that lets others in are not among them.
  public var changeStream: ChangeStream { performAtomically { changes.stream() } }

  /// Tells the listeners that a fork was moved past this resource, unless they heard of what it holds now.
  ///
  /// - Parameters:
  ///   - fork: The fork.
  ///   - willTell: Takes the version that the fork stands at, before anybody hears of it.
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
