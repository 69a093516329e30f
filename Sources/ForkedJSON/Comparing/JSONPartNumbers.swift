/// Integers for parts of values, equal for equal parts, from 0 on in the order of their first occurrence.
///
/// A part is a scalar, an empty container, or a container at the depth limit. Parts are equal if they have equal values
/// under the same keys. Elements of arrays are parts without regard to their index.
public struct JSONPartNumbers: Sendable {
  /// A part, without its value.
  public struct Part: Sendable {
    /// The number of its path.
    public let path: Int
    /// The kind of its value.
    public let kind: JSONKind
    fileprivate let node: Place
  }

  /// The keys on the path from a value to a part.
  public struct Path: Sendable {
    /// True if the path goes through no array, so that a value has at most one part there.
    public let isOfMembers: Bool
    /// The path of the outermost array that the path goes through, or its own.
    public let list: Int
    fileprivate let parent: Int
    /// The last key; nil for the elements of an array.
    fileprivate let key: JSONString?
  }

  /// A value of one of the documents.
  fileprivate struct Place {
    let document: Int32
    let index: Int32
  }

  /// The parts, by number.
  public private(set) var parts: [Part] = []
  /// The paths, by number; the first one is that of a whole value.
  public private(set) var paths = [Path(isOfMembers: true, list: 0, parent: -1, key: nil)]
  /// True if a path goes through an array.
  public private(set) var holdLists = false
  /// For each path, the one that followed it last; in most values the same one follows.
  private var following: [Int] = [0]
  private var lastPath = 0
  private var documents: [JSONDocument] = []
  private var partPlaces = HashedIndices(capacity: 0)
  private var pathPlaces = HashedIndices(capacity: 0)
  private let levels: Int

  /// Creates an empty table.
  /// - Parameter levels: the depth limit, as a number of levels of containers.
  public init(levels: Int) { self.levels = levels }

  /// Appends the numbers of a container's parts in the order of the document; none for a scalar.
  /// - Complexity: O(bytes) in expectation; levels below the limit don't count if a value was hashed before.
  public mutating func append(partsOf value: JSONNode, to numbers: inout [Int]) {
    guard value.kind.isContainer else { return }
    collect(value.document, number(of: value.document), value.index, 0, levels, &numbers)
  }

  /// Returns the path of the values that objects have under that key.
  public mutating func path(under key: JSONString) -> Int {
    path(under: 0, hash: key.contentHash, isKey: { $0 == key }, key: { key })
  }

  /// Returns the known paths that end with the same key as that one.
  public func paths(endingLike path: Int) -> [Int] {
    paths.indices.filter { paths[$0].key == paths[path].key }
  }

  private mutating func collect(
    _ document: JSONDocument, _ number: Int, _ index: Int, _ path: Int, _ levels: Int,
    _ numbers: inout [Int]
  ) {
    let node = document.nodes[index]
    guard node.kind.isContainer, node.count > 0, levels > 0 else {
      return numbers.append(part(document, number, index, path))
    }
    var child = index + 1
    if node.kind == .object {
      while child < node.next {
        let below = self.path(under: path, key: child, in: document)
        collect(document, number, child + 1, below, levels - 1, &numbers)
        child = document.nodes.next(after: child + 1)
      }
    } else {
      let below = elementPath(under: path)
      while child < node.next {
        collect(document, number, child, below, levels - 1, &numbers)
        child = document.nodes.next(after: child)
      }
    }
  }

  private mutating func number(of document: JSONDocument) -> Int {
    if let known = documents.firstIndex(where: { $0 === document }) { return known }
    documents.append(document)
    return documents.count - 1
  }

  // MARK: - Parts

  private mutating func part(
    _ document: JSONDocument, _ number: Int, _ index: Int, _ path: Int
  ) -> Int {
    let hash = ContentHash.combined(
      document.valueHash(at: index), UInt64(truncatingIfNeeded: path))
    let kind = document.nodes.kind(at: index)
    let known = partPlaces.insert(parts.count, hash: hash) { place in
      let part = parts[place]
      guard part.path == path, part.kind == kind else { return false }
      let (other, otherIndex) = (documents[Int(part.node.document)], Int(part.node.index))
      guard kind.isContainer else {
        return other.hasSameScalar(at: otherIndex, as: document, at: index)
      }
      return JSONNode(document: other, index: otherIndex)
        == JSONNode(document: document, index: index)
    }
    if let known { return known }
    let node = Place(
      document: Int32(truncatingIfNeeded: number), index: Int32(truncatingIfNeeded: index))
    parts.append(Part(path: path, kind: kind, node: node))
    return parts.count - 1
  }

  // MARK: - Paths

  /// Returns the path of a member; the expected path is tried first, since values of one list mostly have the same keys
  /// in the same order.
  private mutating func path(under parent: Int, key: Int, in document: JSONDocument) -> Int {
    let expected = following[lastPath]
    if paths[expected].parent == parent, let name = paths[expected].key,
      document.string(at: key, equals: name)
    {
      lastPath = expected
      return expected
    }
    let path = path(
      under: parent, hash: document.stringHash(at: key),
      isKey: { $0.map { document.string(at: key, equals: $0) } ?? false },
      key: { JSONNode(document: document, index: key).string })
    following[lastPath] = path
    lastPath = path
    return path
  }

  private mutating func elementPath(under parent: Int) -> Int {
    path(under: parent, hash: 0, isKey: { $0 == nil }, key: { nil })
  }

  private mutating func path(
    under parent: Int, hash: UInt64, isKey: (JSONString?) -> Bool, key: () -> JSONString?
  ) -> Int {
    let hash = ContentHash.combined(hash, UInt64(truncatingIfNeeded: parent))
    let known = pathPlaces.insert(paths.count, hash: hash) {
      paths[$0].parent == parent && isKey(paths[$0].key)
    }
    if let known { return known }
    let key = key()
    let isOfMembers = paths[parent].isOfMembers && key != nil
    if !isOfMembers { holdLists = true }
    let list = isOfMembers ? paths.count : paths[parent].list
    paths.append(Path(isOfMembers: isOfMembers, list: list, parent: parent, key: key))
    following.append(0)
    return paths.count - 1
  }
}
