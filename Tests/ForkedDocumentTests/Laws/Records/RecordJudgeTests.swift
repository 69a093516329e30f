import ForkedDocument
import ForkedTestSupport
import Testing

/// The judge of records, on merges made by hand.
@Suite(.enabled(if: LawSeeds.isLong, "the package Laws has it: no code of the program runs"))
struct RecordJudgeTests {
  @Test(arguments: try TableCase.all(in: "record-judge"))
  func verdicts(_ row: TableCase) throws {
    let lawCase = RecordCase(
      try ["base", "ours", "theirs"].map { .list(try Self.list(row[$0])) }, format: .keyless)
    var count = 0
    for expected in ["right", "wrong", "notwrong", "coarse", "unclear", "revived"] {
      for result in row[all: expected] {
        let parts = result.split(separator: " by ")
        let decisions = try parts.dropFirst().map(Self.decision)
        let found = lawCase.verdict(of: try Self.bytes(parts[0]), decisions)
        let names = ["\(found)", found.isWrong ? "wrong" : "notwrong"]
        #expect(names.contains(expected), "\(result): \(found)")
        count += 1
      }
    }
    for expected in ["ordered", "drifted", "misplaced"] {
      for result in row[all: expected] {
        let order = lawCase.order(of: try Self.bytes(result[...]))
        let found = order.isMisplaced ? "misplaced" : order.isDrifted ? "drifted" : "ordered"
        #expect(found == expected, "\(result)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  private static func decision(_ text: Substring) throws -> RecordJudge.Decision {
    let parts = text.split(separator: " of ")
    return RecordJudge.Decision(
      pointer: parts[0].split(separator: "/").map(String.init), kept: .ours,
      values: try parts.dropFirst().map { try item($0).value.tree() })
  }

  private static func bytes(_ text: Substring) throws -> [UInt8] {
    Array(RecordStyle.lines.document(.list(try list(String(text)))).utf8)
  }

  private static func list(_ text: String) throws -> RecordList {
    RecordList(element: .object([]), items: try text.split(separator: " ").map(item))
  }

  /// The identity and the values of each record.
  private static let records: [Character: [String]] = [
    "a": ["1", "a", "1", "x", "10"], "b": ["2", "b", "2", "y", "20"],
    "c": ["3", "c", "3", "z", "30"], "n": ["9", "n", "4", "w", "40"],
    "t": ["8", "a", "1", "x", "10"], "p": ["1", "b", "1", "x", "10"],
    "q": ["8", "c", "1", "x", "10"], "r": ["9", "a", "1", "x", "30"],
  ]

  private static func item(_ text: Substring) throws -> RecordList.Item {
    let parts = text.split(separator: ":")
    if parts.count > 1 {
      return .init(identity: try #require(Int(parts[0])), value: .scalar(String(parts[1])))
    }
    let values = try #require(text.first.flatMap { records[$0] })
    let count = text.count > 1 ? String(text.dropFirst()) : values[2]
    let members = [
      ("title", "\"\(values[1])\""), ("count", count), ("state", "\"\(values[3])\""),
      ("size", values[4]),
    ]
    return .init(
      identity: try #require(Int(values[0])),
      value: .object(members.map { .init(key: $0, value: .scalar($1)) }))
  }
}
