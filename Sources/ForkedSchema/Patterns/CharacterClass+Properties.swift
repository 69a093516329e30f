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

  /// General categories that `\p{...}` names, by short and long name (UAX #44, table 12).
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

  /// The characters that a property name stands for; nil where it isn't known.
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
