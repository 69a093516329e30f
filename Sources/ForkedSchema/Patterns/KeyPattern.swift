import ForkedJSON

/// A regular expression of ECMA-262 as JSON Schema uses it (Unicode, matching anywhere unless anchored).
///
/// Matching takes at most O(pattern x text): all paths through the expression are followed at once (Thompson, "Regular
/// expression search algorithm", 1968). Look-around and back references, for which this is not possible, are refused.
struct KeyPattern: Sendable {
  /// The text of the expression.
  let text: String
  fileprivate let program: [Instruction]
  /// The classes of characters that instructions refer to by index.
  fileprivate let classes: [CharacterClass]

  enum Instruction: Sendable {
    case character(Int)
    case assert(Assertion)
    /// Two targets, relative to this instruction.
    case split(Int, Int)
    case jump(Int)
    case accept
  }

  enum Assertion: Sendable { case start, end, wordBoundary, noWordBoundary }

  /// Parses an expression.
  /// - Throws: ``Refusal`` if the expression is malformed, or has more than 10,000 instructions with its repetitions
  ///   expanded.
  init(_ text: JSONString) throws(Refusal) {
    guard let text = text.exactString else {
      throw Refusal(message: "a pattern must be Unicode text")
    }
    self.text = text
    var parser = PatternParser(text)
    program = try parser.parse() + [.accept]
    classes = parser.classes
    if case .assert(.start) = program[0] { isAnchored = true } else { isAnchored = false }
  }

  /// True if it matches only from the start of a text.
  fileprivate let isAnchored: Bool

  /// Returns true if the pattern matches anywhere in the text.
  func matches(_ text: JSONString) -> Bool {
    match(text, limit: .max).verdict ?? false
  }

  /// Returns the verdict with the number of steps that it took; nil if they exceed the limit.
  func match(_ text: JSONString, limit: Int) -> (verdict: Bool?, work: Int) {
    var run = PatternRun(self, Array(text.description.unicodeScalars), limit: limit)
    let verdict = run.matches()
    return (run.work > limit ? nil : verdict, run.work)
  }
}

/// A set of characters.
struct CharacterClass: Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var categories: [Category] = []
  var isNegated = false

  /// A named class of characters.
  struct Category: Sendable {
    var contains: @Sendable (Unicode.Scalar) -> Bool
    var isNegated: Bool
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isListed =
      ranges.contains { $0.contains(scalar.value) }
      || categories.contains { $0.contains(scalar) != $0.isNegated }
    return isListed != isNegated
  }
}

/// One run of a pattern's program over a text, with a limited number of steps.
private struct PatternRun {
  private let pattern: KeyPattern
  private let text: [Unicode.Scalar]
  private let limit: Int
  /// The instructions that read the character at the present position.
  private var reached: [Int] = []
  private var pending: [Int] = []
  /// The position at which each instruction was last reached, so that none is followed twice at one position.
  private var reachedAt: [Int]
  /// The number of instructions followed so far.
  private(set) var work = 0

  init(_ pattern: KeyPattern, _ text: [Unicode.Scalar], limit: Int) {
    self.limit = limit
    self.pattern = pattern
    self.text = text
    reachedAt = Array(repeating: -1, count: pattern.program.count)
  }

  /// Returns true if the pattern matches; allocates no memory for each position.
  mutating func matches() -> Bool {
    var current: [Int] = []
    for position in 0...text.count {
      if position == 0 || !pattern.isAnchored, follow(0, at: position) { return true }
      guard position < text.count, work <= limit else { return false }
      swap(&current, &reached)
      reached.removeAll(keepingCapacity: true)
      for place in current where reads(text[position], at: place) {
        if follow(place + 1, at: position + 1) { return true }
      }
    }
    return false
  }

  private func reads(_ scalar: Unicode.Scalar, at place: Int) -> Bool {
    guard case .character(let index) = pattern.program[place] else { return false }
    return pattern.classes[index].contains(scalar)
  }

  /// Follows all instructions that can be reached without reading a character; returns true if one accepts.
  private mutating func follow(_ start: Int, at position: Int) -> Bool {
    pending.append(start)
    while let place = pending.popLast() {
      guard reachedAt[place] != position else { continue }
      reachedAt[place] = position
      work += 1
      switch pattern.program[place] {
      case .accept: return true
      case .character: reached.append(place)
      case .jump(let step): pending.append(place + step)
      case .split(let a, let b):
        pending.append(place + a)
        pending.append(place + b)
      case .assert(let assertion): if holds(assertion, at: position) { pending.append(place + 1) }
      }
    }
    return false
  }

  private func holds(_ assertion: KeyPattern.Assertion, at position: Int) -> Bool {
    switch assertion {
    case .start: position == 0
    case .end: position == text.count
    case .wordBoundary: text.isWord(position - 1) != text.isWord(position)
    case .noWordBoundary: text.isWord(position - 1) == text.isWord(position)
    }
  }
}

extension [Unicode.Scalar] {
  fileprivate func isWord(_ position: Int) -> Bool {
    indices.contains(position) && CharacterClass.word.contains(self[position])
  }
}
