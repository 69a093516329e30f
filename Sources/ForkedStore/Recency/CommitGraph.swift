import Forked
import ForkedGit

/// The commits above the merge bases of two tips: what walks through history see, each read once.
final class CommitGraph {
  /// What only the whole commit says.
  private struct Text {
    var change: LastChange
    var combines: Bool
  }

  let repository: LocalRepository
  private let tips: [ObjectID]
  private let floor: [ObjectID]
  private var texts: [ObjectID: Text] = [:]
  private var range: Set<ObjectID>?

  /// - Parameters:
  ///   - tips: where walks begin.
  ///   - bases: their merge bases. Where there are several, a value can have come from below one of them, and only
  ///     what all of them share is left out.
  init(_ repository: LocalRepository, tips: [ObjectID], bases: [ObjectID]) throws {
    self.repository = repository
    self.tips = tips
    var floor = Set(bases.prefix(1))
    for other in bases.dropFirst() {
      let below = floor
      floor = []
      for base in below { floor.formUnion(try repository.mergeBases(of: base, and: other)) }
    }
    self.floor = floor.sorted()
  }

  func links(_ id: ObjectID) throws -> CommitLinks { try repository.links(id) }

  /// The change that a commit made, if it made any.
  func change(by id: ObjectID) throws -> LastChange { try text(of: id).change }

  /// Whether `fork` made a commit by merging, and no person said how: a value that stands in no parent was put together
  /// from the parents' then, and is no change of its own.
  func combines(_ id: ObjectID) throws -> Bool {
    try links(id).parents.count > 1 && text(of: id).combines
  }

  private func text(of id: ObjectID) throws -> Text {
    if let known = texts[id] { return known }
    let commit = try repository.commit(id)
    let text = Text(
      change: LastChange(time: commit.hybridTime, commit: id), combines: commit.isUnattendedMerge)
    texts[id] = text
    return text
  }

  /// The parents of a commit that are not below the floor.
  ///
  /// A line of single parents can only end at the floor itself. Behind a merge, a parent may be an ancestor of the
  /// floor, so then the whole range is asked for, once.
  func isAboveFloor(_ parent: ObjectID, behindMerge: Bool) throws -> Bool {
    if floor.contains(parent) { return false }
    guard behindMerge, !floor.isEmpty else { return true }
    return try commitsAboveFloor().contains(parent)
  }

  private func commitsAboveFloor() throws -> Set<ObjectID> {
    if let range { return range }
    var found: Set<ObjectID> = []
    try repository.walkCommits(from: tips, excluding: floor) { commit in
      found.insert(commit)
      return true
    }
    range = found
    return found
  }
}

/// The commit that made a change, and when. Of two, the later is greater; equal times are ordered by commit id.
struct LastChange: Hashable, Comparable {
  var time: HybridTime
  var commit: ObjectID

  static func < (left: LastChange, right: LastChange) -> Bool {
    (left.time, left.commit) < (right.time, right.commit)
  }
}

extension CommitObject {
  /// The trailer that says which properties a person decided in a merge.
  static let resolvedTrailer = "Fork-Resolved:"

  fileprivate var isUnattendedMerge: Bool {
    parents.count > 1 && message.contains("\nFork-Version:")
      && !message.contains("\n" + Self.resolvedTrailer)
  }
}
