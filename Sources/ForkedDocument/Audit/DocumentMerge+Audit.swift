import ForkedJSON

extension DocumentMerge {
  /// Checks the result against the three inputs, by code that knows nothing of how it was made.
  /// - Parameter bytes: the merged text.
  func audit(
    _ merged: MergedValue, bytes: [UInt8], _ merger: ValueMerger
  ) throws -> [AuditDefect] {
    guard policy != .base else { return [] }  // A virtual ancestor: nobody ever sees it.
    do {
      let document = try standing(merged, bytes: bytes, hasConflicts: !merger.conflicts.isEmpty)
      return audit(
        document, resolutions: merger.resolutions, conflicts: merger.conflicts, merger.numberings)
    } catch {
      return [AuditDefect(pointer: JSONPointer(), message: "the merged text is no JSON: \(error)")]
    }
  }

  /// Checks a merged document and its report against the three inputs.
  func audit(
    _ merged: JSONDocument, resolutions: [Resolution], conflicts: [PropertyConflict],
    _ numberings: UsualNumberings = UsualNumberings()
  ) -> [AuditDefect] {
    MergeAudit(
      base: base, ours: ours, theirs: theirs, merged: merged, plan: plan, resolutions: resolutions,
      conflicts: conflicts, countsAlikeOnce: countsAlikeOnce, numberings: numberings
    ).defects()
  }

  /// The merged document, with our value at each conflict.
  private func standing(
    _ merged: MergedValue, bytes: [UInt8], hasConflicts: Bool
  ) throws(JSONSyntaxError) -> JSONDocument {
    switch merged {
    case .value(.keep), .conflict, .absent: ours
    case .value where !hasConflicts: try JSONDocument(parsing: bytes)
    case .value(let rewrite): try JSONDocument(parsing: ours.rewritten(rewrite.withOurConflicts))
    }
  }
}

extension JSONRewrite {
  /// With our entries at each conflict.
  fileprivate var withOurConflicts: JSONRewrite {
    switch self {
    case .keep, .take, .literal: self
    case .object(let like, let entries): .object(like: like, entries.flatMap(\.withOurConflicts))
    case .array(let like, let entries): .array(like: like, entries.flatMap(\.withOurConflicts))
    }
  }
}

extension JSONRewrite.Entry {
  fileprivate var withOurConflicts: [JSONRewrite.Entry] {
    switch self {
    case .member(let key, let value): [.member(key: key, value.withOurConflicts)]
    case .newMember(let key, let value): [.newMember(key: key, value.withOurConflicts)]
    case .element(let value): [.element(value.withOurConflicts)]
    case .conflict(let conflict): conflict.ours.flatMap(\.withOurConflicts)
    }
  }
}
