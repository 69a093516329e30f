import Forked
public import ForkedDocument
public import ForkedJSON
public import ForkedSchema

extension MergeDecision: Report {
  /// The name of the decider: a strategy's, `prefer`, `byHand`, `lineMerge`, `x-identity` or `move`.
  public var deciderName: String {
    switch decider {
    case .strategy: strategy.name
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

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "document": document, "pointer": pointer, "strategy": deciderName,
      "kept": written.map { ReportValue.object(["side": "byHand", "value": $0]) }
        ?? kept,
      "dropped": dropped, "alsoDropped": alsoDropped, "elements": elements.ifAny,
      "from": move?.formerPointer, "note": note,
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
      "`\(key)` may name other elements than in the base, so elements are matched by their content"
    case .paired(_, _, _, let evidence):
      "both sides changed or moved this element, which has no id: \(evidence)"
    case .outOfOrder: "the list has another order, so the element was renumbered"
    case .chosen(.base, _, _): "the merge base's value is kept"
    case .chosen(.delete, _, _): "deleted"
    case .preferred: "both changes together would not be valid"
    case .lineMerge: "merged by lines, as git does: nothing tells better which thing is which"
    case .moved(let move): move.description
    }
  }
}

extension MergeConflict: Report {
  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "document": document, "pointer": pointer, "reason": reason.rawValue, "base": base,
      "ours": ours, "theirs": theirs, "failures": failures.ifAny, "note": note,
      "ourChange": ourChange, "theirChange": theirChange, "later": later?.rawValue,
    ])
  }

  /// The argument of `--resolve` that takes our side, not quoted for a shell.
  public var resolutionArgument: String { "\(document)#\(pointer)=ours" }
}

extension SideChange: Report {
  /// The change as JSON.
  public var reportValue: ReportValue {
    .object(["fork": fork, "commit": commit, "author": author, "time": time])
  }
}

extension SideValue: Report {
  /// The side, its value and its commit as JSON; the key of an absent value is left out.
  public var reportValue: ReportValue {
    .object(["side": side.rawValue, "value": value, "commit": commit])
  }
}

extension ValidationFailure: Report {
  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "pointer": pointer, "line": position.line, "column": position.column, "keyword": keyword,
      "schema": "\(file)#\(keywordPointer)", "message": message, "expected": expected,
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

extension MergeDecision.Outcome {
  /// A side was kept; the values are not JSON, or not worth repeating.
  static func kept(_ side: MergeSide, _ recency: Recency?) -> Self {
    .keptOneSide(
      kept: SideValue(side: side, recency), dropped: SideValue(side: side.other, recency))
  }

  /// The user chose the result for a whole file.
  static func chosenFile(_ choice: ConflictChoice) -> Self {
    .chosen(choice, ours: SideValue(side: .ours, nil), theirs: SideValue(side: .theirs, nil))
  }
}

extension SideValue {
  /// Creates a side without its value, which is not JSON, or not worth repeating.
  init(side: MergeSide, _ recency: Recency?) {
    self.init(
      side: side, value: nil, commit: side == .ours ? recency?.ours : recency?.theirs)
  }
}

extension AuditDefect: Report {
  /// `{"pointer":..,"message":..}`
  public var reportValue: ReportValue {
    .object(["pointer": pointer, "message": message])
  }
}

extension StoreError {
  /// Creates the error for an audit that found a defect, so that nothing was written.
  init(_ defect: AuditDefect) {
    self.init(
      .defect, "the audit of the merge failed, so nothing was written: \(defect.message)",
      at: Location(document: defect.document, pointer: defect.pointer),
      hint: "this is a defect of fork: please report it, and merge this document by hand")
  }

  /// Creates the error for an audit that found a defect, so that the document was merged by lines.
  public init(avoidedByLines defect: AuditDefect) {
    if defect.isAboutIdentity {
      self.init(
        .defect,
        "nothing tells which thing is which (\(defect.message)); merged by lines, as git does",
        at: Location(document: defect.document, pointer: defect.pointer),
        hint: "ids that stay, or an id that the schema declares, would tell it")
      return
    }
    self.init(
      .defect,
      "the audit of the merge by property failed (\(defect.message)); merged by lines, as git does",
      at: Location(document: defect.document, pointer: defect.pointer),
      hint: "this is a defect of fork: please report it")
  }
}
