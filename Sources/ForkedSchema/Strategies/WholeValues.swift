extension StrategyDefinition {
  /// The later change of any value.
  static let mostRecent = StrategyDefinition(
    types: .any, merging: .whole(.later), words: "the later change stands")

  /// A conflict.
  static let manual = StrategyDefinition(
    types: .any, merging: .whole(.user), words: "the user decides")

  /// A value that a program computes from the rest of the document: neither fits the merged one.
  static let generated = StrategyDefinition(
    types: .any, options: ["command"], merging: .whole(.ours),
    words: "ours is kept; a program writes it again")
}
