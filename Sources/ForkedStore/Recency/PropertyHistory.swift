import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// A file, or a property in it, that is followed through history.
enum Followed {
  /// A property of the document in it.
  case property(PropertyPath)
  /// The file itself: its bytes and its mode.
  case file
  /// The name of the file.
  case name
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

    static func == (left: Location, right: Location) -> Bool {
      left.commit == right.commit && left.path == right.path
    }

    /// Hashes only the commit, since few commits are reached at two paths.
    func hash(into hasher: inout Hasher) { hasher.combine(commit) }
  }

  private let graph: CommitGraph
  private let documents: DocumentCache
  private var entries = BoundedCache<Location, TreeEntry?>(capacity: 1 << 12)

  /// - Parameters:
  ///   - graph: the commits to walk.
  ///   - documents: parsed documents, shared by all histories of a merge.
  init(in graph: CommitGraph, documents: DocumentCache) {
    self.graph = graph
    self.documents = documents
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
    try graph.lastChange(from: Location(commit: tip, path: path), parents: parents) {
      place, parents in
      try parents.filter { try isSame(followed, $0, place) }
    }
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
    switch followed {
    case .name: return one.path == other.path && (a == nil) == (b == nil)
    case .file: return a == b
    case .property(let path):
      return try a == b
        || path.isSame(
          in: try root(a, one), and: try root(b, other), by: documents.lookup)
    }
  }

  private func root(_ entry: TreeEntry?, _ location: Location) throws -> JSONNode? {
    try documents.document(entry, at: location.path)?.root
  }

  private func entry(_ place: Location) throws -> TreeEntry? {
    if let known = entries[place] { return known }
    let entry = try graph.repository.entry(at: place.path, in: graph.links(place.commit).tree)
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
  /// The commits that last changed some properties of a document, in their order, seen from a tip that holds this
  /// version of the document.
  ///
  /// One walk finds all of them. Properties are followed as a merge maps two versions, wherever they stood. A value that
  /// no parent of a merge holds, such as a sum, is the change of that merge.
  ///
  /// - Complexity: O(commits), and a parse of each version of the file and its mapping to the next one.
  func lastChanges(
    of properties: [JSONNode], at path: TreePath, plan: FieldPlan, from tip: ObjectID
  ) throws -> [LastChange?] {
    var latest = [LastChange?](repeating: nil, count: properties.count)
    let nodes = Set(
      properties.enumerated().map { FollowedNode(property: $0, ordinal: $1.ordinal) })
    var waiting = [tip: [FollowedNodes(path: path, nodes: nodes)]]
    try graph.repository.walkCommits(from: [tip]) { commit in
      for followed in waiting.removeValue(forKey: commit) ?? [] {
        let place = Location(commit: commit, path: followed.path)
        var made = followed.nodes
        for parent in try parents(of: place) {
          var before = FollowedNodes(path: parent.path, nodes: followed.nodes)
          if try entry(parent) == entry(place) {
            made = []
          } else {
            let kept = try kept(followed.nodes, from: parent, to: place, plan)
            made.subtract(kept.map(\.now))
            before.nodes = Set(kept.map(\.before))
          }
          guard !before.nodes.isEmpty, try graph.isAboveFloor(parent) else { continue }
          waiting[parent.commit, default: []].add(before)
        }
        if made.isEmpty { continue }
        let change = try graph.change(by: commit)
        for node in made { latest[node.property] = max(latest[node.property] ?? change, change) }
      }
      return !waiting.isEmpty
    }
    return latest
  }

  /// Returns the nodes that have the same values in an older version of the file, with those that they were there.
  private func kept(
    _ nodes: Set<FollowedNode>, from old: Location, to new: Location, _ plan: FieldPlan
  ) throws -> [(now: FollowedNode, before: FollowedNode)] {
    guard let older = try root(entry(old), old), let newer = try root(entry(new), new) else {
      return []
    }
    let origins = NodeOrigins(from: older, to: newer, plan: plan)
    return nodes.compactMap { followed in
      let node = newer.document.node(at: followed.ordinal)
      guard let origin = origins.origin(of: node), origin == node else { return nil }
      return (followed, FollowedNode(property: followed.property, ordinal: origin.ordinal))
    }
  }
}

/// A property that is followed, in one version of the file.
private struct FollowedNode: Hashable {
  /// Its index among all that are followed.
  let property: Int
  /// Its ordinal in the version.
  let ordinal: Int
}

/// The properties that are followed in a file of a commit.
private struct FollowedNodes {
  let path: TreePath
  var nodes: Set<FollowedNode>
}

extension [FollowedNodes] {
  /// Adds nodes to those of the same file. A line of single parents shares one set, which is not copied.
  fileprivate mutating func add(_ followed: FollowedNodes) {
    if let index = firstIndex(where: { $0.path == followed.path }) {
      self[index].nodes.formUnion(followed.nodes)
    } else {
      append(followed)
    }
  }
}
