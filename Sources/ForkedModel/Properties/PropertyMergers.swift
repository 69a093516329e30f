public import Forked
public import ForkedMerge

/// The mergers of properties: one function for each strategy, with an overload for each type that it merges.
///
/// The macro names the strategy and the property, and the type checker chooses the merger. A type that a strategy does
/// not merge is a compiler error with an explanation.
public enum PropertyMergers {}

/// A mark for a property that can't be compared. The most recent change then wins for the model as a whole.
public struct WholeModel: Sendable {
  /// Creates the mark.
  public init() {}
}

/// `@Merged` without a strategy: the type decides.
extension PropertyMergers {
  /// Merges text.
  public static func automatic<Root>(
    _ property: KeyPath<Root, String>
  ) -> TextMerger { .init() }

  /// Merges optional text.
  public static func automatic<Root>(
    _ property: KeyPath<Root, String?>
  ) -> OptionalMerger<String> { .init(TextMerger()) }

  /// Merges an array of values.
  public static func automatic<Root, Element: Equatable>(
    _ property: KeyPath<Root, [Element]>
  ) -> ArrayMerger<Element> { .init() }

  /// Merges an optional array of values.
  public static func automatic<Root, Element: Equatable>(
    _ property: KeyPath<Root, [Element]?>
  ) -> OptionalMerger<[Element]> { .init(ArrayMerger<Element>()) }

  /// Merges a set.
  public static func automatic<Root, Element: Hashable>(
    _ property: KeyPath<Root, Set<Element>>
  ) -> SetMerger<Element> { .init() }

  /// Merges an optional set.
  public static func automatic<Root, Element: Hashable>(
    _ property: KeyPath<Root, Set<Element>?>
  ) -> OptionalMerger<Set<Element>> { .init(SetMerger<Element>()) }

  /// Merges a dictionary.
  public static func automatic<Root, Key: Hashable, Value: Equatable>(
    _ property: KeyPath<Root, [Key: Value]>
  ) -> DictionaryMerger<Key, Value> { .init() }

  /// Merges an optional dictionary.
  public static func automatic<Root, Key: Hashable, Value: Equatable>(
    _ property: KeyPath<Root, [Key: Value]?>
  ) -> OptionalMerger<[Key: Value]> { .init(DictionaryMerger<Key, Value>()) }

  /// Merges values by their own rule.
  public static func automatic<Root, Value: Mergeable>(
    _ property: KeyPath<Root, Value>
  ) -> MergeableMerger<Value> { .init() }

  /// Merges optional values by their own rule.
  public static func automatic<Root, Value: Mergeable>(
    _ property: KeyPath<Root, Value?>
  ) -> OptionalMerger<Value> { .init(MergeableMerger<Value>()) }

  /// Refuses a type that the strategy does not merge.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      "@Merged has no merge for this type: make it Mergeable, name a strategy with 'using:', or remove @Merged and the most recent wins"
  )
  public static func automatic<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }
}

/// Texts, and values that are merged by their own rule.
extension PropertyMergers {
  /// Merges text.
  public static func textMerge<Root>(
    _ property: KeyPath<Root, String>
  ) -> TextMerger { .init() }

  /// Merges optional text.
  public static func textMerge<Root>(
    _ property: KeyPath<Root, String?>
  ) -> OptionalMerger<String> { .init(TextMerger()) }

  /// Refuses a type that the strategy does not merge.
  @_disfavoredOverload
  @available(
    *, unavailable, message: ".textMerge merges String, and the property is of another type"
  )
  public static func textMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// Merges values by their own rule.
  public static func mergeableProtocol<Root, Value: Mergeable>(
    _ property: KeyPath<Root, Value>
  ) -> MergeableMerger<Value> { .init() }

  /// Merges optional values by their own rule.
  public static func mergeableProtocol<Root, Value: Mergeable>(
    _ property: KeyPath<Root, Value?>
  ) -> OptionalMerger<Value> { .init(MergeableMerger<Value>()) }

  /// Refuses a type that the strategy does not merge.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: ".mergeableProtocol merges values that are Mergeable, and this type is not"
  )
  public static func mergeableProtocol<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }
}

/// Collections.
extension PropertyMergers {
  /// Merges an array of values.
  public static func arrayMerge<Root, Element: Equatable>(
    _ property: KeyPath<Root, [Element]>
  ) -> ArrayMerger<Element> { .init() }

  /// Merges an optional array of values.
  public static func arrayMerge<Root, Element: Equatable>(
    _ property: KeyPath<Root, [Element]?>
  ) -> OptionalMerger<[Element]> { .init(ArrayMerger<Element>()) }

