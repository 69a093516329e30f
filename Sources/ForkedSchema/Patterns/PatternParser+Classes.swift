/// The parser of characters, escaped or in brackets.
extension PatternParser {
  /// Parses the characters after an opening bracket.
  mutating func characterClass() throws(Refusal) -> CharacterClass {
    var set = CharacterClass()
    set.isNegated = skip("^")
    while let scalar = rest.popFirst() {
      if scalar == "]" { return set }
      let low = scalar == "\\" ? try escapedClass(inBrackets: true) : CharacterClass(scalar)
      guard let first = low.single, rest.first == "-", let end = rest.dropFirst().first, end != "]"
      else {
        set.formUnion(low)
        continue
      }
      rest.removeFirst(2)
      let high = end == "\\" ? try escapedClass(inBrackets: true) : CharacterClass(end)
      guard let last = high.single, first <= last else {
        throw Refusal(message: "the pattern has a range that is empty")
      }
      set.ranges.append(first...last)
    }
    throw Refusal(message: "the pattern has a [ without its ]")
  }

  /// Parses the characters after a backslash.
  mutating func escapedClass(inBrackets: Bool = false) throws(Refusal) -> CharacterClass {
    guard let scalar = rest.popFirst() else {
      throw Refusal(message: "the pattern ends with a backslash")
    }
    switch scalar {
    case "d": return .digit
    case "D": return .digit.negated
    case "w": return .word
    case "W": return .word.negated
    case "s": return .space
    case "S": return .space.negated
    case "p", "P": return try property(isNegated: scalar == "P")
    case "n": return CharacterClass("\n")
    case "r": return CharacterClass("\r")
    case "t": return CharacterClass("\t")
    case "f": return CharacterClass("\u{C}")
    case "v": return CharacterClass("\u{B}")
    case "b" where inBrackets: return CharacterClass("\u{8}")
    case "0": return CharacterClass("\0")
    case "c": return try control()
    case "x": return try hexadecimal(digits: 2)
    case "u": return try unicode()
    default: return CharacterClass(scalar)
    }
  }

