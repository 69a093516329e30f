package import Forked
package import ForkedJSON
package import ForkedMerge

/// The rule by which two versions of a value become one, with the same name in schema files, reports and messages.
///
/// Everything about a strategy is in its definition, in a file beside this one; all others ask its properties.
public final class MergeStrategy: Sendable {
  /// The list of all strategies.
  public static let all: [MergeStrategy] = [
    .mostRecent, .object, .textMerge, .arrayMerge, .arrayOfIdentifiableMerge, .setMerge,
    .dictionaryMerge, .counterMerge, .maxMerge, .minMerge, .versionMerge, .orderedMerge, .generated,
    .manual,
  ]

  /// The name in schema files.
  public let name: String
  /// The types whose values it merges. A value of another type is merged as by `mostRecent`.
  let types: JSONType
  /// The options of `x-merge` that apply to it.
  let options: [String]
  /// The way in which it merges two changes, and the audit checks them.
  package let merging: Merging
  /// True if two values without a merge base are merged as by `mostRecent`, and not as if it were an empty value.
  package let needsBase: Bool
  /// True if two equal changes are two changes.
  package let addsUp: Bool
  /// True if it compares versions of software: of two values of which one is none, neither can be chosen.
  package let comparesVersions: Bool
  /// The merge of two changes in words.
  package let words: String

  init(
    _ name: String, types: JSONType, options: [String] = [], merging: Merging,
    needsBase: Bool = false, addsUp: Bool = false, comparesVersions: Bool = false, words: String
  ) {
    self.name = name
    self.types = types
    self.options = options
    self.merging = merging
    self.needsBase = needsBase
    self.addsUp = addsUp
    self.comparesVersions = comparesVersions
    self.words = words
  }
}

extension MergeStrategy: Hashable {
  /// Returns true if both are the same strategy.
  public static func == (one: MergeStrategy, other: MergeStrategy) -> Bool { one === other }

  /// Hashes the strategy by its identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
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
  /// Returns true if the strategy can merge values of a kind; null counts as absent before this is asked.
  package func merges(_ kind: JSONKind) -> Bool { types.contains(JSONType(kind)) }

  /// True if the strategy compares values part by part, so that comparing them whole first would only cost time.
  package var mergesByParts: Bool {
    if case .set = merging { true } else { mergesPartsAlone || mergesSequence }
  }

  /// True if each part is merged by a strategy of its own.
  package var mergesPartsAlone: Bool { if case .members = merging { true } else { goesByID } }

  /// True if elements are told apart by their ids.
  package var goesByID: Bool { if case .elements = merging { true } else { false } }

  /// True if elements have the order of their positions.
  package var goesByPosition: Bool { if case .elements(true) = merging { true } else { false } }

  /// True if elements are combined in their order, by their values.
  package var mergesSequence: Bool { if case .sequence = merging { true } else { false } }

  /// True if the later change is kept.
  package var keepsLater: Bool { if case .whole(.later) = merging { true } else { false } }

  /// True if the user decides.
  package var leavesToUser: Bool { if case .whole(.user) = merging { true } else { false } }

  /// True if the strategy keeps one side's whole value, whatever the values are.
  package var takesOneSide: Bool { if case .whole = merging { true } else { false } }

  /// True if of two changes it keeps one side's, so that this side can stand for others.
  var namesSide: Bool { if case .side = merging { true } else { keepsLater } }

  /// True if it makes one value of two changes, or leaves them to the user: then no one side's value can stand.
  var combines: Bool {
    if case .members = merging { false } else { !namesSide }
  }
}
