import Forked
import ForkedDocument
import Testing

@testable import ForkedStore

/// Merges of peers are made in the order of commit ids; their reports are told from the side that asked.
@Suite("canonical merges, reported from the side that merges")
struct CanonicalMergeTests {
  /// Two forks; which commit id is the lesser one depends on the value.
  private func forks(_ value: Int, main: String?, ui: String) throws -> TestStore {
    let test = try TestStore()
    try test.update("a.json", #"{"a": 1, "b": [1, 2, 3, 4]}"#)
    _ = try test.store.createFork("ui")
    if let main {
      try test.update("a.json", main)
    } else {
      _ = try test.store.removeDocuments([PropertyArgument(document: "a.json")])
    }
    let content = DocumentContent.bytes(Array(ui.utf8), from: "test")
    _ = try test.store.updateDocument("a.json", with: content, fork: "ui", message: "\(value)")
    return test
  }

  @Test("a conflict names the side that deleted, whichever commit comes first")
  func deletion() throws {
    var orders: Set<Bool> = []
    for value in 0..<200 where value < 12 || orders.count < 2 {
      let test = try forks(value, main: nil, ui: #"{"a": 2, "b": [1, 2, 3, 4]}"#)
      orders.insert(try test.store.tip(of: .main) < test.store.tip(of: Fork(name: "ui")))
      let report = try test.store.sync(["ui"], policy: .manual)
      let conflict = try #require(report.forks.flatMap(\.conflicts).first)
      #expect(conflict.note == "ours deleted what theirs changed")
      #expect(conflict.ours == nil && conflict.theirs != nil)
    }
    #expect(orders == [true, false], "one order only: the test shows nothing")
  }

  @Test("ours is the side that merges, whichever commit comes first")
  func preference() throws {
    var orders: Set<Bool> = []
    for value in 0..<200 where value < 12 || orders.count < 2 {
      let test = try forks(value, main: #"{"a": 2}"#, ui: #"{"a": 3}"#)
      orders.insert(try test.store.tip(of: .main) < test.store.tip(of: Fork(name: "ui")))
      let report = try test.store.sync(["ui"], policy: .prefer(.ours))
      let decision = try #require(report.forks.flatMap(\.resolved).first)
      #expect(decision.deciderName == "prefer")
      #expect(decision.kept?.side == .ours && decision.kept?.value?.description == "2")
      #expect(decision.dropped?.side == .theirs && decision.dropped?.value?.description == "3")
    }
    #expect(orders == [true, false], "one order only: the test shows nothing")
  }
}
