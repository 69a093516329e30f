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

/// One merge of a model, property by property.
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

  /// The merged model: one version whole where a property can't be compared.
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

/// A model whose values say which version of the program's model they are of. `@ForkedModel(version:)` writes the
/// conformance.
public protocol VersionedModel {
  /// The version that this program knows.
  static var currentModelVersion: Int { get }

  /// The version of the program that made the value; nil where it was made before versions were counted.
  var modelVersion: Int? { get set }
}

extension VersionedModel {
  /// True if this program knows the version that the value is of. A newer value is never merged into an older one.
  public var canLoadModelVersion: Bool {
    modelVersion.map { $0 <= Self.currentModelVersion } ?? true
  }
}

/// A value is of a newer version of the model than the program knows, so merging it could lose what is new in it.
public struct NewerModelVersion: Error, Hashable, Sendable, CustomStringConvertible {
  /// The model's name.
  public let model: String
  /// The version of the value.
  public let version: Int
  /// The version that the program knows.
  public let current: Int

  /// In words.
  public var description: String {
    "\(model) is of version \(version), and this program knows version \(current): update the program"
  }
}
