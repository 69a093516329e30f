import ForkedJSON

/// Checks that a merged file holds the merged values, and each comment beside a member that it stands beside in ours or
/// theirs.
///
/// The check counts. Comments with the same text below the same keys count as equal, so it needs no ids of elements and
/// knows nothing of how comments are merged. Where a member was added or is gone, which may be because it was renamed,
/// the comments with the same text anywhere count as equal.
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

  /// The defect of a file that holds other values than were merged.
  static let otherValues = AuditDefect(
    pointer: JSONPointer(), message: "the file differs from what was merged")

  /// Returns a file that shall hold the values of a document; nil if it holds others.
  func document(of file: [UInt8], holding values: JSONDocument) -> JSONDocument? {
    let document = try? merge.document(mergedFile: file)
    return document?.root.compactBytes == values.root.compactBytes ? document : nil
  }

  /// Returns the defects of a merged file.
  func defects(in document: JSONDocument) -> [AuditDefect] {
    let merged = CommentCounts(in: document)
    let all = [base, ours, theirs, merged].reduce(into: Set()) { $0.formUnion($1.counts.keys) }
    return all.compactMap { defect(at: $0, in: merged) }
  }

  private func defect(
    at comment: CommentCounts.Comment, in merged: CommentCounts
  ) -> AuditDefect? {
    let allowed = allowed(isInArray: comment.isInArray) { $0[comment] }
    guard !allowed.contains(merged[comment]), !decided.contains(where: comment.isBelow),
      !mayHaveMoved(comment, in: merged)
    else { return nil }
    let isMissing = merged[comment] < allowed.lowerBound
    return comment.defect(isMissing ? "a comment is missing" : "a comment stands at another member")
  }

  /// Returns the numbers that the result may have of comments of which the versions have so many.
  private func allowed(isInArray: Bool, _ count: (CommentCounts) -> Int) -> ClosedRange<Int> {
    let (base, ours, theirs) = (count(base), count(ours), count(theirs))
    let deleted = (ours: max(0, base - ours), theirs: max(0, base - theirs))
    let added = (ours: max(0, ours - base), theirs: max(0, theirs - base))
    let addedByEither = max(added.ours, added.theirs)
    // Both may have deleted the same comments, or different ones.
    let required = max(0, base - deleted.ours - deleted.theirs) + addedByEither
    let most =
      base - max(deleted.ours, deleted.theirs)
      + (isInArray ? added.ours + added.theirs : addedByEither)
    return required...(revives ? max(most, ours, theirs) : most)
  }

  /// Returns true if a comment's member is not in both base and the result, and the result has as many comments with
  /// this text as it may.
  private func mayHaveMoved(
    _ comment: CommentCounts.Comment, in merged: CommentCounts
  ) -> Bool {
    guard !(base.hasMember(at: comment.keys) && merged.hasMember(at: comment.keys)) else {
      return false
    }
    let isInArray = merged.textsInArrays.contains(comment.text)
    return allowed(isInArray: isInArray) { $0.texts[comment.text, default: 0] }
      .contains(merged.texts[comment.text, default: 0])
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
  /// The number of comments with each text.
  private(set) var texts: [[UInt8]: Int] = [:]
  private(set) var textsInArrays: Set<[UInt8]> = []
  private var comments = JSONComments()
  private var keys: [JSONString] = []
  private var arrays = 0

  private let root: JSONNode?

  init(in document: JSONDocument?) {
    root = document?.root
    guard let document, document.hasComments else { return }
    comments = document.comments
    count(document.root)
  }

  subscript(comment: Comment) -> Int { counts[comment] ?? 0 }

  /// Returns true if there is a member, or an element, at these keys, or no document.
  func hasMember(at keys: [JSONString]) -> Bool {
    guard let root else { return true }
    var nodes = [root]
    for key in keys {
      nodes = nodes.flatMap {
        $0.kind == .array ? Array($0.elements) : [$0[key]].compactMap(\.self)
      }
    }
    return !nodes.isEmpty
  }

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
        texts[text, default: 0] += 1
        if arrays > 0 { textsInArrays.insert(text) }
      }
    }
  }
}
