public import Forked
public import ForkedJSON
public import ForkedMerge
public import ForkedSchema

/// A property or file that both sides changed, and what the merge or the user decided about it.
public struct MergeDecision: Sendable {
  /// The origin of the decision.
  public enum Decider: Sendable, Hashable {
    /// The property's strategy, or the default for what has none.
    case strategy
    /// The side that the user prefers wherever there is a conflict.
    case preference
    /// The user, for this property or file.
    case user
    /// git's line merge of the file.
    case lines
    /// The merge of the entity that stands there.
    case entity
  }

  /// The decision itself.
  public enum Outcome: Sendable {
    /// One side's value stands, the other's gave way.
    case gaveWay(kept: SideValue, dropped: SideValue)
    /// Both sides changed one place of a text or an array, and both readings stand there.
    case combined
    /// One side changed what the other deleted: the change stands.
    case changeBeatDeletion(kept: SideValue, dropped: SideValue)
    /// Both sides moved these elements, to different places: `side` decided.
    case movedByBoth(side: MergeSide, elements: [JSONNode])
    /// These elements have no id, or share one, so they merged as values.
    case withoutIdentity(elements: [JSONNode])
    /// One side holds most elements under values of the usual id that name others in base, so the elements were told
    /// apart by their content.
    case distrustedIdentity(key: JSONString)
    /// Both sides gave these elements other ids, each one of its own: they stand under both.
    case renamedByBoth(elements: [JSONNode])
    /// An element of an ordered list had a position that is no integer, or beyond the range: another one stands.
    case noPosition(dropped: SideValue)
    /// A side gave an element of an ordered list this position, and the order of its list says another: the order stands.
    case outOfOrder(dropped: SideValue)
    /// One side moved these elements and the other deleted them: they are gone.
    case movedAndDeleted(elements: [JSONNode])
    /// Both sides changed an element that has no id, or one changed what the other moved or deleted, and it was found
    /// again by its content: its parts were merged.
    case paired(base: JSONNode?, ours: JSONNode?, theirs: JSONNode?)
    /// The user chose: one side's value, or another.
    case chosen(ConflictChoice, ours: SideValue, theirs: SideValue)
    /// The user chose what became of a whole file.
    case chosenFile
    /// Both sides' changes together would not be valid, so the whole value of the preferred side stands.
    case preferred(kept: SideValue, dropped: SideValue)
    /// The line merge of the whole text had no conflict here, and stands.
    case lineMerge
    /// Nothing had to give way.
    case nothingDropped
  }

  /// The document or file; empty where the merge was told no name.
  public var document: String
  /// The property, in the merged document; the root for the whole file.
  public var pointer: JSONPointer
  /// The property, in a way that survives moves.
  public var path: PropertyPath
  /// The origin of the decision.
  public var decider: Decider
  /// The strategy of the property.
  public var strategy: MergeStrategy
  /// The origin of the strategy.
  public var origin: StrategyOrigin
  /// The decision itself.
  public var outcome: Outcome
  /// The reason, where it is not the one that goes with the outcome.
  public var reason: MergeNote?

  /// A decision about a property, or by default about a whole file.
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
  /// The side's value that stands; nil where no side's does.
  public var kept: SideValue? {
    switch outcome {
    case .gaveWay(let kept, _), .changeBeatDeletion(let kept, _), .preferred(let kept, _): kept
    case .chosen(.ours, let ours, _): ours
    case .chosen(.theirs, _, let theirs): theirs
    default: nil
    }
  }

  /// The value that gave way; nil where none had to.
  public var dropped: SideValue? {
    switch outcome {
    case .gaveWay(_, let dropped), .changeBeatDeletion(_, let dropped), .noPosition(let dropped),
      .outOfOrder(let dropped), .preferred(_, let dropped):
      dropped
    case .chosen(.ours, _, let theirs): theirs
    case .chosen(_, let ours, _): ours
    default: nil
    }
  }

  /// Their value, where both sides' gave way to one that the user wrote.
  public var alsoDropped: SideValue? {
    switch outcome {
    case .chosen(.base, _, let theirs), .chosen(.delete, _, let theirs),
      .chosen(.value, _, let theirs):
      theirs
    default: nil
    }
  }

