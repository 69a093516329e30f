import Forked
import ForkedGit

/// The commits above the merge bases of two tips. All walks through history share them, so that each is read once.
final class CommitGraph {
  /// Properties that require the whole commit to be read.
  private struct Text {
    var change: LastChange
    var combines: Bool
  }

  let repository: LocalRepository
  private let tips: [ObjectID]
  private let floor: [ObjectID]
  private let acceptsEnds: Bool
  private var texts: [ObjectID: Text] = [:]
  private var range: Set<ObjectID>?

  /// - Parameters:
  ///   - tips: the commits at which walks begin.
  ///   - bases: the merge bases of the tips. If there are several, a value can come from below one of them, so only the
  ///     commits that all of them share are left out.
  ///   - acceptsEnds: true if the history of a shallow clone counts as a whole one, without what is below its ends.
  init(
    _ repository: LocalRepository, tips: [ObjectID], bases: [ObjectID], acceptsEnds: Bool = false
  ) throws {
    self.repository = repository
    self.acceptsEnds = acceptsEnds
    self.tips = tips
    var floor = Set(bases.prefix(1))
    for other in bases.dropFirst() {
      let below = floor
      floor = []
      for base in below { floor.formUnion(try repository.mergeBases(of: base, and: other)) }
    }
    self.floor = floor.sorted()
  }

  func links(_ id: ObjectID) throws -> CommitLinks {
    acceptsEnds ? try repository.presentLinks(id) : try repository.links(id)
  }

  /// The change that a commit made, if it made any.
  func change(by id: ObjectID) throws -> LastChange { try text(of: id).change }

  /// True if `fork` made a merge commit, and the user resolved nothing in it.
  ///
  /// A value that no parent holds was then put together from the values of the parents, and is not a change of its own.
  func combines(_ id: ObjectID) throws -> Bool {
    try links(id).parents.count > 1 && text(of: id).combines
  }

  private func text(of id: ObjectID) throws -> Text {
    if let known = texts[id] { return known }
    let commit = try repository.commit(id)
    let text = Text(
      change: LastChange(time: commit.countedTime, commit: id), combines: commit.isUnattendedMerge)
    texts[id] = text
    return text
  }

  /// True if a parent is not below the floor.
  ///
  /// A line of single parents can only end at the floor itself. Behind a merge, a parent may be an ancestor of the
  /// floor. Then all commits above the floor are looked up, once.
  private func isAboveFloor(_ parent: ObjectID, behindMerge: Bool) throws -> Bool {
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

/// A location in a commit that a walk through history follows.
protocol HistoryLocation: Hashable {
  /// The commit.
  var commit: ObjectID { get }
  /// True if a merge lies between the tip and this commit.
  var behindMerge: Bool { get }
}

extension CommitGraph {
  /// The commit that last changed something, seen from a location in a tip.
  ///
  /// The walk goes from the tip down to all parents that hold the same value. If no parent does, the commit made the
  /// change. A value that a merge of `fork` put together is as recent as the latest change in it. Of several changes,
  /// the latest counts.
  ///
  /// - Parameters:
  ///   - tip: the location at which the walk begins.
  ///   - parents: returns the locations in all parents.
  ///   - holders: returns those of the parents that hold the same value.
  /// - Returns: nil if nothing above the merge bases changed it.
  /// - Complexity: each function is called once for each commit above the merge bases.
  func lastChange<Location: HistoryLocation>(
    from tip: Location, parents: (Location) throws -> [Location],
    holders: (Location, _ parents: [Location]) throws -> [Location]
  ) throws -> LastChange? {
    var latest: LastChange?
    var waiting = [tip]
    var seen: Set<Location> = []
    while let place = waiting.popLast() {
      guard seen.insert(place).inserted else { continue }
      let parents = try parents(place)
      var handed = try holders(place, parents)
      if handed.isEmpty {
        if try combines(place.commit) {
          handed = parents
        } else {
          let change = try change(by: place.commit)
          latest = max(latest ?? change, change)
        }
      }
      waiting += try handed.filter(isAboveFloor)
    }
    return latest
  }

  /// True if a location is not below the floor.
  func isAboveFloor(_ place: some HistoryLocation) throws -> Bool {
    try isAboveFloor(place.commit, behindMerge: place.behindMerge)
  }
}

/// The commit that made a change, and its time. Of two, the later is greater; equal times are ordered by commit id.
struct LastChange: Hashable, Comparable {
  var time: HybridTime
  var commit: ObjectID

  static func < (left: LastChange, right: LastChange) -> Bool {
    (left.time, left.commit) < (right.time, right.commit)
  }
}

extension CommitObject {
  /// The trailer that names the properties which the user resolved in a merge.
  static let resolvedTrailer = "Fork-Resolved:"

  fileprivate var isUnattendedMerge: Bool {
    parents.count > 1 && message.contains("\nFork-Version:")
      && !message.contains("\n" + Self.resolvedTrailer)
  }
}

extension DocumentStore {
  /// The parents of a commit that the repository has: those of an end of a shallow clone are left out.
  func presentParents(of commit: CommitObject) throws -> [ObjectID] {
    try repository.historyEnds().contains(commit.id) ? [] : commit.parents
  }

  /// Notifies the user that a history ends before its beginning.
  func notify(historyEndsAt ends: some Collection<ObjectID>) {
    guard let first = ends.min() else { return }
    let others = ends.count == 1 ? "" : " and \(ends.count - 1) more"
    notifyOnce(
      "history ends at \(first.hex.prefix(10))\(others), since this clone is shallow; "
        + "'git fetch --unshallow' brings the rest")
  }
}
