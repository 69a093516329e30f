public import Forked

/// A merge as a schema file declares it: a strategy, its options, and the rules of the value's parts.
public struct MergeRule: Sendable {
  /// The name of the strategy.
  public var strategy: String
  /// The name of the only JSON type that the values have; nil if they may have several.
  public var type: String?
  /// The names of nested members on the path to an element's id, for strategies that go by ids; empty for others.
  public var identity: [String] = []
  /// The member with an element's position, for `orderedMerge`.
  public var position: String?
  /// True if no two elements are equal, for sets.
  public var hasUniqueElements = false
  /// True if the value may be absent.
  public var isOptional = false
  /// The model that describes the properties of the value itself, for `object`.
  public var model: (any SchemaDescribed.Type)?
  /// The rules of members, for an `object` without a model.
  public var members: [(name: String, rule: MergeRule)] = []
  private var inner: [MergeRule] = []

  /// Creates a rule without options.
  public init(_ strategy: String, type: String? = nil) {
    self.strategy = strategy
    self.type = type
  }

  /// The rule of elements or of a dictionary's values, if they have one.
  public var parts: MergeRule? {
    get { inner.first }
    set { inner = newValue.map { [$0] } ?? [] }
  }

  /// Creates the rule of a type's values: that of the element of an ordered list, or of the model.
  ///
  /// For another type that is ``Mergeable`` by code of its own, the rule is `manual`; else it is `mostRecent`.
  public init(of type: Any.Type) {
    if let element = type as? any MergedByMembers.Type {
      self = element.memberwiseRule
    } else if let model = type as? any SchemaDescribed.Type {
      self.init("object", type: "object")
      self.model = model
    } else {
      self.init(type is any Mergeable.Type ? "manual" : "mostRecent")
    }
  }
}

/// A type whose values are merged member by member and that is no model.
protocol MergedByMembers {
  /// The rule of its values.
  static var memberwiseRule: MergeRule { get }
}
