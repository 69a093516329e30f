public import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedMerge
import ForkedSchema

extension Resolution {
  /// One row of `resolved` in a merge report.
  func reportValue(in document: String, policy: ConflictPolicy?) -> ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer.description),
      "strategy": .string(strategyName(under: policy)), "kept": outcome.kept?.reportValue,
      "dropped": outcome.dropped?.reportValue, "elements": outcome.elements.reportValue,
      "note": .string(outcome.note),
    ])
  }
}

extension Resolution {
  /// What decided: the strategy, or that the person prefers a side.
  public func strategyName(under policy: ConflictPolicy?) -> String {
    if case .preferred = outcome { return "prefer" }
    if case .prefer(let side) = policy, case .gaveWay(let kept, _) = outcome, kept.side == side,
      kept.commit == nil
    {
      return "prefer"
    }
    return strategy.rawValue
  }
}

extension Resolution.Outcome {
  /// The value that stands, where it is one side's.
  public var kept: SideValue? {
    switch self {
    case .gaveWay(let kept, _), .changeBeatDeletion(let kept, _), .preferred(let kept, _): kept
    default: nil
    }
  }

  /// The value that gave way.
  public var dropped: SideValue? {
    switch self {
    case .gaveWay(_, let dropped), .changeBeatDeletion(_, let dropped), .noPosition(let dropped),
      .outOfOrder(let dropped), .preferred(_, let dropped):
      dropped
    default: nil
    }
  }

  /// The elements that it is about, where it is about some of a list.
  var elements: [JSONNode] {
    switch self {
    case .movedByBoth(_, let elements), .movedAndDeleted(let elements),
      .withoutIdentity(let elements), .renamedByBoth(let elements):
      elements
    default: []
    }
  }

  /// What is to be said beside the values.
  public var note: String? {
    switch self {
    case .gaveWay: nil
    case .combined: "both sides changed one place, and both readings stand there"
    case .changeBeatDeletion: "one side changed what the other deleted"
    case .movedByBoth(let side, let elements):
      "both sides moved \(elements.count) element\(elements.count == 1 ? "" : "s"); "
        + "the order is that of \(side.rawValue): \(elements.listed)"
    case .withoutIdentity(let elements):
      "\(elements.count) element\(elements.count == 1 ? "" : "s") without an id of "
        + "\(elements.count == 1 ? "its" : "their") own, "
        + "merged as values: \(elements.listed)"
    case .noPosition:
      "no integer within the range of positions, so the element has another"
    case .movedAndDeleted(let elements):
      "one side moved \(elements.count) element\(elements.count == 1 ? "" : "s") that the other "
        + "deleted; the deletion stands: \(elements.listed)"
    case .distrustedIdentity(let key):
      "`\(key)` names other elements than in the base, so elements are matched by their content"
    case .renamedByBoth(let elements):
      "both sides gave \(elements.count) element\(elements.count == 1 ? "" : "s") another id; "
        + "both stand: \(elements.listed)"
    case .paired:
      "both sides changed or moved this element, which has no id; it was found again by its content"
    case .outOfOrder: "the list stands in another order, so the element has another position"
    case .chosen: "decided by hand"
    case .preferred: "both changes together would not be valid"
    case .lineMerge: "merged by lines, as git does, where elements had no identity"
    }
  }
}

extension [JSONNode] {
  /// The values for a report; nil where there are none.
  var reportValue: ReportValue? { isEmpty ? nil : .array(map { .node($0) }) }

  /// The first three, for people.
  fileprivate var listed: String {
    let more = count > 3 ? " and \(count - 3) more" : ""
    return prefix(3).map(\.shortened).joined(separator: ", ") + more
  }
}

extension SideValue {
  /// Side, value and commit; an absent value has none.
  var reportValue: ReportValue {
    .object([
      "side": .string(side.rawValue), "value": value.map { .node($0) },
      "commit": .string(commit),
    ])
  }
}

extension PropertyConflict {
  /// One row of `conflicts` in a merge report; an absent value has no name.
  func reportValue(in document: String) -> ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer.description),
      "reason": .string(reason.rawValue), "base": base.map { .node($0) },
      "ours": ours.map { .node($0) }, "theirs": theirs.map { .node($0) },
      "failures": failures.isEmpty ? nil : .array(failures.map(\.reportValue)),
    ])
  }
}

extension ValidationFailure {
  /// `{"pointer":..,"line":1,"column":2,"keyword":..,"schema":"file#pointer","message":..,"expected":..}`
  var reportValue: ReportValue {
    .object([
      "pointer": .string(pointer.description), "line": .number(position.line),
      "column": .number(position.column), "keyword": .string(keyword),
      "schema": .string("\(file)#\(keywordPointer)"), "message": .string(message),
      "expected": .string(expected),
    ])
  }
}
