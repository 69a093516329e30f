import ForkedJSON

/// The keywords that apply to a value alone (JSON Schema Validation, 6.1 to 6.3).
extension Validation {
  mutating func acceptsItself(_ one: Evaluation) -> Bool {
    let (value, rule) = (one.value, one.rule)
    var isValid = true
    if let types = rule.keywords.types, !value.isOf(types) {
      isValid = false
      refuse(one, "type", "this is \(value.typeText)", expected: types.textWithArticles)
    }
    if rule.keywords.assertions.constant != nil || rule.enumeration != nil {
      guard spend(value.range.count >> 6) else { return giveUp() }
      isValid = isListed(one) && isValid
    }
    guard isValid || report != nil else { return false }
    switch value.kind {
    case .string: return acceptsString(one) && isValid
    case .number: return acceptsNumber(one) && isValid
    default: return isValid
    }
  }

  private mutating func isListed(_ one: Evaluation) -> Bool {
    let (value, rule) = (one.value, one.rule)
    var isValid = true
    if let constant = rule.keywords.assertions.constant, constant != value {
      isValid = false
      refuse(one, "const", "this is \(value.excerpt)", expected: "\(constant.excerpt)")
    }
    if let enumeration = rule.enumeration, !enumeration.contains(value) {
      isValid = false
      refuse(one, "enum", "this is \(value.excerpt)", expected: enumeration.text(near: value))
    }
    return isValid
  }

  /// Checks a length or a number of parts.
  mutating func hasRightCount(
    _ count: Int, _ one: Evaluation, _ rule: CountRule?, _ message: @autoclosure () -> String
  ) -> Bool {
    guard let rule else { return true }
    if let most = rule.most, count > most {
      refuse(one, rule.keywords.most.rawValue, message(), expected: "at most \(most)")
      return false
    }
    if let least = rule.least, count < least {
      refuse(one, rule.keywords.least.rawValue, message(), expected: "at least \(least)")
      return false
    }
    return true
  }

  // MARK: Strings

  private mutating func acceptsString(_ one: Evaluation) -> Bool {
    let (value, rule) = (one.value, one.rule)
    var isValid = true
    if rule.lengths != nil {
      let length = value.scalarCount
      isValid = hasRightCount(
        length, one, rule.lengths, "the string has \(length.characters)")
    }
    guard isValid || report != nil, let pattern = rule.keywords.assertions.pattern,
      let text = value.string
    else { return isValid }
    guard let matches = matches(pattern, text) else { return giveUp() }
    if !matches {
      refuse(
        one, "pattern", "this is \(value.excerpt)", expected: "a text that matches \(pattern.text)")
    }
    return matches && isValid
  }

  /// Returns true if the pattern matches; nil if that takes too many steps.
  mutating func matches(_ pattern: KeyPattern, _ text: JSONString) -> Bool? {
    let (verdict, work) = pattern.match(text, limit: stepsLeft)
    return spend(work / 8 + 1) ? verdict : nil
  }

  // MARK: Numbers

  private mutating func acceptsNumber(_ one: Evaluation) -> Bool {
    let (value, rule) = (one.value, one.rule)
    var isValid = true
    for bound in rule.bounds {
      let order = value.compared(to: bound)
      let (fits, word) =
        switch bound.keyword {
        case .maximum: (order <= 0, "at most")
        case .exclusiveMaximum: (order < 0, "less than")
        case .minimum: (order >= 0, "at least")
        default: (order > 0, "more than")
        }
      guard !fits else { continue }
      isValid = false
      refuse(
        one, bound.keyword.rawValue, "this is \(value.excerpt)", expected: "\(word) \(bound.exact)")
    }
    guard isValid || report != nil, let divisor = rule.multipleOf else { return isValid }
    guard let exact = value.number, spend(value.range.count),
      let isMultiple = exact.isMultiple(of: divisor)
    else { return giveUp() }
    if !isMultiple {
      refuse(one, "multipleOf", "this is \(value.excerpt)", expected: "a multiple of \(divisor)")
    }
    return isMultiple && isValid
  }
}

extension JSONNode {
  fileprivate func isOf(_ types: JSONType) -> Bool {
    types.contains(JSONType(kind)) || kind == .number && types.contains(.integer) && isIntegral
  }

  /// True if this number has no fraction, however it is spelled.
  private var isIntegral: Bool { plainInteger != nil || number?.isInteger == true }

  /// Returns a negative number, 0 or a positive number if this number is less, equal or greater.
  fileprivate func compared(to bound: NumberBound) -> Int {
    if let integer = plainInteger, let limit = bound.integer {
      return integer < limit ? -1 : integer == limit ? 0 : 1
    }
    guard let exact = number else { return 0 }
    return exact < bound.exact ? -1 : exact == bound.exact ? 0 : 1
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
