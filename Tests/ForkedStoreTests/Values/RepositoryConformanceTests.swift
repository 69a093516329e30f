import Forked
import Foundation
import Testing

private let a = Fork(name: "a")
private let odd = Fork(name: "Ünder/way-%2F.x")

/// Git knows a version by its time alone, in nanoseconds.
private func version(_ seconds: UInt64) -> Version {
  Version(
    count: seconds * 1_000_000_000, timestamp: Date(timeIntervalSince1970: Double(seconds)))
}

/// The rules of every repository, whatever it stores in.
private struct Conformance: RepositoryTest {
  func run<R: SharedRepository>(
    _ repository: R, reopened: () throws -> R, as resource: @escaping (Tally) throws -> R.Resource,
    kind: RepositoryKind
  ) throws {
    let one = Commit(content: .resource(try resource(Tally(count: 1))), version: version(1))
    let two = Commit(content: .resource(try resource(Tally(count: 2))), version: version(2))
    let none = Commit<R.Resource>(content: .none, version: version(3))

    try repository.create(.main, withInitialCommit: one)
    for fork in [a, odd] { try repository.create(fork, withInitialCommit: one) }
    #expect(throws: ForkedError.forkExists(a)) {
      try repository.create(a, withInitialCommit: two)
    }
    #expect(try Set(repository.listForks()) == [.main, a, odd])

    for commit in [two, none] { try repository.store(commit, in: a) }
    #expect(throws: ForkedError.versionExists(version(2), a)) { try repository.store(two, in: a) }
    for repository in [repository, try reopened()] {
      #expect(try Set(repository.listForks()) == [.main, a, odd])
      #expect(try repository.versions(storedIn: a) == [version(1), version(2), version(3)])
      #expect(try repository.versions(storedIn: odd) == [version(1)])
      for commit in [one, two, none] {
        #expect(try repository.content(of: a, at: commit.version) == commit.content)
      }
      let stored = try repository.versions(storedIn: a).sorted()
      #expect(stored.map(\.timestamp) == (1...3).map { version($0).timestamp })
    }
    try refuseMissingForksAndVersions(repository, one)
    try forget(try reopened(), kind)
  }

  private func refuseMissingForksAndVersions<R: SharedRepository>(
    _ repository: R, _ commit: Commit<R.Resource>
  ) throws {
    let missing = Fork(name: "missing")
    let error = ForkedError.noSuchFork(missing)
    #expect(throws: error) { try repository.versions(storedIn: missing) }
    #expect(throws: error) { try repository.content(of: missing, at: version(1)) }
    #expect(throws: error) { try repository.store(commit, in: missing) }
    #expect(throws: error) { try repository.removeCommit(at: version(1), from: missing) }
    #expect(throws: error) { try repository.delete(missing) }
    let noVersion = ForkedError.noSuchVersion(version(9), a)
    #expect(throws: noVersion) { try repository.content(of: a, at: version(9)) }
    #expect(throws: noVersion) { try repository.removeCommit(at: version(9), from: a) }
  }

  private func forget<R: SharedRepository>(_ repository: R, _ kind: RepositoryKind) throws {
    try repository.removeCommit(at: version(1), from: a)
    let left = try repository.versions(storedIn: a)
    #expect(
      left == (kind.forgets ? [version(2), version(3)] : [version(1), version(2), version(3)]))
    #expect(try repository.versions(storedIn: .main) == [version(1)])
    try repository.delete(odd)
    #expect(try Set(repository.listForks()) == [.main, a])
    #expect(throws: ForkedError.noSuchFork(odd)) { try repository.versions(storedIn: odd) }
  }
}

@Suite("Every kind of repository")
struct RepositoryConformanceTests {
  @Test("keeps the commits of forks", arguments: RepositoryKind.allCases)
  func conformance(kind: RepositoryKind) throws {
    try kind.run(Conformance())
  }

  @Test(
    "carries a resource through random operations like a model of the whole history",
    arguments: RepositoryKind.allCases)
  func randomOperations(kind: RepositoryKind) throws {
    let (seeds, steps) =
      switch kind {
      case .atomic: (UInt64(1)...60, 150)
      case .atomicFile, .file: (1...5, 80)
      case .git, .gitWithWorkTree: (1...1, 60)
      }
    for seed in seeds { try kind.run(RandomOperations(seed: seed, steps: steps)) }
  }
}
