@_exported public import Forked
@_exported public import ForkedMerge

/// Makes a struct a ``MergeableModel``, whose versions are merged property by property.
///
/// For a plain property, the most recent change wins. ``Merged(using:)`` names another strategy, and ``Backed(by:)``
/// stores the property as a replicated type. Every property needs a default value. A property that is not `Equatable`
/// requires `: Equatable` and `==` on the struct. Then the most recent change wins for the struct as a whole.
@attached(
  extension, conformances: Equatable, MergeableModel, VersionedModel,
  names: named(visitProperties))
public macro ForkedModel() =
  #externalMacro(module: "ForkedModelMacros", type: "ForkedModelMacro")

/// Makes a struct a ``MergeableModel``, as ``ForkedModel()`` does, whose values record the version of the model.
///
/// - Parameter version: the version that this program knows. A newer value is never merged into an older one. If it is
///   nil, values record no version.
@attached(member, names: named(currentModelVersion), named(modelVersion))
@attached(
  extension, conformances: Equatable, MergeableModel, VersionedModel,
  names: named(visitProperties))
public macro ForkedModel(version: Int?) =
  #externalMacro(module: "ForkedModelMacros", type: "ForkedModelMacro")

/// Merges a property of a ``ForkedModel()`` by the strategy of its type, or by a named one.
///
/// By default, a `String` is merged as text, an `Array`, `Set` or `Dictionary` as such, and a `Mergeable` type by its
/// own rule. All of them may be optional. The type decides, however it is spelled.
@attached(peer)
public macro Merged(using strategy: PropertyMerge = .automatic) =
  #externalMacro(module: "ForkedModelMacros", type: "MergedMacro")

/// Stores a property as a replicated type, which carries its own history and is merged without a common ancestor.
@attached(accessor)
@attached(peer, names: prefixed(_forked_backed_))
public macro Backed(by backing: PropertyBacking = .mergeableValue) =
  #externalMacro(module: "ForkedModelMacros", type: "BackedMacro")

/// The replicated types that can store a property.
public enum PropertyBacking: String, CaseIterable, Sendable {
  /// A `MergeableValue` for any value; the later change wins.
  case mergeableValue
  /// A `MergeableArray` for an array.
  case mergeableArray
  /// A `MergeableSet` for a set.
  case mergeableSet
  /// A `MergeableDictionary` for a dictionary.
  case mergeableDictionary
}

/// Keeps an array in an order that is merged without conflicts. Each element has its own random position.
///
/// The macro is attached to an array of a type that isn't declared. It declares that type, and the plain array in
/// order:
///
/// ```swift
/// struct Item {
///   @OrderedRelationship var orderedSubItems: [OrderedSubItem]? = []
/// }
/// // item.subItems = [first, second]
/// ```
///
/// Setting the array changes the positions of as few elements as possible.
///
/// Arguments that name parts of a database are accepted, and have no effect:
///
/// - The containing type needs no name, since its elements are declared inside of it.
/// - The inverse is not maintained, since an item that held its element would hold itself: a value cannot, and an object
///   would never be released.
/// - The elements are always deleted with their container (`.cascade`), since they are part of its value; objects that
///   the program holds elsewhere too stay there.
///
/// - Parameters:
///   - containingClassName: the type with the declaration. It has no effect.
///   - itemClassName: the type of the items; by default, the element type without its first word.
///   - inverseRelationshipName: the property of an item for its element. It has no effect.
///   - arrayVariableName: the plain array; by default, the property without its first word.
///   - deleteRule: the rule for the elements of a deleted container. It is always `.cascade`.
@attached(peer, names: arbitrary)
public macro OrderedRelationship(
  containingClassName: String? = nil, itemClassName: String? = nil,
  inverseRelationshipName: String? = nil, arrayVariableName: String? = nil,
  deleteRule: RelationshipDeleteRule = .cascade
) = #externalMacro(module: "ForkedModelMacros", type: "OrderedRelationshipMacro")

/// The rules for the elements of a deleted container, as SwiftData has them. Elements of a value are always deleted with
/// it (``cascade``).
public enum RelationshipDeleteRule: Sendable {
  /// The elements stay. It has no effect here.
  case noAction
  /// The elements stay without their container. It has no effect here.
  case nullify
  /// The elements are deleted too.
  case cascade
  /// The container is not deleted while it has elements. It has no effect here.
  case deny
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

/// An element of an array with `@OrderedRelationship`.
public typealias OrderedItem<Item> = Ordered<Item>

/// A dictionary of any types. Macros use it to find the types of keys and values, however they are spelled.
public protocol KeyedProperty<Key, Value> {
  /// The type of the keys.
  associatedtype Key: Hashable
  /// The type of the values.
  associatedtype Value
}

extension Dictionary: KeyedProperty {}
