import Forked
package import ForkedJSON
package import ForkedMerge

extension MergeStrategy {
  /// The greater of two versions of software, ours of two that are equally great; the user's decision if they can't be
  /// compared, or a side lowered it.
  public static let versionMerge = MergeStrategy(
    "versionMerge", types: .string,
    merging: .side { base, ours, theirs in
      VersionNumber.choice(
        base: base?.versionNumber, ours: ours.versionNumber, theirs: theirs.versionNumber)
    } audit: { base, ours, theirs in
      let sides = [ours, theirs].compactMap(\.versionNumber)
      guard sides.count == 2, let isOlder = sides[0].precedes(sides[1]) else {
        return .incomparable
      }
      let old = base?.versionNumber
      let wentBack = sides.contains { side in old.map { side.isLower(than: $0) } ?? false }
      return wentBack
        ? .lowered(greater: isOlder ? .theirs : .ours) : .side(isOlder ? .theirs : .ours)
    },
    comparesVersions: true, words: "the greater version is kept, if neither side lowered it")
}

extension JSONNode {
  /// The version of software that a string is.
  package var versionNumber: VersionNumber? { string?.exactString.flatMap { VersionNumber($0) } }
}
