extension StrategyDefinition {
  /// Objects with known properties.
  static let object = StrategyDefinition(
    types: .object, merging: .members(areNamed: true), words: partsCombined)

  /// Objects with arbitrary keys.
  static let dictionaryMerge = StrategyDefinition(
    types: .object, merging: .members(areNamed: false), words: partsCombined)

  /// Arrays of objects with an id.
  static let arrayOfIdentifiableMerge = StrategyDefinition(
    types: .array, options: ["id"], merging: .elements(areOrdered: false), words: partsCombined)

  /// Arrays of objects with an id and a position.
  static let orderedMerge = StrategyDefinition(
    types: .array, options: ["id", "position"], merging: .elements(areOrdered: true),
    words: partsCombined)

  /// Arrays of values.
  static let arrayMerge = StrategyDefinition(
    types: .array, merging: .sequence, needsBase: true,
    words: "insertions and deletions of both sides")

  /// Arrays without order.
  static let setMerge = StrategyDefinition(
    types: .array, merging: .set, words: "additions and removals of both sides")

  private static let partsCombined = "the changes of both sides are combined"
}