  /// Refuses a type that the strategy does not merge.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: ".arrayMerge merges arrays of Equatable elements, and the property is of another type"
  )
  public static func arrayMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// Merges an array of elements with ids.
  public static func arrayOfIdentifiableMerge<Root, Element: Identifiable & Equatable>(
    _ property: KeyPath<Root, [Element]>
  ) -> ArrayOfIdentifiableMerger<Element> { .init() }

  /// Merges an optional array of elements with ids.
  public static func arrayOfIdentifiableMerge<Root, Element: Identifiable & Equatable>(
    _ property: KeyPath<Root, [Element]?>
  ) -> OptionalMerger<[Element]> { .init(ArrayOfIdentifiableMerger<Element>()) }

  /// Refuses a type that the strategy does not merge.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      ".arrayOfIdentifiableMerge merges arrays of elements that are Identifiable and Equatable"
  )
  public static func arrayOfIdentifiableMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// Merges a set.
  public static func setMerge<Root, Element: Hashable>(
    _ property: KeyPath<Root, Set<Element>>
  ) -> SetMerger<Element> { .init() }

  /// Merges an optional set.
  public static func setMerge<Root, Element: Hashable>(
    _ property: KeyPath<Root, Set<Element>?>
  ) -> OptionalMerger<Set<Element>> { .init(SetMerger<Element>()) }

  /// Refuses a type that the strategy does not merge.
  @_disfavoredOverload
  @available(*, unavailable, message: ".setMerge merges sets, and the property is of another type")
  public static func setMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// Merges a dictionary.
  public static func dictionaryMerge<Root, Key: Hashable, Value: Equatable>(
    _ property: KeyPath<Root, [Key: Value]>
  ) -> DictionaryMerger<Key, Value> { .init() }

  /// Merges an optional dictionary.
  public static func dictionaryMerge<Root, Key: Hashable, Value: Equatable>(
    _ property: KeyPath<Root, [Key: Value]?>
  ) -> OptionalMerger<[Key: Value]> { .init(DictionaryMerger<Key, Value>()) }

  /// Refuses a type that the strategy does not merge.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      ".dictionaryMerge merges dictionaries with Equatable values, and the property is of another type"
  )
  public static func dictionaryMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// Merges a list that is ordered by positions.
  public static func orderedMerge<Root, Element: OrderedElement>(
    _ property: KeyPath<Root, [Element]>
  ) -> OrderedMerger<Element> { .init() }

  /// Merges an optional list that is ordered by positions.
  public static func orderedMerge<Root, Element: OrderedElement>(
    _ property: KeyPath<Root, [Element]?>
  ) -> OptionalMerger<[Element]> { .init(OrderedMerger<Element>()) }

  /// Refuses a type that the strategy does not merge.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      ".orderedMerge merges arrays of ordered elements, whose items are Identifiable and Equatable"
  )
  public static func orderedMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }
}

/// Numbers, and values that can be compared.
extension PropertyMergers {
  /// Merges a number by adding the changes of both sides.
  public static func counterMerge<Root, Value: AdditiveArithmetic>(
    _ property: KeyPath<Root, Value>
  ) -> CounterMerger<Value> { .init() }

  /// Merges an optional number by adding the changes of both sides.
  public static func counterMerge<Root, Value: AdditiveArithmetic>(
    _ property: KeyPath<Root, Value?>
  ) -> OptionalMerger<Value> { .init(CounterMerger<Value>()) }

  /// Refuses a type that the strategy does not merge.
  @_disfavoredOverload
  @available(
    *, unavailable, message: ".counterMerge adds numbers up, and the property is no number"
  )
  public static func counterMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// Takes the greater value.
  public static func maxMerge<Root, Value: Comparable>(
    _ property: KeyPath<Root, Value>
  ) -> MaxMerger<Value> { .init() }

  /// Takes the greater of optional values.
  public static func maxMerge<Root, Value: Comparable>(
    _ property: KeyPath<Root, Value?>
  ) -> OptionalMerger<Value> { .init(MaxMerger<Value>()) }

  /// Refuses a type that the strategy does not merge.
  @_disfavoredOverload
  @available(
    *, unavailable, message: ".maxMerge merges values that are Comparable, and this type is not"
  )
  public static func maxMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// Takes the smaller value.
  public static func minMerge<Root, Value: Comparable>(
    _ property: KeyPath<Root, Value>
  ) -> MinMerger<Value> { .init() }

  /// Takes the smaller of optional values.
  public static func minMerge<Root, Value: Comparable>(
    _ property: KeyPath<Root, Value?>
  ) -> OptionalMerger<Value> { .init(MinMerger<Value>()) }

  /// Refuses a type that the strategy does not merge.
  @_disfavoredOverload
  @available(
    *, unavailable, message: ".minMerge merges values that are Comparable, and this type is not"
  )
  public static func minMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }
}

/// Versions of software.
extension PropertyMergers {
  /// The greater version.
  public static func versionMerge<Root>(
    _ property: KeyPath<Root, String>
  ) -> VersionMerger { .init() }

  /// The greater version. Optional.
  public static func versionMerge<Root>(
    _ property: KeyPath<Root, String?>
  ) -> OptionalMerger<String> { .init(VersionMerger()) }

  /// Refused: the strategy doesn't merge the property's type.
  @_disfavoredOverload
  @available(
    *, unavailable, message: ".versionMerge merges String, and the property is of another type"
  )
  public static func versionMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }
}

/// The most recent change wins.
extension PropertyMergers {
  /// Takes the most recent change of the property.
  public static func mostRecent<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// Takes the most recent version of the model as a whole, since the property can't be compared.
  @_disfavoredOverload
  @available(
    *, deprecated,
    message: "a property that is not Equatable makes the most recent win for the struct as a whole"
  )
  public static func mostRecent<Root, Value>(
    _ property: KeyPath<Root, Value>
  ) -> WholeModel { .init() }
}
