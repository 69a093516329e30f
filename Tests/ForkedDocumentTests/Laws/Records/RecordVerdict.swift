import Forked
import ForkedDocument
import ForkedJSON

/// The outcome of a merge of records.
enum RecordVerdict: Equatable {
  case conflict
  /// The audit refused the merge, and the program takes git's lines, or leaves all to the user.
  case refused
  case right
  /// A change of one side alone was replaced, by a decision about a whole list that the report names.
  case coarse
  /// Right, but that an element stands again that one side deleted and the other moved.
  case revived
  /// Right by identities that the texts give more reason to assume than the true ones.
  case unclear
  case wrong([String])

  var isWrong: Bool { if case .wrong = self { true } else { false } }

  var name: String { isWrong ? "wrong" : "\(self)" }
}

extension RecordCase {
  /// The verdict about the engine's result.
  func verdict(of result: MergeResult<[UInt8]>) -> RecordVerdict {
    let verdict =
      result.conflicts.isEmpty ? verdict(of: result.bytes, decisions(in: result)) : .conflict
    return result.defects.isEmpty ? verdict : .refused
  }

  /// The verdict about a clean result.
  func verdict(of bytes: [UInt8], _ decisions: [RecordJudge.Decision] = []) -> RecordVerdict {
    guard let document = try? JSONDocument(parsing: bytes) else { return .wrong(["no JSON"]) }
    let merged = tree(document.root)
    var judge = RecordJudge(decisions: decisions)
    let stripped = versions.map { $0.without(format.placeNames) }
    func faults(_ ours: RecordNode, _ theirs: RecordNode) -> [String] {
      judge.faults(stripped[0], ours, theirs, merged: merged)
    }
    let found = faults(stripped[1], stripped[2])
    if found.isEmpty { return .right }
    let twins = RecordReading.twins(stripped[0], stripped[2])
    if twins.contains(where: { faults(stripped[1], $0).isEmpty }) { return .right }
    judge.acceptsWholeLists = true
    if faults(stripped[1], stripped[2]).isEmpty { return .coarse }
    // Decisions about whole lists excuse the least, so other readings are tried with them at once.
    let others = RecordReading.others(versions, placeNames: format.placeNames)
    if others.contains(where: { faults($0.ours, $0.theirs).isEmpty }) { return .unclear }
    judge.acceptsRevived = true
    return faults(stripped[1], stripped[2]).isEmpty ? .revived : .wrong(found)
  }

  private func tree(_ node: JSONNode) -> LawTree {
    LawTree(node).sorted(without: format.placeNames)
  }

  /// The decisions between both sides in the report; the line merge of the whole decides nothing.
  private func decisions(in result: MergeResult<[UInt8]>) -> [RecordJudge.Decision] {
    result.decisions.compactMap { row in
      let pointer = row.pointer.tokens.map { $0.exactString ?? "" }
      switch row.outcome {
      case .keptOneSide(let kept, let dropped):
        return RecordJudge.Decision(
          pointer: pointer, kept: kept.side,
          values: [kept.value, dropped.value].compactMap { $0.map(tree) })
      case .changeBeatDeletion(let kept, let dropped):
        return RecordJudge.Decision(
          pointer: pointer, values: [kept.value, dropped.value].compactMap { $0.map(tree) })
      case .combined: return RecordJudge.Decision(pointer: pointer, values: [])
      case .movedByBoth, .movedAndDeleted, .distrustedIdentity, .withoutIdentity,
        .noPosition, .outOfOrder, .paired, .chosen, .preferred, .lineMerge,
        .moved, .nothingDropped:
        return nil
      }
    }
  }
}
