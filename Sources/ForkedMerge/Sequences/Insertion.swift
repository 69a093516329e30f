/// What is inserted at one gap of base, by either side or both.
///
/// A gap is named by the index of the element after it. Elements that the insertion replaces stand after the gap.
struct Insertion: Sendable, Hashable {
  var gap: Int
  /// The end of what both replaced; equal to `gap` unless both replaced overlapping elements differently.
  var end: Int
  /// Inserting hunks of ours, as indices into the list that the placement was asked for.
  var ours: Range<Int>
  /// Inserting hunks of theirs.
  var theirs: Range<Int>

  var isByBoth: Bool { !ours.isEmpty && !theirs.isEmpty }
}
