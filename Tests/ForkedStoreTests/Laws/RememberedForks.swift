import Forked
import ForkedStore

/// The forks of a repository, with the versions that each has had.
final class RememberedForks {
  /// The states that forks must not have.
  struct Violation: Error, CustomStringConvertible {
    var description: String
  }

  let store: DocumentStore
  private var versions: [String: [String]] = [:]

  init(of store: DocumentStore) { self.store = store }

  func read(_ document: String, on fork: String) throws -> [UInt8] {
    try store.getDocument(document, fork: fork).bytes
  }

  func write(_ bytes: [UInt8], to document: String, on fork: String) throws {
    _ = try store.updateDocument(document, with: .bytes(bytes, from: "test"), fork: fork)
    try remember(fork)
  }

  func merge(_ source: String, into fork: String) throws {
    let report = try store.merge(MergeRequest(from: [source], into: fork))
    guard report.conflicts.isEmpty else {
      throw Violation(description: "conflicts: \(report.conflicts)")
    }
    try remember(fork)
  }

  /// Remembers where a fork stands now.
  func remember(_ fork: String) throws {
    let tip = try store.tip(of: Fork(validating: fork)).hex
    if versions[fork]?.last != tip { versions[fork, default: []].append(tip) }
  }

  /// The version of a fork so many versions ago, or its first.
  func version(of fork: String, ago age: Int) -> String? {
    let known = versions[fork] ?? []
    return known.dropLast(age).last ?? known.first
  }
}
