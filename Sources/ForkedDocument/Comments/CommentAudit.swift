import ForkedJSON

/// Checks that a merged file holds the merged values, and each comment beside a member that it stands beside in ours or
/// theirs.
///
/// The check counts. Comments with the same text below the same keys count as equal, so it needs no ids of elements and
/// knows nothing of how comments are merged.
struct CommentAudit {
  private let base: CommentCounts
  private let ours: CommentCounts
  private let theirs: CommentCounts
  private let merge: DocumentMerge
  private let decided: [JSONPointer]
  /// True if something that one side deleted was kept, with its comments.
  private let revives: Bool

  init(merge: DocumentMerge, result: MergeResult<MergedValue>) {
    base = CommentCounts(in: merge.base)
    ours = CommentCounts(in: merge.ours)
    theirs = merge.takesValuesAlone ? base : CommentCounts(in: merge.theirs)
    self.merge = merge
    decided = result.propertiesOfOneSide
    revives = result.decisions.contains {
      if case .changeBeatDeletion = $0.outcome { true } else { false }
    }
  }

  /// Returns the defects of a file that shall hold the values of a document.
  func defects(of file: [UInt8], holding values: JSONDocument) -> [AuditDefect] {
    guard let document = try? merge.document(mergedFile: file),
      document.root.compactBytes == values.root.compactBytes
    else {
      return [AuditDefect(pointer: JSONPointer(), message: "the file differs from what was merged")]
    }
    let merged = CommentCounts(in: document)
    let all = [base, ours, theirs, merged].reduce(into: Set()) { $0.formUnion($1.counts.keys) }
    return all.compactMap { defect(at: $0, in: merged) }
  }

  private func defect(at comment: CommentCounts.Comment, in merged: CommentCounts) -> AuditDefect? {
    let (base, ours, theirs) = (base[comment], ours[comment], theirs[comment])
    let deleted = (ours: max(0, base - ours), theirs: max(0, base - theirs))
    let added = (ours: max(0, ours - base), theirs: max(0, theirs - base))
    let addedByEither = max(added.ours, added.theirs)
    // Both may have deleted the same comments, or different ones.
    let required = max(0, base - deleted.ours - deleted.theirs) + addedByEither
    let most =
      base - max(deleted.ours, deleted.theirs)
      + (comment.isInArray ? added.ours + added.theirs : addedByEither)
    let allowed = revives ? max(most, ours, theirs) : most
    if decided.contains(where: comment.isBelow) { return nil }
    if merged[comment] < required { return comment.defect("a comment is missing") }
    if merged[comment] > allowed { return comment.defect("a comment stands at another member") }
    return nil
  }
}

/// The comments of a document, by the keys on the path to their members.
private struct CommentCounts {
  struct Comment: Hashable {
    /// The keys on the path; `-` for an element.
    var keys: [JSONString]
    var text: [UInt8]
    var isInArray: Bool

    /// Returns true if the comment may be below a pointer.
    func isBelow(_ pointer: JSONPointer) -> Bool {
      pointer.tokens.count <= keys.count
        && zip(pointer.tokens, keys).allSatisfy { $0 == $1 || $1 == "-" }
    }

    func defect(_ message: String) -> AuditDefect {
      let text = String(decoding: text.prefix(60), as: UTF8.self)
      return AuditDefect(pointer: JSONPointer(keys), message: "\(message): \(text)")
    }
  }

  private(set) var counts: [Comment: Int] = [:]
  private var comments = JSONComments()
  private var keys: [JSONString] = []
  private var arrays = 0

  init(in document: JSONDocument?) {
    guard let document, document.hasComments else { return }
    comments = document.comments
    count(document.root)
  }

  subscript(comment: Comment) -> Int { counts[comment] ?? 0 }

  private mutating func count(_ node: JSONNode) {
    countRuns(at: node.ordinal)
    for member in node.members {
      keys.append(member.key.string ?? "")
      countRuns(at: member.key.ordinal)
      count(member.value)
      keys.removeLast()
    }
    arrays += 1
    keys.append("-")
    for element in node.elements { count(element) }
    keys.removeLast()
    arrays -= 1
  }

  private mutating func countRuns(at ordinal: Int) {
    for side in CommentPlace.Side.allCases {
      for text in comments[ordinal, side]?.comments ?? [] {
        counts[Comment(keys: keys, text: text, isInArray: arrays > 0), default: 0] += 1
      }
    }
  }
}
