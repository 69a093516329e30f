public import Forked
public import ForkedJSON
public import ForkedSchema

/// A decision of the merge or of the user about a property or file that both sides changed.
public struct MergeDecision: Sendable {
  /// The origin of the decision.
  public enum Decider: Sendable, Hashable {
    /// The property's strategy, or the default for a property that has none.
    case strategy
    /// The side that the user prefers in all conflicts.
    case preference
    /// The side of another member of the same object, with which the schema decides it together (`x-together`).
    case together
    /// The user, for this property or file.
    case user
    /// git's line merge of the file.
    case lines
    /// The merge of the entity at the property.
    case entity
    /// The side that moved the property here.
    case move
  }

  /// The outcome of a decision.
  public enum Outcome: Sendable {
    /// One side's value is kept, and the other's is dropped.
    case keptOneSide(kept: SideValue, dropped: SideValue)
    /// Both sides changed the same part of a text or an array, and the result holds both versions of it.
    case combined
    /// One side changed what the other deleted: the change is kept.
    case changeBeatDeletion(kept: SideValue, dropped: SideValue)
    /// Both sides moved these elements, to different places: the order of `side` is kept.
    case movedByBoth(side: MergeSide, elements: [JSONNode])
    /// These elements have no id, or share one, so they are merged as values.
    case withoutIdentity(elements: [JSONNode])
    /// One side has most elements under ids that name other elements in base, so the elements are matched by their
    /// content instead.
    case distrustedIdentity(key: JSONString)
    /// The position of an element of an ordered list is no integer or is out of range: it gets another position.
    case noPosition(dropped: SideValue)
    /// A side's position of an element contradicts the merged order of its list: the order is kept.
    case outOfOrder(dropped: SideValue)
    /// One side moved these elements and the other deleted them: they are deleted.
    case movedAndDeleted(elements: [JSONNode])
    /// Both sides changed an element that has no id, or one side changed what the other moved or deleted. The element
    /// was matched by its content, and its parts were merged. `evidence` says by which, as "matched by /sku, and 5 of 6
    /// other parts".
    case paired(base: JSONNode?, ours: JSONNode?, theirs: JSONNode?, evidence: String)
    /// The user chose one side's value, or another one.
    case chosen(ConflictChoice, ours: SideValue, theirs: SideValue)
    /// Both sides' changes together would not be valid, so the result is the whole value of the preferred side.
    case preferred(kept: SideValue, dropped: SideValue)
    /// The line merge of the whole text had no conflict here, and its result is kept.
    case lineMerge
    /// A side moved the object or array here, and the other side's changes follow it.
    case moved(SubtreeMove)
    /// No value was dropped.
    case nothingDropped
  }

  /// The document or file; empty if the merge was given no name.
  public var document: String
  /// The pointer to the property in the merged document; the root for a whole file.
  public var pointer: JSONPointer
  /// The path of the property, which stays the same when elements are moved.
  public var path: PropertyPath
  /// The origin of the decision.
  public var decider: Decider
  /// The strategy of the property.
  public var strategy: MergeStrategy
  /// The origin of the strategy.
  public var origin: StrategyOrigin
  /// The outcome of the decision.
  public var outcome: Outcome
  /// The reason, if it differs from the usual one for the outcome.
  public var reason: MergeNote?

  /// Creates a decision about a property; without a pointer, about a whole file.
  public init(
    document: String = "", pointer: JSONPointer = JSONPointer(),
    path: PropertyPath = PropertyPath(), decider: Decider = .strategy,
    strategy: MergeStrategy = .mostRecent, origin: StrategyOrigin = .inferred, outcome: Outcome,
    reason: MergeNote? = nil
  ) {
    self.document = document
    self.pointer = pointer
    self.path = path
    self.decider = decider
    self.strategy = strategy
    self.origin = origin
    self.outcome = outcome
    self.reason = reason
  }
}

