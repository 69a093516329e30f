import Forked
import ForkedDocument
import ForkedJSON
import Foundation
import Testing

/// Real merges of real JSON, run through the engine without a schema and judged by code of its own.
///
/// `FORK_MERGES` names the folder of merges, `FORK_MERGED` one that gets the merged documents.
@Suite struct ReplayTests {
  static let merges = try? RealMerge.all()

  @Test(.enabled(if: merges != nil, "FORK_MERGES names no folder of real merges"))
  func nothingIsLostAndNothingIsInvalid() throws {
    var table = Tally()
    for merge in Self.merges ?? [] { table.add(try Replay.verdict(on: merge), merge) }
    print(table.description)
    #expect(table.failures.isEmpty)
  }
}

/// The result of the engine for one real merge.
struct Verdict {
  /// True if it merges by property.
  var isJSON = false
  var hasDuplicateKeys = false
  var conflicts = 0
  /// The reasons of the conflicts, each with the kind of the value.
  var reasons: [String] = []
  var keptOneSide = 0
  /// Lines that stand in none of the three versions, beyond those that people's own merge has.
  var inventedLines = 0
  var equalsPeople = false
  var lineMergeIsClean = false
  var seconds = 0.0
  /// The failures that must never happen.
  var failures: [String] = []
}

/// One real merge, run through the engine.
struct Replay {
  private let merge: RealMerge
  private let request: DocumentMerge
  private let people: [UInt8]

  static func verdict(on merge: RealMerge) throws -> Verdict {
    do {
      return try Replay(merge).verdict()
    } catch let refusal as UnreadableVersion {
      guard case .duplicateKey = refusal.error.reason else { return Verdict() }
      return Verdict(hasDuplicateKeys: true)
    }
  }

  private init(_ merge: RealMerge) throws {
    self.merge = merge
    people = try merge.bytes("people")
    var request = try DocumentMerge(
      parsing: merge.bytes("base"), ours: merge.bytes("ours"), theirs: merge.bytes("theirs"),
      plan: .none)
    request.recency = { _ in merge.later.map { Recency(later: $0) } }
    self.request = request
  }

  private func verdict() throws -> Verdict {
    let lines = try merge.lineMerge()
    var verdict = Verdict(
      isJSON: true, hasDuplicateKeys: hasDuplicateKeys, lineMergeIsClean: lines != nil)
    var result: MergeResult<[UInt8]>?
    let duration = try ContinuousClock().measure {
      result = try request.run(orByLines: { lines })
    }
    guard let result else { return verdict }
    verdict.seconds = duration / .seconds(1)
    verdict.conflicts = result.conflicts.count
    verdict.reasons = result.conflicts.map { "\($0.reason.rawValue), \($0.kind)" }
    verdict.keptOneSide = result.decisions.count { $0.outcome.isOneSideKept }
    verdict.failures = result.defects.map { "audit: \($0.pointer) \($0.message)" }
    verdict.failures += try losses(result)
    if lines != nil, !result.conflicts.isEmpty {
      verdict.failures.append("conflict, lines have none")
    }
    guard result.isClean else { return verdict }
    try compare(result, &verdict)
    return verdict
  }

  /// The changes of one side alone that the result lacks; a merge with conflicts is read with ours in
  /// their place.
  private func losses(_ result: MergeResult<[UInt8]>) throws -> [String] {
    var decided = request
    decided.policy = .prefer(.ours)
    let result = result.conflicts.isEmpty ? result : try decided.run()
    guard let merged = try? document(result) else { return ["invalid"] }
    let moved = result.decisions.compactMap(\.move).flatMap { [$0.from, $0.ours, $0.theirs] }
    let reported =
      (result.decisions.map(\.path) + result.conflicts.map(\.path) + moved).map(LeafBag.keys)
    let leaves = LeafBag.unexplained(
      base: LeafBag(request.base ?? merged), ours: LeafBag(request.ours),
      theirs: LeafBag(request.theirs), merged: LeafBag(merged))
    return leaves.filter { leaf in !reported.contains { leaf.keys.starts(with: $0) } }
      .map { "lost: \($0)" }
  }

  private func compare(_ result: MergeResult<[UInt8]>, _ verdict: inout Verdict) throws {
    if let place = ProcessInfo.processInfo.environment["FORK_MERGED"] {
      let name = merge.name.replacing("/", with: "+") + ".json"
      try Data(result.bytes).write(to: URL(filePath: place).appending(path: name))
    }
    let merged = try document(result)
    verdict.equalsPeople = peopleDocument(merged)?.root == merged.root
    verdict.inventedLines = max(0, newLines(in: result.bytes) - newLines(in: people))
  }

