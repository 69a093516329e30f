import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON

/// The rename of a file that git found by the likeness of contents, and by which it merges two paths as one file.
struct FileRename {
  /// The path of the file in the merge base; nil if it is not known.
  var former: TreePath?
  /// The sides that have the file under its new path.
  var sides: [MergeSide]
}

/// The documents that git took for one that was renamed.
extension FileMerge {
  /// Decides about the whole file if base is another document than one of the sides; nil otherwise.
  func mergeApart(_ documents: DocumentMerge) throws -> MergeResult<MergedFile>? {
    guard policy.conflicts != .base, let base, documents.base != nil, let rename = history.rename,
      let (side, reason) = try otherDocument(documents, base, rename)
    else { return nil }
    let former = try rename()?.former?.description
    let note = note(replacedBy: side, former: former, reason)
    if let chosen = try chosenWhole(asDocument: true) { return chosen }
    if case .prefer(let side)? = policy.conflicts {
      return kept(side, by: .preference, note: note)
    }
    return wholeConflict(in: documents, .otherDocument, note: note)
  }

  /// Returns the side to which base does not belong, and the difference in words; nil if it belongs to both.
  ///
  /// If a rename is not known, an id that one side changed in place is an edit like any other, unless more of the
  /// document was changed with it, and with a name most of it.
  private func otherDocument(
    _ documents: DocumentMerge, _ base: [UInt8], _ rename: () throws -> FileRename?
  ) throws -> (MergeSide, String)? {
    for side in [MergeSide.ours, .theirs] {
      let ids = documents.differingIDs(of: side)
      let bytes = side == .ours ? ours : theirs
      // The repository is opened, and lines are compared, only if most may differ.
      guard ids != nil || !base.sharesEnds(with: bytes) && documents.isMostlyChanged(by: side),
        let rename = try rename(), ids != nil || !LocalRepository.areAlike(base, bytes)
      else { continue }
      let isRenamed = rename.sides.contains(side)
      let mayBe = rename.sides.isEmpty && documents.mayBeOtherRecord(of: side)
      guard isRenamed || mayBe, rename.sides.count < 2 || !areOneRecord(documents) else { continue }
      return (side, ids.map { "\($0.side) and not \($0.base)" } ?? "most of it differs")
    }
    return nil
  }

  /// True if the two sides hold one record, which is another one than that of base.
  private func areOneRecord(_ documents: DocumentMerge) -> Bool {
    guard let ours = documents.differingIDs(of: .ours),
      let theirs = documents.differingIDs(of: .theirs)
    else { return false }
    return ours.side == theirs.side
  }

  private func note(
    replacedBy side: MergeSide, former: String?, _ difference: String
  ) -> MergeNote {
    let name = former.map { "\($0), which \(side.rawValue) deleted," } ?? "another document"
    let stage = side == .ours ? 3 : 2
    let restored =
      former.map { "; `git show \(":\(stage):\(path)".quotedForShell) > \($0.quotedForShell)`" }
      ?? "; `git show \(":\(stage):\(path)".quotedForShell)`"
    return .text(
      "git took \(name) for a former version of it by likeness, but it is another document "
        + "(\(difference)): `fork resolve \("\(path)#=\(side.rawValue)".quotedForShell)` keeps it"
        + restored + " has what \(side.other.rawValue) made of the other one")
  }

}

extension DocumentMerge {
  /// Returns true if a side has changed or deleted over half of the members of base.
  fileprivate func isMostlyChanged(by side: MergeSide) -> Bool {
    guard let count = base?.root.count else { return false }
    return countOfChangedMembers(of: side) * 2 > count
  }
}

extension [UInt8] {
  /// Returns true if at least half of the longer of both is in the beginning and the end that they share.
  fileprivate func sharesEnds(with other: [UInt8]) -> Bool {
    let half = (Swift.max(count, other.count) + 1) / 2
    let most = Swift.min(half, count, other.count)
    let start = (0..<most).first { self[$0] != other[$0] } ?? most
    let end =
      (0..<most - start).first { self[count - 1 - $0] != other[other.count - 1 - $0] }
      ?? most - start
    return start + end >= half
  }
}