  private mutating func control() throws(Refusal) -> CharacterClass {
    guard let letter = rest.popFirst(), letter.properties.isAlphabetic, letter.isASCII else {
      throw Refusal(message: #"the pattern has a \c without a letter"#)
    }
    return CharacterClass(value: letter.value % 32)
  }

  private mutating func hexadecimal(digits: Int) throws(Refusal) -> CharacterClass {
    CharacterClass(value: try codeUnit(digits: digits))
  }

  private mutating func codeUnit(digits: Int) throws(Refusal) -> UInt32 {
    let text = rest.prefix(digits)
    guard text.count == digits, text.allSatisfy(\.properties.isASCIIHexDigit),
      let value = UInt32(String(text), radix: 16)
    else {
      throw Refusal(message: "the pattern has an escape without its \(digits) hexadecimal digits")
    }
    rest.removeFirst(digits)
    return value
  }

  /// Parses `\u{...}`, `\uHHHH`, or a surrogate pair of those.
  private mutating func unicode() throws(Refusal) -> CharacterClass {
    if skip("{") {
      let digits = String(rest.prefix { $0 != "}" })
      guard digits.utf8.count <= 8, digits.utf8.first != UInt8(ascii: "+"),
        let value = UInt32(digits, radix: 16), value <= 0x10FFFF
      else {
        throw Refusal(message: #"the pattern has a \u{} without a code point"#)
      }
      rest.removeFirst(digits.unicodeScalars.count)
      guard skip("}") else { throw Refusal(message: "the pattern has a { without its }") }
      return CharacterClass(value: value)
    }
    let high = try codeUnit(digits: 4)
    guard (0xD800...0xDBFF).contains(high), rest.starts(with: ["\\", "u"]) else {
      return CharacterClass(value: high)
    }
    rest.removeFirst(2)
    let low = try codeUnit(digits: 4)
    guard (0xDC00...0xDFFF).contains(low) else {
      throw Refusal(message: "the pattern has half of a surrogate pair")
    }
    return CharacterClass(value: 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func property(isNegated: Bool) throws(Refusal) -> CharacterClass {
    guard skip("{"), let end = rest.firstIndex(of: "}") else {
      throw Refusal(message: #"the pattern has a \p without its property in braces"#)
    }
    let name = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    guard let contains = CharacterClass.property(named: name) else {
      throw Refusal(message: #"the property \p{\#(name)} is not supported"#)
    }
    return CharacterClass(
      categories: [CharacterClass.Category(contains: contains, isNegated: isNegated)])
  }
}

extension CharacterClass {
  init(_ scalar: Unicode.Scalar) { self.init(value: scalar.value) }

  init(value: UInt32) { ranges = [value...value] }

  /// The only character of the class; nil if there are several.
  var single: UInt32? {
    guard categories.isEmpty, !isNegated, ranges.count == 1, ranges[0].count == 1 else {
      return nil
    }
    return ranges[0].lowerBound
  }

  var negated: CharacterClass {
    var other = self
    other.isNegated.toggle()
    return other
  }

  mutating func formUnion(_ other: CharacterClass) {
    if other.isNegated {
      categories.append(Category(contains: other.negated.contains, isNegated: true))
    } else {
      ranges += other.ranges
      categories += other.categories
    }
  }

  static let digit = CharacterClass(ranges: [0x30...0x39])
  static let word = CharacterClass(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let anyButLineEnds =
    CharacterClass(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isNegated: true)
  /// The characters that are WhiteSpace or LineTerminator in ECMA-262.
  static let space = CharacterClass(ranges: [
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
}

extension CharacterClass {
  private typealias Categories = Set<Unicode.GeneralCategory>

  private static let letters: Categories =
    [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter]
  private static let marks: Categories = [.nonspacingMark, .spacingMark, .enclosingMark]
  private static let numbers: Categories = [.decimalNumber, .letterNumber, .otherNumber]
  private static let punctuation: Categories = [
    .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
    .initialPunctuation,
    .finalPunctuation, .otherPunctuation,
  ]
  private static let symbols: Categories = [
    .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol,
  ]
  private static let separators: Categories = [
    .spaceSeparator, .lineSeparator, .paragraphSeparator,
  ]

  /// The general categories that `\p{...}` names, by short and long name (UAX #44, table 12).
  private static let categories: [String: Categories] = [
    "L": letters, "Letter": letters, "Lu": [.uppercaseLetter],
    "Uppercase_Letter": [.uppercaseLetter],
    "Ll": [.lowercaseLetter], "Lowercase_Letter": [.lowercaseLetter], "Lt": [.titlecaseLetter],
    "Lm": [.modifierLetter], "Lo": [.otherLetter], "M": marks, "Mark": marks, "N": numbers,
    "Number": numbers, "Nd": [.decimalNumber], "digit": [.decimalNumber],
    "Decimal_Number": [.decimalNumber], "Nl": [.letterNumber], "No": [.otherNumber],
    "P": punctuation,
    "Punctuation": punctuation, "punct": punctuation, "S": symbols, "Symbol": symbols,
    "Z": separators, "Separator": separators, "Zs": [.spaceSeparator], "Cc": [.control],
    "Control": [.control],
  ]

  /// Returns a test for the characters with a property; nil if its name isn't known.
  static func property(named name: String) -> (@Sendable (Unicode.Scalar) -> Bool)? {
    let value = name.split(separator: "=", maxSplits: 1).last.map(String.init) ?? name
    if let categories = categories[value] {
      return { categories.contains($0.properties.generalCategory) }
    }
    switch value {
    case "Alphabetic", "Alpha": return { $0.properties.isAlphabetic }
    case "Uppercase", "Upper": return { $0.properties.isUppercase }
    case "Lowercase", "Lower": return { $0.properties.isLowercase }
    case "White_Space", "space": return { $0.properties.isWhitespace }
    case "ASCII": return { $0.isASCII }
    case "Any": return { _ in true }
    default: return nil
    }
  }
}
