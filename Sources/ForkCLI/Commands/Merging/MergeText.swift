import ForkedDocument
import ForkedJSON
import ForkedStore

/// The decisions and conflicts of a merge as text, one line each.
extension StyledText {
  /// Returns the line of a decision between the changes of both sides.
  ///
  /// - Parameter evidence: what its element was matched by, if that is to be told.
  static func line(for decision: MergeDecision, _ evidence: String? = nil) -> StyledText {
    let place = "\(decision.document)#\(decision.pointer)"
    let line: StyledText =
      "\("resolved", .green) \(place) (\(trusted: decision.deciderName)): \(decision.sentence)"
    return evidence.map { line + "; \($0)" } ?? line
  }

  /// Returns the line of a conflict that is left to the user, followed by a line for each failed validation.
  ///
  /// - Parameter evidence: what its element was matched by, if that is to be told.
  static func line(for conflict: MergeConflict, _ evidence: String? = nil) -> StyledText {
    let place = "\(conflict.document)#\(conflict.pointer)"
    var line: StyledText =
      "\("conflict", .red) \(place) (\(trusted: conflict.reason.description))"
    if conflict.hasValues, let detail = conflict.detail { line += ": \(detail.description)" }
    if conflict.base != nil || conflict.ours != nil || conflict.theirs != nil {
      let texts = DifferingTexts([conflict.base, conflict.ours, conflict.theirs])
      line += ": base \(texts.text(0)), ours \(texts.text(1)), theirs \(texts.text(2))"
    }
    if let evidence { line += "; \(evidence)" }
    return conflict.failures.reduce(line) { $0 + "\n  \($1.description)" }
  }
}

extension JSONNode? {
  /// The value on one line, shortened if it is long.
  var described: String {
    self?.shortened ?? "nothing"
  }
}

extension Console {
  /// Reports on standard error the decisions and conflicts of a merge of one file.
  /// - Parameter traces: true to tell of each what it was matched by, and all that was merged without a decision.
  func explain(merge report: FileMergeReport, traces: Bool = false) {
    if let defect = report.result.avoidedDefect { explain(StoreError(avoidedByLines: defect)) }
    guard !outputStyle.isQuiet else { return }
    if let reason = report.result.unreadable {
      let place = "\(reason.error.position.line):\(reason.error.position.column)"
      notify(
        "\(report.path): \(reason.version) is not a JSON document (\(place): \(reason.error.reason)); "
          + (report.isBinary
            ? "binary files are not merged, one version is kept" : "merged by lines")
      )
    }
    if let reason = report.result.reasonForLines {
      notify("\(report.path): \(reason); merged by lines")
    }
    if traces { return printMessages(report.trace) }
    printMessages(report.result.decisions.lazy.map { .line(for: $0) })
    printMessages(report.result.conflicts.lazy.map { .line(for: $0) })
  }
}

