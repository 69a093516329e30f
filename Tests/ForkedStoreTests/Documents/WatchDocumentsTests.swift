import Forked
import ForkedGit
import ForkedJSON
import Testing

@testable import ForkedStore

@Suite("the changes of documents that a watch is asked for")
struct WatchDocumentsTests {
  private static let flag = #"{"enabled":false,"owner":"ada","rules":[{"t":1},{"t":2}]}"#

  /// Makes an update, and returns what a watch prints of it.
  private func seen(
    _ places: [String] = [], _ pointers: [String] = [], where conditions: [String] = [],
    from old: String? = flag, to new: String?
  ) throws -> [String] {
    let test = try TestStore()
    try test.update("other.json", #"{"enabled":1}"#)
    if let old { try test.update("flags/a.json", old) }
    let before = try test.store.snapshot(at: nil, elseOf: nil).commit
    if let new {
      try test.update("flags/a.json", new)
    } else {
      _ = try test.store.removeDocuments([PropertyArgument(document: "flags/a.json")])
    }
    let after = try test.store.snapshot(at: nil, elseOf: nil).commit
    let update = WatchedUpdate(
      fork: .main, from: before,
      version: try after.map {
        LoggedVersion(commit: try test.store.repository.commit($0), forks: [])
      })
    let request = WatchDocumentsRequest(
      try places.map { try PropertyArgument($0) },
      at: try pointers.map { try JSONPointer(parsing: $0) },
      where: try conditions.map { try Condition(parsing: $0) })
    return try test.store.changes(in: update, of: request).flatMap(\.lines).map {
      String(decoding: $0.bytes, as: UTF8.self)
        .replacing(#""document":"flags/a.json","#, with: "")
    }
  }

  @Test("a property, with both values; a missing one is not null")
  func values() throws {
    let changed = Self.flag.replacing("false", with: "null")
    let missing = Self.flag.replacing(#""enabled":false,"#, with: "")
    for places in [[], ["flags/**"], ["flags"], ["flags/a.json"]] {
      #expect(
        try seen(places, ["/enabled"], to: changed) == [
          #"{"op":"replace","pointer":"/enabled","old":false,"new":null}"#
        ])
    }
    #expect(
      try seen(["flags/a.json#/enabled"], from: changed, to: missing) == [
        #"{"op":"remove","pointer":"/enabled","old":null}"#
      ])
    #expect(
      try seen(["flags"], ["/enabled"], from: nil, to: Self.flag) == [
        #"{"op":"add","pointer":"/enabled","new":false}"#
      ])
    #expect(
      try seen(["flags"], ["/enabled"], to: nil) == [
        #"{"op":"remove","pointer":"/enabled","old":false}"#
      ])
  }

  @Test("what is not asked for is not printed")
  func others() throws {
    let changed = Self.flag.replacing("ada", with: "bob")
    #expect(try seen(["flags"], ["/enabled"], to: changed) == [])
    #expect(try seen(["other.json"], to: changed) == [])
    #expect(try seen(["flag"], to: changed) == [])
    #expect(try seen(["flags/a.json#/own"], to: changed) == [])
    #expect(try seen(["flags", "other.json"], to: changed).count == 1)
  }

  @Test("* is any member or element, and each value is printed once")
  func wildcards() throws {
    let changed = Self.flag.replacing("2", with: "3").replacing("1", with: "7")
    let rules = [
      #"{"op":"replace","pointer":"/rules/0/t","old":1,"new":7}"#,
      #"{"op":"replace","pointer":"/rules/1/t","old":2,"new":3}"#,
    ]
    #expect(try seen([], ["/rules/*/t"], to: changed) == rules)
    #expect(try seen([], ["/rules/*/t", "/*/1/t"], to: changed) == rules)
    #expect(try seen([], ["/rules/*/u"], to: changed) == [])
    let other = Self.flag.replacing("\"t\":1", with: "\"t\":1,\"u\":2")
    #expect(try seen([], ["/rules/*/t"], to: other) == [])
    let whole = try seen([], ["/rules/*/t", "/rules/0/*"], to: #"{"rules":5}"#)
    #expect(
      whole == [
        #"{"op":"remove","pointer":"/rules/0/t","old":1}"#,
        #"{"op":"remove","pointer":"/rules/1/t","old":2}"#,
      ])
  }

  @Test("a condition holds before or after the change")
  func conditions() throws {
    let bob = Self.flag.replacing("ada", with: "bob")
    for owner in ["ada", "bob"] {
      #expect(try seen(where: ["/owner=\"\(owner)\""], to: bob).count == 1)
    }
    #expect(try seen(where: ["/owner=\"cy\""], to: bob) == [])
    #expect(try seen(["flags"], ["/enabled"], where: ["/owner"], to: bob) == [])
    #expect(try seen(where: ["/owner>3"], to: bob) == [])
  }

  @Test("a comparison of whole documents takes * in pointers, too")
  func difference() throws {
    let test = try TestStore()
    try test.update("a.json", #"{"p":[{"t":1,"u":1}]}"#)
    try test.update("a.json", #"{"p":[{"t":2,"u":2}]}"#)
    let report = try test.store.diff(["main~1", "main", "a.json#/p/*/t"])
    #expect(report.files.flatMap(\.changes).map(\.pointer.description) == ["/p/0/t"])
    #expect(report.isOfProperties)
  }
}
