public import Forked
public import ForkedMerge

/// A struct that merges property by property. `@ForkedModel` writes the conformance.
///
/// Merging and the schema of the model come from one list, the visits of ``visitProperties(_:)``, so they cannot
/// disagree.
public protocol MergeableModel: Mergeable, SchemaDescribed {
  /// Visits every stored property with its merger, in order.
  static func visitProperties<Visitor: PropertyVisitor<Self>>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure)
}

/// What is done with every property of a model.
public protocol PropertyVisitor<Model> {
  /// The model.
  associatedtype Model
  /// What a visit may throw.
  associatedtype Failure: Error

  /// A property that merges by itself.
  /// - Parameters:
  ///   - name: its name in JSON; nil where it isn't encoded.
  ///   - property: the property.
  ///   - merger: how it merges.
  mutating func visit<Value>(
    _ name: String?, _ property: WritableKeyPath<Model, Value>, _ merger: some Merger<Value>
  ) throws(Failure)

  /// A property that cannot be compared: the most recent wins for the model as a whole.
  mutating func visit<Value>(
    _ name: String?, _ property: WritableKeyPath<Model, Value>, _ whole: WholeModel
  ) throws(Failure)

  /// A constant, the same in all versions.
  mutating func visitConstant(_ name: String?) throws(Failure)

  /// The version of the model that a value is of.
  /// - Parameter current: the version that the program knows.
  mutating func visitVersion(
    _ name: String?, _ property: WritableKeyPath<Model, Int?>, current: Int
  ) throws(Failure)
}

extension MergeableModel {
  /// Both versions in one: each property by its own merger.
  ///
  /// - Throws: ``NewerModelVersion`` where a value is of a version that this program doesn't know, and what
  ///   properties of other ``Mergeable`` types throw.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    var merge = PropertywiseMerge(self, other, since: commonAncestor)
    try Self.visitProperties(&merge)
    return merge.merged
  }

  /// Both versions in one, each property by what its merger makes of two values without an ancestor.
  ///
  /// - Throws: as ``merged(withSubordinate:commonAncestor:)``.
  public func salvaging(from other: Self) throws -> Self {
    var merge = PropertywiseMerge(self, other, since: nil)
    try Self.visitProperties(&merge)
    return merge.merged
  }
}
