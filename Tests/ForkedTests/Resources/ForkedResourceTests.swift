import Forked
import Testing

@Suite("Forked resources")
struct ForkedResourceTests {
  let resource = QuickFork<AccumulatingInt>(
    initialValue: AccumulatingInt(value: 10), forkNames: ["a", "b", "a", "main"])
  let a = Fork(name: "a")
  let b = Fork(name: "b")

  @Test("all forks of a quick fork are in step at the start, each once")
  func start() throws {
    #expect(resource.forks.sorted() == [a, b, .main])
    for fork in resource.forks {
      #expect(try resource.value(in: fork)?.value == 10)
      #expect(try resource.mainVersion(isSameAsVersionIn: fork))
      #expect(try resource.commonAncestor(of: fork) == resource.mostRecentCommit(of: .main))
    }
  }

  @Test("forks are made from main, and deleted, but main is not")
  func forks() throws {
    let c = Fork(name: "c")
    try resource.update(.main, with: AccumulatingInt(value: 11))
    try resource.create(c)
    #expect(resource.has(c))
    #expect(try resource.value(in: c)?.value == 11)
    #expect(throws: ForkedError.forkExists(c)) { try resource.create(c) }
    try resource.delete(c)
    #expect(!resource.has(c))
    #expect(throws: ForkedError.noSuchFork(c)) { try resource.delete(c) }
    #expect(throws: ForkedError.noSuchFork(c)) { try resource.value(in: c) }
    #expect(throws: ForkedError.noSuchFork(c)) { try resource.update(c, with: AccumulatingInt()) }
    #expect(throws: ForkedError.noSuchFork(c)) { try resource.mergeFromMain(into: c) }
    #expect(throws: ForkedError.forkIsProtected(.main)) { try resource.delete(.main) }
    #expect(Fork.main.isProtected && !c.isProtected)
  }

  @Test("a resource in a new repository has main, without a value")
  func empty() throws {
    let resource = try ForkedResource(repository: AtomicRepository<Int>())
    #expect(resource.forks == [.main])
    #expect(try resource.content(of: .main) == .none)
    #expect(try resource.mostRecentVersionOfMain() == .initialVersion)
    try resource.create(a)
    try resource.update(a, with: 1)
    #expect(try resource.mergeIntoMain(from: a) == .fastForward)
    #expect(try resource.resource(of: .main) == 1)
  }

  @Test("a fork and main without a value store one version each, which a merge leaves")
  func withoutValue() throws {
    let repositories = [
      AtomicRepository<Int>(), QuickFork<Int>(forkNames: ["a"]).repository,
    ]
    for repository in repositories {
      let resource = try ForkedResource(repository: repository)
      if !resource.has(a) { try resource.create(a) }
      func stored() throws -> [Set<Version>] {
        try [a, .main].map { try repository.versions(storedIn: $0) }
      }
      #expect(try stored().map(\.count) == [1, 1])
      #expect(try resource.mergeIntoMain(from: a) == .none)
      #expect(try resource.mergeFromMain(into: a) == .none)
      #expect(try stored() == [[.initialVersion], [.initialVersion]])
      #expect(try resource.mainVersion(isSameAsVersionIn: a))
      try resource.update(a, with: 1)
      try resource.update(.main, with: 2)
      #expect(try resource.commonAncestor(of: a).content == .none)
      #expect(try resource.mergeIntoMain(from: a) == .resolveConflict)
      #expect(try resource.mergeFromMain(into: a) == .fastForward)
      #expect(try stored().map(\.count) == [0, 1])
    }
  }

  @Test("an update with no content removes the value")
  func updateWithNone() throws {
    let version = try resource.update(a, with: .none)
    #expect(try resource.mostRecentCommit(of: a) == Commit(content: .none, version: version))
    try resource.update(a, with: .resource(AccumulatingInt(value: 3)))
    #expect(try resource.value(in: a)?.value == 3)
    let optional = QuickFork<Int?>(initialValue: 1)
    try optional.update(.main, with: .none)
    #expect(try optional.value(in: .main) == .some(nil))
  }

  @Test("versions count up, whatever fork they are made on")
  func versions() throws {
    let versions = [
      try resource.mostRecentVersionOfMain(), try resource.update(a, with: AccumulatingInt()),
      try resource.update(.main, with: AccumulatingInt()),
      try resource.update(b, with: AccumulatingInt()), try resource.removeContent(from: a),
    ]
    #expect(versions == versions.sorted() && Set(versions).count == 5)
    #expect(try resource.mostRecentVersion(of: a) == versions.last)
    #expect(try resource.mostRecentCommit(of: a).content == .none)
  }

  @Test("a merge returns its result, and does not change the other fork")
  func actions() throws {
    #expect(try resource.mergeIntoMain(from: a) == .none)
    #expect(try resource.mergeFromMain(into: a) == .none)
    try resource.update(a, with: AccumulatingInt(value: 11))
    #expect(try resource.hasUnmergedCommitsForMain(in: a))
    #expect(try resource.mergeIntoMain(from: a) == .fastForward)
    try resource.update(a, with: AccumulatingInt(value: 12))
    try resource.update(.main, with: AccumulatingInt(value: 13))
    #expect(try resource.mergeIntoMain(from: a) == .resolveConflict)
    #expect(try resource.value(in: .main)?.value == 14)
    #expect(try resource.value(in: a)?.value == 12)
    #expect(try !resource.hasUnmergedCommitsForMain(in: a))
    #expect(try resource.hasUnmergedCommitsInMain(for: a))
    #expect(try resource.mainVersion(differsFromVersionIn: a))
    #expect(try resource.mergeFromMain(into: a) == .fastForward)
    #expect(try resource.mainVersion(isSameAsVersionIn: a))
    #expect(try resource.mergeIntoMain(from: .main) == .none)
  }

