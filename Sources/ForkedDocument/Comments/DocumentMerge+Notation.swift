import ForkedJSON

/// The merge of files that are not exactly the JSON texts of their documents.
///
/// The documents are merged and audited without comments, and as arrays in place of lines. Then the file is made from
/// the result.
extension DocumentMerge {
  /// True if a version has comments, or is JSON Lines.
  var hasNotation: Bool { [base, ours, theirs].contains { $0?.hasNotation ?? false } }

  /// True if a version has comments, and they are merged: else those of a file are of the values in it.
  var mergesComments: Bool {
    !takesValuesAlone && [base, ours, theirs].contains { $0?.hasComments ?? false }
  }

  /// Replaces the merged text of a result by the file, and audits the file's comments.
  func restoreNotation(
    of merged: MergeResult<MergedValue>, in result: inout MergeResult<[UInt8]>,
    _ markers: ConflictMarkers, showBase: Bool
  ) throws {
    guard case .value(let rewrite) = merged.value else { return }
    let notation = MergedNotation(self, merged)
    func file(_ alternative: (JSONRewrite.Conflict) -> [JSONRewrite.Entry]) throws -> [UInt8] {
      let printed = try PrintedRewrite(
        of: ours, rewrite.resolvingConflicts(alternative), duplicateKeys: duplicateKeys)
      return try notation.file(of: printed, &result.defects)
    }
    result.value = try file(\.ours)
    guard !merged.conflicts.isEmpty else { return }
    let marked = MarkedFile(
      ours: result.value, base: showBase ? try file { $0.base ?? [] } : nil,
      theirs: try file(\.theirs), markers: markers, lineEnding: ours.lineEnding)
    result.value = marked.bytes
  }
}

/// The comments of a merge, for each file that is made from its result.
private struct MergedNotation {
  private let audit: CommentAudit
  private let commentsOfOurs: JSONComments
  /// Nil if the comments of a file are those of the values in it.
  private let comments: CommentMerge?

  init(_ merge: DocumentMerge, _ merged: MergeResult<MergedValue>) {
    let known = [merge.base, merge.ours, merge.theirs].map { $0?.comments ?? JSONComments() }
    commentsOfOurs = known[1]
    audit = CommentAudit(merge, merged, comments: known)
    comments = merge.mergesComments ? CommentMerge(merge, merged, comments: known) : nil
  }

  func file(of printed: PrintedRewrite, _ defects: inout [AuditDefect]) throws -> [UInt8] {
    let file = printed.file(
      with: try comments?.comments(of: printed) ?? printed.commentsOfOrigins,
      former: commentsOfOurs)
    guard let document = audit.document(of: file, holding: printed.output) else {
      defects.append(CommentAudit.otherValues)
      return file
    }
    // Then nothing tells to what of both sides the comments belong.
    if let defect = audit.defects(in: document).first {
      throw CommentConflict(pointer: defect.pointer)
    }
    return file
  }
}
