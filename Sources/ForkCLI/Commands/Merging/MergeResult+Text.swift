import ForkedDocument
import ForkedJSON
import ForkedStore

extension MergeDecision {
  /// One line: where, what stands, what gave way.
  var text: StyledText {
    var line: StyledText = "  \(document)#\(pointer)  \(trusted: deciderName, .dim)"
    if let written { line += "  kept \(JSONNode?.some(written).described, .green)" }
    if let kept {
      line += "  kept \(trusted: kept.side.rawValue) \(kept.value.described, .green)\(author(kept))"
    }
    if let dropped {
      line += kept == nil && written == nil ? "  " : ", "
      line +=
        "not \(trusted: dropped.side.rawValue) \(dropped.value.described, .red)\(author(dropped))"
    }
    if let alsoDropped {
      line +=
        ", not \(trusted: alsoDropped.side.rawValue) \(alsoDropped.value.described, .red)\(author(alsoDropped))"
    }
    if let note { line += "  (\(note))" }
    return line + "\n"
  }

  private func author(_ value: SideValue) -> StyledText {
    value.commit.map { " [\(trusted: String($0.prefix(10)), .dim)]" } ?? StyledText()
  }
}

extension MergeConflict {
  /// Where, why, the three values, and what to write to settle it.
  ///
  /// - Parameter command: what is written before the settlement.
  func text(settledBy command: String = "--resolve") -> StyledText {
    var text: StyledText =
      "\("conflict", .red)  \(document)#\(pointer)  \(trusted: reason.rawValue)"
    if let note { text += " (\(note))" }
    text += "\n"
    if base != nil || ours != nil || theirs != nil {
      text += "  base    \(base.described)\n  ours    \(ours.described)\n"
      text += "  theirs  \(theirs.described)\n"
    }
    text +=
      "  settle with  \(trusted: command) \(settlementArgument.quotedForShell)  or theirs, or a value\n"
    return text
  }
}

extension StyledText {
  static func + (left: StyledText, right: StyledText) -> StyledText {
    var text = left
    text += right
    return text
  }
}
