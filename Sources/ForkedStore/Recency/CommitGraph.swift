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

  /// True if `fork` made a commit by merging, and no person said how: a value that stands in no parent was put together
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

/// Something in a commit that a walk through history follows.
protocol HistoryPlace: Hashable {
  /// The commit.
  var commit: ObjectID { get }
  /// True if a merge lies between the tip and this commit.
  var behindMerge: Bool { get }
}

extension CommitGraph {
  /// The commit that last changed something, seen from a place in a tip.
  ///
  /// From the tip downwards, through all parents that hold the same; where none does, that commit made the change.
  /// What a merge of `fork` put together is as recent as the latest edit in it. Of several, the latest counts.
  ///
  /// - Parameters:
  ///   - tip: the place that the walk begins at.
  ///   - untouched: the place in the only parent of a commit that is known to change nothing there; nil for any other.
  ///   - parents: the places in all parents.
  ///   - holders: those of them that hold the same.
  /// - Returns: nil where nothing above the merge bases changed it.
  /// - Complexity: each function is called once for each commit above the merge bases.
  func lastChange<Place: HistoryPlace>(
    from tip: Place, untouched: (Place) throws -> Place? = { _ in nil },
    parents: (Place) throws -> [Place], holders: (Place, _ parents: [Place]) throws -> [Place]
  ) throws -> LastChange? {
    var latest: LastChange?
    var waiting = [tip]
    var seen: Set<Place> = []
    while let place = waiting.popLast() {
      guard seen.insert(place).inserted else { continue }
      if let parent = try untouched(place) {
        if try isAboveFloor(parent) { waiting.append(parent) }
        continue
      }
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

  /// True if a place is not below the floor.
  func isAboveFloor(_ place: some HistoryPlace) throws -> Bool {
    try isAboveFloor(place.commit, behindMerge: place.behindMerge)
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
