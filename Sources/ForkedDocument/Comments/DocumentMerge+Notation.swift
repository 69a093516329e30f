import ForkedJSON

/// The merge of files that are not exactly the JSON texts of their documents.
///
/// The documents are merged and audited without comments, and as arrays in place of lines. Then the file is made from
/// the result.
extension DocumentMerge {
  /// True if a version has comments, or is JSON Lines.
  var isNoted: Bool { [base, ours, theirs].contains { $0?.isNoted ?? false } }

  /// Replaces the merged text of a result by the file, and audits the file's comments.
  func restoreNotation(
    of merged: MergeResult<MergedValue>, in result: inout MergeResult<[UInt8]>,
    _ markers: ConflictMarkers, showBase: Bool
  ) throws {
    guard case .value(let rewrite) = merged.value else { return }
    func file(_ alternative: (JSONRewrite.Conflict) -> [JSONRewrite.Entry]) throws -> [UInt8] {
      let printed = try PrintedRewrite(
        of: ours, rewrite.resolvingConflicts(alternative), duplicateKeys: duplicateKeys)
      let file = printed.file(with: try comments(of: printed, merged))
      let audit = CommentAudit(merge: self, result: merged)
      guard let document = audit.document(of: file, holding: printed.output) else {
        result.defects.append(CommentAudit.otherValues)
        return file
      }
      // Then nothing tells to what of both sides the comments belong.
      if let defect = audit.defects(in: document).first {
        throw CommentConflict(pointer: defect.pointer)
      }
      return file
    }
    result.value = try file(\.ours)
    guard !merged.conflicts.isEmpty else { return }
    let marked = MarkedFile(
      ours: result.value, base: showBase ? try file { $0.base ?? [] } : nil,
      theirs: try file(\.theirs), markers: markers, lineEnding: ours.lineEnding)
    result.value = marked.bytes
  }

  private func comments(
    of printed: PrintedRewrite, _ merged: MergeResult<MergedValue>
  ) throws -> JSONComments {
    if takesValuesAlone { return printed.commentsOfOrigins }
    guard [base, ours, theirs].contains(where: { $0?.hasComments ?? false }) else {
      return JSONComments()
    }
    return try CommentMerge(self, merged).comments(of: printed)
  }
}
