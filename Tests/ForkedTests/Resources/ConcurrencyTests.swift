import Synchronization
import Testing

@testable import Forked

@Suite("Resources on many threads, and their listeners")
struct ConcurrencyTests {
  @Test("concurrent updates and merges of many forks lose no change and count none twice")
  func concurrentForks() async throws {
    let forks = (0..<8).map { Fork(name: "fork \($0)") }
    let resource = QuickFork<AccumulatingInt>(initialValue: AccumulatingInt(), forks: forks)
    try await withThrowingTaskGroup { group in
      for fork in forks {
        group.addTask {
          for round in 0..<200 {
            try resource.increment(fork)
            if round % 7 == 0 { try resource.mergeIntoMain(from: fork) }
            if round % 11 == 0 { try resource.mergeFromMain(into: fork) }
          }
        }
      }
      group.addTask {
        for _ in 0..<50 { try resource.syncAllForks() }
      }
      try await group.waitForAll()
    }
    try resource.syncAllForks()
    for fork in resource.forks { #expect(try resource.value(in: fork)?.value == 1600) }
  }

  @Test("forks that come and go on several threads")
  func comingAndGoing() async throws {
    let resource = QuickFork<AccumulatingInt>(initialValue: AccumulatingInt())
    try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          for round in 0..<50 {
            let fork = Fork(name: "\(number).\(round)")
            try resource.create(fork)
            try resource.increment(fork)
            try resource.mergeIntoMain(from: fork)
            try resource.delete(fork)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(resource.forks == [.main])
    #expect(try resource.value(in: .main)?.value == 400)
  }

  @Test("every listener hears each change once, in the order of the versions")
  func order() async throws {
    let forks = (0..<4).map { Fork(name: "fork \($0)") }
    let resource = QuickFork<AccumulatingInt>(initialValue: AccumulatingInt(), forks: forks)
    let streams = (0..<3).map { _ in resource.changeStream }
    let made = Made()
    try await withThrowingTaskGroup { group in
      for fork in forks {
        group.addTask {
          for _ in 0..<100 {
            try resource.performAtomically {
              let version = try resource.increment(fork)
              made.changes.withLock { $0.append(ForkChange(fork: fork, version: version)) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let expected = made.changes.withLock { $0 }
    #expect(expected.count == 400)
    #expect(expected.map(\.version) == expected.map(\.version).sorted())
    for stream in streams {
      var heard: [ForkChange] = []
      for await change in stream {
        heard.append(change)
        if heard.count == expected.count { break }
      }
      #expect(heard == expected)
    }
  }

  @Test("a merge is announced with the fork that was merged; what changes nothing is not announced")
  func merges() async throws {
    let a = Fork(name: "a")
    let resource = QuickFork<AccumulatingInt>(initialValue: AccumulatingInt(), forks: [a])
    var changes = resource.changeStream.makeAsyncIterator()
    try resource.mergeIntoMain(from: a)
    let first = try resource.increment(a)
    try resource.mergeIntoMain(from: a)
    let second = try resource.increment(a)
    let third = try resource.increment(.main)
    try resource.syncAllForks()
    let merged = try resource.mostRecentVersionOfMain()
    let expected = [
      ForkChange(fork: a, version: first),
      ForkChange(fork: .main, version: first, mergingFork: a),
      ForkChange(fork: a, version: second), ForkChange(fork: .main, version: third),
      ForkChange(fork: .main, version: merged, mergingFork: a),
      ForkChange(fork: a, version: merged, mergingFork: .main),
    ]
    for change in expected { #expect(await changes.next() == change) }
  }

  @Test("a stream costs nothing after its consumer ended")
  func endOfConsumer() async throws {
    let resource = QuickFork<AccumulatingInt>(initialValue: AccumulatingInt())
    let stream = resource.changeStream
    let consumer = Task {
      var count = 0
      for await _ in stream { count += 1 }
      return count
    }
    try resource.increment(.main)
    #expect(resource.hasSubscribedChangeStreams)
    consumer.cancel()
    _ = await consumer.value
    #expect(!resource.hasSubscribedChangeStreams)
    do { _ = resource.changeStream }
    #expect(!resource.hasSubscribedChangeStreams)
  }

  @Test("streams end with their resource, and what was not read yet is read first")
  func endOfResource() async throws {
    var resource: QuickFork<AccumulatingInt>? = QuickFork(initialValue: AccumulatingInt())
    let stream = try #require(resource?.changeStream)
    try resource?.increment(.main)
    resource = nil
    var count = 0
    for await _ in stream { count += 1 }
    #expect(count == 1)
  }

  @Test("an atomic closure has the resource to itself, and may call it again")
  func atomically() async throws {
    let resource = QuickFork<Int>(initialValue: 0)
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<100 {
            try resource.performAtomically {
              let value = try resource.value(in: .main) ?? 0
              try resource.performAtomically { _ = try resource.update(.main, with: value + 1) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try resource.value(in: .main) == 800)
  }
}

/// The changes that were made, in the order in which they were made.
private final class Made: Sendable {
  let changes = Mutex<[ForkChange]>([])
}

extension ForkedResource where RepositoryType == AtomicRepository<AccumulatingInt> {
  @discardableResult
  func increment(_ fork: Fork) throws -> Version {
    try performAtomically {
      var value = try value(in: fork) ?? AccumulatingInt()
      value.value += 1
      return try update(fork, with: value)
    }
  }
}
