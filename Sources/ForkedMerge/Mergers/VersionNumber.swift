package import Forked

/// The number of a version of software, or a range that begins at one, as package managers write them.
///
/// Read are Semantic Versioning 2.0.0 (semver.org) with any number of parts (`1.4`, `1.4.0`, `1.4.0.7`, `1.4.0-rc.1+5`),
/// calendar versions (`2024.06.1`, `2024-06-01`), a `v` before them, and one range operator (`^`, `~`, `>=`) before that.
/// Wildcards, upper bounds and combined ranges are no versions: which of two such is greater can't be known.
public struct VersionNumber: Sendable {
  /// The operator of a range.
  private enum RangeOperator: String, CaseIterable {
    case caret = "^"
    case tilde = "~"
    case atLeast = ">="
  }

  private var range: RangeOperator?
  private var numbers: [Digits]
  private var preRelease: [Identifier]

  /// True if the version has more than one number.
  public var hasManyParts: Bool { numbers.count > 1 }

  /// Reads the version that a text is; nil if it is none. Complexity: O(bytes).
  public init?(_ text: some StringProtocol) {
    var rest = Array(text.utf8)[...]
    range = RangeOperator.allCases.first { rest.starts(with: $0.rawValue.utf8) }
    if let range {
      rest = rest.dropFirst(range.rawValue.utf8.count).drop { $0 == UInt8(ascii: " ") }
    }
    if let first = rest.first, first | 0x20 == UInt8(ascii: "v") { rest = rest.dropFirst() }
    guard let read = Self.calendarDate(rest) ?? Self.semantic(rest) else { return nil }
    (numbers, preRelease) = read
  }

  /// True if this version precedes the other: by its numbers, of which missing ones are 0, then by its pre-release. Build
  /// metadata counts for nothing. Nil if they are ranges of different kinds. Complexity: O(bytes).
  public func precedes(_ other: VersionNumber) -> Bool? {
    range == other.range ? isLower(than: other) : nil
  }

  /// True if this version precedes the other, whatever the operators of the ranges that begin at them. Complexity:
  /// O(bytes).
  public func isLower(than other: VersionNumber) -> Bool {
    for index in 0..<max(numbers.count, other.numbers.count) {
      let (mine, its) = (numbers.number(at: index), other.numbers.number(at: index))
      if mine != its { return mine < its }
    }
    guard preRelease.isEmpty == other.preRelease.isEmpty else { return other.preRelease.isEmpty }
    return preRelease.lexicographicallyPrecedes(other.preRelease)
  }

  /// Returns the choice of the greater of two versions, of two that are equally great ours; nil stands for none.
  package static func choice(base: Self?, ours: Self?, theirs: Self?) -> SideChoice {
    guard let ours, let theirs, let isOlder = ours.precedes(theirs) else { return .incomparable }
    let greater: MergeSide = isOlder ? .theirs : .ours
    let isLowered = base.map { ours.isLower(than: $0) || theirs.isLower(than: $0) } ?? false
    return isLowered ? .lowered(greater: greater) : .side(greater)
  }

  /// Reads `YYYY-MM-DD`, whose hyphens begin no pre-release.
  private static func calendarDate(_ text: ArraySlice<UInt8>) -> ([Digits], [Identifier])? {
    let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1...].allSatisfy({ 1...2 ~= $0.count })
    else { return nil }
    let numbers = parts.compactMap { Digits($0) }
    return numbers.count == 3 ? (numbers, []) : nil
  }

  private static func semantic(_ text: ArraySlice<UInt8>) -> ([Digits], [Identifier])? {
    let plus = text.firstIndex(of: UInt8(ascii: "+")) ?? text.endIndex
    let hyphen = text[..<plus].firstIndex(of: UInt8(ascii: "-")) ?? plus
    let numbers = text[..<hyphen].parts.map { Digits($0) }
    let preRelease = hyphen == plus ? [] : text[(hyphen + 1)..<plus].parts.map { Identifier($0) }
    let build = plus == text.endIndex ? [] : text[(plus + 1)...].parts.map { Identifier($0) }
    guard !numbers.contains(nil), !preRelease.contains(nil), !build.contains(nil) else {
      return nil
    }
    return (numbers.compactMap { $0 }, preRelease.compactMap { $0 })
  }
}

/// The choice between two values.
package enum SideChoice: Sendable, Hashable {
  case side(MergeSide)
  /// A side went back below the merge base: the greater value only counts if the user prefers versions.
  case lowered(greater: MergeSide)
  /// Neither value is greater: the user decides.
  case incomparable

  /// The side with the greater value; nil if there is none.
  package var greater: MergeSide? {
    switch self {
    case .side(let side), .lowered(let side): side
    case .incomparable: nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// The parts between the dots, empty ones included.
  fileprivate var parts: [ArraySlice<UInt8>] {
    split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  }
}

/// A number of any length.
private struct Digits: Comparable {
  /// Without leading zeros; empty for 0.
  private let digits: [UInt8]

  static let zero = Digits(digits: [])

  private init(digits: [UInt8]) { self.digits = digits }

  /// Nil for anything but one or more decimal digits.
  init?(_ text: ArraySlice<UInt8>) {
    guard !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    digits = Array(text.drop { $0 == 0x30 })
  }

  static func < (one: Digits, other: Digits) -> Bool {
    guard one.digits.count == other.digits.count else {
      return one.digits.count < other.digits.count
    }
    return one.digits.lexicographicallyPrecedes(other.digits)
  }
}

extension [Digits] {
  fileprivate func number(at index: Int) -> Digits { index < count ? self[index] : .zero }
}

/// A part of a pre-release: numbers precede words (semver.org, item 11).
private enum Identifier: Comparable {
  case number(Digits)
  case word([UInt8])

  /// Nil for anything but one or more letters, digits and hyphens of ASCII.
  init?(_ text: ArraySlice<UInt8>) {
    if let digits = Digits(text) {
      self = .number(digits)
    } else if !text.isEmpty, text.allSatisfy(\.isWord) {
      self = .word(Array(text))
    } else {
      return nil
    }
  }

  static func < (one: Identifier, other: Identifier) -> Bool {
    switch (one, other) {
    case (.number(let one), .number(let other)): one < other
    case (.number, .word): true
    case (.word, .number): false
    case (.word(let one), .word(let other)): one.lexicographicallyPrecedes(other)
    }
  }
}

extension UInt8 {
  fileprivate var isWord: Bool {
    (0x30...0x39).contains(self) || self == UInt8(ascii: "-")
      || (0x61...0x7A).contains(self | 0x20)
  }
}
