import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON

/// A file, or a property in it, that is followed through history.
enum Followed {
  /// A property of the document in it.
  case property(PropertyPath)
  /// The file itself: its bytes and its mode.
  case file
}

/// The paths of a file in both versions: a side may have renamed it.
struct SidePaths {
  var ours: TreePath
  var theirs: TreePath
}

/// The history of one file between two tips and their merge bases: the commits that last changed its properties.
final class PropertyHistory {
  private struct Location: HistoryLocation {
    var commit: ObjectID
    var path: TreePath
    /// True if a merge lies between the tip and this commit.
    var behindMerge = false
    /// The later moves within the document; nil if there were none.
    var layout: DocumentLayout?

    static func == (left: Location, right: Location) -> Bool {
      left.commit == right.commit && left.path == right.path
    }

    /// Hashes only the commit, since few commits are reached at two paths.
    func hash(into hasher: inout Hasher) { hasher.combine(commit) }
  }

  private let graph: CommitGraph
  private let documents: DocumentCache
  private var entries = BoundedCache<Location, TreeEntry?>(capacity: 1 << 12)
  private let files: FileEntries

  /// - Parameters:
  ///   - graph: the commits to walk.
  ///   - documents: parsed documents, shared by all histories of a merge.
  init(in graph: CommitGraph, documents: DocumentCache) {
    self.graph = graph
    self.documents = documents
    files = FileEntries(in: graph.repository)
  }

  /// The commit that last changed a followed file or property, seen from a tip.
  ///
  /// Blobs are read only if an entry changed. Exact renames are followed.
  ///
  /// - Returns: nil if nothing above the merge bases changed it.
  /// - Complexity: O(commits above the merge bases), and a parse of each version of the file among them.
  func lastChange(
    of followed: Followed, at path: TreePath, from tip: ObjectID
  ) throws -> LastChange? {
    try graph.lastChange(
      from: Location(commit: tip, path: path), untouched: parentOfUntouched, parents: parents
    ) { place, parents in
      try parents.filter { try isSame(followed, $0, place) }
    }
  }

  /// The same file in the only parent of a commit that did not change it, as most do not; nil for any other commit.
  private func parentOfUntouched(_ place: Location) throws -> Location? {
    let parents = try graph.links(place.commit).parents
    guard parents.count == 1 else { return nil }
    var parent = place
    parent.commit = parents[0]
    if files.isKnown(toLeave: place.path, aloneIn: place.commit) { return parent }
    return try entry(parent) == entry(place) ? parent : nil
  }

  /// The followed properties that a commit changed, and those that it has from its parents.
  private struct Passed {
    var made: Set<Int>
    var handed: [(place: Location, followed: Set<Int>)]
  }

  /// Hands the followed properties down to the parents that hold the same values.
  ///
  /// - Parameter differing: returns the properties, of all that are followed, whose values differ in a parent, and the
  ///   layout of its document.
  private func pass(
    _ followed: Set<Int>, from place: Location,
    differing: (Location) throws -> (Set<Int>, DocumentLayout?)
  ) throws -> Passed {
    var passed = Passed(made: followed, handed: [])
    for var parent in try parents(of: place) {
      let (differing, layout) = try differing(parent)
      parent.layout = layout
      passed.made = differing.intersection(passed.made)
      var same = followed
      // In place: that costs nothing for the properties that did not change.
      same.subtract(differing)
      passed.handed.append((parent, same))
    }
    passed.handed = try passed.handed.filter { parent, followed in
      try !followed.isEmpty && graph.isAboveFloor(parent)
    }
    return passed
  }

  /// The same file in the parents of a commit. If the commit created the file, an exact rename is looked for.
  private func parents(of place: Location) throws -> [Location] {
    let links = try graph.links(place.commit)
    return try links.parents.map { parent in
      var origin = Location(
        commit: parent, path: place.path,
        behindMerge: place.behindMerge || links.parents.count > 1)
      if let entry = try entry(place), try self.entry(origin) == nil,
        let old = try renamed(entry, from: parent, to: links.tree)
      {
        origin.path = old
      }
      return origin
    }
  }

  private func renamed(
    _ entry: TreeEntry, from parent: ObjectID, to tree: ObjectID
  ) throws -> TreePath? {
    var path: TreePath?
    try graph.repository.forEachChange(from: graph.links(parent).tree, to: tree) { change in
      if change.new == nil, change.old?.id == entry.id { path = change.path }
      return path == nil
    }
    return path
  }

  private func isSame(_ followed: Followed, _ one: Location, _ other: Location) throws -> Bool {
    let (a, b) = (try entry(one), try entry(other))
    if a == b { return true }
    switch followed {
    case .file: return false
    case .property(let path):
      return path.isSame(
        in: try root(a, one), and: try root(b, other), by: documents.lookup)
    }
  }

  private func root(_ entry: TreeEntry?, _ location: Location) throws -> JSONNode? {
    guard let entry, entry.mode.isRegularFile,
      let root = try documents.document(entry.id, at: location.path)?.root
    else { return nil }
    return location.layout?.applied(to: root, of: entry.id) ?? root
  }

  private func entry(_ place: Location) throws -> TreeEntry? {
    if let known = entries[place] { return known }
    let entry = try files.entry(at: place.path, in: graph.links(place.commit).tree)
    entries.add(entry, for: place, size: 1)
    return entry
  }
}

