/// A piece of a three-way alignment: chunks follow each other without gaps in all three sequences.
public enum SequenceChunk: Sendable, Hashable {
  /// Nobody changed it.
  case unchanged(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Only ours changed it; the range of theirs holds base's elements.
  case changedByOurs(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Only theirs changed it; the range of ours holds base's elements.
  case changedByTheirs(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Both changed it to the same.
  case changedAlike(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
  /// Both inserted something here, and not the same.
  ///
  /// Where `base` is empty, both inserted at one place between two elements of base. Where it is not, both
  /// *replaced* elements of it: each deleted some and inserted something, at least one element was deleted by both,
  /// and what they inserted differs. Nothing else is contested: deletions never are, an insertion within what
  /// the other side deleted or replaced is a chunk of its own, and changes that only touch are separate chunks.
  case contested(base: Range<Int>, ours: Range<Int>, theirs: Range<Int>)
}

/// One element of a merged sequence, by its place in the inputs.
public enum SequenceItem: Sendable, Hashable {
  /// An element of base that both sides kept; where a side moved it, it stands there.
  case kept(base: Int, ours: Int, theirs: Int)
  /// An element that only ours inserted.
  case insertedByOurs(Int)
  /// An element that only theirs inserted.
  case insertedByTheirs(Int)
  /// An element that both inserted at one place, and that appears once.
  case insertedByBoth(ours: Int, theirs: Int)
  /// Elements of base that both sides replaced, or one replaced and the other deleted, with what stands there on either
  /// side: left to whoever asked for the merge.
  case disputed(base: Range<Int>, ours: [Int], theirs: [Int])
  /// An element that ours moved here from where a dispute is: it stands if ours does there.
  case movedByOurs(Int)
  /// An element that theirs moved here from where a dispute is: it stands if theirs does there.
  case movedByTheirs(Int)
}
