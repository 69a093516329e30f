import ForkedJSON

/// A regular expression of ECMA-262 as JSON Schema uses it (Unicode, matching anywhere unless anchored).
///
/// Matching takes O(pattern x text), never more: all ways through the expression are followed at once
/// (Thompson, "Regular expression search algorithm", 1968). Look-around and back references, which can't be
/// followed so, are refused.
struct KeyPattern: Sendable {
  /// As it was written.
  let text: String
  let program: [Instruction]

  enum Instruction: Sendable {
    case character(CharacterClass)
    case assert(Assertion)
    /// Both places, relative to this one.
    case split(Int, Int)
    case jump(Int)
    case accept
  }

  enum Assertion: Sendable { case start, end, wordBoundary, noWordBoundary }

  /// Why a text is no pattern that can be matched.
  struct Refusal: Error { var message: String }

  /// Throws where the expression is malformed, or needs more than 10,000 steps once its repetitions are
  /// written out.
  init(_ text: JSONString) throws(Refusal) {
    guard let text = text.exactString else {
      throw Refusal(message: "a pattern must be Unicode text")
    }
    self.text = text
    var parser = PatternParser(text)
    program = try parser.parse() + [.accept]
  }

  /// Whether the pattern matches somewhere in the text.
  func matches(_ text: JSONString) -> Bool {
    match(text, limit: .max).verdict ?? false
  }

  /// Whether it does, and after how many steps that is known; nil where they would be more than the limit.
  func match(_ text: JSONString, limit: Int) -> (verdict: Bool?, work: Int) {
    var run = PatternRun(program, Array(text.description.unicodeScalars), limit: limit)
    let verdict = run.matches()
    return (run.work > limit ? nil : verdict, run.work)
  }
}

/// A set of characters.
struct CharacterClass: Sendable {
  var ranges: [ClosedRange<UInt32>] = []
  var categories: [Category] = []
  var isNegated = false

  /// The classes that have names.
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