  private var hasDuplicateKeys: Bool {
    [request.base, request.ours, request.theirs].contains { $0?.hasDuplicateKeys == true }
  }

  /// A merged document may have duplicate keys where its versions have them.
  private func document(_ result: MergeResult<[UInt8]>) throws -> JSONDocument {
    try JSONDocument(
      parsing: result.bytes, duplicateKeys: hasDuplicateKeys ? .kept : .refused)
  }

  /// People committed duplicate keys, too; where the versions had none, the last one counts, as for most readers.
  private func peopleDocument(_ merged: JSONDocument) -> JSONDocument? {
    if merged.hasDuplicateKeys { return try? JSONDocument(parsing: people, duplicateKeys: .kept) }
    if let document = try? JSONDocument(parsing: people) { return document }
    guard let value = try? JSONSerialization.jsonObject(with: Data(people)),
      let text = try? JSONSerialization.data(withJSONObject: value)
    else { return nil }
    return try? JSONDocument(parsing: Array(text))
  }

  private func newLines(in text: [UInt8]) -> Int {
    let known = [request.base?.bytes ?? [], request.ours.bytes, request.theirs.bytes]
      .reduce(into: Set<[UInt8]>()) { $0.formUnion(Self.lines($1)) }
    return Self.lines(text).count { !known.contains($0) }
  }

  /// Lines without indentation, and without the comma that neighbours decide about.
  private static func lines(_ text: [UInt8]) -> [[UInt8]] {
    text.split(separator: 0x0A).map { line in
      Array(line.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 || $0 == 0x2C }.reversed())
    }
  }
}

extension MergeDecision.Outcome {
  fileprivate var isOneSideKept: Bool {
    if case .keptOneSide = self { true } else { false }
  }
}

extension MergeConflict {
  /// The kind of the value in conflict, that of base if it has one.
  fileprivate var kind: String {
    [base, ours, theirs].compactMap { $0 }.first.map { "\($0.kind)" } ?? "nothing"
  }
}

/// Verdicts by class of merge.
struct Tally: CustomStringConvertible {
  private var rows: [String: [Verdict]] = [:]
  private var notes: [String] = []
  private(set) var failures: [String] = []

  mutating func add(_ verdict: Verdict, _ merge: RealMerge) {
    rows[merge.category, default: []].append(verdict)
    failures += verdict.failures.map { "\(merge.name): \($0)" }
    if merge.category == "line-clean-equal", !verdict.equalsPeople {
      failures.append("\(merge.name): line merge has it right, and this has not")
    }
    if verdict.hasDuplicateKeys {
      notes.append("duplicate keys, by \(verdict.isJSON ? "property" : "lines"): \(merge.name)")
    }
    guard verdict.isJSON, !merge.category.contains("true:"), !verdict.equalsPeople else { return }
    notes.append(
      "\(verdict.conflicts > 0 ? "conflict" : "differs") \(merge.name) \(merge.category)")
  }

  var description: String {
    let lines = rows.sorted { $0.key < $1.key }.map { category, verdicts in
      """
      \(category): \(verdicts.count) merges, \(verdicts.count { $0.conflicts > 0 }) with conflicts, \
      \(verdicts.reduce(0) { $0 + $1.keptOneSide }) values were replaced, \
      \(verdicts.count { $0.equalsPeople }) equal to people's, \
      \(verdicts.reduce(0) { $0 + $1.inventedLines }) invented lines, \
      \(verdicts.count { !$0.failures.isEmpty }) failed, \
      \(verdicts.count { !$0.isJSON }) by lines, \
      \(verdicts.count { !$0.isJSON && $0.hasDuplicateKeys }) of them for duplicate keys, \
      \(Int(verdicts.reduce(0) { $0 + $1.seconds } * 1000)) ms
      """
    }
    return (lines + reasons + [ratio] + notes.sorted() + failures).joined(separator: "\n")
  }

  /// The number of conflicts that are left, by reason and kind of the value.
  private var reasons: [String] {
    let counts = rows.values.joined().flatMap(\.reasons).reduce(into: [String: Int]()) {
      $0[$1, default: 0] += 1
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) \($0.key)" }
  }

  /// The merges with conflicts beside those of git's line merge of the same versions.
  private var ratio: String {
    let merged = rows.values.joined().filter(\.isJSON)
    let (ours, gits) = (
      merged.count { $0.conflicts > 0 }, merged.count { !$0.lineMergeIsClean }
    )
    let percent = gits == 0 ? 0 : ours * 100 / gits
    return "merges with conflicts: \(ours), git: \(gits), that is \(percent) %"
  }
}
