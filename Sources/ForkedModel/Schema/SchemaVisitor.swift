import ForkedMerge

/// Collects the properties of a model, for its schema.
struct SchemaVisitor<Model: MergeableModel>: PropertyVisitor {
  private(set) var description = ModelDescription()

  mutating func visit<Value>(
    _ name: String?, _ property: WritableKeyPath<Model, Value>, _ merger: some Merger<Value>
  ) throws(Never) {
    var rule = merger.rule
    rule.isOptional = rule.isOptional || Value.self is any OptionalValue.Type
    add(name, rule)
  }

  mutating func visit<Value>(
    _ name: String?, _ property: WritableKeyPath<Model, Value>, _ whole: WholeModel
  ) throws(Never) {
    description.isWhole = true
  }

  mutating func visitConstant(_ name: String?) throws(Never) {
    var rule = MergeRule(.mostRecent)
    rule.isOptional = true
    add(name, rule)
  }

  mutating func visitVersion(
    _ name: String?, _ property: WritableKeyPath<Model, Int?>, current: Int
  ) throws(Never) {
    add(name, OptionalMerger(MaxMerger<Int>()).rule)
  }

  private mutating func add(_ name: String?, _ rule: MergeRule) {
    if let name { description.properties.append((name, rule)) }
  }
}

/// What a model's schema says.
struct ModelDescription {
  var properties: [(name: String, rule: MergeRule)] = []
  /// Whether the most recent wins for the model as a whole.
  var isWhole = false

  init() {}

  init<Model: MergeableModel>(of type: Model.Type) {
    var visitor = SchemaVisitor<Model>()
    Model.visitProperties(&visitor)
    self = visitor.description
  }
}

/// Optional, whatever it wraps.
private protocol OptionalValue {}
extension Optional: OptionalValue {}
