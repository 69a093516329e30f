public import Forked
public import ForkedMerge

/// A struct that is merged property by property. `@ForkedModel` makes the conformance.
///
/// The merge and the schema of the model are both made from the visits of ``visitProperties(_:)``, so they cannot
/// contradict each other.
public protocol MergeableModel: Mergeable, SchemaDescribed {
  /// Visits every stored property with its merger, in the order of declaration.
  static func visitProperties<Visitor: PropertyVisitor<Self>>(
    _ visitor: inout Visitor
  ) throws(Visitor.Failure)
}

/// A visitor of all properties of a model.
public protocol PropertyVisitor<Model> {
  /// The model.
  associatedtype Model
  /// The error that a visit may throw.
  associatedtype Failure: Error

  /// Visits a property that is merged by itself.
  ///
  /// - Parameters:
  ///   - name: the name in JSON; nil if the property isn't encoded.
  ///   - property: the property.
  ///   - merger: the merger of its values.
  mutating func visit<Value>(
    _ name: String?, _ property: WritableKeyPath<Model, Value>, _ merger: some Merger<Value>
  ) throws(Failure)

  /// Visits a property that cannot be compared. The most recent change then wins for the model as a whole.
  mutating func visit<Value>(
    _ name: String?, _ property: WritableKeyPath<Model, Value>, _ whole: WholeModel
  ) throws(Failure)

  /// Visits a constant, which is the same in all versions.
  mutating func visitConstant(_ name: String?) throws(Failure)

  /// Visits the property with the model version of a value.
  ///
  /// - Parameter current: the version that the program knows.
  mutating func visitVersion(
    _ name: String?, _ property: WritableKeyPath<Model, Int?>, current: Int
  ) throws(Failure)
}

extension MergeableModel {
  /// Returns both versions merged, each property by its own merger.
  ///
  /// - Throws: ``NewerModelVersion`` if a value has a version that this program doesn't know; errors of properties with
  ///   other ``Mergeable`` types.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    var merge = PropertywiseMerge(self, other, since: commonAncestor)
    try Self.visitProperties(&merge)
    return merge.merged
  }

  /// Returns both versions merged without a common ancestor, each property by its own merger.
  ///
  /// - Throws: the errors of ``merged(withSubordinate:commonAncestor:)``.
  public func salvaging(from other: Self) throws -> Self {
    var merge = PropertywiseMerge(self, other, since: nil)
    try Self.visitProperties(&merge)
    return merge.merged
  }
}

/// A merge of a model, property by property.
struct PropertywiseMerge<Model: MergeableModel>: PropertyVisitor {
  typealias Failure = any Error

  private let value: Model
  private let other: Model
  private let ancestor: Model?
  private var result: Model
  private var isWhole = false

  init(_ value: Model, _ other: Model, since ancestor: Model?) {
    self.value = value
    self.other = other
    self.ancestor = ancestor
    result = value
  }

  /// The merged model; one whole version if a property can't be compared.
  var merged: Model {
    guard isWhole else { return result }
    return value == ancestor ? other : value
  }

  mutating func visit<Value>(
    _ name: String?, _ property: WritableKeyPath<Model, Value>, _ merger: some Merger<Value>
  ) throws {
    guard !isWhole else { return }
    let (mine, theirs) = (value[keyPath: property], other[keyPath: property])
    if let ancestor {
      result[keyPath: property] = try merger.merge(
        mine, withSubordinate: theirs, commonAncestor: ancestor[keyPath: property])
    } else if mine != theirs {
      result[keyPath: property] = try merger.salvage(mine, from: theirs)
    }
  }

  mutating func visit<Value>(
    _ name: String?, _ property: WritableKeyPath<Model, Value>, _ whole: WholeModel
  ) {
    isWhole = true
  }

  mutating func visitConstant(_ name: String?) {}

  mutating func visitVersion(
    _ name: String?, _ property: WritableKeyPath<Model, Int?>, current: Int
  ) throws {
    for version in [value, other, ancestor].compactMap({ $0?[keyPath: property] }) {
      guard version <= current else {
        throw NewerModelVersion(
          model: Model.forkedSchemaName, version: version, current: current)
      }
    }
    try visit(name, property, OptionalMerger(MaxMerger()))
  }
}

/// The error for a value with a newer model version than the program knows. Merging it could lose its new properties.
public struct NewerModelVersion: Error, Hashable, Sendable, CustomStringConvertible {
  /// The model's name.
  public let model: String
  /// The version of the value.
  public let version: Int
  /// The version that the program knows.
  public let current: Int

  /// The problem and the hint to update the program.
  public var description: String {
    "\(model) is of version \(version), and this program knows version \(current): update the program"
  }
}
