import ForkedDocument
import ForkedJSON
import ForkedTestSupport
import Testing

/// Comments are neither lost nor doubled by a merge, and stand beside what they belong to.
///
/// `FORK_LAW_CASES` and `FORK_LAW_SEED` as for ``DocumentLawTests``.
@Suite struct CommentLawTests {
  @Test func everyCommentStaysBesideItsMember() throws {
    var (merged, conflicts, byLines, failures) = (0, 0, 0, 0)
    for seed in DocumentLawTests.seeds where failures < 3 {
      let lawCase = CommentLawCase(seed: seed)
      do {
        let result = try lawCase.merge().run()
        merged += result.conflicts.isEmpty ? 1 : 0
        conflicts += result.conflicts.isEmpty ? 0 : 1
        guard let violation = try lawCase.violation(by: result) else { continue }
        failures += 1
        Issue.record("seed \(seed): \(violation)\n\(lawCase)\n\(result.text)")
      } catch let conflict as CommentConflict {
        byLines += 1
        if lawCase.mayHaveCommentConflict { continue }
        failures += 1
        Issue.record("seed \(seed): by lines for nothing: \(conflict.pointer)\n\(lawCase)")
      }
    }
    print("comments: \(merged) merged, \(conflicts) with conflicts, \(byLines) by lines")
    #expect(merged > conflicts + byLines)
  }

  @Test func oneSideAloneIsTheResult() throws {
    for seed in DocumentLawTests.seeds {
      let lawCase = CommentLawCase(seed: seed)
      let (base, ours, theirs) = (lawCase.texts[0], lawCase.texts[1], lawCase.texts[2])
      let kept = try DocumentMerge([base, ours, base]).run()
      #expect(kept.isClean && kept.bytes == Array(ours.utf8), "seed \(seed)\n\(lawCase)")
      let taken = try DocumentMerge([base, base, theirs]).run()
      let document = try JSONDocument.reading(taken.bytes)
      let their = try JSONDocument.reading(Array(theirs.utf8))
      #expect(taken.isClean && document.root == their.root, "seed \(seed)\n\(lawCase)")
      #expect(
        try CommentLawCase.found(in: taken.bytes) == CommentLawCase.found(in: Array(theirs.utf8)),
        "seed \(seed)\n\(lawCase)\n\(taken.text)")
    }
  }
}

/// Three versions of a document with comments.
struct CommentLawCase: CustomStringConvertible {
  private let trees: [CommentedTree]
  /// The numbers of edits of ours and theirs.
  private let edits: [Int]
  let texts: [String]

  init(seed: UInt64) {
    var generator = CommentedTreeGenerator(seed: seed)
    let base = generator.tree()
    let most = generator.random.pick([1, 2, 4, 8])
    edits = [generator.random.below(most + 1), generator.random.below(most + 1)]
    let ours = generator.edited(base, times: edits[0])
    let theirs = generator.edited(base, times: edits[1])
    trees = [base, ours, theirs]
    var style = CommentedStyle(&generator.random)
    style.idKey = generator.random.pick(["id", "code"])
    var other = generator.random.oneIn(4) ? CommentedStyle(&generator.random) : style
    other.idKey = style.idKey
    texts = [base.text(style), ours.text(style), theirs.text(other)]
  }

  var description: String {
    zip(["base", "ours", "theirs"], texts).map { "--- \($0)\n\($1)" }.joined(separator: "\n")
  }

  func merge() throws -> DocumentMerge { try DocumentMerge(texts) }

  /// True if one side changed comments of what the other changed comments of, deleted, or renamed and changed, or if
  /// both renamed one member.
  var mayHaveCommentConflict: Bool {
    let newKeys = trees.map(\.newKeys)
    if !Set(newKeys[1].keys).isDisjoint(with: newKeys[2].keys) { return true }
    if zip(newKeys[1...], edits).contains(where: { !$0.isEmpty && $1 > 1 }) { return true }
    let (base, ours, theirs) = (trees[0].comments, trees[1].comments, trees[2].comments)
    return base.contains { owner, comments in
      let (isOurs, isTheirs) = (ours[owner] != comments, theirs[owner] != comments)
      return isOurs && isTheirs && !(ours[owner] == nil && theirs[owner] == nil)
    }
  }

  func violation(by result: MergeResult<[UInt8]>) throws -> String? {
    if let defect = result.defects.first { return "\(defect)" }
    let merge = try merge()
    var withoutComments = try DocumentMerge(
      [merge.base, merge.ours, merge.theirs].map {
        String(decoding: $0?.bytes ?? [], as: UTF8.self)
      })
    withoutComments.followsMoves = false
    let bare = try withoutComments.run()
    guard bare.conflicts.count == result.conflicts.count else { return "other conflicts" }
    guard result.conflicts.isEmpty else { return try violation(inAlternativesOf: result.bytes) }
    let document = try JSONDocument.reading(result.bytes)
    guard try document.root == JSONDocument(parsing: bare.bytes).root else { return "other values" }
    return try violation(by: result.bytes, revives: !result.decisions.isEmpty)
  }

  /// Checks that each side's alternative of a file with markers can be read.
  private func violation(inAlternativesOf marked: [UInt8]) throws -> String? {
    let text = MarkedText(marked)
    for side in [MarkedText.Side.ours, .theirs] {
      let file = text.taking(Array(repeating: side, count: text.blocks))
      do {
        _ = try JSONDocument.reading(file)
      } catch {
        return "the alternative of \(side): \(error)\n\(String(decoding: file, as: UTF8.self))"
      }
    }
    return nil
  }

  private func violation(by file: [UInt8], revives: Bool) throws -> String? {
    let all = trees.map { Set($0.comments.values.joined()) }
    let (base, ours, theirs) = (all[0], all[1], all[2])
    let found = try Self.found(in: file)
    for (comment, places) in found {
      if places.count > 1 { return "\(comment) is there twice" }
      if places != [String(comment.prefix { $0 != ":" })] { return "\(comment) is at \(places)" }
    }
    let merged = Set(found.keys)
    let required = ours.intersection(theirs).union(ours.subtracting(base))
      .union(theirs.subtracting(base))
    if let lost = required.subtracting(merged).min() { return "\(lost) is lost" }
    let more = merged.subtracting(required)
    if !revives, let comment = more.min() { return "\(comment) should be gone" }
    return more.isSubset(of: ours.union(theirs)) ? nil : "a comment from nowhere"
  }

  /// The owners beside which each comment of a file stands.
  static func found(in file: [UInt8]) throws -> [String: [String]] {
    let document = try JSONDocument.reading(file)
    var result: [String: [String]] = [:]
    for (place, run) in document.comments.runs {
      let pointer = JSONPointerIndex(document)[place.ordinal]
      let value = document.root.value(at: pointer)
      let last = pointer.tokens.last?.exactString ?? "root"
      let isElement = last.allSatisfy(\.isNumber)
      let id = (value?["id"] ?? value?["code"])?.string ?? value?.string
      for comment in run.comments {
        let words = String(decoding: comment, as: UTF8.self).split(separator: " ")
        let name = words.dropFirst().first.map { String($0.prefix { !$0.isNewline }) } ?? ""
        result[name, default: []].append(
          isElement ? id?.exactString ?? "?" : String(last.prefix { $0 != "_" }))
      }
    }
    return result
  }
}