extension PropertyHistory {
  /// Returns the tip that changed the followed file or property later; nil if neither tip changed it.
  ///
  /// Equal changes are ordered by the ids of the tips, so the answer never depends on which side is called ours.
  func recency(
    of followed: Followed, at paths: SidePaths, ours: ObjectID, theirs: ObjectID
  ) throws -> Recency? {
    let our = try lastChange(of: followed, at: paths.ours, from: ours)
    let their = try lastChange(of: followed, at: paths.theirs, from: theirs)
    return Recency(ours: our, theirs: their, tips: (ours, theirs))
  }
}

extension Recency {
  /// Compares two changes; nil if there are none. Equal changes are ordered by the tips from which they are seen.
  init?(ours: LastChange?, theirs: LastChange?, tips: (ours: ObjectID, theirs: ObjectID)) {
    let isOursLater: Bool
    switch (ours, theirs) {
    case (nil, nil): return nil
    case (_?, nil): isOursLater = true
    case (nil, _?): isOursLater = false
    case (let our?, let their?): isOursLater = our == their ? tips.ours > tips.theirs : our > their
    }
    self.init(
      later: isOursLater ? .ours : .theirs, ours: ours?.commit.hex, theirs: theirs?.commit.hex)
  }
}

extension PropertyHistory {
  /// The commits that last changed the leaves of a document, in the order of the leaves, seen from a tip that holds
  /// this version of the document.
  ///
  /// The results are those of ``lastChange(of:at:from:)``, but one walk finds all of them, and a value that no parent of a
  /// merge holds, such as a sum, is the change of that merge.
  ///
  /// - Complexity: O(commits), and a parse and a comparison of each version of the file.
  func lastChanges(
    of leaves: LeafProperties, at path: TreePath, from tip: ObjectID
  ) throws -> [LastChange?] {
    var latest = [LastChange?](repeating: nil, count: leaves.leaves.count)
    var waiting = [tip: [FollowedLeaves(path: path, leaves: Set(latest.indices))]]
    try graph.repository.walkCommits(from: [tip]) { commit in
      for followed in waiting.removeValue(forKey: commit) ?? [] {
        let place = Location(commit: commit, path: followed.path, layout: followed.layout)
        if let parent = try parentOfUntouched(place) {
          waiting[parent.commit, default: []].add(followed)
          continue
        }
        let passed = try pass(followed.leaves, from: place) {
          try changed(leaves, followed.leaves, from: $0, to: place)
        }
        if !passed.made.isEmpty {
          let change = try graph.change(by: commit)
          for leaf in passed.made { latest[leaf] = max(latest[leaf] ?? change, change) }
        }
        for (parent, leaves) in passed.handed {
          waiting[parent.commit, default: []].add(
            FollowedLeaves(path: parent.path, layout: parent.layout, leaves: leaves))
        }
      }
      return !waiting.isEmpty
    }
    return latest
  }

  /// Returns the leaves that differ, and the layout of the older document: of what was moved, the parts are compared.
  private func changed(
    _ leaves: LeafProperties, _ followed: Set<Int>, from old: Location, to new: Location
  ) throws -> (Set<Int>, DocumentLayout?) {
    let (before, after) = (try entry(old), try entry(new))
    var old = old
    old.layout = new.layout
    if before == after { return ([], old.layout) }
    let newer = try root(after, new)
    let changes = leaves.changes(from: try root(before, old), to: newer)
    guard changes.mayBeMoves(of: followed), let moves = changes.moves else {
      return (changes.changed, old.layout)
    }
    old.layout = DocumentLayout(moves, after: new.layout)
    return (leaves.changes(from: try root(before, old), to: newer).changed, old.layout)
  }
}

extension LeafChanges {
  /// Returns true if some of these leaves may have been moved.
  fileprivate func mayBeMoves(of followed: Set<Int>) -> Bool {
    moves != nil && !followed.isDisjoint(with: changed)
  }
}

/// Moves within a document, by which its older versions are read as if all had always been at its later place.
private final class DocumentLayout {
  private let moves: DocumentMoves
  private let before: DocumentLayout?
  /// The last versions: the parent of a version mostly is the next one.
  private var known: [(blob: ObjectID, root: JSONNode)] = []

  /// - Parameter before: the layout in which the moves were found.
  init(_ moves: DocumentMoves, after before: DocumentLayout?) {
    self.moves = moves
    self.before = before
  }

  /// Returns the root of an older version in this layout.
  func applied(to root: JSONNode, of blob: ObjectID) -> JSONNode {
    if let known = known.first(where: { $0.blob == blob }) { return known.root }
    let moved = moves.applied(to: before?.applied(to: root, of: blob) ?? root)
    if known.count == 2 { known.removeFirst() }
    known.append((blob, moved))
    return moved
  }
}

/// The leaves that are followed in a file of a commit.
private struct FollowedLeaves {
  let path: TreePath
  var layout: DocumentLayout?
  var leaves: Set<Int>
}

extension [FollowedLeaves] {
  /// Adds leaves to those of the same file. A line of single parents shares one set, which is not copied.
  fileprivate mutating func add(_ followed: FollowedLeaves) {
    if let index = firstIndex(where: {
      $0.path == followed.path && $0.layout === followed.layout
    }) {
      self[index].leaves.formUnion(followed.leaves)
    } else {
      append(followed)
    }
  }
}
