extension JSONNode {
  /// Returns true if this value comes before the other one in a list that a user sorted: a smaller number, or a string
  /// that precedes the other without regard to the case of ASCII letters (`b` is between `A` and `C`).
  ///
  /// False for all other values, and for a number and a string.
  /// - Complexity: O(bytes); without allocation for strings without escapes and integers of at most 18 digits.
  public func precedesInLists(_ other: JSONNode) -> Bool {
    switch (kind, other.kind) {
    case (.number, .number): isLessNumber(than: other)
    case (.string, .string): isEarlierString(than: other)
    default: false
    }
  }

  private func isLessNumber(than other: JSONNode) -> Bool {
    if case .integer(let one) = NumberValue(literal: bytes),
      case .integer(let two) = NumberValue(literal: other.bytes)
    {
      return one < two
    }
    guard let one = number, let two = other.number else { return false }
    return one < two
  }

  private func isEarlierString(than other: JSONNode) -> Bool {
    let (one, two) = (entry, other.entry)
    guard one.hasEscapes || two.hasEscapes else {
      return document.bytes.withUnsafeBufferPointer { bytes in
        other.document.bytes.withUnsafeBufferPointer { others in
          bytes[one.content].precedesWithoutCase(others[two.content])
        }
      }
    }
    guard let string, let otherString = other.string else { return false }
    return string.utf8[...].precedesWithoutCase(otherString.utf8[...])
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  @inline(__always)
  fileprivate func precedesWithoutCase(_ other: Self) -> Bool {
    let common = Swift.min(count, other.count)
    for offset in 0..<common {
      let (one, two) = (self[startIndex + offset], other[other.startIndex + offset])
      guard one != two else { continue }
      let (small, otherSmall) = (one.smallLetter, two.smallLetter)
      if small != otherSmall { return small < otherSmall }
    }
    return count < other.count
  }
}

extension UInt8 {
  fileprivate var smallLetter: UInt8 { (0x41...0x5A).contains(self) ? self + 0x20 : self }
}
