import ForkedMerge

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
