import ForkedDocument
import ForkedJSON
import Testing

/// A clean line merge is not accepted if it joins what the two sides did to different elements.
@Suite struct LineMergeTests {
  private static func text(_ elements: [String]) -> String {
    "[\n" + elements.map { "  \($0)" }.joined(separator: ",\n") + "\n]\n"
  }

  private func merge(
    _ base: [String], _ ours: [String], _ theirs: [String], lines: [String]
  ) throws -> MergeResult<[UInt8]> {
    let texts = [base, ours, theirs].map { Array(Self.text($0).utf8) }
    let merge = try DocumentMerge(parsing: texts[0], ours: texts[1], theirs: texts[2], plan: .none)
    #expect(try !merge.run().isClean)
    return try merge.run(orByLines: { Array(Self.text(lines).utf8) })
  }

  private let a = #"{"path": "a", "size": 1, "mode": "x"}"#
  private let b = #"{"path": "b", "size": 2, "mode": "x"}"#
  private let c = #"{"path": "c", "size": 3, "mode": "x"}"#
  private let new = #"{"path": "n", "size": 4, "mode": "x"}"#

  /// Nothing of `b` is left in either side's first element, so that the merge by property leaves it to the user.
  private let first = #"{"path": "d", "size": 5, "mode": "y"}"#
  private let second = #"{"path": "e", "size": 6, "mode": "z"}"#

  @Test func anElementThatBothSidesInsertedStandsOnce() throws {
    let merged = try merge(
      [a, b, c], [first, new, c], [second, b, new, c], lines: [first, new, new, c])
    #expect(!merged.isClean)
  }

  @Test func aDeletedElementThatTheOtherSideChangedIsAConflict() throws {
    let changed = #"{"path": "b", "size": 7, "mode": "w"}"#
    let merged = try merge(
      [a, b, c], [first, c], [second, changed, c], lines: [first, changed, c])
    #expect(!merged.isClean)
  }

  /// Nothing of either side is missing in the lines.
  @Test func aChangedElementIsNotKeptBesideWhatReplacedIt() throws {
    let changed = #"{"path": "b", "size": 7, "mode": "w"}"#
    let merged = try merge([a, b, c], [first, c], [a, changed, c], lines: [first, changed, c])
    #expect(!merged.isClean)
  }

  /// The lines of both insertions stand apart, and each has another size.
  @Test func aPathThatBothSidesAddedStandsOnce() throws {
    func file(_ path: String, _ size: Int) -> String {
      #"{"file": {"path": "\#(path)"}, "size": \#(size)}"#
    }
    let (one, two) = (file("src/main.c", 419), file("src/tree.c", 443))
    let (ours, theirs) = (file("src/list.c", 419), file("src/list.c", 465))
    let merged = try merge(
      [one, two], [ours, one, two], [one, theirs, two], lines: [ours, one, theirs, two])
    #expect(!merged.isClean)
  }

  /// One side moved a cell before the one that the other side ran: its lines are where those of that one were.
  @Test func anOutputStaysWithItsSource() throws {
    func cell(_ output: String, _ source: String) -> String {
      #"{"output": \#(output), "source": [\#(source)]}"#
    }
    let (load, plot) = (#""import numpy", "load()""#, #""draw()", "label()", "show()""#)
    let merged = try merge(
      [cell("null", load), cell("null", plot)], [cell("null", plot), cell("3", load)],
      [cell("4", load), cell("null", plot)], lines: [cell("4", plot), cell("3", load)])
    #expect(!merged.isClean)
  }
}
