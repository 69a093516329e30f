import ForkedJSON

/// Checks that a merged file holds the merged values, and each comment beside a member that it stands beside in ours or
/// theirs.
///
/// The check counts. Comments with the same text below the same keys count as equal, so it needs no ids of elements and
/// knows nothing of how comments are merged. Where a member was added or is gone, which may be because it was renamed,
/// the comments with the same text anywhere count as equal.
struct CommentAudit {
  /// The comments of base, ours and theirs.
  private let versions: CommentTable
  private let merge: DocumentMerge
  private let decided: [JSONPointer]
  /// True if something that one side deleted was kept, with its comments.
  private let revives: Bool

  /// - Parameter comments: those of base, ours and theirs.
  init(_ merge: DocumentMerge, _ result: MergeResult<MergedValue>, comments: [JSONComments]) {
    var versions = CommentTable()
    versions.count(comments[0], of: merge.base, in: 0)
    versions.count(comments[1], of: merge.ours, in: 1)
    let isBase = merge.takesValuesAlone
    versions.count(comments[isBase ? 0 : 2], of: isBase ? merge.base : merge.theirs, in: 2)
    self.versions = versions
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
  /// - Complexity: O(bytes), and O(decisions) for each comment that is at another member.
  func defects(in document: JSONDocument) -> [AuditDefect] {
    var table = versions
    table.count(document.comments, of: document, in: 3)
    return table.counts.compactMap { defect(at: $0.key, $0.value, in: &table, of: document) }
  }

  private func defect(
    at comment: CommentTable.Comment, _ counts: SIMD4<Int>, in table: inout CommentTable,
    of document: JSONDocument
  ) -> AuditDefect? {
    let allowed = allowed(counts, isInArray: comment.isInArray)
    if allowed.contains(counts[3]) { return nil }
    if decided.contains(where: { $0.isAbove(comment.path) }) { return nil }
    // A member that was added or is gone may have been renamed.
    if let text = table.texts[comment.text],
      !table.isKept(comment.path, in: [merge.base, document]),
      self.allowed(text.counts, isInArray: text.isInArray).contains(text.counts[3])
    {
      return nil
    }
    let isMissing = counts[3] < allowed.lowerBound
    let text = String(decoding: comment.text.prefix(60), as: UTF8.self)
    return AuditDefect(
      pointer: JSONPointer(comment.path),
      message: (isMissing ? "a comment is missing: " : "a comment stands at another member: ")
        + text)
  }

  /// Returns the numbers that the result may have of comments of which the versions have so many.
  private func allowed(_ counts: SIMD4<Int>, isInArray: Bool) -> ClosedRange<Int> {
    let (base, ours, theirs) = (counts[0], counts[1], counts[2])
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
}

extension JSONPointer {
  /// True if what stands at these keys, with `-` for each element, may be below it.
  fileprivate func isAbove(_ keys: [JSONString]) -> Bool {
    tokens.count <= keys.count && zip(tokens, keys).allSatisfy { $0 == $1 || $1 == "-" }
  }
}

/// The comments of base, ours, theirs and the result, by the keys on the path to their members, and by their texts.
private struct CommentTable {
  /// Equal comments at equal keys.
  struct Comment: Hashable {
    /// The keys; `-` for an element.
    var path: [JSONString]
    var text: [UInt8]
    var isInArray: Bool

    /// Hashes the keys, and the text at once and not byte by byte.
    func hash(into hasher: inout Hasher) {
      hasher.combine(path)
      text.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  /// The number of times that each comment stands in each document.
  private(set) var counts: [Comment: SIMD4<Int>] = [:]
  /// The number of times that each text stands in each document, and whether it stands in a list of the result.
  private(set) lazy var texts: [[UInt8]: (counts: SIMD4<Int>, isInArray: Bool)] =
    counts.reduce(into: [:]) { texts, comment in
      texts[comment.key.text, default: (SIMD4(), false)].counts &+= comment.value
      if comment.key.isInArray, comment.value[3] > 0 { texts[comment.key.text]?.isInArray = true }
    }
  /// For each path that was asked for, true if the documents have something there.
  private var known: [[JSONString]: Bool] = [:]

  /// Counts the comments of one of the documents.
  mutating func count(_ comments: JSONComments, of document: JSONDocument?, in version: Int) {
    guard let document, document.hasComments else { return }
    let pointers = JSONPointerIndex(document)
    for (place, run) in comments.runs {
      let (path, isInArray) = (
        pointers.keys(of: place.ordinal), pointers.isInArray(place.ordinal)
      )
      for text in run.comments {
        let comment = Comment(path: path, text: text, isInArray: isInArray)
        counts[comment, default: SIMD4()][version] += 1
      }
    }
  }

  /// True if all of these documents that exist have a member, or an element, at a path.
  mutating func isKept(_ path: [JSONString], in documents: [JSONDocument?]) -> Bool {
    if let isKept = known[path] { return isKept }
    let isKept = documents.compactMap(\.self).allSatisfy { document in
      let nodes = path.reduce([document.root]) { nodes, key in
        nodes.flatMap { $0.kind == .array ? Array($0.elements) : [$0[key]].compactMap(\.self) }
      }
      return !nodes.isEmpty
    }
    known[path] = isKept
    return isKept
  }
}
