public import Forked

/// A set that keeps the latest insertion or removal of each element.
public struct MergeableSet<Element: Hashable> {
  struct Mark: Hashable, Codable {
    var stamp: ChangeStamp
    var isMember: Bool
  }

  private var marks: [Element: Mark] = [:]

  /// Creates an empty set.
  public init() {}

  /// Creates a set of elements that have just been inserted.
  public init(_ elements: some Sequence<Element>, on replica: Replica = .current) {
    for element in elements { insert(element, on: replica) }
  }

  /// Creates a set of the elements of an array that have just been inserted.
  public init(array elements: [Element]) { self.init(elements) }

  /// The elements. Setting them inserts and removes the elements that differ, on ``Replica/current``.
  public var values: Set<Element> {
    get { Set(marks.lazy.filter(\.value.isMember).map(\.key)) }
    set {
      for element in values.subtracting(newValue) { remove(element) }
      for element in newValue where !contains(element) { insert(element) }
    }
  }

  /// The number of elements.
  /// - Complexity: O(n).
  public var count: Int { marks.lazy.filter(\.value.isMember).count }

  /// Returns true if the element is in the set.
  public func contains(_ element: Element) -> Bool { marks[element]?.isMember ?? false }

  /// Inserts an element; also one that is in the set, since this is later than a removal that isn't known yet.
  ///
  /// - Returns: True if the element was not in the set.
  @discardableResult
  public mutating func insert(_ element: Element, on replica: Replica = .current) -> Bool {
    let isNew = !contains(element)
    mark(element, isMember: true, on: replica)
    return isNew
  }

  /// Removes an element if it is in the set, and leaves a mark until ``compact(before:)``.
  ///
  /// - Returns: The element; nil if it was not in the set.
  @discardableResult
  public mutating func remove(_ element: Element, on replica: Replica = .current) -> Element? {
    guard contains(element) else { return nil }
    mark(element, isMember: false, on: replica)
    return element
  }

  private mutating func mark(_ element: Element, isMember: Bool, on replica: Replica) {
    let stamp = ChangeStamp.next(after: marks[element]?.stamp, on: replica)
    marks[element] = Mark(stamp: stamp, isMember: isMember)
  }

  /// Forgets removals that were made before a time.
  ///
  /// This is safe if every replica has received these removals. A replica that has not, and still has the element,
  /// would bring it back.
  public mutating func compact(before time: HybridTime) {
    marks = marks.filter { $0.value.isMember || $0.value.stamp.time >= time.nanoseconds }
  }
}

extension MergeableSet.Mark: Sendable {}
extension MergeableSet: Equatable, Hashable {}
extension MergeableSet: Sendable where Element: Sendable {}
extension MergeableSet: Encodable where Element: Encodable {}
extension MergeableSet: Decodable where Element: Decodable {}

extension MergeableSet: ExpressibleByArrayLiteral {
  /// Creates a set of elements that have just been inserted.
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension MergeableSet: Replicated {
  /// Keeps the later mark of each element.
  /// - Complexity: O(n).
  public func merged(with other: Self) -> Self {
    var merged = self
    merged.marks.merge(other.marks) { mine, theirs in
      mine.stamp < theirs.stamp ? theirs : mine
    }
    return merged
  }
}
