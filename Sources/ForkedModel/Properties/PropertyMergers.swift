public import Forked
public import ForkedMerge

/// The mergers of properties whose type decides. Other strategies name a ``PropertyMerger``.
///
/// The macro names the property, and the type checker chooses the merger.
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
