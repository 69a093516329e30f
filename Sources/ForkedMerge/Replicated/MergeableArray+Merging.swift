public import Forked

extension MergeableArray: Replicated, Mergeable where Element: Equatable {
  /// Combines the insertions and removals of both.
  /// - Complexity: O(n log n).
  public func merged(with other: Self) -> Self {
    MergeableArray(nodes: ArrayTree(of: nodes, and: other.nodes).places)
  }

  /// Combines the contents of both, which have no common ancestor.
  ///
  /// - Throws: the errors of an element's rule.
  /// - Complexity: that of ``merged(withSubordinate:commonAncestor:)``.
  public func salvaging(from other: Self) throws -> Self {
    try merged(withSubordinate: other, commonAncestor: Self())
  }

  /// Combines the changes of both.
  ///
  /// If both sides have an element with the same id, the result has it once. A `Mergeable` element that both changed is
  /// merged by its own rule. An element is removed only if one side has removed it: one that a side never had stays,
  /// even if it is in the ancestor.
  /// - Throws: the errors of an element's rule.
  /// - Complexity: O(n log n), apart from elements that merge themselves.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    let merged = merged(with: other)
    if let versions = ElementVersions(self, other, commonAncestor, { elementID(of: $0.element) }) {
      return try merged.joined(versions) { elementID(of: $0.element) }
    } else if Element.self is any Mergeable.Type,
      let versions = ElementVersions(self, other, commonAncestor, \.id)
    {
      return try merged.joined(versions) { $0.id }
    }
    return merged
  }

  /// Returns one element for each key that both sides have, with the changes of both.
  private func joined<Key: Hashable>(
    _ versions: ElementVersions<Key, Element>, by key: (Node) -> Key?
  ) throws -> Self {
    var nodes = nodes
    var placesByKey: [Key: [Int]] = [:]
    for (place, node) in nodes.enumerated() where node.removal == nil {
      if let key = key(node) { placesByKey[key, default: []].append(place) }
    }
    for (key, places) in placesByKey {
      guard let kept = places.max(by: { nodes[$0].id < nodes[$1].id }) else { continue }
      guard let mine = versions.ours[key], let theirs = versions.theirs[key] else {
        if versions.ancestor[key] == nil { continue }
        // One side moved the element and the other removed it.
        for place in places { nodes[place].removal = nodes[kept].id }
        continue
      }
      for place in places where place != kept { nodes[place].removal = nodes[kept].id }
      let part = ConflictingPart(
        (mine.element, mine.stamp), (theirs.element, theirs.stamp),
        since: versions.ancestor[key]?.element)
      guard let part, case let element = try part.merged(), nodes[kept].element != element
      else { continue }
      nodes[kept].element = element
      nodes[kept].edit = part.stamp
    }
    return MergeableArray(nodes: nodes)
  }
}

/// The present elements of two versions of an array and their ancestor, by keys that tell them apart.
private struct ElementVersions<Key: Hashable, Element: Equatable> {
  typealias Node = MergeableArray<Element>.Node

  let ours: [Key: Node]
  let theirs: [Key: Node]
  /// The elements from which both sides' elements can come: those whose places both sides know, or knew.
  let ancestor: [Key: Node]

  /// Nil if an element has no key, or if two of one version have the same key.
  init?(
    _ ours: MergeableArray<Element>, _ theirs: MergeableArray<Element>,
    _ ancestor: MergeableArray<Element>, _ key: (Node) -> Key?
  ) {
    let shared = Set(ours.nodes.lazy.map(\.id)).intersection(theirs.nodes.lazy.map(\.id))
    let origins = ancestor.nodes.filter { shared.contains($0.id) }
    guard let ours = Self.table(of: ours.nodes, key),
      let theirs = Self.table(of: theirs.nodes, key),
      let origins = Self.table(of: origins, key)
    else { return nil }
    self.ours = ours
    self.theirs = theirs
    self.ancestor = origins
  }

  private static func table(of nodes: [Node], _ key: (Node) -> Key?) -> [Key: Node]? {
    var table: [Key: Node] = [:]
    for node in nodes where node.removal == nil {
      guard let key = key(node), table.updateValue(node, forKey: key) == nil else { return nil }
    }
    return table
  }
}

/// Returns the ids of elements; nil if one has none, or if two have the same.
func elementIDs<Element>(of elements: [Element]) -> [AnyHashable]? {
  var ids: [AnyHashable] = []
  for element in elements {
    guard let id = elementID(of: element) else { return nil }
    ids.append(id)
  }
  return Set(ids).count == ids.count ? ids : nil
}
