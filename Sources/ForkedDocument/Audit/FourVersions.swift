import ForkedJSON

/// One property in base, ours, theirs and the merged document; nil where it has none.
struct FourVersions {
  var base: JSONNode?
  var ours: JSONNode?
  var theirs: JSONNode?
  var merged: JSONNode?

  /// Whether equal bytes alone show that all is well here, down to the smallest part. A counter may have to
  /// differ where both sides changed it alike.
  func isSettledByBytes(mayCount: Bool, by bytes: JSONByteComparison) -> Bool {
    if bytes.haveSameBytes(theirs, base) { return bytes.haveSameBytes(merged, ours) }
    if bytes.haveSameBytes(ours, base) { return bytes.haveSameBytes(merged, theirs) }
    return !mayCount && bytes.haveSameBytes(ours, theirs) && bytes.haveSameBytes(merged, ours)
  }

  /// The value that must stand because at most one side changed it, or both alike: `.some(nil)` is no value,
  /// nil says that both changed it, differently.
  var undisputed: JSONNode?? {
    if theirs.isSame(as: base) || ours.isSame(as: theirs) { return .some(ours) }
    if ours.isSame(as: base) { return .some(theirs) }
    return nil
  }
}