  @Test("syncing brings all to one version with the changes of all")
  func sync() throws {
    for (fork, value) in [(a, 11), (b, 12), (.main, 13)] {
      try resource.update(fork, with: AccumulatingInt(value: value))
    }
    try resource.syncAllForks()
    for fork in resource.forks {
      #expect(try resource.value(in: fork)?.value == 16)
      #expect(try resource.mainVersion(isSameAsVersionIn: fork))
    }
    try resource.update(a, with: AccumulatingInt(value: 20))
    try resource.syncMain(with: [a])
    #expect(try [a, b].map { try resource.value(in: $0)?.value } == [20, 16])
  }

  @Test("all forks merge into one, and the others stay")
  func mergeAll() throws {
    for (fork, value) in [(a, 11), (b, 12), (.main, 13)] {
      try resource.update(fork, with: AccumulatingInt(value: value))
    }
    try resource.mergeAllForks(into: b)
    #expect(try resource.value(in: b)?.value == 16)
    #expect(try resource.value(in: a)?.value == 11)
  }

  @Test("of a change and a removal, the later one counts")
  func laterRemoval() throws {
    try resource.update(.main, with: AccumulatingInt(value: 11))
    try resource.removeContent(from: a)
    #expect(try resource.mergeIntoMain(from: a) == .resolveConflict)
    #expect(try resource.value(in: .main) == nil)
    try resource.syncAllForks()
    try resource.update(.main, with: AccumulatingInt(value: 1))
    try resource.syncAllForks()
    try resource.removeContent(from: .main)
    try resource.update(b, with: AccumulatingInt(value: 2))
    #expect(try resource.mergeFromMain(into: b) == .resolveConflict)
    #expect(try resource.value(in: b)?.value == 2)
  }

  @Test("removed on one side and changed later on the other, the change wins")
  func removal() throws {
    try resource.removeContent(from: a)
    #expect(try resource.mergeIntoMain(from: a) == .fastForward)
    #expect(try resource.value(in: .main) == nil)
    try resource.syncAllForks()
    try resource.update(b, with: AccumulatingInt(value: 1))
    try resource.syncAllForks()
    try resource.removeContent(from: a)
    try resource.update(.main, with: AccumulatingInt(value: 2))
    #expect(try resource.mergeIntoMain(from: a) == .resolveConflict)
    #expect(try resource.value(in: .main)?.value == 2)
    try resource.removeAllContent()
    for fork in resource.forks { #expect(try resource.content(of: fork) == .none) }
  }

  @Test("a fork that is restarted has no ancestor in common with main", arguments: [true, false])
  func restart(ofMain: Bool) throws {
    let words = QuickFork<Words>(initialValue: ["old"], forks: [a])
    try words.restart(ofMain ? .main : a, with: ["new"])
    #expect(try words.commonAncestor(of: a).content == .none)
    #expect(try words.mergeIntoMain(from: a) != .none)
    #expect(try words.value(in: .main) == ["old", "new"])
    #expect(try words.mergeFromMain(into: a) == .fastForward)
  }

  @Test("an error of merging is thrown, and nothing changed")
  func refusal() throws {
    let stubborn = QuickFork<Stubborn>(initialValue: Stubborn(value: 0), forks: [a])
    try stubborn.update(a, with: Stubborn(value: 1))
    try stubborn.update(.main, with: Stubborn(value: 2))
    #expect(throws: Stubborn.Refusal.self) { try stubborn.mergeIntoMain(from: a) }
    #expect(try stubborn.value(in: .main)?.value == 2)
    #expect(try stubborn.hasUnmergedCommitsForMain(in: a))
  }

  @Test("optional values merge too, though generic code merges them")
  func optionals() throws {
    let resource = QuickFork<AccumulatingInt?>(initialValue: AccumulatingInt(value: 1), forks: [a])
    try resource.update(a, with: nil)
    #expect(try resource.value(in: a) == .some(nil))
    try resource.update(.main, with: AccumulatingInt(value: 4))
    try resource.mergeIntoMain(from: a)
    #expect(try resource.value(in: .main) == AccumulatingInt(value: 4))
    try resource.mergeFromMain(into: a)
    try resource.update(a, with: AccumulatingInt(value: 5))
    try resource.update(.main, with: AccumulatingInt(value: 6))
    try resource.syncAllForks()
    #expect(try resource.value(in: a) == AccumulatingInt(value: 7))
  }

  @Test("a value without a rule: the side that changed it wins, and the later if both did")
  func atomicValues() throws {
    let text = QuickFork<String>(initialValue: "base", forks: [a])
    try text.update(.main, with: "main")
    try text.update(a, with: "a")
    try text.update(a, with: "base")
    try text.mergeIntoMain(from: a)
    #expect(try text.value(in: .main) == "main")
  }
}

struct AccumulatingInt: Mergeable, Codable {
  var value = 0

  func merged(withSubordinate other: Self, commonAncestor: Self) -> Self {
    AccumulatingInt(value: value + other.value - commonAncestor.value)
  }
}

struct Words: Mergeable, ExpressibleByArrayLiteral {
  var words: Set<String>
  init(arrayLiteral words: String...) { self.words = Set(words) }
  func merged(withSubordinate other: Self, commonAncestor: Self) -> Self { self }
  func salvaging(from other: Self) -> Self {
    var both = self
    both.words.formUnion(other.words)
    return both
  }
}

struct Stubborn: Mergeable {
  struct Refusal: Error {}
  var value: Int
  func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self { throw Refusal() }
}
