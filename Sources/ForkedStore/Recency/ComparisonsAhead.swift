import ForkedDocument
import ForkedGit
import ForkedJSON

/// The same file in a version and in its only parent.
struct Comparison<Difference: Sendable>: Sendable {
  /// The parent.
  var parent: ObjectID
  /// The difference between the documents in both; nil if the files are the same.
  var difference: Difference?
}

/// Comparisons of a file in each version of a walk with the same file in its parent, made by all processors ahead of the
/// walk.
///
/// Only versions with one parent are compared, in which the file already was. The others are for the walk, and so is all
/// that cannot be read from packs.
final class ComparisonsAhead<Difference: Sendable> {
  /// Compares the documents in two files; nil for a file that is missing or is no document.
  typealias Compare = (_ old: JSONNode?, _ new: JSONNode?) -> Difference

  private let repository: LocalRepository
  private let path: HashedPath
  private let ends: Set<ObjectID>
  private let work: OrderedWork<[VersionStep], ComparedSteps<Difference>>?
  private var prepared: [[VersionStep]] = []
  /// The versions that are visited now, their comparisons, and the number of those that were asked for.
  private var current: (steps: [VersionStep], results: [Comparison<Difference>?], asked: Int) = (
    [], [], 0
  )
  private var lastLinks: (commit: ObjectID, links: CommitLinks)?
  private var asked = 0
  private var size = fewVersions

  /// The number of versions that are compared one by one before other threads begin.
  static var fewVersions: Int { 64 }
  private static var mostVersions: Int { 512 }
  /// The number of bytes that one thread reads in one go.
  private static var bytesInOneGo: Int { 1 << 20 }

  /// - Parameters:
  ///   - ends: commits that count as the beginning of the history.
  ///   - readsDocuments: false if the difference does not depend on the documents, which then are not read.
  ///   - makeCompare: makes the function that compares documents, for each thread one.
  init(
    of path: TreePath, in repository: LocalRepository, ends: Set<ObjectID>,
    readsDocuments: Bool = true, by makeCompare: @escaping @Sendable () -> Compare
  ) {
    (self.repository, self.path, self.ends) = (repository, HashedPath(path), ends)
    let notation = JSONNotation(path: path.description)
    work = repository.packedFile(at: path).map { open in
      OrderedWork(isInterrupted: repository.isInterrupted) { isEnded in
        let worker = open().map {
          VersionComparing(
            file: $0, notation: readsDocuments ? notation : nil, compare: makeCompare())
        }
        return { steps in worker?.compare(steps, until: isEnded) ?? ComparedSteps() }
      }
    }
  }

  /// The comparison of a version, which the walk visits now; nil if it is not known.
  func comparison(of commit: ObjectID) -> Comparison<Difference>? {
    asked += 1
    if current.asked == current.steps.count { takeNext() }
    guard current.asked < current.steps.count, current.steps[current.asked].commit == commit else {
      return nil
    }
    current.asked += 1
    return current.asked <= current.results.count ? current.results[current.asked - 1] : nil
  }

  private func takeNext() {
    guard let results = work?.take() else { return }
    current = (prepared.removeFirst(), results.comparisons, 0)
    let affordable = current.steps.count * Self.bytesInOneGo / max(1, results.size)
    size = max(1, min(affordable, Self.mostVersions))
  }
}

extension ComparisonsAhead: WalkPreparation {
  var wanted: Int {
    guard asked >= Self.fewVersions, let work, work.count < work.capacity else { return 0 }
    return size
  }

  func prepare(_ commits: [ObjectID]) {
    guard !commits.isEmpty else { return }
    let steps = commits.map(step)
    prepared.append(steps)
    work?.give(steps)
  }

  /// The links of a commit. The parent of a version mostly is the next version.
  private func links(_ commit: ObjectID) throws(GitError) -> CommitLinks {
    if let lastLinks, lastLinks.commit == commit { return lastLinks.links }
    let links = try repository.links(commit)
    lastLinks = (commit, links)
    return links
  }

  private func step(_ commit: ObjectID) -> VersionStep {
    do throws(GitError) {
      let links = try links(commit)
      guard links.parents.count == 1, !ends.contains(commit) else {
        return VersionStep(commit: commit)
      }
      let parent = links.parents[0]
      let isSame = repository.isKnown(toLeave: path, aloneIn: commit)
      return VersionStep(
        commit: commit,
        change: .init(
          new: links.tree, parent: parent,
          old: isSame ? links.tree : try self.links(parent).tree))
    } catch {
      return VersionStep(commit: commit)  // The walk throws it in its turn.
    }
  }
}

/// A version of a walk.
private struct VersionStep: Sendable {
  struct Change: Sendable {
    /// The tree.
    var new: ObjectID
    var parent: ObjectID
    /// The tree of the parent.
    var old: ObjectID
  }

  var commit: ObjectID
  /// Nil if there is not one parent.
  var change: Change?
}

private struct ComparedSteps<Difference: Sendable>: Sendable {
  /// One for each version, or fewer if they were not needed any more; nil for unknown ones.
  var comparisons: [Comparison<Difference>?] = []
  /// The number of bytes that were read.
  var size = 0
}

/// A thread's part of the comparisons.
private final class VersionComparing<Difference: Sendable> {
  private let file: PackedFile
  /// The notation of the document; nil if documents are not read.
  private let notation: JSONNotation?
  private let compare: ComparisonsAhead<Difference>.Compare
  /// The last documents that were read: the parent of a version mostly is the next version.
  private var documents: [(blob: ObjectID, document: JSONDocument?)] = []
  private var size = 0

  init(
    file: PackedFile, notation: JSONNotation?,
    compare: @escaping ComparisonsAhead<Difference>.Compare
  ) {
    (self.file, self.notation, self.compare) = (file, notation, compare)
  }

  func compare(_ steps: [VersionStep], until isEnded: () -> Bool) -> ComparedSteps<Difference> {
    var compared = ComparedSteps<Difference>()
    compared.comparisons.reserveCapacity(steps.count)
    size = 0
    for step in steps {
      if isEnded() { break }
      compared.comparisons.append(step.change.flatMap(comparison))
    }
    compared.size = size
    return compared
  }

  private func comparison(_ change: VersionStep.Change) -> Comparison<Difference>? {
    let same = Comparison<Difference>(parent: change.parent, difference: nil)
    if change.new == change.old { return same }
    guard case .known(let new) = file.entry(in: change.new),
      case .known(let old?) = file.entry(in: change.old)
    else { return nil }
    if new == old { return same }
    guard case .known(let before) = root(old), case .known(let after) = root(new) else {
      return nil
    }
    return Comparison(parent: change.parent, difference: compare(before, after))
  }

  /// The root of the document in a file, which may have none.
  private func root(_ entry: TreeEntry?) -> PackedFile.Answer<JSONNode?> {
    guard let notation, let entry, entry.mode.isRegularFile else { return .known(nil) }
    if let known = documents.first(where: { $0.blob == entry.id }) {
      return .known(known.document?.root)
    }
    guard let bytes = file.contents(entry.id) else { return .unknown }
    size += bytes.count
    let document = JSONDocument.ifReadable(
      bytes, as: notation, duplicateKeys: .kept, like: documents.last?.document)
    if documents.count == 2 { documents.removeFirst() }
    documents.append((entry.id, document))
    return .known(document?.root)
  }
}
