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
  private var paths: PatternPaths
  private let limit: Int

  init(_ pattern: KeyPattern, _ text: [Unicode.Scalar], limit: Int) {
    self.limit = limit
    self.pattern = pattern
    self.text = text
    paths = PatternPaths(pattern.program)
  }

  /// The number of instructions followed so far.
  var work: Int { paths.work }

  /// Returns true if the pattern matches; allocates no memory for each position.
  mutating func matches() -> Bool {
    var current: [Int] = []
    for position in 0...text.count {
      if position == 0 || !pattern.isAnchored, follow(0, at: position) { return true }
      guard position < text.count, work <= limit else { return false }
      paths.takeReached(&current)
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

  private mutating func follow(_ start: Int, at position: Int) -> Bool {
    paths.follow(start, at: position) { [text] assertion in
      switch assertion {
      case .start: position == 0
      case .end: position == text.count
      case .wordBoundary: text.isWord(position - 1) != text.isWord(position)
      case .noWordBoundary: text.isWord(position - 1) == text.isWord(position)
      }
    }
  }
}

extension [Unicode.Scalar] {
  fileprivate func isWord(_ position: Int) -> Bool {
    indices.contains(position) && CharacterClass.word.contains(self[position])
  }
}

/// The paths through a pattern's program that are followed at once.
private struct PatternPaths {
  private let program: [KeyPattern.Instruction]
  /// The instructions that read the character at the present position.
  private(set) var reached: [Int] = []
  private var pending: [Int] = []
  /// The position at which each instruction was last reached, so that none is followed twice at one position.
  private var reachedAt: [Int]
  /// The number of instructions followed so far.
  private(set) var work = 0

  init(_ program: [KeyPattern.Instruction]) {
    self.program = program
    reachedAt = Array(repeating: -1, count: program.count)
  }

  /// Takes the instructions that were reached, in exchange for an array whose memory is used again.
  mutating func takeReached(_ taken: inout [Int]) {
    swap(&taken, &reached)
    reached.removeAll(keepingCapacity: true)
  }

  /// Follows all instructions that can be reached without reading a character; returns true if one accepts.
  ///
  /// - Parameter holds: Returns true if an assertion holds at the position.
  mutating func follow(
    _ start: Int, at position: Int, if holds: (KeyPattern.Assertion) -> Bool
  ) -> Bool {
    pending.append(start)
    while let place = pending.popLast() {
      guard reachedAt[place] != position else { continue }
      reachedAt[place] = position
      work += 1
      switch program[place] {
      case .accept: return true
      case .character: reached.append(place)
      case .jump(let step): pending.append(place + step)
      case .split(let a, let b):
        pending.append(place + a)
        pending.append(place + b)
      case .assert(let assertion): if holds(assertion) { pending.append(place + 1) }
      }
    }
    return false
  }
}
