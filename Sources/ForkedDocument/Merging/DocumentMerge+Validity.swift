import ForkedJSON
public import ForkedSchema

/// The plans of the schemas under which two sides wrote a document, before one of them or both got another schema.
public struct FormerPlans: Sendable {
  /// The plan of our side.
  public var ours: FieldPlan
  /// The plan of their side.
  public var theirs: FieldPlan

  /// Creates the plans of both sides.
  public init(ours: FieldPlan, theirs: FieldPlan) {
    self.ours = ours
    self.theirs = theirs
  }
}

/// The guarantee that two versions, each valid under its own schema, never make an invalid document (invariant 7).
extension DocumentMerge {
  /// Merges each property at its place, and again if the result is not valid, with conflicts at the smallest invalid
  /// values.
  ///
  /// If the merge makes no decisions about these values, the conflicts are about the values around them.
  func mergeInPlace(
    _ markers: ConflictMarkers, showBase: Bool
  ) throws -> MergeResult<[UInt8]> {
    var refused: Set<JSONPointer> = []
    var found: [ValidationFailure] = []
    var levels = 0
    while true {
      let values = Self.sabotage(try self.merged(keepingApart: refused, showBase: showBase))
      let merged = try audited(values, markers, showBase: showBase)
      let failures = try failures(of: merged)
      if failures.isEmpty { return merged.explaining(found) }
      found = failures
      var next = refused.union(failures.map { $0.pointer.dropping(levels) })
      while next == refused, levels < Self.deepest {
        levels += 1
        next = refused.union(failures.map { $0.pointer.dropping(levels) })
      }
      if next == refused { return wholeConflict(failures) }
      refused = next
    }
  }

  private static let deepest = JSONLimits.standard.depth

  /// Returns the failures of a result of two versions that are valid, each under the schema of its side.
  func failures(of merged: JSONDocument) throws -> [ValidationFailure] {
    let isOneSide = merged.bytes == ours.bytes || merged.bytes == theirs.bytes
    guard plan.isBinding, policy != .base, !isOneSide || formerPlans != nil else { return [] }
    let failures = try plan.failures(of: merged.root)
    let former = formerPlans ?? FormerPlans(ours: plan, theirs: plan)
    guard !failures.isEmpty, try former.ours.accepts(ours.root),
      try former.theirs.accepts(theirs.root)
    else { return [] }
    return failures
  }

  private func failures(of merged: MergeResult<[UInt8]>) throws -> [ValidationFailure] {
    guard plan.isBinding, merged.isClean, !merged.value.isEmpty else { return [] }
    return try failures(of: document(mergedFile: merged.value))
  }

  /// Returns a conflict about the whole document, for the case that even the user's choices leave none that is valid.
  private func wholeConflict(_ failures: [ValidationFailure]) -> MergeResult<[UInt8]> {
    let conflict = MergeConflict(
      reason: .invalid, base: base?.root, ours: ours.root, theirs: theirs.root, failures: failures)
    return MergeResult(ours.file, conflicts: [conflict])
  }
}

extension MergeResult {
  /// Returns the same result, with the failures that caused each conflict.
  fileprivate func explaining(_ failures: [ValidationFailure]) -> MergeResult {
    var merged = self
    for index in conflicts.indices where conflicts[index].reason == .invalid {
      let pointer = conflicts[index].pointer
      merged.conflicts[index].failures = failures.filter { pointer.isPrefix(of: $0.pointer) }
    }
    return merged
  }
}

extension JSONPointer {
  fileprivate func dropping(_ count: Int) -> JSONPointer {
    JSONPointer(Array(tokens.dropLast(count)))
  }
}
