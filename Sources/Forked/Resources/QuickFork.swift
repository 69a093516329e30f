import FoundationEssentials

/// A forked value in memory.
public typealias QuickFork<Value: Equatable> = ForkedResource<AtomicRepository<Value>>

extension ForkedResource {
  /// Creates a value in memory that main and all forks hold at the start.
  ///
  /// - Parameters:
  ///   - initialValue: The value.
  ///   - forks: The forks besides main; a fork that occurs twice counts once.
  public convenience init<Value>(initialValue: Value, forks: [Fork] = [])
  where RepositoryType == AtomicRepository<Value> {
    let version = Version.initialVersion.next(at: .now)
    var stored = Dictionary(forks.map { ($0, AtomicRepository<Value>.Commits()) }) { first, _ in
      first
    }
    stored[.main] = [version: .resource(initialValue)]
    let repository = AtomicRepository(stored)
    self.init(repository, HubAndSpoke(repository, inStepAt: version), { .now })
  }

  /// Creates a value in memory that main and all forks hold at the start.
  ///
  /// - Parameters:
  ///   - initialValue: The value.
  ///   - forkNames: The names of the forks besides main; a name that occurs twice counts once.
  public convenience init<Value>(initialValue: Value, forkNames: [String])
  where RepositoryType == AtomicRepository<Value> {
    self.init(initialValue: initialValue, forks: forkNames.map { Fork(name: $0) })
  }
}
