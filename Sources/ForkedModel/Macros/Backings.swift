public import ForkedMerge

/// The replicated type that stores a property of any type.
public typealias ValueBacking<Property> = MergeableValue<Property>

/// The replicated type that stores an array.
public typealias ArrayBacking<Property: RangeReplaceableCollection> =
  MergeableArray<Property.Element>

/// The replicated type that stores a set.
public typealias SetBacking<Property: SetAlgebra> = MergeableSet<Property.Element>
where Property.Element: Hashable

/// The replicated type that stores a dictionary.
public typealias DictionaryBacking<Property: KeyedProperty> =
  MergeableDictionary<Property.Key, Property.Value>

/// An element of the array that `@OrderedRelationship` is attached to.
public typealias OrderedItem<Item> = Ordered<Item>

/// A dictionary, whatever its types: how a macro finds them without looking at the spelling.
public protocol KeyedProperty<Key, Value> {
  /// The type of the keys.
  associatedtype Key: Hashable
  /// The type of the values.
  associatedtype Value
}

extension Dictionary: KeyedProperty {}
