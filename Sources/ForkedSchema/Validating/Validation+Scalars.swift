import ForkedJSON

/// The keywords that apply to a value alone (JSON Schema Validation, 6.1 to 6.3).
extension Validation {
  mutating func acceptsItself(_ value: JSONNode, _ schema: Int, _ rule: SchemaRule) -> Bool {
    var isValid = true
    if let types = rule.types, !value.isOf(types) {
      isValid = false
      refuse(value, schema, "type", "this is \(value.typeText)", expected: types.textWithArticles)
    }
    if rule.constant != nil || rule.enumeration != nil {
      guard spend(value.range.count >> 6) else { return giveUp() }
      isValid = isListed(value, schema, rule) && isValid
    }
    guard isValid || report != nil else { return false }
    if let string = rule.string, value.kind == .string {
      isValid = acceptsString(value, schema, string) && isValid
    }
    if let number = rule.number, value.kind == .number {
      isValid = acceptsNumber(value, schema, number) && isValid
    }
    return isValid
  }

  private mutating func isListed(_ value: JSONNode, _ schema: Int, _ rule: SchemaRule) -> Bool {
    var isValid = true
    if let constant = rule.constant, constant != value {
      isValid = false
      refuse(
        value, schema, "const", "this is \(value.excerpt)", expected: "\(constant.excerpt)")
    }
    if let enumeration = rule.enumeration, !enumeration.contains(value) {
      isValid = false
      refuse(
        value, schema, "enum", "this is \(value.excerpt)", expected: enumeration.text(near: value))
    }
    return isValid
  }

  // MARK: Strings

  private mutating func acceptsString(
    _ value: JSONNode, _ schema: Int, _ rule: StringRule
  ) -> Bool {
    var isValid = true
    if rule.minLength != nil || rule.maxLength != nil {
      let length = value.scalarCount
      if let least = rule.minLength, length < least {
        isValid = false
        refuse(
          value, schema, "minLength", "the string has \(length.characters)",
          expected: "at least \(least)")
      }
      if let most = rule.maxLength, length > most {
        isValid = false
        refuse(
          value, schema, "maxLength", "the string has \(length.characters)",
          expected: "at most \(most)")
      }
    }
    guard isValid || report != nil, let pattern = rule.pattern, let text = value.string else {
      return isValid
    }
    guard let matches = matches(pattern, text) else { return giveUp() }
    if !matches {
      refuse(
        value, schema, "pattern", "this is \(value.excerpt)",
        expected: "a text that matches \(pattern.text)")
    }
    return matches && isValid
  }

  /// Returns true if the pattern matches; nil if that takes too many steps.
  mutating func matches(_ pattern: KeyPattern, _ text: JSONString) -> Bool? {
    let (verdict, work) = pattern.match(text, limit: stepsLeft)
    return spend(work / 8 + 1) ? verdict : nil
  }

  // MARK: Numbers

  private mutating func acceptsNumber(
    _ value: JSONNode, _ schema: Int, _ rule: NumberRule
  ) -> Bool {
    let number = ComparableNumber(value)
    var isValid = true
    func check(_ bound: NumberBound?, _ keyword: String, _ word: String, _ fits: (Int) -> Bool) {
      guard let bound, !fits(number.compared(to: bound)) else { return }
      isValid = false
      refuse(
        value, schema, keyword, "this is \(value.excerpt)", expected: "\(word) \(bound.exact)")
    }
    check(rule.maximum, "maximum", "at most") { $0 <= 0 }
    check(rule.exclusiveMaximum, "exclusiveMaximum", "less than") { $0 < 0 }
    check(rule.minimum, "minimum", "at least") { $0 >= 0 }
    check(rule.exclusiveMinimum, "exclusiveMinimum", "more than") { $0 > 0 }
    guard isValid || report != nil, let divisor = rule.multipleOf else { return isValid }
    guard let exact = value.number, spend(value.range.count),
      let isMultiple = exact.isMultiple(of: divisor)
    else { return giveUp() }
    if !isMultiple {
      refuse(
        value, schema, "multipleOf", "this is \(value.excerpt)",
        expected: "a multiple of \(divisor)")
    }
    return isMultiple && isValid
  }
}

/// A number that is compared exactly, by machine integers if both sides are integers.
private struct ComparableNumber {
  let node: JSONNode
  let integer: Int?

  init(_ node: JSONNode) {
    self.node = node
    integer = node.plainInteger
  }

  /// Returns a negative number, 0 or a positive number if the number is less, equal or greater.
  func compared(to bound: NumberBound) -> Int {
    if let integer, let limit = bound.integer {
      return integer < limit ? -1 : integer == limit ? 0 : 1
    }
    guard let exact = node.number else { return 0 }
    return exact < bound.exact ? -1 : exact == bound.exact ? 0 : 1
  }
}

extension JSONNode {
  fileprivate func isOf(_ types: JSONType) -> Bool {
    switch kind {
    case .object: types.contains(.object)
    case .array: types.contains(.array)
    case .string: types.contains(.string)
    case .true, .false: types.contains(.boolean)
    case .null: types.contains(.null)
    case .number:
      types.contains(.number) || types.contains(.integer) && isIntegral
    }
  }

  /// True if this number has no fraction, however it is spelled.
  private var isIntegral: Bool { plainInteger != nil || number?.isInteger == true }

  /// The value of a literal of at most 18 digits without fraction and exponent.
  fileprivate var plainInteger: Int? {
    let range = range
    guard range.count <= 18 else { return nil }
    return document.bytes.withUnsafeBufferPointer { bytes in
      var place = range.lowerBound
      let isNegative = bytes[place] == UInt8(ascii: "-")
      if isNegative { place += 1 }
      var value = 0
      while place < range.upperBound {
        let digit = bytes[place] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        value = value * 10 + Int(digit)
        place += 1
      }
      return isNegative ? -value : value
    }
  }

  /// The length of this string in Unicode scalars.
  fileprivate var scalarCount: Int {
    let content = document.bytes[range.dropFirst().dropLast()]
    let bytes = content.contains(UInt8(ascii: "\\")) ? string?.utf8[...] ?? [] : content
    return bytes.count { $0 & 0xC0 != 0x80 }
  }
}

extension Int {
  /// The number of characters, in words.
  fileprivate var characters: String { self == 1 ? "1 character" : "\(self) characters" }
}
