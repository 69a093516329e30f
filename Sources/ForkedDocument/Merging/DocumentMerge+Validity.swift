import ForkedJSON
import ForkedSchema

/// The guarantee that two valid versions never make an invalid document (invariant 7).
extension DocumentMerge {
  /// Merges, and merges again if the result is not valid, with conflicts at the smallest invalid values.
  ///
  /// If the merge makes no decisions about these values, the conflicts are about the values around them.
  /// - Parameter merge: merges, with conflicts at the given pointers.
  func run(
    _ merge: (Set<JSONPointer>) throws -> MergeResult<[UInt8]>
  ) throws -> MergeResult<[UInt8]> {
    var refused: Set<JSONPointer> = []
    var found: [ValidationFailure] = []
    var levels = 0
    while true {
      let merged = try merge(refused)
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

  /// Returns the failures of a result under a schema that accepts both versions.
  func failures(of merged: JSONDocument) throws -> [ValidationFailure] {
    guard plan.isBinding, policy != .base, merged.bytes != ours.bytes, merged.bytes != theirs.bytes
    else { return [] }
    let failures = try plan.failures(of: merged.root)
    guard !failures.isEmpty, try plan.accepts(ours.root), try plan.accepts(theirs.root) else {
      return []
    }
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
