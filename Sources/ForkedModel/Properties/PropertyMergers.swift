public import Forked
public import ForkedMerge

/// The mergers of properties: which one a strategy means for a property's type.
///
/// The macro names the strategy and the property, and the type checker chooses; a type that a strategy doesn't merge is
/// an error that says so.
public enum PropertyMergers {}

/// A property that can't be compared, so that of the model as a whole the most recent wins.
public struct WholeModel: Sendable {
  /// The mark.
  public init() {}
}

/// `@Merged`: by the type.
extension PropertyMergers {
  /// Text.
  public static func automatic<Root>(
    _ property: KeyPath<Root, String>
  ) -> TextMerger { .init() }

  /// Text. Optional.
  public static func automatic<Root>(
    _ property: KeyPath<Root, String?>
  ) -> OptionalMerger<String> { .init(TextMerger()) }

  /// An array of values.
  public static func automatic<Root, Element: Equatable>(
    _ property: KeyPath<Root, [Element]>
  ) -> ArrayMerger<Element> { .init() }

  /// An array of values. Optional.
  public static func automatic<Root, Element: Equatable>(
    _ property: KeyPath<Root, [Element]?>
  ) -> OptionalMerger<[Element]> { .init(ArrayMerger<Element>()) }

  /// A set.
  public static func automatic<Root, Element: Hashable>(
    _ property: KeyPath<Root, Set<Element>>
  ) -> SetMerger<Element> { .init() }

  /// A set. Optional.
  public static func automatic<Root, Element: Hashable>(
    _ property: KeyPath<Root, Set<Element>?>
  ) -> OptionalMerger<Set<Element>> { .init(SetMerger<Element>()) }

  /// A dictionary.
  public static func automatic<Root, Key: Hashable, Value: Equatable>(
    _ property: KeyPath<Root, [Key: Value]>
  ) -> DictionaryMerger<Key, Value> { .init() }

  /// A dictionary. Optional.
  public static func automatic<Root, Key: Hashable, Value: Equatable>(
    _ property: KeyPath<Root, [Key: Value]?>
  ) -> OptionalMerger<[Key: Value]> { .init(DictionaryMerger<Key, Value>()) }

  /// What merges by its own rule.
  public static func automatic<Root, Value: Mergeable>(
    _ property: KeyPath<Root, Value>
  ) -> MergeableMerger<Value> { .init() }

  /// What merges by its own rule. Optional.
  public static func automatic<Root, Value: Mergeable>(
    _ property: KeyPath<Root, Value?>
  ) -> OptionalMerger<Value> { .init(MergeableMerger<Value>()) }

  /// Refused: the strategy doesn't merge the property's type.
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

/// Texts, and what merges by its own rule.
extension PropertyMergers {
  /// Text.
  public static func textMerge<Root>(
    _ property: KeyPath<Root, String>
  ) -> TextMerger { .init() }

  /// Text. Optional.
  public static func textMerge<Root>(
    _ property: KeyPath<Root, String?>
  ) -> OptionalMerger<String> { .init(TextMerger()) }

  /// Refused: the strategy doesn't merge the property's type.
  @_disfavoredOverload
  @available(
    *, unavailable, message: ".textMerge merges String, and the property is of another type"
  )
  public static func textMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// What merges by its own rule.
  public static func mergeableProtocol<Root, Value: Mergeable>(
    _ property: KeyPath<Root, Value>
  ) -> MergeableMerger<Value> { .init() }

  /// What merges by its own rule. Optional.
  public static func mergeableProtocol<Root, Value: Mergeable>(
    _ property: KeyPath<Root, Value?>
  ) -> OptionalMerger<Value> { .init(MergeableMerger<Value>()) }

  /// Refused: the strategy doesn't merge the property's type.
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
  /// An array of values.
  public static func arrayMerge<Root, Element: Equatable>(
    _ property: KeyPath<Root, [Element]>
  ) -> ArrayMerger<Element> { .init() }

  /// An array of values. Optional.
  public static func arrayMerge<Root, Element: Equatable>(
    _ property: KeyPath<Root, [Element]?>
  ) -> OptionalMerger<[Element]> { .init(ArrayMerger<Element>()) }

  /// Refused: the strategy doesn't merge the property's type.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: ".arrayMerge merges arrays of Equatable elements, and the property is of another type"
  )
  public static func arrayMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// An array of elements with ids.
  public static func arrayOfIdentifiableMerge<Root, Element: Identifiable & Equatable>(
    _ property: KeyPath<Root, [Element]>
  ) -> ArrayOfIdentifiableMerger<Element> { .init() }

