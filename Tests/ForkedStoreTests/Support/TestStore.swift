import Forked
import ForkedGit
import ForkedTestSupport
import Synchronization

@testable import ForkedStore

/// A repository in a directory of its own, with a clock that stands still until it is moved.
final class TestStore {
  private let place: TemporaryDirectory
  var directory: String { place.path }
  let store: DocumentStore
  let clock: TestClock
  private let random: @Sendable () -> UInt64

  init(
    bare: Bool = false, interrupted: Bool = false, random: @escaping @Sendable () -> UInt64 = { 0 }
  ) throws {
    self.random = random
    place = try TemporaryDirectory()
    clock = TestClock()
    let environment = Self.environment(in: place.path, clock, random)
    _ = try DocumentStore.initialize(bare: bare, in: environment)
    store = try Self.open(place.path, clock, random, interrupted: interrupted)
  }

  /// The same repository, opened once more, as another process would.
  func reopened(in subdirectory: String = "") throws -> DocumentStore {
    try Self.open(directory + subdirectory, clock, random, interrupted: false)
  }

  /// The same repository, opened by a process that does something each time before it changes anything.
  func reopened(beforeChanging body: @escaping @Sendable () -> Void) throws -> DocumentStore {
    var environment = Self.environment(in: directory, clock, random)
    environment.isInterrupted = {
      body()
      return false
    }
    return try DocumentStore.discover(in: environment)
  }

  /// Writes a document to the current fork.
  @discardableResult
  func update(_ document: String, _ text: String) throws -> UpdateReport {
    try store.write(document, text)
  }

  /// Moves the clock and writes documents to a fork; nil for one that is removed.
  func change(_ fork: String, _ documents: [String: String?]) throws {
    clock.move(by: 1_000_000_000)
    for (path, text) in documents.sorted(by: { $0.key < $1.key }) {
      if let text {
        try store.write(path, text, on: fork)
      } else {
        _ = try store.removeDocuments([PropertyArgument(document: path)], fork: fork)
      }
    }
  }

  private static func open(
    _ directory: String, _ clock: TestClock, _ random: @escaping @Sendable () -> UInt64,
    interrupted: Bool
  ) throws -> DocumentStore {
    try DocumentStore.discover(
      in: environment(in: directory, clock, random, interrupted: interrupted))
  }

  private static func environment(
    in directory: String, _ clock: TestClock, _ random: @escaping @Sendable () -> UInt64,
    interrupted: Bool = false
  ) -> ForkedStore.Environment {
    ForkedStore.Environment(
      variables: GitSettings.environment(home: directory),
      workingDirectory: directory, user: "ada", host: "example.org", clock: { clock.now },
      random: random, sleep: { _ in }, isInterrupted: { interrupted })
  }
}

/// A clock that stands still until it is moved.
final class TestClock: Sendable {
  private let nanoseconds = Atomic<Int64>(1_700_000_000_000_000_123)

  var now: Int64 { nanoseconds.load(ordering: .relaxed) }

  func move(by difference: Int64) { nanoseconds.add(difference, ordering: .relaxed) }
}

extension DocumentStore {
  /// Writes a document to a fork, or the current one.
  @discardableResult
  func write(
    _ document: String, _ text: String, on fork: String? = nil
  ) throws -> UpdateReport {
    try updateDocument(document, with: .bytes(Array(text.utf8), from: "test"), fork: fork)
  }

  /// The contents of a document.
  func text(of document: String, on fork: String? = nil) throws -> String {
    let report = try getDocument(document, fork: fork)
    return String(decoding: report.bytes, as: UTF8.self)
  }

  /// Updates a fork from one commit to another.
  func update(_ fork: Fork, from old: ObjectID, to new: ObjectID) throws {
    _ = try transaction("test") { try $0.update(fork, reason: "test", from: old, to: new) }
  }
}

extension DocumentStore {
  /// The documents that a query asks for.
  func listedDocuments(_ query: DocumentQuery) throws -> [ListedDocument] {
    var documents: [ListedDocument] = []
    try listDocuments(query) {
      documents.append($0)
      return true
    }
    return documents
  }
}
