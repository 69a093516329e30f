import Forked
import Foundation
import Testing

/// Every public name that is promised, with its signature: what is written here must compile.
@Suite("the names of Forked")
struct PublicNamesTests {
  private typealias Resource = ForkedResource<AtomicRepository<Int>>

  @Test("forks, versions, commits and changes")
  func values() throws {
    let fork: Fork = Fork(name: "ui")
    #expect(Fork.main.isProtected && !fork.isProtected)
    let first: Version = .initialVersion
    let next: Version = first.next()
    let (count, timestamp): (UInt64, Date) = (next.count, next.timestamp)
    #expect(count == 1 && timestamp > first.timestamp && first < next)
    let commit: Commit<Int> = Commit(content: .resource(1), version: next)
    let content: CommitContent<Int> = commit.content
    #expect(content.resource == 1 && CommitContent<Int>.none.resource == nil)
    let actions: [MergeAction] = [.none, .fastForward, .resolveConflict]
    #expect(Set(actions).count == 3)
    let change = ForkChange(fork: fork, version: next, mergingFork: .main)
    let (changed, version, merging): (Fork, Version, Fork?) = (
      change.fork, change.version, change.mergingFork
    )
    #expect(changed == fork && version == next && merging == .main)
  }

  @Test("values that merge, and repositories")
  func protocols() throws {
    struct Count: Mergeable {
      var value = 0
      func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self { self }
    }
    #expect(try Count().salvaging(from: Count(value: 1)) == Count())
    let none: Count? = nil
    #expect(try none.merged(withSubordinate: Count(), commonAncestor: nil) == Count())
    let repository = AtomicRepository<Int>()
    let (fork, version): (Fork, Version) = (.main, .initialVersion)
    try repository.create(fork, withInitialCommit: Commit(content: .none, version: version))
    try repository.store(Commit(content: .resource(1), version: version.next()), in: fork)
    let versions: Set<Version> = try repository.versions(storedIn: fork)
    let content: CommitContent<Int> = try repository.content(of: fork, at: version.next())
    let forks: [Fork] = repository.forks
    #expect(versions.count == 2 && content.resource == 1 && forks == [fork])
    try repository.removeCommit(at: version, from: fork)
    try repository.delete(fork)
    func keep(_ repository: any Persistent) throws {
      try repository.persist()
      try repository.load()
    }
    func managed(_ file: URL) throws { try keep(AtomicRepository<Int>(managedFileURL: file)) }
    func isRepository<Kind: Repository>(_: Kind.Type) -> Kind.Resource.Type { Kind.Resource.self }
    #expect(isRepository(FileRepository.self) == Data.self)
  }

  @Test("resources")
  func resources() throws {
    let resource: Resource = QuickFork<Int>(initialValue: 1, forkNames: ["ui"])
    let _: ForkedResource = try ForkedResource(repository: AtomicRepository<Int>())
    let ui = Fork(name: "ui")
    let forks: [Fork] = resource.forks
    #expect(resource.has(ui) && forks.contains(ui))
    try resource.create(Fork(name: "other"))
    try resource.delete(Fork(name: "other"))
    let updated: Version = try resource.update(ui, with: 2)
    #expect(try resource.mostRecentVersion(of: ui) == updated)
    #expect(try resource.mostRecentVersionOfMain() == resource.mostRecentVersion(of: .main))
    #expect(try resource.mostRecentCommit(of: ui).version == updated)
    #expect(try resource.commonAncestor(of: ui).content.resource == 1)
    #expect(try resource.value(in: ui) == 2 && resource.resource(of: ui) == 2)
    #expect(try resource.content(of: ui).resource == 2)
    #expect(try resource.hasUnmergedCommitsForMain(in: ui))
    #expect(try !resource.hasUnmergedCommitsInMain(for: ui))
    #expect(try resource.mainVersion(differsFromVersionIn: ui))
    let into: MergeAction = try resource.mergeIntoMain(from: ui)
    let from: MergeAction = try resource.mergeFromMain(into: ui)
    #expect(into == .fastForward && from == .none)
    #expect(try resource.mainVersion(isSameAsVersionIn: ui))
    try resource.syncMain(with: [ui])
    try resource.mergeAllForks(into: ui)
    try resource.syncAllForks()
    try resource.performAtomically { _ = try resource.restart(ui, with: 3) }
    try resource.removeContent(from: ui)
    try resource.removeAllContent()
    let _: ChangeStream = resource.changeStream
  }
}
