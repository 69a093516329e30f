/// The strategy by which a property is merged.
///
/// This is the list of all. The module of the macros has it by a link: what the compiler accepts is what they know.
public enum PropertyMerge: String, CaseIterable, Sendable {
  /// The strategy of the property's type.
  case automatic
  /// The type's own `merged(withSubordinate:commonAncestor:)`.
  case mergeableProtocol
  /// The later change wins as a whole.
  case mostRecent
  /// The text with the edits of both sides.
  case textMerge
  /// A sequence of values, with the changes of both sides.
  case arrayMerge
  /// A sequence of elements with ids. The ids stay unique.
  case arrayOfIdentifiableMerge
  /// A set with the additions and removals of both sides.
  case setMerge
  /// A dictionary that is merged key by key.
  case dictionaryMerge
  /// A number to which the changes of both sides are added.
  case counterMerge
  /// The greater value.
  case maxMerge
  /// The smaller value.
  case minMerge
  /// The greater of two versions of software, unless one side lowered it.
  case versionMerge
  /// A list that is ordered by random positions.
  case orderedMerge
}

extension PropertyMerge {
  /// The types that the strategy merges: in words, and as they are written.
  var types: (words: String, spelled: [SpelledType]) {
    switch self {
    case .automatic, .mostRecent: ("values that are Equatable", SpelledType.allCases)
    case .mergeableProtocol: ("values that are Mergeable", [])
    case .textMerge, .versionMerge: ("String", [.text])
    case .arrayMerge: ("arrays", [.array])
    case .arrayOfIdentifiableMerge: ("arrays of Identifiable elements", [.array])
    case .setMerge: ("sets", [.set])
    case .dictionaryMerge: ("dictionaries", [.dictionary])
    case .counterMerge: ("numbers", [.number])
    case .maxMerge, .minMerge: ("values that are Comparable", [.text, .number])
    case .orderedMerge: ("arrays of ordered elements", [.array])
    }
  }
}

/// The kind of a type, as far as its spelling shows it.
enum SpelledType: CaseIterable {
  case text, array, set, dictionary, number, truth
}
