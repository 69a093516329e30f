/// One run of a pattern's program over a text, up to a number of steps.
struct PatternRun {
  private let program: [KeyPattern.Instruction]
  private let text: [Unicode.Scalar]
  private var reached: [Int] = []
  /// The position at which each instruction was last reached, so that none is followed twice.
  private var reachedAt: [Int]

  /// The instructions followed so far.
  private(set) var work = 0
  private let limit: Int

  init(_ program: [KeyPattern.Instruction], _ text: [Unicode.Scalar], limit: Int) {
    self.limit = limit
    self.program = program
    self.text = text
    reachedAt = Array(repeating: -1, count: program.count)
  }

  mutating func matches() -> Bool {
    for position in 0...text.count {
      if follow(0, at: position) { return true }
      guard position < text.count, work <= limit else { return false }
      let current = reached
      reached = []
      for place in current {
        guard case .character(let set) = program[place], set.contains(text[position]) else {
          continue
        }
        if follow(place + 1, at: position + 1) { return true }
      }
    }
    return false
  }

  /// All instructions that can be reached without reading; true where one accepts.
  private mutating func follow(_ start: Int, at position: Int) -> Bool {
    var pending = [start]
    while let place = pending.popLast() {
      guard reachedAt[place] != position else { continue }
      reachedAt[place] = position
      work += 1
      switch program[place] {
      case .accept: return true
      case .character: reached.append(place)
      case .jump(let step): pending.append(place + step)
      case .split(let a, let b): pending += [place + a, place + b]
      case .assert(let assertion): if holds(assertion, at: position) { pending.append(place + 1) }
      }
    }
    return false
  }

  private func holds(_ assertion: KeyPattern.Assertion, at position: Int) -> Bool {
    switch assertion {
    case .start: position == 0
    case .end: position == text.count
    case .wordBoundary: isWord(position - 1) != isWord(position)
    case .noWordBoundary: isWord(position - 1) == isWord(position)
    }
  }

  private func isWord(_ position: Int) -> Bool {
    text.indices.contains(position) && CharacterClass.word.contains(text[position])
  }
}
