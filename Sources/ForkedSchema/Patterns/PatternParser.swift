/// Compiles a regular expression into a program.
struct PatternParser {
  typealias Program = [KeyPattern.Instruction]

  private static let limit = 10_000
  private static let deepest = 200

  var rest: Substring.UnicodeScalarView
  /// The classes that the instructions so far refer to.
  private(set) var classes: [CharacterClass] = []
  private var depth = 0

  init(_ text: String) { rest = text.unicodeScalars[...] }

  mutating func parse() throws(Refusal) -> Program {
    let program = try alternatives()
    guard rest.isEmpty else { throw Refusal(message: "the pattern has a ) without its (") }
    return program
  }

  private mutating func alternatives() throws(Refusal) -> Program {
    var parts = [try sequence()]
    while skip("|") { parts.append(try sequence()) }
    var left = parts.reduce(-2) { $0 + $1.count + 2 }
    try check(left)
    var program: Program = []
    for part in parts.dropLast() {
      left -= part.count + 2
      program += [.split(1, part.count + 2)] + part + [.jump(left + 1)]
    }
    return program + parts[parts.count - 1]
  }

  private mutating func sequence() throws(Refusal) -> Program {
    var program: Program = []
    while let next = rest.first, next != "|", next != ")" {
      program += try repeated(try atom())
      try check(program.count)
    }
    return program
  }

  private func check(_ instructions: Int) throws(Refusal) {
    if instructions > Self.limit { throw Refusal(message: "the pattern is too long") }
  }

  // MARK: Repetition

  private mutating func repeated(_ part: Program) throws(Refusal) -> Program {
    guard let (low, high) = try quantifier() else { return part }
    _ = skip("?")
    guard !part.isEmpty else { return [] }
    guard part.count * max(low, high ?? 1, 1) <= Self.limit else {
      throw Refusal(message: "the pattern repeats too much")
    }
    var program: Program = []
    for _ in 0..<low { program += part }
    if let high {
      for _ in low..<high { program += [.split(1, part.count + 1)] + part }
    } else {
      program += [.split(1, part.count + 2)] + part + [.jump(-part.count - 1)]
    }
    return program
  }

  private mutating func quantifier() throws(Refusal) -> (low: Int, high: Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    guard skip("{") else { return nil }
    guard let low = number() else {
      throw Refusal(message: "the pattern has a { without a count")
    }
    var high: Int? = low
    if skip(",") { high = number() }
    guard skip("}") else { throw Refusal(message: "the pattern has a { without its }") }
    if let high, high < low {
      throw Refusal(message: "the pattern repeats \(low) to \(high) times")
    }
    return (low, high)
  }

  /// Parses a number, which is capped far above the limit.
  private mutating func number() -> Int? {
    var value: Int?
    while let digit = rest.first, ("0"..."9").contains(digit) {
      value = min((value ?? 0) * 10 + Int(digit.value - 48), 1_000_000)
      rest.removeFirst()
    }
    return value
  }

  // MARK: Parts

  private mutating func atom() throws(Refusal) -> Program {
    guard let scalar = rest.popFirst() else { return [] }
    switch scalar {
    case "^": return [.assert(.start)]
    case "$": return [.assert(.end)]
    case ".": return character(.anyButLineEnds)
    case "(": return try group()
    case "[": return character(try characterClass())
    case "\\": return try escape()
    case "*", "+", "?", "{":
      throw Refusal(message: "the pattern has a \(scalar) that repeats nothing")
    default: return character(CharacterClass(scalar))
    }
  }

  private mutating func group() throws(Refusal) -> Program {
    if skip("?"), !skip(":") { try groupName() }
    depth += 1
    guard depth <= Self.deepest else { throw Refusal(message: "the pattern is nested too deep") }
    let program = try alternatives()
    depth -= 1
    guard skip(")") else { throw Refusal(message: "the pattern has a ( without its )") }
    return program
  }

  private mutating func groupName() throws(Refusal) {
    guard skip("<"), rest.first != "=", rest.first != "!", let end = rest.firstIndex(of: ">") else {
      throw Refusal(message: "look-around in patterns is not supported")
    }
    rest = rest[rest.index(after: end)...]
  }

  private mutating func escape() throws(Refusal) -> Program {
    switch rest.first {
    case "b": assertion(.wordBoundary)
    case "B": assertion(.noWordBoundary)
    case let digit? where ("1"..."9").contains(digit) || digit == "k":
      throw Refusal(message: "back references in patterns are not supported")
    default: character(try escapedClass())
    }
  }

  private mutating func character(_ set: CharacterClass) -> Program {
    classes.append(set)
    return [.character(classes.count - 1)]
  }

  private mutating func assertion(_ assertion: KeyPattern.Assertion) -> Program {
    rest.removeFirst()
    return [.assert(assertion)]
  }

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }
}
