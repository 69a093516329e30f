import Forked
import ForkedDocument
import ForkedJSON
import ForkedTestSupport

/// Three versions of a document of records, whose true merge is known because they were made by known edits.
struct RecordCase {
  let seed: UInt64
  let format: RecordFormat
  /// Base, ours and theirs.
  var versions: [RecordNode]
  var styles: [LawStyle]
  let policy: ConflictPolicy
  let later: MergeSide
  /// True if a program numbers all records anew after each change.
  let renumbers: Bool

  init(seed: UInt64, format: RecordFormat) {
    self.seed = seed
    self.format = format
    var editor = RecordEditor(random: SeededGenerator(drawnFrom: seed))
    let base = editor.document(of: format)
    versions = [base]
    renumbers = editor.renumbers
    let most = editor.random.pick([1, 2, 2, 3, 8])
    // Now and then both sides have one change already, by a cherry-pick.
    let start = editor.random.oneIn(10) ? editor.edited(base, times: 1) : base
    for _ in 0..<2 {
      versions.append(editor.edited(start, times: 1 + editor.random.below(most)))
    }
    let style = LawStyle.ofRecords(&editor.random)
    styles = [style, style, style]
    if editor.random.oneIn(16) { styles[1 + editor.random.below(2)] = .ofRecords(&editor.random) }
    policy = editor.random.oneIn(5) ? .mostRecent : .manual
    later = editor.random.pick([.ours, .theirs])
  }

  var texts: [String] { zip(styles, versions).map { $0.document($1.tree(sorted: false)) } }

  /// The merge that git's driver makes.
  /// - Parameter lines: git's line merge of the three texts; nil where it has conflicts.
  func merged(orByLines lines: () throws -> [UInt8]?) throws -> MergeResult<[UInt8]> {
    try merge().run(orByLines: lines)
  }

  /// The merge of the three texts by property.
  func merge() throws -> DocumentMerge {
    let documents = try texts.map { try JSONDocument(parsing: Array($0.utf8)) }
    return DocumentMerge(
      base: documents[0], ours: documents[1], theirs: documents[2], policy: policy,
      recency: { path in Recency(later: path.steps.count % 2 == 0 ? later : later.other) })
  }

  /// The result of git's line merge; nil if it has conflicts.
  func mergedByGit() throws -> [UInt8]? {
    try LineMerger.merge(texts)
  }

  var trail: String {
    """
    FORK_LAW_SEED=\(seed) FORK_LAW_CASES=1, format \(format), policy \(policy), later \(later)
    --- base
    \(texts[0])--- ours
    \(texts[1])--- theirs
    \(texts[2])
    """
  }
}

extension LawStyle {
  fileprivate static func ofRecords(_ random: inout SeededGenerator) -> LawStyle {
    let two = LawStyle(unit: "  ")
    return random.pick([
      two, two, two, LawStyle(unit: "    "), LawStyle(unit: "\t"), .lines, .lines, .minified,
    ])
  }
}
