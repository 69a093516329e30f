import Forked
import ForkedGit
import ForkedStore
import Foundation
import Testing

@Suite("A value that is kept equal to a remote's", .timeLimit(.minutes(60)))
struct GitExchangeTests {
  private let hub: Hub
  private let clock = ManualClock()
  private let pace = ExchangePace(interval: .seconds(5), rest: .milliseconds(300))

  init() throws { hub = try Hub() }

  private func begin(
    _ note: ForkedResource<GitRepository<Tally>>, _ request: ExchangeRequest = .init()
  ) throws -> GitExchange<Tally> {
    try GitExchange(note, request, pace: pace, clock: clock)
  }

  @Test("changes are pushed together after a pause; the stream delivers nothing twice")
  func debounced() async throws {
    let note = try hub.clone("phone")
    let exchange = try begin(note)
    try await clock.isAwaited(for: .seconds(5))
    for count in 1...3 { try note.update(.main, with: Tally(count: count)) }
    try await clock.isAwaited(for: .milliseconds(300))
    #expect(try hub.count() == nil)
    let later = exchange.states.dropFirst()
    while try hub.count() == nil {
      clock.move(by: .milliseconds(300))
      try await Task.sleep(for: .milliseconds(5))
    }
    let report = try await later.firstReport()
    #expect(report.forks.map(\.isPushed) == [true])
    #expect(try hub.count() == 3)
    // Changes by the exchange itself do not start another one.
    try await clock.isAwaited(for: .seconds(5))
    await exchange.end()
  }

  @Test("changes of others arrive, and the change stream delivers each once")
  func arrival() async throws {
    let (note, other) = (try hub.clone("phone"), try hub.clone("laptop"))
    let changes = note.changeStream
    let exchange = try begin(note)
    try await clock.isAwaited(for: .seconds(5))
    try other.update(.main, with: Tally(count: 7))
    try await hub.exchange(other)
    clock.move(by: .seconds(5))
    var heard = changes.makeAsyncIterator()
    let change = try #require(await heard.next())
    #expect(change.fork == .main && change.mergingFork == nil)
    #expect(change.version == (try note.mostRecentVersionOfMain()))
    #expect(try note.value(in: .main) == Tally(count: 7))
    try await clock.isAwaited(for: .seconds(5))
    try note.update(.main, with: Tally(count: 8))
    let own = try #require(await heard.next())
    #expect(own.version > change.version)
    await exchange.end()
  }

  @Test("both sides count: the same commit everywhere, and no count lost")
  func bothSides() async throws {
    let notes = [try hub.clone("phone"), try hub.clone("laptop")]
    try notes[0].update(.main, with: Tally(count: 10))
    for note in notes { try await hub.exchange(note) }
    let exchanges = try notes.map { try begin($0) }
    for exchange in exchanges { try await exchange.exchange() }
    try notes[0].update(.main, with: Tally(count: 13))
    let phone = Fork(name: "phone")
    try notes[1].create(phone)
    try notes[1].update(phone, with: Tally(count: 15))
    try notes[1].mergeIntoMain(from: phone)
    for exchange in exchanges + exchanges { try await exchange.exchange() }
    for note in notes { #expect(try note.value(in: .main) == Tally(count: 18)) }
    #expect(try notes[0].mostRecentVersionOfMain() == notes[1].mostRecentVersionOfMain())
    #expect(try notes[0].has(phone) == false)
    for exchange in exchanges { await exchange.end() }
  }

  @Test("an unreachable remote: ever longer waits, changes wait here, and all arrive in the end")
  func outage() async throws {
    let note = try hub.clone("phone")
    try hub.leave()
    let exchange = try begin(note)
    var states = exchange.states.makeAsyncIterator()
    for seconds in [5, 10, 20, 40, 60, 60] {
      #expect(try await states.nextWait() == .seconds(seconds))
      try await clock.isAwaited(for: .seconds(seconds))
      try note.update(.main, with: Tally(count: seconds))
      clock.move(by: .seconds(seconds))
    }
    try hub.comeBack()
    while exchange.state.report == nil {
      // The try before may still be under way.
      do { try await exchange.exchange() } catch let error as StoreError
        where error.kind == .notFound
      {}
    }
    #expect(try hub.count() == 60)
    await exchange.end()
  }

  @Test("the end: nothing goes on, states finish, and a waiting caller gets an error")
  func end() async throws {
    let note = try hub.clone("phone")
    var exchange = try Optional(begin(note))
    let states = try #require(exchange?.states)
    try await clock.isAwaited(for: .seconds(5))
    await exchange?.end()
    let error = await #expect(throws: StoreError.self) { try await exchange?.exchange() }
    #expect(error?.kind == .interrupted)
    for await _ in states {}
    exchange = try begin(note)
    let others = try #require(exchange?.states)
    exchange = nil
    for await _ in others {}
  }

  @Test("no such remote is an error at once")
  func noRemote() throws {
    let note = try hub.clone("phone")
    let error = #expect(throws: StoreError.self) {
      try begin(note, ExchangeRequest(remote: "nowhere"))
    }
    #expect(error?.kind == .notFound)
  }

  @Test("a conflict leaves its fork unmerged, and the others go on")
  func apart() async throws {
    let notes = try ["phone", "laptop"].map { try hub.clone($0, merging: .documents) }
    let ui = Fork(name: "ui")
    try notes[0].update(.main, with: Tally(count: 1))
    try notes[0].create(ui)
    try await hub.exchange(notes[0], ExchangeRequest(all: true))
    try await hub.exchange(notes[1], ExchangeRequest(all: true))
    try notes[0].update(.main, with: Tally(count: 2))
    try notes[1].update(.main, with: Tally(count: 3))
    try notes[1].update(ui, with: Tally(count: 9))
    try await hub.exchange(notes[0])
    let exchange = try begin(notes[1])
    let report = try await exchange.exchange()
    #expect(report.forks.map(\.fork) == [.main, ui])
    #expect(report.forks[0].conflicts.map(\.pointer.description) == ["/count"])
    #expect(try hub.count(of: ui) == 9)
    guard case .apart = exchange.state else {
      Issue.record("\(exchange.state)")
      return
    }
    #expect(try notes[1].value(in: .main) == Tally(count: 3))
    await exchange.end()
  }
}

extension AsyncSequence where Element == ExchangeState, Failure == Never {
  fileprivate func firstReport() async throws -> ExchangeReport {
    for await state in self {
      if let report = state.report { return report }
    }
    throw StoreError(.interrupted, "the exchange ended")
  }
}

extension AsyncStream<ExchangeState>.Iterator {
  fileprivate mutating func nextWait() async throws -> Duration {
    while let state = await next() {
      if case .waiting(let failure, let wait) = state {
        #expect(failure.kind == .notFound)
        return wait
      }
    }
    throw StoreError(.interrupted, "the exchange ended")
  }
}