  /// The value that the user wrote; nil: none, or one side's stands.
  public var written: JSONNode? {
    if case .chosen(.value(let node), _, _) = outcome { node } else { nil }
  }

  /// The elements that it is about, where it is about some of a list.
  public var elements: [JSONNode] {
    switch outcome {
    case .movedByBoth(_, let elements), .movedAndDeleted(let elements),
      .withoutIdentity(let elements), .renamedByBoth(let elements):
      elements
    default: []
    }
  }

  /// The same decision, with ours and theirs exchanged.
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
    case .gaveWay(let kept, let dropped): .gaveWay(kept: kept.swapped, dropped: dropped.swapped)
    case .changeBeatDeletion(let kept, let dropped):
      .changeBeatDeletion(kept: kept.swapped, dropped: dropped.swapped)
    case .preferred(let kept, let dropped):
      .preferred(kept: kept.swapped, dropped: dropped.swapped)
    case .movedByBoth(let side, let elements): .movedByBoth(side: side.other, elements: elements)
    case .noPosition(let dropped): .noPosition(dropped: dropped.swapped)
    case .outOfOrder(let dropped): .outOfOrder(dropped: dropped.swapped)
    case .paired(let base, let ours, let theirs):
      .paired(base: base, ours: theirs, theirs: ours)
    case .chosen(let choice, let ours, let theirs):
      .chosen(choice.swapped, ours: theirs.swapped, theirs: ours.swapped)
    case .combined, .withoutIdentity, .distrustedIdentity, .renamedByBoth, .movedAndDeleted,
      .chosenFile, .lineMerge, .nothingDropped:
      self
    }
  }
}

/// A value as one side of a merge has it.
public struct SideValue: Sendable {
  /// The side.
  public var side: MergeSide
  /// The value; nil where that side has none (it deleted it, or never had it).
  public var value: JSONNode?
  /// The id of the commit that made the side's last change here; nil where no history is known.
  public var commit: String?

  /// A side's value, with the commit that made it where that is known.
  public init(side: MergeSide, value: JSONNode?, commit: String? = nil) {
    self.side = side
    self.value = value
    self.commit = commit
  }

  var swapped: SideValue { SideValue(side: side.other, value: value, commit: commit) }
}

/// More words about a decision or a conflict beside its values. They name sides, which can be exchanged.
public enum MergeNote: Sendable {
  /// One side deleted what the other changed.
  case deleted(by: MergeSide)
  /// The line merge of a text that is no document; the side whose lines stand where both changed one.
  case lines(favoring: MergeSide?)
  /// One side made the file executable, and the mode of one of them stands.
  case executable(MergeSide)
  /// Two different things at one path, as "a file".
  case kinds(ours: String, theirs: String)
  /// Two different entities in one document, of which one stands whole.
  case replaced(ours: String, theirs: String)
  /// Words that name no side.
  case text(String)

  /// The same note, with ours and theirs exchanged.
  public var swapped: MergeNote {
    switch self {
    case .deleted(let side): .deleted(by: side.other)
    case .lines(let side): .lines(favoring: side?.other)
    case .executable(let side): .executable(side.other)
    case .kinds(let ours, let theirs): .kinds(ours: theirs, theirs: ours)
    case .replaced(let ours, let theirs): .replaced(ours: theirs, theirs: ours)
    case .text: self
    }
  }
}

extension MergeNote: CustomStringConvertible {
  /// The note in words.
  public var description: String {
    switch self {
    case .deleted(let side): "\(side.rawValue) deleted what \(side.other.rawValue) changed"
    case .lines(nil): "no document: merged by lines"
    case .lines(let side?):
      "no document: merged by lines, and \(side.rawValue) stands where both changed one"
    case .executable(let side):
      "one side made it executable, the other did not: \(side.rawValue) stands"
    case .kinds(let ours, let theirs): "\(theirs) against \(ours)"
    case .replaced(let ours, let theirs): "\(theirs) against \(ours): one of them stands whole"
    case .text(let text): text
    }
  }
}