extension FileMergeReport {
  /// A line for each decision and conflict, each property that both sides changed, and each element without an id that
  /// a side changed, by their pointers, with what they were matched by.
  fileprivate var trace: [StyledText] {
    let evidence = MergeEvidence(result)
    var lines: [(pointer: JSONPointer, text: StyledText)] = []
    var told: Set<JSONPointer> = []
    func tell(
      _ pointer: JSONPointer, _ path: PropertyPath, _ line: (_ evidence: String?) -> StyledText
    ) {
      told.insert(pointer)
      let keys = path.steps.isEmpty ? nil : "matched by its key"
      lines.append((pointer, line(evidence.evidence(of: path, in: self.path) ?? keys)))
    }
    for decision in result.decisions {
      tell(decision.pointer, decision.path) { .line(for: decision, decision.isPaired ? nil : $0) }
    }
    for conflict in result.conflicts {
      tell(conflict.pointer, conflict.path) { .line(for: conflict, $0) }
    }
    for property in result.changedByBoth where !told.contains(property.pointer) {
      tell(property.pointer, property.path) {
        let place = "\(path)#\(property.pointer)"
        let strategy = property.strategy
        return
          "merged \(place) (\(trusted: strategy.name)): \(trusted: strategy.words); \($0 ?? "")"
      }
    }
    for pairing in result.pairings where !pairing.isReported {
      lines.append(
        (pairing.pointer, "paired \("\(path)#\(pairing.pointer)"): \(pairing.evidence)"))
    }
    return lines.sorted { $0.pointer < $1.pointer }.map(\.text)
  }
}

extension MergeDecision {
  /// True if the decision tells by itself what its element was matched by.
  fileprivate var isPaired: Bool { if case .paired = outcome { true } else { false } }
}

extension [MergeDecision] {
  /// The kind of a decision: those of one kind in one document are alike.
  private struct Kind: Hashable {
    let document: String
    let decider: String
    let hasNote: Bool

    init(_ decision: MergeDecision) {
      document = decision.document
      decider = decision.deciderName
      hasNote = decision.note != nil
    }
  }

  /// A line for each decision. Of more than five that are alike, three are shown and the others counted, unless the
  /// output is verbose.
  var text: StyledText {
    let totals = Dictionary(map { (Kind($0), 1) }, uniquingKeysWith: +)
    var numbers: [Kind: Int] = [:]
    return reduce(into: StyledText()) { text, decision in
      let kind = Kind(decision)
      let (total, number) = (totals[kind] ?? 0, numbers[kind, default: 0] + 1)
      numbers[kind] = number
      text += total > 5 && number > 3 ? decision.text.shown(.verbose) : decision.text
      guard total > 5, number == total else { return }
      let others: StyledText =
        "  and \(total - 3) more in \(kind.document) (--verbose shows them)\n"
      text += others.shown(.brief)
    }
  }
}

extension MergeDecision {
  /// One line: the property, the value that is kept and the values that are dropped.
  var text: StyledText {
    "  \(document)#\(pointer)  \(trusted: deciderName, .dim)  " + sentence + "\n"
  }

  /// The values that are kept and dropped, and the reason, as in `kept theirs "b" [<commit>], not ours "c" (<reason>)`.
  fileprivate var sentence: StyledText {
    let texts = DifferingTexts([written ?? kept?.value, dropped?.value, alsoDropped?.value])
    var parts: [StyledText] = []
    if written != nil { parts.append("kept \(texts.text(0, .green))") }
    if let kept { parts.append("kept \(styled(kept, texts.text(0, .green)))") }
    if let dropped { parts.append("not \(styled(dropped, texts.text(1, .red)))") }
    if let alsoDropped { parts.append("not \(styled(alsoDropped, texts.text(2, .red)))") }
    let values = parts.dropFirst().reduce(parts.first ?? "") { $0 + ", " + $1 }
    guard let note else { return values }
    return parts.isEmpty ? "(\(note))" : values + "  (\(note))"
  }

  /// True if a side has a value: files that are not documents have none.
  fileprivate var hasValues: Bool {
    kept?.value != nil || dropped?.value != nil || alsoDropped?.value != nil
  }

  private func styled(_ value: SideValue, _ text: StyledText) -> StyledText {
    var line: StyledText = "\(trusted: value.side.rawValue)"
    if hasValues { line += " \(text)" }
    if let commit = value.commit { line += " [\(trusted: String(commit.prefix(10)), .dim)]" }
    return line
  }
}

extension MergeConflict {
  /// Returns the property, the reason, the three values and the argument that resolves the conflict.
  ///
  /// - Parameter command: the command or option before that argument.
  fileprivate func text(resolvedBy command: String) -> StyledText {
    var text: StyledText =
      "\("conflict", .red)  \(document)#\(pointer)  \(trusted: reason.description)"
    if let note { text += " (\(note))" }
    text += "\n"
    if hasValues {
      let texts = DifferingTexts([base, ours, theirs])
      text += "  base    \(texts.text(0, .bold))\n"
      text += "  ours    \(texts.text(1, .bold))\(ourChange.text)\n"
      text += "  theirs  \(texts.text(2, .bold))\(theirChange.text)\n"
    } else {
      if ourChange != nil { text += "  ours  \(ourChange.text)\n" }
      if theirChange != nil { text += "  theirs\(theirChange.text)\n" }
    }
    let other = hasValues ? "a value" : "base"
    text +=
      "  resolve with  \(trusted: command) \(resolutionArgument.quotedForShell)  or theirs, or \(trusted: other)\n"
    return text
  }
}

extension MergeConflict {
  /// True if the conflict is about values, not about the lines of a file.
  var hasValues: Bool { ours != nil || theirs != nil || base != nil }
}

extension [MergeConflict] {
  /// Returns the conflicts by document and object, and the arguments that resolve those of one object or document at
  /// once.
  ///
  /// - Parameter command: the command or option before such an argument.
  func text(resolvedBy command: String = "--resolve") -> StyledText {
    let groups = grouped
    var text = StyledText()
    for (index, group) in groups.enumerated() {
      for conflict in group.conflicts { text += conflict.text(resolvedBy: command) }
      if group.conflicts.count > 1 {
        text += all(group.conflicts.count, in: group.document, group.pointer, command)
      }
      let isLast = index + 1 == groups.count || groups[index + 1].document != group.document
      guard isLast else { continue }
      let others = groups[...index].reversed().prefix { $0.document == group.document }
      let isRoot = others.count == 1 && group.pointer.tokens.isEmpty
      let count = others.reduce(0) { $0 + $1.conflicts.count }
      if count > 1, !isRoot { text += all(count, in: group.document, JSONPointer(), command) }
    }
    return text
  }

  /// Returns the line with the argument for all conflicts at or below a pointer.
  private func all(
    _ count: Int, in document: String, _ pointer: JSONPointer, _ command: String
  ) -> StyledText {
    let place = pointer.tokens.isEmpty ? document : "\(document)#\(pointer)"
    let argument = "\(document)#\(pointer)=ours".quotedForShell
    return
      "\("all \(count) in", .bold) \(place)  \(trusted: command) \(argument)  or theirs, or base\n"
  }
}

extension SideChange? {
  /// The fork, the author, the time and the commit, as far as they are known.
  var text: StyledText {
    guard let change = self else { return "" }
    let words = [change.fork, change.author, change.moment].compactMap { $0 }
    // git's name of a commit begins with its id.
    let isNamed = change.commit.map { change.fork?.hasPrefix($0.prefix(7)) ?? false } ?? true
    let shortID = isNamed ? "" : change.commit.map { " [\($0.prefix(10))]" } ?? ""
    return "  \(words.joined(separator: ", ") + shortID, .dim)"
  }
}

extension SideChange {
  /// The time in relative form; nil if it is not known.
  var moment: String? {
    guard let time else { return nil }
    return seconds.map { HumanTime.text($0, date: time, now: Process.startTime) } ?? time
  }
}

extension StyledText {
  static func + (left: StyledText, right: StyledText) -> StyledText {
    var text = left
    text += right
    return text
  }
}
