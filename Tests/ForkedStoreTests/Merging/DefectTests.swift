import Forked
import ForkedGit
import ForkedJSON
import Testing

@testable import ForkedDocument
@testable import ForkedStore

/// A merger that loses what theirs changed, and what becomes of its documents: never less than git makes of them.
@Suite("a defect that the audit finds")
struct DefectTests {
  private static func losingTheirs<Result>(_ body: () throws -> Result) rethrows -> Result {
    try DocumentMerge.$sabotage.withValue(
      { outcome in
        var outcome = outcome
        if case .value(.object(let like, _)) = outcome.value { outcome.value = .value(.keep(like)) }
        return outcome
      }, operation: body)
  }

  private static func text(_ values: Int...) -> [UInt8] {
    let members = zip(["a", "b", "c", "d", "e"], values).map { "  \"\($0)\": \($1)" }
    return Array("{\n\(members.joined(separator: ",\n"))\n}\n".utf8)
  }

  private static let base = text(1, 1, 1, 1, 1)
  private static let ours = text(2, 1, 1, 1, 1)
  /// A change that lines can merge, and one that they can't.
  private static let theirs = [text(1, 1, 1, 1, 2), text(1, 2, 1, 1, 1)]

  private func expectLines(of theirs: [UInt8], _ report: FileMergeReport) throws {
    let git = try LineMerge().merge(base: Self.base, ours: Self.ours, theirs: theirs)
    #expect(report.bytes == git.text && report.isClean == git.isClean)
    let defect = try #require(report.result.avoidedDefect)
    #expect(["/b", "/e"].contains(defect.pointer.description))
    #expect(
      String(decoding: report.reportValue.bytes, as: UTF8.self).contains(
        #""defect":{"pointer":"\#(defect.pointer)","message""#))
    let failure = StoreError(avoidedByLines: defect)
    #expect(failure.message.contains(defect.message) && failure.hint?.contains("report") == true)
  }

  @Test("a file is merged as git merges it, and the report names the defect", arguments: theirs)
  func file(theirs: [UInt8]) throws {
    let merge = FileMerge(path: "a.json", base: Self.base, ours: Self.ours, theirs: theirs)
    #expect(try merge.run().avoidedDefect == nil)
    try expectLines(of: theirs, Self.losingTheirs { try FileMergeReport(merge) })
  }

  @Test("git's driver merges a file by lines, too", arguments: theirs)
  func driver(theirs: [UInt8]) throws {
    let test = try TestStore()
    let driver = MergeDriver(
      base: Self.base, ours: Self.ours, theirs: theirs, path: "a.json", markerSize: 7,
      environment: test.store.environment)
    try expectLines(of: theirs, Self.losingTheirs { try driver.run() })
  }

  /// Two forks, each with one change.
  private func forks(_ theirs: [UInt8]) throws -> TestStore {
    let test = try TestStore()
    try test.update("a.json", String(decoding: Self.base, as: UTF8.self))
    _ = try test.store.createFork("ui")
    try test.update("a.json", String(decoding: Self.ours, as: UTF8.self))
    _ = try test.store.updateDocument("a.json", with: .bytes(theirs, from: "test"), fork: "ui")
    return test
  }

  @Test("forks merge by lines if the result is a document")
  func cleanLines() throws {
    let test = try forks(Self.theirs[0])
    let report = try Self.losingTheirs { try test.store.merge(MergeRequest(from: ["ui"])) }
    let decision = try #require(report.resolved.first)
    #expect(report.resolved.count == 1 && decision.decider == .lines)
    #expect(decision.pointer.description == "/e")
    #expect(decision.note?.contains("defect of fork") == true)
    let stored = try test.store.getDocument("a.json").bytes
    #expect(stored == Self.text(2, 1, 1, 1, 2))
  }

  @Test("if lines conflict, the document is left to the user, and no fork is updated")
  func conflictingLines() throws {
    let test = try forks(Self.theirs[1])
    let tip = try test.store.tip(of: .main)
    let report = try Self.losingTheirs { try test.store.merge(MergeRequest(from: ["ui"])) }
    let conflict = try #require(report.conflicts.first)
    #expect(report.conflicts.count == 1 && conflict.pointer.description == "")
    #expect(conflict.detail?.description.contains("the audit of the merge failed") == true)
    #expect(try test.store.tip(of: .main) == tip)
  }

  /// What theirs changed beside the lines in conflict is kept, as git's own option does.
  @Test("if lines conflict, a preferred side has those lines alone")
  func preferredLines() throws {
    let test = try forks(Self.text(1, 2, 1, 1, 2))
    let report = try Self.losingTheirs {
      try test.store.merge(MergeRequest(from: ["ui"], policy: .prefer(.ours)))
    }
    #expect(report.conflicts.isEmpty && report.resolved.map(\.decider) == [.lines])
    #expect(try test.store.getDocument("a.json").bytes == Self.text(2, 1, 1, 1, 2))
  }
}
