import Forked
import ForkedJSON

/// The order in which the list of base is sorted, if it is: by value, or by one member of its elements.
///
/// If both sides inserted elements at one place of a list with an inferred strategy, the two insertions are put in that
/// order, so a sorted list stays sorted. No element is moved for it. If all three versions are sorted throughout, the
/// two insertions are sorted into each other; otherwise neither of them is split.
final class ListOrder {
  /// The length below which a list with exceptions may be sorted by accident.
  private static let leastCount = 8
  /// The percentage of neighbours that may be out of order: lists that users sort by hand are never sorted throughout.
  private static let mostUnsorted = 10

  private struct Rule {
    /// The value that an element is sorted by: itself, or a member.
    let key: (JSONNode) -> JSONNode?
    let areInOrder: (JSONNode, JSONNode) -> Bool

    func precedes(_ one: JSONNode?, _ other: JSONNode?) -> Bool {
      guard let one, let other else { return false }
      return areInOrder(one, other)
    }
  }

  private let elements: [JSONNode]
  private let sides: [[JSONNode]]
  /// The rule by which all versions are sorted without exceptions.
  private lazy var strictRule = findStrictRule()
  private lazy var rule = strictRule ?? findRule()

  /// Creates an order, which is determined when it is needed first.
  /// - Parameters:
  ///   - elements: the elements of base.
  ///   - ours: our elements.
  ///   - theirs: their elements.
  init(_ elements: [JSONNode], ours: [JSONNode], theirs: [JSONNode]) {
    self.elements = elements
    sides = [ours, theirs]
  }

  /// Returns the side whose inserted elements come first by the order of the list; nil if it has none, or the order
  /// doesn't decide.
  /// - Complexity: O(elements) at the first call.
  func first(ours: [JSONNode], theirs: [JSONNode]) -> MergeSide? {
    guard let rule else { return nil }
    let isBefore = { (one: [JSONNode], other: [JSONNode]) in
      rule.precedes(one.last.flatMap(rule.key), other.first.flatMap(rule.key))
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
  func sorted<Item>(_ items: [Item], element: (Item) -> JSONNode?) -> [Item]? {
    guard let rule = strictRule else { return nil }
    let keyed = items.map { (item: $0, key: element($0).flatMap(rule.key)) }
    let sorted = keyed.enumerated().sorted { one, other in
      if rule.precedes(one.element.key, other.element.key) { return true }
      return !rule.precedes(other.element.key, one.element.key) && one.offset < other.offset
    }
    return sorted.map(\.element.item)
  }

  /// Returns the rule by which base and both sides are sorted without exceptions.
  private func findStrictRule() -> Rule? {
    guard elements.count > 1, sides.allSatisfy({ $0.count >= JSONSortOrder.leastCount }) else {
      return nil
    }
    for key in keys {
      let lists = ([elements] + sides).map { $0.compactMap(key) }
      guard zip(lists, [elements] + sides).allSatisfy({ $0.count == $1.count }),
        let order = JSONSortOrder.sorting(lists)
      else { continue }
      return Rule(key: key, areInOrder: order.precedes)
    }
    return nil
  }

  /// Returns the rule by which base is sorted with few exceptions.
  private func findRule() -> Rule? {
    guard elements.count >= Self.leastCount else { return nil }
    let rules = keys.lazy.flatMap { key in
      [
        Rule(key: key) { $0.precedesInLists($1) }, Rule(key: key) { $1.precedesInLists($0) },
      ]
    }
    return rules.first(where: isMostlySorted)
  }

  /// The values that the elements may be sorted by.
  private var keys: [(JSONNode) -> JSONNode?] {
    guard let first = elements.first, first.kind == .object else { return [{ $0 }] }
    return first.members.prefix(Self.leastCount).compactMap(\.key.string).map { name in
      { $0[name] }
    }
  }

  /// - Complexity: O(elements), or less if the list is sorted otherwise.
  private func isMostlySorted(by rule: Rule) -> Bool {
    var unsorted = 0
    var last = rule.key(elements[0])
    for element in elements.dropFirst() {
      let next = rule.key(element)
      if !rule.precedes(last, next) { unsorted += 1 }
      if unsorted * 100 > (elements.count - 1) * Self.mostUnsorted { return false }
      last = next
    }
    return true
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
