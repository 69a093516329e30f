public import Forked

/// How two versions of a value become one: one vocabulary for schema files, macros, reports and
/// messages.
public enum MergeStrategy: String, CaseIterable, Sendable, Hashable {
  case mostRecent, object, textMerge, arrayMerge, arrayOfIdentifiableMerge
  case setMerge, dictionaryMerge
  case counterMerge, maxMerge, minMerge, orderedMerge, manual
}

/// A merge in the words of a schema file: a strategy, its options, and the same for the parts of the value.
public struct MergeRule: Sendable {
  /// The strategy.
  public var strategy: MergeStrategy
  /// Names of nested members that lead to an element's id, for the strategies that go by it; empty for others.
  public var identity: [String] = []
  /// The member with an element's position, for `orderedMerge`.
  public var position: String?
  /// True if the value may be absent.
  public var isOptional = false
  /// The model that describes the value's properties itself, for `object`.
  public var model: (any SchemaDescribed.Type)?
  /// The rules of members, for an `object` that is no model.
  public var members: [(name: String, rule: MergeRule)] = []
  private var inner: [MergeRule] = []

  /// A rule of that strategy, without options.
  public init(_ strategy: MergeStrategy) {
    self.strategy = strategy
  }

  /// The rule of elements or of a dictionary's values, where they have one.
  public var parts: MergeRule? {
    get { inner.first }
    set { inner = newValue.map { [$0] } ?? [] }
  }

  /// The rule of the values of a type: that of the element of an ordered list, or of the model, where it is one; a
  /// person's, where it is ``Mergeable`` by code of its own; else the most recent wins.
  public init(of type: Any.Type) {
    if let element = type as? any MergedByMembers.Type {
      self = element.memberwiseRule
    } else if let model = type as? any SchemaDescribed.Type {
      self.init(.object)
      self.model = model
    } else {
      self.init(type is any Mergeable.Type ? .manual : .mostRecent)
    }
  }
}

/// What merges member by member and is no model.
protocol MergedByMembers {
  /// The rule of its values.
  static var memberwiseRule: MergeRule { get }
}
