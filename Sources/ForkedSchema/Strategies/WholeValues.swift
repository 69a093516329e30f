extension MergeStrategy {
  /// The later change of any value.
  public static let mostRecent = MergeStrategy(
    "mostRecent", types: .any, merging: .whole(.later), words: "the later change stands")

  /// A conflict.
  public static let manual = MergeStrategy(
    "manual", types: .any, merging: .whole(.user), words: "the user decides")

  /// A value that a program computes from the rest of the document: neither fits the merged one.
  public static let generated = MergeStrategy(
    "generated", types: .any, options: ["command"], merging: .whole(.ours),
    words: "ours is kept; a program writes it again")
}
