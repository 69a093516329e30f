extension MergeStrategy {
  /// Objects with known properties.
  public static let object = MergeStrategy(
    "object", types: .object, merging: .members(areNamed: true), words: partsCombined)

  /// Objects with arbitrary keys.
  public static let dictionaryMerge = MergeStrategy(
    "dictionaryMerge", types: .object, merging: .members(areNamed: false), words: partsCombined)

  /// Arrays of objects with an id.
  public static let arrayOfIdentifiableMerge = MergeStrategy(
    "arrayOfIdentifiableMerge", types: .array, options: ["id"],
    merging: .elements(areOrdered: false), words: partsCombined)

  /// Arrays of objects with an id and a position.
  public static let orderedMerge = MergeStrategy(
    "orderedMerge", types: .array, options: ["id", "position"],
    merging: .elements(areOrdered: true), words: partsCombined)

  /// Arrays of values.
  public static let arrayMerge = MergeStrategy(
    "arrayMerge", types: .array, merging: .sequence, needsBase: true,
    words: "insertions and deletions of both sides")

  /// Arrays without order.
  public static let setMerge = MergeStrategy(
    "setMerge", types: .array, merging: .set, words: "additions and removals of both sides")

  private static let partsCombined = "the changes of both sides are combined"
}
