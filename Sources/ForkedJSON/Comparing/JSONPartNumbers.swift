/// Equal integers for equal parts of values, from 0 on in the order in which parts are first met.
///
/// A part is a scalar, an empty container, or a container that lies deeper than values are looked into. Parts are equal
/// if they have equal values under the same keys; the elements of arrays count as parts wherever they stand.
public struct JSONPartNumbers: Sendable {
  /// A part, without its value.
  public struct Part: Sendable {
    /// The number of its path.
    public let path: Int
    /// The kind of its value.
    public let kind: JSONKind
    fileprivate let node: Place
  }

  /// The keys that lead to a part, from the value down.
  public struct Path: Sendable {
    /// True if it leads through no array, so that a value has at most one part there.
    public let isOfMembers: Bool
    fileprivate let parent: Int
    /// nil for the elements of an array.
    fileprivate let key: JSONString?
  }

  /// A value of one of the documents.
  fileprivate struct Place {
    let document: Int32
    let index: Int32
  }

  /// The parts by number.
  public private(set) var parts: [Part] = []
  /// The paths by number; the first one is that of a whole value.
  public private(set) var paths = [Path(isOfMembers: true, parent: -1, key: nil)]
  /// For each path the one that was asked for behind it, mostly the next one of another value, too.
  private var following: [Int] = [0]
  private var lastPath = 0
  private var documents: [JSONDocument] = []
  private var partPlaces = HashedPlaces(capacity: 0)
  private var pathPlaces = HashedPlaces(capacity: 0)
  private let levels: Int

  /// - Parameter levels: how many levels of containers are looked into.
  public init(levels: Int) { self.levels = levels }

  /// Appends the numbers of the parts of a container in the order of the document; none of a scalar.
  /// Complexity: O(bytes) in expectation; nesting below the levels doesn't count if a value was hashed before.
  public mutating func append(partsOf value: JSONNode, to numbers: inout [Int]) {
    guard value.kind.isContainer else { return }
    collect(value.document, number(of: value.document), value.index, 0, levels, &numbers)
  }

  /// The path of what a value holds under that key.
  public mutating func path(under key: JSONString) -> Int {
    path(under: 0, hash: key.contentHash, isKey: { $0 == key }, key: { key })
  }

  /// The paths so far that end with the key with which that one ends.
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
    let known = partPlaces.insert(parts.count, hash: hash) { place in
      let (part, node) = (parts[place], parts[place].node)
      return part.path == path
        && JSONNode(document: documents[Int(node.document)], index: Int(node.index))
          == JSONNode(document: document, index: index)
    }
    if let known { return known }
    let node = Place(
      document: Int32(truncatingIfNeeded: number), index: Int32(truncatingIfNeeded: index))
    parts.append(Part(path: path, kind: document.nodes.kind(at: index), node: node))
    return parts.count - 1
  }

  // MARK: - Paths

  /// Values of one list mostly have the same keys in the same order.
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
    paths.append(Path(isOfMembers: isOfMembers, parent: parent, key: key))
    following.append(0)
    return paths.count - 1
  }
}
