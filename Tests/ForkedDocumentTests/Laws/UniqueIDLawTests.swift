import ForkedDocument
import ForkedJSON
import ForkedTestSupport
import Testing

/// Records whose identities the generator knows and the texts tell only in part: a clean merge has each record once,
/// with the changes of both sides.
///
/// `FORK_LAW_CASES` and `FORK_LAW_SEED` as for ``DocumentLawTests``.
@Suite struct UniqueIDLawTests {
  @Test(arguments: IDTrouble.allCases)
  fileprivate func eachRecordStandsOnce(_ trouble: IDTrouble) throws {
    var (clean, right) = (0, 0)
    var failures: [String] = []
    for seed in DocumentLawTests.seeds {
      let law = IDCase(seed: seed, trouble)
      let result = try DocumentMerge([law.base, law.ours, law.theirs].map(law.text)).run()
      #expect(result.defects.isEmpty, "seed \(seed): \(result.defects)")
      guard result.conflicts.isEmpty else { continue }
      clean += 1
      if let expected = law.merged, try law.isText(of: expected, result.bytes) {
        right += 1
      } else if failures.count < 3 {
        failures.append("seed \(seed): \(law.report)\n\(result.text)")
      }
    }
    print("ids, \(trouble): clean \(clean), right \(right) of \(DocumentLawTests.count)")
    #expect(right == clean, "\(failures.joined(separator: "\n"))")
    #expect(clean * 100 >= DocumentLawTests.count * trouble.leastClean)
  }
}

/// What the sides do to ids besides their edits.
private enum IDTrouble: CaseIterable {
  /// Nothing, but that each adds a record of its own.
  case none
  case addedUnderOneID, addedUnderOneCode, addedBehindNull, addedWithLists
  case renamedByOne, anewByOne, anewByBoth, newByOne, newByBoth

  /// The least share of clean merges in percent: a conflict is always safe, but no merge.
  var leastClean: Int {
    switch self {
    case .none: 75
    case .renamedByOne: 50
    default: 0
    }
  }
}

/// A record; its hidden identity is its index in the list of all.
private struct IDRecord: Equatable {
  var identity: Int
  var id: String?
  var code: String
  var name: String
  var size: Int
  var list: [String]
}

private struct IDCase {
  let trouble: IDTrouble
  private(set) var base: [IDRecord] = []
  private(set) var ours: [IDRecord] = []
  private(set) var theirs: [IDRecord] = []
  /// True if the lines of a record have names for ids, and a code that tells more.
  private let isNamed: Bool

  init(seed: UInt64, _ trouble: IDTrouble) {
    var random = SeededGenerator(drawnFrom: seed)
    self.trouble = trouble
    isNamed = trouble == .addedUnderOneCode
    let count = 3 + random.below(4)
    base = (0..<count).map { Self.record($0, &random) }
    if trouble == .newByOne || trouble == .newByBoth {
      for index in base.indices { base[index].id = nil }
    }
    (ours, theirs) = (base, base)
    // The two edits are of two records or of two members of one.
    let (one, other) = (random.below(count), random.below(count))
    ours[one].name += " of ours"
    theirs[other].size += 1000
    let added = (Self.record(count, &random), Self.record(count + 1, &random))
    switch trouble {
    case .none:
      ours.insert(added.0, at: random.below(count + 1))
      theirs.insert(added.1, at: random.below(count + 1))
    case .addedUnderOneID, .addedUnderOneCode, .addedBehindNull:
      var twin = added.1
      (twin.identity, twin.id, twin.code) = (added.0.identity, added.0.id, added.0.code)
      let place = random.below(count + 1)
      ours.insert(added.0, at: place)
      theirs.insert(twin, at: random.below(2) == 0 ? place : random.below(count + 1))
    case .addedWithLists:
      var twin = added.0
      twin.list = added.1.list
      ours.append(added.0)
      theirs.append(twin)
    case .renamedByOne: ours[other].id = "renamed"
    case .anewByOne, .newByOne: ours.giveIDs("o")
    case .anewByBoth, .newByBoth:
      ours.giveIDs("o")
      theirs.giveIDs("t")
    }
  }

  private static func record(_ identity: Int, _ random: inout SeededGenerator) -> IDRecord {
    let mark = "\(identity)\(random.below(900) + 100)"
    return IDRecord(
      identity: identity, id: "i\(mark)", code: "c\(mark)", name: "Name \(mark)",
      size: identity * 1000 + random.below(900), list: ["l\(mark)", "m\(mark)"])
  }

  /// The merged records, by their identities; nil where both sides changed one thing.
  var merged: [IDRecord]? {
    var result: [IDRecord] = []
    for identity in Set((ours + theirs).map(\.identity)).sorted() {
      let versions = [base, ours, theirs].map { $0.first { $0.identity == identity } }
      guard let record = Self.merged(versions[0], versions[1], versions[2]) else { return nil }
      result.append(record)
    }
    return result
  }

  private static func merged(
    _ base: IDRecord?, _ ours: IDRecord?, _ theirs: IDRecord?
  ) -> IDRecord? {
    guard let ours, let theirs, ours != theirs else { return ours ?? theirs }
    func part<Part: Equatable>(_ path: KeyPath<IDRecord, Part>) -> Part? {
      let (mine, its) = (ours[keyPath: path], theirs[keyPath: path])
      if mine == its || base?[keyPath: path] == its { return mine }
      return base?[keyPath: path] == mine ? its : nil
    }
    guard let id = part(\.id), let code = part(\.code), let name = part(\.name),
      let size = part(\.size), let list = part(\.list)
    else { return nil }
    return IDRecord(
      identity: ours.identity, id: id, code: code, name: name, size: size, list: list)
  }

  func text(_ records: [IDRecord]) -> String {
    let first = trouble == .addedBehindNull ? ["  null"] : []
    return "[\n" + (first + records.map(text)).joined(separator: ",\n") + "\n]\n"
  }

  private func text(_ record: IDRecord) -> String {
    let id = isNamed ? "\"code\": \"\(record.code)\"" : record.id.map { "\"id\": \"\($0)\"" }
    let list = record.list.map { "\"\($0)\"" }.joined(separator: ", ")
    let members = [
      id, "\"\(isNamed ? "name" : "text")\": \"\(record.name)\"", "\"size\": \(record.size)",
      "\"list\": [\(list)]",
    ].compactMap { $0 }
    return "  {\n    " + members.joined(separator: ",\n    ") + "\n  }"
  }

  /// True if these are the records of a document, in any order.
  func isText(of records: [IDRecord], _ bytes: [UInt8]) throws -> Bool {
    let expected = try json(text(records))
    let merged = try JSONDocument(parsing: bytes).root
    return merged.count == expected.count && Set(merged.elements) == Set(expected.elements)
  }

  var report: String { [base, ours, theirs].map(text).joined() }
}

extension [IDRecord] {
  fileprivate mutating func giveIDs(_ mark: String) {
    for index in indices { self[index].id = "\(mark)\(index)" }
  }
}
