import Forked
import ForkedJSON
import Testing

@testable import ForkedDocument

/// The audit refuses what is said to be moved, and the versions that are rewritten for it, one predicate after another.
@Suite struct MoveAuditTests {
  private static let notMoved = ["this was not moved to another place"]
  private static let rewritten = ["a version was changed in more than its moved parts"]

  @Test func aMoveIsOne() throws {
    #expect(try Claim().defects.isEmpty)
  }

  @Test func theOtherSideMustHaveChangedIt() throws {
    let claim = Claim(theirs: Claim().base)
    #expect(try claim.defects == Self.notMoved)
  }

  @Test func mostOfItMustBeEqual() throws {
    let claim = Claim(
      base: #"{"old": {"a": "one", "b": "two", "c": "three", "d": "four", "e": "five"}, "z": 0}"#,
      ours: #"{"new": {"a": "one", "b": "two", "c": "three", "d": "4", "e": "5"}, "z": 0}"#,
      theirs: #"{"old": {"a": "one", "b": "two", "c": "three", "d": "four", "e": "six"}, "z": 0}"#)
    #expect(try claim.defects == Self.notMoved)
  }

  @Test func nothingElseThatWasAddedMayBeAsLikeIt() throws {
    let claim = Claim(
      ours: #"{"new": {"a": "one", "b": "two"}, "copy": {"a": "one", "b": "two"}, "z": 0}"#)
    #expect(try claim.defects == Self.notMoved)
  }

  @Test func nothingElseThatWasDeletedMayBeAsLikeIt() throws {
    let claim = Claim(
      base: #"{"old": {"a": "one", "b": "two"}, "copy": {"a": "one", "b": "two"}, "z": 0}"#)
    #expect(try claim.defects == Self.notMoved)
  }

  /// One value beside its id may be equal by chance.
  @Test(arguments: [(#""kind": "stream""#, false), (#""kind": "stream", "line": "first""#, true)])
  func twoValuesBesideAnIdMustBeEqual(members: String, isMove: Bool) throws {
    let element = "{\"name\": \"stdout\", \(members), \"text\": []}"
    let changed = "{\"name\": \"stdout\", \(members), \"text\": [\"more\"]}"
    let claim = try Claim(
      base: "{\"one\": [], \"other\": [\(element)]}",
      ours: "{\"one\": [\(element)], \"other\": []}",
      theirs: "{\"one\": [], \"other\": [\(changed)]}",
      from: Claim.element("stdout", of: "other"), to: Claim.element("stdout", of: "one"))
    let message = "nothing tells that this was moved to another place"
    #expect(try claim.defects == (isMove ? [] : [message]))
  }

  @Test func nothingElseMayBeRewritten() throws {
    var claim = Claim()
    claim.rewrittenBase = claim.base.replacing("\"z\": 0", with: "\"z\": 1")
    #expect(try claim.defects == Self.rewritten)
  }

  @Test func theOrderMayNotBeRewritten() throws {
    let element = #"{"name": "moved", "a": "one", "b": "two"}"#
    let changed = #"{"name": "moved", "a": "one", "b": "changed"}"#
    let (list, turned) = (#"{"name": "x"}, {"name": "y"}"#, #"{"name": "y"}, {"name": "x"}"#)
    var claim = try Claim(
      base: "{\"one\": [\(list)], \"other\": [\(element)]}",
      ours: "{\"one\": [\(list), \(element)], \"other\": []}",
      theirs: "{\"one\": [\(list)], \"other\": [\(changed)]}",
      from: Claim.element("moved", of: "other"), to: Claim.element("moved", of: "one"))
    #expect(try claim.defects.isEmpty)
    claim.rewrittenBase = claim.base.replacing(list, with: turned)
    #expect(try claim.defects == Self.rewritten)
  }

  @Test func theSpellingMayNotBeRewritten() throws {
    var claim = Claim()
    claim.rewrittenOurs = claim.ours.replacing("\"z\": 0", with: "\"z\": 0.0")
    #expect(try !claim.defects.isEmpty)
  }
}

/// Three versions, and what is said to be a move by ours in them.
private struct Claim {
  var base = #"{"old": {"a": "one", "b": "two"}, "z": 0}"#
  var ours = #"{"new": {"a": "one", "b": "two"}, "z": 0}"#
  var theirs = #"{"old": {"a": "one", "b": "changed"}, "z": 0}"#
  var from = PropertyPath([.key("old")])
  var to = PropertyPath([.key("new")])
  /// The versions from which those with the subtree at its new place are made, if these are wrong ones.
  var rewrittenBase: String?
  var rewrittenOurs: String?

  /// The path of an element of a list that has an id in `name`.
  static func element(_ name: String, of list: JSONString) throws -> PropertyPath {
    let id = try JSONDocument(parsing: Array("\"\(name)\"".utf8)).root
    return PropertyPath([.key(list), .element(identity: [JSONPointer(["name"])], id: [id])])
  }

  /// The audit's complaints.
  var defects: [String] {
    get throws {
      let move = SubtreeMove(
        from: from, ours: to, theirs: from, to: to, formerPointer: JSONPointer())
      let followed = try #require(
        FollowedMoves([move], in: merge(rewrittenBase ?? base, rewrittenOurs ?? ours)))
      let result = MergeResult([UInt8](), decisions: followed.decisions)
      return try MoveAudit(merge(base, ours), followed, result).defects.map(\.message)
    }
  }

  private func merge(_ base: String, _ ours: String) throws -> DocumentMerge {
    let documents = try [base, ours, theirs].map { try JSONDocument(parsing: Array($0.utf8)) }
    return DocumentMerge(base: documents[0], ours: documents[1], theirs: documents[2])
  }
}
