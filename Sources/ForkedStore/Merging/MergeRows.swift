public import ForkedDocument
import ForkedJSON
import ForkedSchema

extension MergeDecision {
  /// The name of the decider: a strategy's, `prefer`, `byHand`, `lineMerge`, `x-identity` or `move`.
  public var deciderName: String {
    switch decider {
    case .strategy: strategy.rawValue
    case .preference: "prefer"
    case .together: "x-together"
    case .user: "byHand"
    case .lines: "lineMerge"
    case .entity: "x-identity"
    case .move: "move"
    }
  }

  /// An explanation besides the values, if there is one.
  public var note: String? {
    reason?.description ?? outcome.note
  }

  /// The decision as JSON: `{"document":..,"pointer":..,"strategy":..,"kept":{..},"dropped":{..},"note":..}`.
  ///
  /// If the user wrote a value, `"kept"` is `{"side":"byHand","value":..}`, with `"alsoDropped":{..}`. If the decision
  /// is about elements of a list, there is `"elements":[..]`; if it is about something that was moved, `"from":pointer`.
  public var reportValue: ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer.description),
      "strategy": .string(deciderName),
      "kept": written.map { .object(["side": .string("byHand"), "value": .node($0)]) }
        ?? kept?.reportValue,
      "dropped": dropped?.reportValue, "alsoDropped": alsoDropped?.reportValue,
      "elements": elements.isEmpty ? nil : .array(elements.map { .node($0) }),
      "from": .string(move?.formerPointer.description),
      "note": .string(note),
    ])
  }
}

extension MergeDecision.Outcome {
  fileprivate var note: String? {
    switch self {
    case .keptOneSide, .nothingDropped, .chosen(.ours, _, _), .chosen(.theirs, _, _),
      .chosen(.value, _, _):
      nil
    case .combined: "both sides changed the same part; both changes are kept"
    case .changeBeatDeletion: "one side changed what the other deleted"
    case .movedByBoth(let side, let elements):
      "both sides moved \(elements.counted); the order is that of \(side.rawValue): \(elements.listed)"
    case .withoutIdentity(let elements):
      "\(elements.counted) without an id of \(elements.count == 1 ? "its" : "their") own, "
        + "merged as values: \(elements.listed)"
    case .noPosition:
      "not an integer within the range of positions, so the element was renumbered"
    case .movedAndDeleted(let elements):
      "one side moved \(elements.counted) that the other deleted; the deletion is kept: "
        + elements.listed
    case .distrustedIdentity(let key):
      "`\(key)` names other elements than in the base, so elements are matched by their content"
    case .paired(_, _, _, let evidence):
      "both sides changed or moved this element, which has no id: \(evidence)"
    case .outOfOrder: "the list has another order, so the element was renumbered"
    case .chosen(.base, _, _): "the merge base's value is kept"
    case .chosen(.delete, _, _): "deleted"
    case .chosenFile: "decided by hand"
    case .preferred: "both changes together would not be valid"
    case .lineMerge: "merged by lines, as git does, because elements have no ids"
    case .moved(let move): move.description
    }
  }
}

extension MergeConflict {
  /// The conflict as JSON:
  /// `{"document":..,"pointer":..,"reason":..,"base":..,"ours":..,"theirs":..,"failures":[..],"note":..,
  /// "ourChange":{"fork":..,"commit":..,"author":..,"time":..},"theirChange":{..},"later":"ours"}`. The key of an absent
  /// value is left out.
  public var reportValue: ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer.description),
      "reason": .string(reason.rawValue), "base": base.map { .node($0) },
      "ours": ours.map { .node($0) }, "theirs": theirs.map { .node($0) },
      "failures": failures.isEmpty ? nil : .array(failures.map(\.reportValue)),
      "note": .string(note),
      "ourChange": ourChange?.reportValue, "theirChange": theirChange?.reportValue,
      "later": .string(later?.rawValue),
    ])
  }

  /// The argument of `--resolve` that takes our side, not quoted for a shell.
  public var resolutionArgument: String { "\(document)#\(pointer)=ours" }
}

extension SideChange {
  fileprivate var reportValue: ReportValue {
    .object([
      "fork": .string(fork), "commit": .string(commit), "author": .string(author),
      "time": .string(time),
    ])
  }
}

extension SideValue {
  /// The side, its value and its commit as JSON; the key of an absent value is left out.
  fileprivate var reportValue: ReportValue {
    .object([
      "side": .string(side.rawValue), "value": value.map { .node($0) },
      "commit": .string(commit),
    ])
  }
}

extension ValidationFailure {
  /// The failure as JSON:
  /// `{"pointer":..,"line":1,"column":2,"keyword":..,"schema":"file#pointer","message":..,"expected":..}`.
  var reportValue: ReportValue {
    .object([
      "pointer": .string(pointer.description), "line": .number(position.line),
      "column": .number(position.column), "keyword": .string(keyword),
      "schema": .string("\(file)#\(keywordPointer)"), "message": .string(message),
      "expected": .string(expected),
    ])
  }
}

extension [JSONNode] {
  fileprivate var counted: String { "\(count) element\(count == 1 ? "" : "s")" }

  /// The first three elements, and the number of the others.
  fileprivate var listed: String {
    let more = count > 3 ? " and \(count - 3) more" : ""
    return prefix(3).map(\.shortened).joined(separator: ", ") + more
  }
}