extension MergeDecision {
  /// The side's value that is kept; nil if none is.
  public var kept: SideValue? {
    switch outcome {
    case .keptOneSide(let kept, _), .changeBeatDeletion(let kept, _), .preferred(let kept, _): kept
    case .chosen(.ours, let ours, _): ours
    case .chosen(.theirs, _, let theirs): theirs
    default: nil
    }
  }

  /// The value that is dropped; nil if none is.
  public var dropped: SideValue? {
    switch outcome {
    case .keptOneSide(_, let dropped), .changeBeatDeletion(_, let dropped),
      .noPosition(let dropped),
      .outOfOrder(let dropped), .preferred(_, let dropped):
      dropped
    case .chosen(.ours, _, let theirs): theirs
    case .chosen(_, let ours, _): ours
    default: nil
    }
  }

  /// Their value, if both sides' values are dropped for one that the user wrote.
  public var alsoDropped: SideValue? {
    switch outcome {
    case .chosen(.base, _, let theirs), .chosen(.delete, _, let theirs),
      .chosen(.value, _, let theirs):
      theirs
    default: nil
    }
  }

  /// The value that the user wrote; nil if there is none, or if one side's value is kept.
  public var written: JSONNode? {
    if case .chosen(.value(let node), _, _) = outcome { node } else { nil }
  }

  /// The elements concerned, if the decision is about some elements of a list.
  public var elements: [JSONNode] {
    switch outcome {
    case .movedByBoth(_, let elements), .movedAndDeleted(let elements),
      .withoutIdentity(let elements):
      elements
    default: []
    }
  }

  /// The move, if a side moved the property here.
  public var move: SubtreeMove? { if case .moved(let move) = outcome { move } else { nil } }

  /// The same decision with ours and theirs exchanged.
  public var swapped: MergeDecision {
    var result = self
    result.outcome = outcome.swapped
    result.reason = reason?.swapped
    return result
  }
}

extension MergeDecision.Outcome {
  fileprivate var swapped: Self {
    switch self {
    case .keptOneSide(let kept, let dropped):
      .keptOneSide(kept: kept.swapped, dropped: dropped.swapped)
    case .changeBeatDeletion(let kept, let dropped):
      .changeBeatDeletion(kept: kept.swapped, dropped: dropped.swapped)
    case .preferred(let kept, let dropped):
      .preferred(kept: kept.swapped, dropped: dropped.swapped)
    case .movedByBoth(let side, let elements): .movedByBoth(side: side.other, elements: elements)
    case .noPosition(let dropped): .noPosition(dropped: dropped.swapped)
    case .outOfOrder(let dropped): .outOfOrder(dropped: dropped.swapped)
    case .moved(let move): .moved(move.swapped)
    case .paired(let base, let ours, let theirs, let evidence):
      .paired(base: base, ours: theirs, theirs: ours, evidence: evidence)
    case .chosen(let choice, let ours, let theirs):
      .chosen(choice.swapped, ours: theirs.swapped, theirs: ours.swapped)
    case .combined, .withoutIdentity, .distrustedIdentity, .movedAndDeleted,
      .lineMerge, .nothingDropped:
      self
    }
  }
}

/// One side's value in a merge.
public struct SideValue: Sendable {
  /// The side.
  public var side: MergeSide
  /// The value; nil if that side has none, because it deleted the value or never had one.
  public var value: JSONNode?
  /// The id of the commit with the side's last change to the property; nil if no history is known.
  public var commit: String?

  /// Creates a side's value.
  public init(side: MergeSide, value: JSONNode?, commit: String? = nil) {
    self.side = side
    self.value = value
    self.commit = commit
  }

  var swapped: SideValue { SideValue(side: side.other, value: value, commit: commit) }
}

