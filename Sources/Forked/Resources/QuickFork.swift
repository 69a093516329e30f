#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A forked value in memory.
public typealias QuickFork<Value: Equatable> = ForkedResource<AtomicRepository<Value>>

extension ForkedResource {
  /// Creates a value in memory that main and all forks hold at the start.
  ///
  /// - Parameters:
  ///   - initialValue: The value; nil if the forks have none yet.
  ///   - forks: The forks besides main; a fork that occurs twice counts once.
  public convenience init<Value>(initialValue: Value? = nil, forks: [Fork] = [])
  where RepositoryType == AtomicRepository<Value> {
    let version = initialValue == nil ? .initialVersion : Version.initialVersion.next()
    let main = [version: CommitContent(initialValue)]
    let equal = initialValue == nil ? main : [:]
    var stored = Dictionary(forks.map { ($0, equal) }) { first, _ in first }
    stored[.main] = main
    let repository = AtomicRepository(stored)
    self.init(repository, HubAndSpoke(repository, inStepAt: version), { .now })
  }

  /// Creates a value in memory that main and all forks hold at the start.
  ///
  /// - Parameters:
  ///   - initialValue: The value; nil if the forks have none yet.
  ///   - forkNames: The names of the forks besides main; a name that occurs twice counts once.
  public convenience init<Value>(initialValue: Value? = nil, forkNames: [String])
  where RepositoryType == AtomicRepository<Value> {
    self.init(initialValue: initialValue, forks: forkNames.map { Fork(name: $0) })
  }
}
