public import Forked

extension MergeableArray: Replicated, Mergeable where Element: Equatable {
  /// Combines the insertions and removals of both.
  /// - Complexity: O(n log n).
  public func merged(with other: Self) -> Self {
    MergeableArray(nodes: ArrayTree(of: nodes, and: other.nodes).places)
  }

  /// Combines the changes of both.
  ///
  /// If both sides have an element with the same id, the result has it once. A `Mergeable` element that both changed is
  /// merged by its own rule.
  /// - Throws: the errors of an element's rule.
  /// - Complexity: O(n log n), apart from elements that merge themselves.
  public func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    let merged = merged(with: other)
    if let versions = ElementVersions(self, other, commonAncestor, { elementID(of: $0.element) }) {
      return try merged.joined(versions) { elementID(of: $0.element) }
    } else if let versions = ElementVersions(self, other, commonAncestor, \.id) {
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
      guard let (element, stamp) = try versions.joined(mine, theirs, versions.ancestor[key]),
        nodes[kept].element != element
      else { continue }
      (nodes[kept].element, nodes[kept].edit) = (element, Swift.max(stamp, nodes[kept].stamp))
    }
    return MergeableArray(nodes: nodes)
  }
}

/// The present elements of two versions of an array and their ancestor, by keys that tell them apart.
private struct ElementVersions<Key: Hashable, Element: Equatable> {
  typealias Node = MergeableArray<Element>.Node

  let ours: [Key: Node]
  let theirs: [Key: Node]
  let ancestor: [Key: Node]

  /// Nil if an element has no key, or if two of one version have the same key.
  init?(
    _ ours: MergeableArray<Element>, _ theirs: MergeableArray<Element>,
    _ ancestor: MergeableArray<Element>, _ key: (Node) -> Key?
  ) {
    guard let ours = Self.table(of: ours, key), let theirs = Self.table(of: theirs, key),
      let ancestor = Self.table(of: ancestor, key)
    else { return nil }
    (self.ours, self.theirs, self.ancestor) = (ours, theirs, ancestor)
  }

  private static func table(
    of array: MergeableArray<Element>, _ key: (Node) -> Key?
  ) -> [Key: Node]? {
    var table: [Key: Node] = [:]
    for node in array.nodes where node.removal == nil {
      guard let key = key(node), table.updateValue(node, forKey: key) == nil else { return nil }
    }
    return table
  }

  /// Returns the merge of two versions of an element with its stamp; nil if they are one change.
  func joined(
    _ mine: Node, _ theirs: Node, _ ancestor: Node?
  ) throws -> (element: Element, stamp: ChangeStamp)? {
    if mine.stamp == theirs.stamp { return nil }
    if mine.element == ancestor?.element, mine.element != theirs.element {
      return (theirs.element, theirs.stamp)
    }
    if theirs.element == ancestor?.element, mine.element != theirs.element {
      return (mine.element, mine.stamp)
    }
    if let ancestor, [mine.stamp, theirs.stamp].contains(ancestor.stamp) { return nil }
    let (earlier, later) = mine.stamp < theirs.stamp ? (mine, theirs) : (theirs, mine)
    let part = ConflictingPart(
      later: later.element, earlier: earlier.element, ancestor: ancestor?.element)
    return (try part.merged() ?? later.element, .joining(mine.stamp, theirs.stamp))
  }
}

/// Returns the id of an element, whose conformance to `Identifiable` is tested at run time; nil if it has none.
private func elementID<Element>(of element: Element) -> AnyHashable? {
  func id<Content: Identifiable>(of element: Content) -> AnyHashable { AnyHashable(element.id) }
  return (element as? any Identifiable).map { id(of: $0) }
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
