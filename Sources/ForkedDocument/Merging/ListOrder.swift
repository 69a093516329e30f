import Forked
import ForkedJSON

/// The order in which the list of base is sorted, if it is: by value, or by one member of its elements.
///
/// If both sides inserted elements at one place of a list with an inferred strategy, the two insertions are put in that
/// order, so a sorted list stays sorted. No element is moved for it. If all three versions are sorted throughout, the
/// two insertions are sorted into each other; otherwise neither of them is split.
final class ListOrder {
  /// The length below which a list may be sorted by accident.
  private static let leastCount = 8
  /// The percentage of neighbours that may be out of order: lists that users sort by hand are never sorted throughout.
  private static let mostUnsorted = 10

  private enum Key {
    case value
    case member(JSONString)

    func key(of element: JSONNode) -> JSONNode? {
      switch self {
      case .value: element
      case .member(let name): element[name]
      }
    }
  }

  private let elements: [JSONNode]
  private var isThroughout: Bool?
  private lazy var rule = candidates.lazy.compactMap(self.rule).first

  /// True if the list is sorted.
  /// - Complexity: O(elements) at the first call.
  var isSorted: Bool { rule != nil }

  /// Creates an order, which is determined when it is needed first.
  /// - Parameter elements: the elements of base.
  init(_ elements: [JSONNode]) { self.elements = elements }

  /// Returns the side whose inserted elements come first by the order of the list; nil if it has none, or the order
  /// doesn't decide.
  /// - Complexity: O(elements) at the first call.
  func first(ours: [JSONNode], theirs: [JSONNode]) -> MergeSide? {
    guard let rule else { return nil }
    let isBefore = { (one: [JSONNode], other: [JSONNode]) in
      let keys = (one.last.flatMap(rule.key.key), other.first.flatMap(rule.key.key))
      return Self.precedes(keys.0, keys.1, isAscending: rule.isAscending)
    }
    switch (isBefore(ours, theirs), isBefore(theirs, ours)) {
    case (true, false): return .ours
    case (false, true): return .theirs
    default: return nil
    }
  }

  /// Returns elements that both sides inserted at one place in the order of the list; nil if a version is not sorted
  /// throughout.
  ///
  /// Elements that the order does not tell apart keep theirs.
  /// - Parameter versions: the elements of both sides.
  func sorted<Item>(
    _ items: [Item], of versions: [[JSONNode]], element: (Item) -> JSONNode?
  ) -> [Item]? {
    guard let rule, sortsThroughout(versions) else { return nil }
    let keyed = items.map { (item: $0, key: element($0).flatMap(rule.key.key)) }
    let sorted = keyed.enumerated().sorted { one, other in
      if Self.precedes(one.element.key, other.element.key, isAscending: rule.isAscending) {
        return true
      }
      return !Self.precedes(other.element.key, one.element.key, isAscending: rule.isAscending)
        && one.offset < other.offset
    }
    return sorted.map(\.element.item)
  }

  /// True if base and both sides are sorted without exceptions; determined at the first call.
  private func sortsThroughout(_ versions: [[JSONNode]]) -> Bool {
    if let known = isThroughout { return known }
    let holds = rule.map { rule in
      ([elements] + versions).allSatisfy { elements in
        let keys = elements.map(rule.key.key)
        return zip(keys, keys.dropFirst()).allSatisfy {
          Self.precedes($0, $1, isAscending: rule.isAscending)
        }
      }
    }
    isThroughout = holds ?? false
    return holds ?? false
  }

  private var candidates: [Key] {
    guard elements.count >= Self.leastCount else { return [] }
    guard elements[0].kind == .object else { return [.value] }
    return elements[0].members.prefix(Self.leastCount).compactMap { $0.key.string.map(Key.member) }
  }

  private func rule(_ key: Key) -> (key: Key, isAscending: Bool)? {
    [true, false].first { isSorted(by: key, isAscending: $0) }.map { (key, $0) }
  }

  /// - Complexity: O(elements), or less if the list is sorted otherwise.
  private func isSorted(by key: Key, isAscending: Bool) -> Bool {
    var unsorted = 0
    var last = key.key(of: elements[0])
    for element in elements.dropFirst() {
      let next = key.key(of: element)
      if !Self.precedes(last, next, isAscending: isAscending) { unsorted += 1 }
      if unsorted * 100 > (elements.count - 1) * Self.mostUnsorted { return false }
      last = next
    }
    return true
  }

  private static func precedes(_ one: JSONNode?, _ other: JSONNode?, isAscending: Bool) -> Bool {
    guard let one, let other else { return false }
    return isAscending ? one.precedesInLists(other) : other.precedesInLists(one)
  }
}

extension Array {
  /// Returns the elements with each run of several that fulfil a condition replaced.
  /// - Parameter replaced: returns the run in another order; nil: as it is.
  func sortingRuns(
    where isInserted: (Element) -> Bool, by replaced: ([Element]) -> [Element]?
  ) -> [Element] {
    var result: [Element] = []
    var run: [Element] = []
    func end() {
      result += run.count > 1 ? replaced(run) ?? run : run
      run = []
    }
    for element in self {
      if isInserted(element) {
        run.append(element)
      } else {
        end()
        result.append(element)
      }
    }
    end()
    return result
  }
}
