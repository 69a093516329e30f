import Forked
import ForkedJSON
import ForkedSchema

/// The merge of lists of objects and arrays that have no ids.
extension ValueMerger {
  /// Merges the elements that the mapping found, each once; what it can't tell apart is a conflict of that element.
  func mergeRows(
    _ rows: ListRows, _ versions: Versions, plan: FieldPlan, _ strategy: EffectiveStrategy
  ) throws -> MergedValue {
    let table = IdentityTable(versions, rows)
    let number = strategy.usual?.numberKey
    let order = try mergedOrder(of: table, versions, strategy) { token in
      rows.doubts[token] != nil || mayBeKept(table.versions(of: token), apartFrom: number)
    }
    let kept = Set(order)
    let deleted = table.tokens.filter {
      !kept.contains($0) && (rows.isMoved($0) || table.versions(of: $0).mayBeKept())
    }
    reportDeleted(deleted.compactMap { table.base.element($0) }, strategy)
    var output = ArrayOutput(showBase: showBase)
    for token in order {
      let parts = table.versions(of: token)
      let plan = plan.element(at: output.count)
      let merged = try mergeRow(token, of: rows, parts, plan, at: output.next)
      output.append(merged)
    }
    return output.value(like: versions)
  }

  private func mergeRow(
    _ token: Int, of rows: ListRows, _ parts: Versions, _ plan: FieldPlan, at index: ElementIndex
  ) throws -> MergedValue {
    let isMoved = rows.isMoved(token)
    let doubt = parts.ours.isSame(as: parts.theirs) ? nil : rows.doubts[token]
    let isDoubtful = doubt == .uncertain || doubt == .replaced && parts.isChangedByBoth
    place.enter(.index(index))
    defer { place.leave() }
    let report = { (isDecision: Bool) in
      self.report(
        matched: parts, plan, isDecision: isDecision, by: rows.evidence(of: token))
    }
    if !isDoubtful, !isMoved, let decided = decidedByBytes(parts, plan: plan) {
      report(false)
      return decided
    }
    // A line that one side changed is as that side wrote it.
    if rows.areLines, !isDoubtful, bytes.haveSameBytes(parts.base, parts.ours) {
      report(isMoved)
      return .taken(parts.theirs)
    }
    let isDisputed = parts.base != nil && input.disputes?.note(at: parts) != nil
    let addsUp = parts.isChangedAlike && !input.countsAlikeOnce && plan.mayCount(parts)
    report(isDoubtful || isDisputed || isMoved || parts.isChangedByBoth || addsUp)
    guard isDoubtful else { return try mergeProperty(parts, plan: plan) }
    return decideByUser(
      parts, plan: plan, reason: doubt == .uncertain ? .identityUncertain : .bothReplaced)
  }
}
