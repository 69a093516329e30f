package import Forked
package import ForkedJSON
package import ForkedMerge

/// Everything about a strategy.
package struct StrategyDefinition: Sendable {
  /// The types whose values it merges. A value of another type is merged as by `mostRecent`.
  var types: JSONType
  /// The options of `x-merge` that apply to it.
  var options: [String] = []
  /// The way in which it merges two changes, and the audit checks them.
  package var merging: Merging
  /// True if two values without a merge base are merged as by `mostRecent`, and not as if it were an empty value.
  package var needsBase = false
  /// True if two equal changes are two changes.
  package var addsUp = false
  /// The merge of two changes in words.
  package var words: String
}

/// The way in which a strategy merges two changes of a value.
///
/// Merge and audit have code of their own for each case. The functions of a strategy are pure, and those for the audit
/// do not call those for the merge.
package enum Merging: Sendable {
  /// A function of the merge base and of both sides' values.
  package typealias Rule<Result> =
    @Sendable (_ base: JSONNode?, _ ours: JSONNode, _ theirs: JSONNode) -> Result

  /// A function of the merge base, of both sides' texts, and of the side whose insertions come first.
  package typealias TextRule =
    @Sendable (_ base: String, _ ours: String, _ theirs: String, _ first: MergeSide)
    -> TextMerge.Result

  /// One side's whole value, chosen whatever the values are.
  case whole(WholeChoice)
  /// The side's whole value that the values choose.
  case side(Rule<SideChoice>, audit: Rule<SideChoice>)
  /// A computed number; nil if there is none, so that one side's value is kept.
  case number(Rule<ExactDecimal?>, audit: Rule<ExactDecimal?>)
  /// One text with the edits of both sides.
  case text(TextRule)
  /// Each member by a strategy of its own; members with names have rows of their own in a description.
  case members(areNamed: Bool)
  /// Each element by a strategy of its own, by its id, in the order of the list or of the positions.
  case elements(areOrdered: Bool)
  /// Elements by value, without order.
  case set
  /// Elements by value, in their order.
  case sequence
}

/// The choice of a whole value that does not depend on the values.
package enum WholeChoice: Sendable {
  /// The later change.
  case later
  /// Ours, until a program writes the value again.
  case ours
  /// The user decides.
  case user
}

extension MergeStrategy {
  var types: JSONType { definition.types }
  var options: [String] { definition.options }

  /// Returns true if the strategy can merge values of a kind; null counts as absent before this is asked.
  package func merges(_ kind: JSONKind) -> Bool { definition.types.contains(JSONType(kind)) }

  /// True if the strategy compares values part by part, so that comparing them whole first would only cost time.
  package var mergesByParts: Bool {
    switch definition.merging {
    case .members, .elements, .set, .sequence: true
    case .whole, .side, .number, .text: false
    }
  }

  /// True if each part is merged by a strategy of its own.
  package var mergesPartsAlone: Bool {
    switch definition.merging {
    case .members, .elements: true
    case .whole, .side, .number, .text, .set, .sequence: false
    }
  }

  /// True if elements are told apart by their ids.
  package var goesByID: Bool { if case .elements = definition.merging { true } else { false } }

  /// True if elements have the order of their positions.
  package var goesByPosition: Bool {
    if case .elements(areOrdered: true) = definition.merging { true } else { false }
  }

  /// True if elements are combined in their order, by their values.
  package var mergesSequence: Bool {
    if case .sequence = definition.merging { true } else { false }
  }

  /// True if the strategy keeps one side's whole value, whatever the values are.
  package var takesOneSide: Bool { if case .whole = definition.merging { true } else { false } }

  /// True if of two changes it keeps one side's, so that this side can stand for others.
  var namesSide: Bool {
    switch definition.merging {
    case .side, .whole(.later): true
    case .whole, .number, .text, .members, .elements, .set, .sequence: false
    }
  }

  /// True if it makes one value of two changes, or leaves them to the user: then no one side's value can stand.
  var combines: Bool {
    if case .members = definition.merging { false } else { !namesSide }
  }
}