  /// An array of elements with ids. Optional.
  public static func arrayOfIdentifiableMerge<Root, Element: Identifiable & Equatable>(
    _ property: KeyPath<Root, [Element]?>
  ) -> OptionalMerger<[Element]> { .init(ArrayOfIdentifiableMerger<Element>()) }

  /// Refused: the strategy doesn't merge the property's type.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      ".arrayOfIdentifiableMerge merges arrays of elements that are Identifiable and Equatable"
  )
  public static func arrayOfIdentifiableMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// A set.
  public static func setMerge<Root, Element: Hashable>(
    _ property: KeyPath<Root, Set<Element>>
  ) -> SetMerger<Element> { .init() }

  /// A set. Optional.
  public static func setMerge<Root, Element: Hashable>(
    _ property: KeyPath<Root, Set<Element>?>
  ) -> OptionalMerger<Set<Element>> { .init(SetMerger<Element>()) }

  /// Refused: the strategy doesn't merge the property's type.
  @_disfavoredOverload
  @available(*, unavailable, message: ".setMerge merges sets, and the property is of another type")
  public static func setMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// A dictionary.
  public static func dictionaryMerge<Root, Key: Hashable, Value: Equatable>(
    _ property: KeyPath<Root, [Key: Value]>
  ) -> DictionaryMerger<Key, Value> { .init() }

  /// A dictionary. Optional.
  public static func dictionaryMerge<Root, Key: Hashable, Value: Equatable>(
    _ property: KeyPath<Root, [Key: Value]?>
  ) -> OptionalMerger<[Key: Value]> { .init(DictionaryMerger<Key, Value>()) }

  /// Refused: the strategy doesn't merge the property's type.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message:
      ".dictionaryMerge merges dictionaries with Equatable values, and the property is of another type"
  )
  public static func dictionaryMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// A list in the order of positions.
  public static func orderedMerge<Root, Element: OrderedElement>(
    _ property: KeyPath<Root, [Element]>
  ) -> OrderedMerger<Element> { .init() }

  /// A list in the order of positions. Optional.
  public static func orderedMerge<Root, Element: OrderedElement>(
    _ property: KeyPath<Root, [Element]?>
  ) -> OptionalMerger<[Element]> { .init(OrderedMerger<Element>()) }

  /// Refused: the strategy doesn't merge the property's type.
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

/// Numbers, and what can be compared.
extension PropertyMergers {
  /// A number that both sides count on.
  public static func counterMerge<Root, Value: AdditiveArithmetic>(
    _ property: KeyPath<Root, Value>
  ) -> CounterMerger<Value> { .init() }

  /// A number that both sides count on. Optional.
  public static func counterMerge<Root, Value: AdditiveArithmetic>(
    _ property: KeyPath<Root, Value?>
  ) -> OptionalMerger<Value> { .init(CounterMerger<Value>()) }

  /// Refused: the strategy doesn't merge the property's type.
  @_disfavoredOverload
  @available(
    *, unavailable, message: ".counterMerge adds numbers up, and the property is no number"
  )
  public static func counterMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// The greater.
  public static func maxMerge<Root, Value: Comparable>(
    _ property: KeyPath<Root, Value>
  ) -> MaxMerger<Value> { .init() }

  /// The greater. Optional.
  public static func maxMerge<Root, Value: Comparable>(
    _ property: KeyPath<Root, Value?>
  ) -> OptionalMerger<Value> { .init(MaxMerger<Value>()) }

  /// Refused: the strategy doesn't merge the property's type.
  @_disfavoredOverload
  @available(
    *, unavailable, message: ".maxMerge merges values that are Comparable, and this type is not"
  )
  public static func maxMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// The smaller.
  public static func minMerge<Root, Value: Comparable>(
    _ property: KeyPath<Root, Value>
  ) -> MinMerger<Value> { .init() }

  /// The smaller. Optional.
  public static func minMerge<Root, Value: Comparable>(
    _ property: KeyPath<Root, Value?>
  ) -> OptionalMerger<Value> { .init(MinMerger<Value>()) }

  /// Refused: the strategy doesn't merge the property's type.
  @_disfavoredOverload
  @available(
    *, unavailable, message: ".minMerge merges values that are Comparable, and this type is not"
  )
  public static func minMerge<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }
}

/// The most recent wins.
extension PropertyMergers {
  /// For the property by itself.
  public static func mostRecent<Root, Value: Equatable>(
    _ property: KeyPath<Root, Value>
  ) -> MostRecentMerger<Value> { .init() }

  /// For the model as a whole, since the property can't be compared.
  @_disfavoredOverload
  @available(
    *, deprecated,
    message: "a property that is not Equatable makes the most recent win for the struct as a whole"
  )
  public static func mostRecent<Root, Value>(
    _ property: KeyPath<Root, Value>
  ) -> WholeModel { .init() }
}
