public import ForkedMerge

/// Makes a struct ``MergeableModel``: two versions of it merge property by property.
///
/// Of a plain property the most recent change wins; ``Merged(using:)`` names another strategy, and
/// ``Backed(by:)`` stores the property as a replicated type. Every property needs a default value. A property
/// that is not `Equatable` needs `: Equatable` and `==` on the struct, and then the most recent wins for the struct as a whole.
@attached(
  extension, conformances: Equatable, MergeableModel, VersionedModel,
  names: named(visitProperties))
public macro ForkedModel() =
  #externalMacro(module: "ForkedModelMacros", type: "ForkedModelMacro")

/// As ``ForkedModel()``, for a model whose values say which version of the model they are of.
///
/// - Parameter version: the version that this program knows. A newer value is never merged into an older one.
@attached(member, names: named(currentModelVersion), named(modelVersion))
@attached(
  extension, conformances: Equatable, MergeableModel, VersionedModel,
  names: named(visitProperties))
public macro ForkedModel(version: Int) =
  #externalMacro(module: "ForkedModelMacros", type: "ForkedModelMacro")

/// Merges a property of a ``ForkedModel()`` by the strategy of its type, or by a named one.
///
/// By themselves a `String` merges as text, an `Array`, `Set` or `Dictionary` as such, and what is `Mergeable` by its own
/// rule; all of them may be optional. The type decides, however it is spelled.
@attached(peer)
public macro Merged(using strategy: PropertyMerge = .automatic) =
  #externalMacro(module: "ForkedModelMacros", type: "MergedMacro")

/// How a property merges.
public enum PropertyMerge: String, CaseIterable, Sendable {
  /// By its type.
  case automatic
  /// By the type's own `merged(withSubordinate:commonAncestor:)`.
  case mergeableProtocol
  /// The later change wins whole.
  case mostRecent
  /// Both edits of one text.
  case textMerge
  /// A sequence of values.
  case arrayMerge
  /// A sequence of elements with ids, which stay unique.
  case arrayOfIdentifiableMerge
  /// The additions and removals of both.
  case setMerge
  /// Key by key.
  case dictionaryMerge
  /// The sum of both changes.
  case counterMerge
  /// The greater.
  case maxMerge
  /// The smaller.
  case minMerge
  /// A list in the order of random positions.
  case orderedMerge
}

/// Stores a property as a replicated type, which carries its own history and merges without a common ancestor.
@attached(accessor)
@attached(peer, names: prefixed(_forked_backed_))
public macro Backed(by backing: PropertyBacking = .mergeableValue) =
  #externalMacro(module: "ForkedModelMacros", type: "BackedMacro")

/// The replicated types that can store a property.
public enum PropertyBacking: String, CaseIterable, Sendable {
  /// A `MergeableValue`: any value, the later wins.
  case mergeableValue
  /// A `MergeableArray` for an array.
  case mergeableArray
  /// A `MergeableSet` for a set.
  case mergeableSet
  /// A `MergeableDictionary` for a dictionary.
  case mergeableDictionary
}

/// Keeps an array in an order that merges without conflict: each element has a random position of its own.
///
/// Attached to an array of a type that isn't declared, it declares that type, and the plain array in order:
///
/// ```swift
/// struct Item {
///   @OrderedRelationship var orderedSubItems: [OrderedSubItem]? = []
/// }
/// // item.subItems = [first, second]
/// ```
///
/// Setting the array changes the positions of the fewest elements.
///
/// - Parameters:
///   - containingClassName: means something to SwiftData only.
///   - itemClassName: the type of the items; the element type without its first word where it isn't given.
///   - inverseRelationshipName: means something to SwiftData only.
///   - arrayVariableName: the plain array; the property without its first word where it isn't given.
///   - deleteRule: means something to SwiftData only.
@attached(peer, names: arbitrary)
public macro OrderedRelationship(
  containingClassName: String? = nil, itemClassName: String? = nil,
  inverseRelationshipName: String? = nil, arrayVariableName: String? = nil,
  deleteRule: RelationshipDeleteRule = .cascade
) = #externalMacro(module: "ForkedModelMacros", type: "OrderedRelationshipMacro")

/// What SwiftData does with related objects when one is deleted. Values have no related objects, so it does nothing here.
public enum RelationshipDeleteRule: Sendable {
  /// As in SwiftData.
  case noAction, nullify, cascade, deny
}

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
