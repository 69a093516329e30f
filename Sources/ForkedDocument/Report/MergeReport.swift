public import Forked
public import ForkedJSON
public import ForkedMerge
public import ForkedSchema

/// A value as one side of a merge has it.
public struct SideValue: Sendable {
  /// Whose value it is.
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
}

/// A property that both sides changed and that the merge decided by itself.
public struct Resolution: Sendable {
  /// What the decision was.
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
    /// A person chose: one side's value, or another.
    case chosen(ours: SideValue, theirs: SideValue)
    /// Both sides' changes together would not be valid, so the whole value of the preferred side stands.
    case preferred(kept: SideValue, dropped: SideValue)
    /// Nobody's property alone: the line merge of the whole text had no conflict here, and stands.
    case lineMerge
  }

  /// Where, in the merged document.
  public var pointer: JSONPointer
  /// Where, in a way that survives moves.
  public var path: PropertyPath
  /// By which strategy.
  public var strategy: MergeStrategy
  /// Where the strategy comes from.
  public var origin: StrategyOrigin
  /// What the decision was.
  public var outcome: Outcome
}

/// A property that both sides changed and that only a person can decide.
public struct PropertyConflict: Sendable {
  /// Why it is left to a person.
  public enum Reason: String, Sendable {
    /// The schema says so.
    case manual
    /// Both changed one value, and nobody declared a strategy.
    case bothChanged
    /// One side deleted what the other changed, and nobody declared a strategy.
    case deletedAndChanged
    /// Both replaced one run of an array.
    case bothReplaced
    /// Both changed an element whose id may name two different ones.
    case identityUncertain
    /// Which change is later is not known.
    case recencyUnknown
    /// The merged document would not be valid under its schema.
    case invalid
  }

  /// Where, in the merged document.
  public var pointer: JSONPointer
  /// Where, in a way that survives moves.
  public var path: PropertyPath
  /// Why it is left to a person.
  public var reason: Reason
  /// The common ancestor's value; nil where it has none.
  public var base: JSONNode?
  /// Our value; nil where we have none.
  public var ours: JSONNode?
  /// Their value; nil where they have none.
  public var theirs: JSONNode?
  /// What the schema forbids about both together, where it does.
  public var failures: [ValidationFailure] = []
}

/// A property that both sides changed, to different values, and what strategy met it.
public struct ContestedProperty: Sendable {
  /// Where, in the merged document.
  public var pointer: JSONPointer
  /// Where, in a way that survives moves.
  public var path: PropertyPath
  /// The strategy.
  public var strategy: MergeStrategy
  /// Where the strategy comes from.
  public var origin: StrategyOrigin
  /// The common ancestor's value; nil where it has none.
  public var base: JSONNode?
  /// Our value; nil where we have none.
  public var ours: JSONNode?
  /// Their value; nil where they have none.
  public var theirs: JSONNode?
}

extension PropertyConflict.Reason: CustomStringConvertible {
  /// In words.
  public var description: String {
    switch self {
    case .manual: "the schema leaves it to a person"
    case .bothChanged: "both sides changed it"
    case .deletedAndChanged: "one side deleted what the other changed"
    case .bothReplaced: "both sides replaced the same elements"
    case .identityUncertain: "its versions may be two different elements"
    case .recencyUnknown: "both sides changed it, and which change is later is not known"
    case .invalid: "the result would not be valid"
    }
  }
}
