import ForkedDocument
import ForkedJSON
import ForkedTestSupport
import Testing

/// The lines of JSON Lines are merged as the elements of an array, and no byte of a line changes unless both sides
/// changed its element.
///
/// `FORK_LAW_CASES` and `FORK_LAW_SEED` as for ``DocumentLawTests``.
@Suite struct LinesLawTests {
  @Test func linesMergeAsElements() throws {
    var (merged, conflicts) = (0, 0)
    for seed in DocumentLawTests.seeds {
      let lawCase = LinesLawCase(seed: seed)
      let result = try lawCase.merge().run()
      let bare = try lawCase.mergeOfArrays().run()
      #expect(result.defects.isEmpty, "seed \(seed)\n\(lawCase)")
      // An added line is one of its own: what may be one element of a list is no conflict of lines.
      let pointers = Set(bare.conflicts.map(\.pointer))
      #expect(pointers.isSuperset(of: result.conflicts.map(\.pointer)), "seed \(seed)")
      guard bare.conflicts.isEmpty else {
        conflicts += 1
        continue
      }
      merged += 1
      let document = try JSONDocument.reading(result.bytes, as: .lines)
      let array = try JSONDocument(parsing: bare.bytes)
      #expect(document.root == array.root, "seed \(seed)\n\(lawCase)")
      if let violation = lawCase.violation(by: result.bytes) {
        Issue.record("seed \(seed): \(violation)\n\(lawCase)")
      }
    }
    print("lines: \(merged) merged, \(conflicts) with conflicts")
    #expect(merged > conflicts)
  }

  @Test func oneSideAloneIsTheResultToTheByte() throws {
    for seed in DocumentLawTests.seeds {
      let lawCase = LinesLawCase(seed: seed)
      let ours = try DocumentMerge(
        [lawCase.texts[0], lawCase.texts[1], lawCase.texts[0]], notation: .lines
      ).run()
      #expect(ours.bytes == Array(lawCase.texts[1].utf8), "seed \(seed)\n\(lawCase)")
    }
  }

  /// As many lines as the matching cannot look at each pair of.
  @Test func longFilesMerge() throws {
    let count = LawSeeds.isLong ? 100_000 : 2_000
    let lines = (0..<count).map { #"{"n": \#($0), "text": "line \#($0)"}"# + "\n" }
    var (ours, theirs) = (lines, lines)
    ours[7] = #"{"n": 7, "text": "ours"}"# + "\n"
    theirs.append(#"{"n": -1, "text": "theirs"}"# + "\n")
    let result = try DocumentMerge([lines, ours, theirs].map { $0.joined() }, notation: .lines)
      .run()
    ours += theirs.suffix(1)
    #expect(result.isClean)
    #expect(result.bytes == Array(ours.joined().utf8))
  }

  @Test(arguments: [
    "{\"a\":1}\n[1,2\n]\n", "1, 2\n", "1\n\n2 3\n", "{\"a\":1}\n\"x\n\"", "1\n]\n[2\n", "[1\n2]\n",
  ])
  func refusesOtherLines(_ text: String) {
    #expect(throws: JSONSyntaxError.self) {
      try JSONDocument.reading(Array(text.utf8), as: .lines)
    }
  }

  @Test(arguments: [
    "", "\n", "1", "1\n", "1\r\n\r\n 2 \r\n", "\u{FEFF}{\"a\": [1, 2]}\n\n", "[]\n[]\n",
  ])
  func keepsEveryByte(_ text: String) throws {
    let document = try JSONDocument.reading(Array(text.utf8), as: .lines)
    #expect(document.file == Array(text.utf8))
    #expect(try document.rewrittenFile(.keep(document.root)) == Array(text.utf8))
  }

  @Test func findsTheLineOfAnError() throws {
    let text = "{\"a\": 1}\n\n{\"a\": x}\n"
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument.reading(Array(text.utf8), as: .lines)
    }
    #expect(error?.position.line == 3 && error?.position.column == 7)
  }
}

/// Three versions of a file of lines.
struct LinesLawCase: CustomStringConvertible {
  let texts: [String]
  private let versions: [[String]]
  private let hasIDs: Bool

  init(seed: UInt64) {
    var random = SeededGenerator(drawnFrom: seed)
    var next = 0
    let hasIDs = random.oneIn(2)
    func line(_ id: Int?) -> String {
      next += 1
      let space = random.pick(["", " "])
      let value = random.pick(["\(next)", "\"t\(next)\"", "[\(next),\(space)0]"])
      return hasIDs
        ? "{\"id\":\(space)\(id ?? next),\(space)\"v\":\(space)\(value)}"
        : "{\"v\":\(space)\(value),\(space)\"w\": 1}"
    }
    func edited(_ lines: [String]) -> [String] {
      var lines = lines
      for _ in 0..<random.below(4) {
        let index = random.below(lines.count)
        switch random.below(lines.isEmpty ? 1 : 5) {
        case 0, 1: lines.append(line(nil))
        case 2: lines.insert(line(nil), at: index)
        case 3: lines.remove(at: index)
        default: lines[index] = line(hasIDs ? Self.id(of: lines[index]) : nil)
        }
      }
      return lines
    }
    let base = (0..<random.below(8)).map { _ in line(nil) }
    versions = [base, edited(base), edited(base)]
    self.hasIDs = hasIDs
    let ending = random.oneIn(5) ? "\r\n" : "\n"
    let isClosed = !random.oneIn(4)
    texts = versions.map {
      $0.joined(separator: ending) + (isClosed && !$0.isEmpty ? ending : "")
    }
  }

  private static func id(of line: String) -> Int? {
    Int(line.drop { !$0.isNumber }.prefix { $0.isNumber })
  }

  var description: String {
    zip(["base", "ours", "theirs"], texts).map { "--- \($0)\n\($1)" }.joined(separator: "\n")
  }

  func merge() throws -> DocumentMerge { try DocumentMerge(texts, notation: .lines) }

  func mergeOfArrays() throws -> DocumentMerge {
    try DocumentMerge(versions.map { "[\($0.joined(separator: ",\n"))]" })
  }

  func violation(by file: [UInt8]) -> String? {
    let text = String(decoding: file, as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    let known = Set(versions.joined())
    let (base, ours, theirs) = (Set(versions[0]), Set(versions[1]), Set(versions[2]))
    if !hasIDs || base.isEmpty, let line = lines.first(where: { !known.contains($0) }) {
      return "a line from nowhere: \(line)"
    }
    let added = ours.subtracting(base).union(theirs.subtracting(base))
    let ids = Set(lines.compactMap(Self.id))
    for line in added where hasIDs ? !ids.contains(Self.id(of: line) ?? 0) : !lines.contains(line) {
      return "a line is lost: \(line)"
    }
    return nil
  }
}