/// An explanation of a decision or a conflict beside its values.
///
/// A note keeps the sides apart from the words, so that they can be exchanged.
public enum MergeNote: Sendable {
  /// One side deleted what the other changed.
  case deleted(by: MergeSide)
  /// A file that is not a document was merged by lines; the lines of this side are kept where both changed one.
  case lines(favoring: MergeSide?)
  /// One side made the file executable, and the mode of this side is kept.
  case executable(MergeSide)
  /// The two sides have files of different kinds at one path, as "a file".
  case kinds(ours: String, theirs: String)
  /// The two sides have different entities in one document, of which one is kept whole.
  case replaced(ours: String, theirs: String)
  /// Each side renamed the file, to these paths, of which one is kept.
  case renamed(ours: String, theirs: String)
  /// Both sides moved the value, from this place in the merge base to different ones.
  case movedByBoth(from: JSONPointer, ours: JSONPointer, theirs: JSONPointer)
  /// A side moved the value from this place in the merge base to another one, where the other side deleted or changed
  /// what is there.
  case moveBlocked(by: MergeSide, from: JSONPointer, to: JSONPointer)
  /// A side moved what stood at this place in the merge base, or something that may be that, to another one. The root stands
  /// for all that the document had.
  case moved(by: MergeSide, from: JSONPointer, to: JSONPointer)
  /// The side of the named property, or of the rest of the object, is kept here too.
  case together(with: String)
  /// A value that one side alone may have changed is not valid under the merged schema.
  case notValid
  /// The sides wrote the document under the schemas of these commits, which the merged schema replaces; nil for a side
  /// that has the merged schema.
  case formerSchemas(ours: String?, theirs: String?)
  /// An explanation that names no side.
  case text(String)

  /// The same note with ours and theirs exchanged.
  public var swapped: MergeNote {
    switch self {
    case .deleted(let side): .deleted(by: side.other)
    case .lines(let side): .lines(favoring: side?.other)
    case .executable(let side): .executable(side.other)
    case .kinds(let ours, let theirs): .kinds(ours: theirs, theirs: ours)
    case .replaced(let ours, let theirs): .replaced(ours: theirs, theirs: ours)
    case .renamed(let ours, let theirs): .renamed(ours: theirs, theirs: ours)
    case .movedByBoth(let from, let ours, let theirs):
      .movedByBoth(from: from, ours: theirs, theirs: ours)
    case .moveBlocked(let side, let from, let to):
      .moveBlocked(by: side.other, from: from, to: to)
    case .moved(let side, let from, let to): .moved(by: side.other, from: from, to: to)
    case .formerSchemas(let ours, let theirs): .formerSchemas(ours: theirs, theirs: ours)
    case .notValid, .together, .text: self
    }
  }
}

extension MergeNote: CustomStringConvertible {
  /// The note in words.
  public var description: String {
    switch self {
    case .deleted(let side): "\(side.rawValue) deleted what \(side.other.rawValue) changed"
    case .lines(nil): "not a document: merged by lines"
    case .lines(let side?):
      "not a document: merged by lines; where both sides changed a line, \(side.rawValue) is kept"
    case .executable(let side):
      "one side made it executable, the other did not: \(side.rawValue) is kept"
    case .kinds(let ours, let theirs): "ours is \(ours), theirs is \(theirs)"
    case .replaced(let ours, let theirs):
      "ours is \(ours), theirs is \(theirs): one of them is kept whole"
    case .renamed(let ours, let theirs): "ours renamed it to \(ours), theirs to \(theirs)"
    case .movedByBoth(let from, let ours, let theirs):
      "ours moved \(from) to \(ours), theirs to \(theirs)"
    case .moveBlocked(let side, let from, let to):
      "\(side.rawValue) moved \(from) to \(to), where \(side.other.rawValue) deleted or changed what is there"
    case .moved(let side, let from, let to):
      "\(side.rawValue) seems to have moved \(from.tokens.isEmpty ? "all" : "\(from)") to \(to.tokens.isEmpty ? "the root" : "\(to)")"
    case .together(let name): "decided together with \(name)"
    case .formerSchemas(let ours, let theirs):
      [("ours", ours), ("theirs", theirs)].compactMap { side, commit in
        commit.map { "\(side) was written under another schema, that of commit \($0.prefix(7))" }
      }.joined(separator: "; ")
    case .notValid: "not valid under the merged schema"
    case .text(let text): text
    }
  }
}
