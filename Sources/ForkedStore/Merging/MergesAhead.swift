import ForkedDocument
import ForkedGit

/// The contents of many files, merged by all processors ahead of the walk over the files.
///
/// A merge that fails, that asks for the history, or whose versions only the repository can read is unknown here: the
/// walk does it, as it would without other threads.
final class MergesAhead {
  private let work: OrderedWork<[TreeMerge.Diverged], MergedPart>
  private var rest: ArraySlice<TreeMerge.Diverged>
  private var ready: ArraySlice<MergedContents?> = []
  private var size = 1

  /// The number of files that one thread merges alone.
  static var fewFiles: Int { 32 }
  private static var mostFiles: Int { 32 }
  /// The number of bytes that one thread merges in one go.
  private static var bytesInOneGo: Int { 1 << 20 }

  /// Begins the merges of files.
  ///
  /// - Returns: nil if there are few files, or what is not in them takes part in their merge: entities of other
  ///   documents, or a function of the Swift program.
  init?(
    of diverged: [TreeMerge.Diverged], _ merge: EntryMerge, hasSeveralBases: Bool,
    _ environment: Environment
  ) {
    guard diverged.count > Self.fewFiles, merge.entities == nil, merge.ownMerging == nil,
      let open = merge.repository.objectReaders()
    else { return nil }
    rest = diverged[...]
    work = OrderedWork(isInterrupted: environment.isInterrupted) {
      [contents = merge.contents] isEnded in
      let worker = MergingAhead(
        objects: open(), contents: contents, hasSeveralBases: hasSeveralBases)
      return { files in worker.merged(files, until: isEnded) }
    }
  }

  /// Returns the result for the next file; nil if it is unknown.
  func next() -> MergedContents? {
    if ready.isEmpty { takeMore() }
    return ready.popFirst() ?? nil
  }

  private func takeMore() {
    while !rest.isEmpty, work.count < work.capacity {
      work.give(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    guard let part = work.take() else { return }
    ready = part.contents[...]
    size = max(1, min(ready.count * Self.bytesInOneGo / max(1, part.size), Self.mostFiles))
  }
}

/// The results for some files.
private struct MergedPart: Sendable {
  /// One for each file; nil for unknown ones.
  var contents: [MergedContents?] = []
  /// The number of bytes that were read.
  var size = 0
}

/// A thread's part of the merges.
private struct MergingAhead {
  let objects: ObjectReader?
  let contents: ContentsMerge
  let hasSeveralBases: Bool

  func merged(_ files: [TreeMerge.Diverged], until isEnded: () -> Bool) -> MergedPart {
    var part = MergedPart()
    part.contents = files.map { isEnded() ? nil : merged($0, &part.size) }
    return part
  }

  private func merged(_ diverged: TreeMerge.Diverged, _ size: inout Int) -> MergedContents? {
    guard let objects, let file = DivergedFile(diverged),
      let ours = objects.blob(file.ours.id), let theirs = objects.blob(file.theirs.id)
    else { return nil }
    let base = file.base.flatMap { objects.blob($0.id) }
    if base == nil, file.base != nil { return nil }
    size += (base?.count ?? 0) + ours.count + theirs.count
    return merged(file, (base: base, ours: ours, theirs: theirs))
  }

  private func merged(_ file: DivergedFile, _ versions: FileContents) -> MergedContents? {
    var asksHistory = false
    var history = FileHistory()
    history.recency = { _ in
      asksHistory = true
      throw UnknownHistory()
    }
    history.ancestors = {
      if !hasSeveralBases { return [] }
      asksHistory = true
      throw UnknownHistory()
    }
    do {
      let merged = try contents.merged(versions, of: file, history)
      // The audit takes an error of the history for an answer.
      if asksHistory { return nil }
      return MergedContents(file, merged, isOurs: merged.bytes == versions.ours)
    } catch {
      return nil  // The walk merges it again, and throws the error.
    }
  }

  private struct UnknownHistory: Error {}
}
