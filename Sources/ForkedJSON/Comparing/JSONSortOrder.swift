/// An order in which users and programs sort the keys of objects and the elements of lists: numbers by value, strings by
/// one of several comparisons, ascending or descending.
public struct JSONSortOrder: Sendable {
  private enum Comparison: CaseIterable {
    case withoutCase, scalars, utf16Units, digits
  }

  private let comparison: Comparison
  private let isAscending: Bool

  private static let all = [true, false].flatMap { isAscending in
    Comparison.allCases.map { JSONSortOrder(comparison: $0, isAscending: isAscending) }
  }

  /// Returns the first order in which all lists are sorted without exceptions; nil if there is none.
  /// - Complexity: O(bytes).
  public static func sorting(_ lists: [[JSONNode]]) -> JSONSortOrder? {
    all.first { order in
      lists.allSatisfy { list in zip(list, list.dropFirst()).allSatisfy(order.precedes) }
    }
  }

  /// Returns true if a value comes before the other one; false for values that are not two numbers or two strings.
  /// - Complexity: O(bytes).
  public func precedes(_ one: JSONNode, _ other: JSONNode) -> Bool {
    isAscending ? isLess(one, other) : isLess(other, one)
  }

  private func isLess(_ one: JSONNode, _ other: JSONNode) -> Bool {
    guard comparison != .withoutCase, let text = one.string, let otherText = other.string else {
      return one.precedesInLists(other)
    }
    switch comparison {
    case .withoutCase, .scalars: return text < otherText
    case .utf16Units:
      return text.utf8.lexicographicallyPrecedes(otherText.utf8) { $0.utf16Rank < $1.utf16Rank }
    case .digits:
      guard text.isInteger, otherText.isInteger, text.utf8.count != otherText.utf8.count else {
        return text < otherText
      }
      return text.utf8.count < otherText.utf8.count
    }
  }
}

extension UInt8 {
  /// The rank of a byte of UTF-8 in the order of UTF-16, where characters of four bytes precede U+E000.
  fileprivate var utf16Rank: Int { self < 0xF0 ? Int(self) << 4 : 0xED << 4 | Int(self & 0x0F) + 1 }
}

extension JSONString {
  /// True if it has only decimal digits, and no zero before others.
  fileprivate var isInteger: Bool {
    !utf8.isEmpty && utf8.allSatisfy(\.isDigit)
      && (utf8.count == 1 || utf8.first != 0x30)
  }
}
