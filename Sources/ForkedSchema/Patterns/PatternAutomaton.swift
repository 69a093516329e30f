import Synchronization

/// A deterministic automaton of a pattern, which grows with the texts that are matched.
///
/// Its states are the sets of instructions at which a run waits for the next character. So each character of a text
/// costs one look-up where a run without it follows all paths (Thompson; Aho, Sethi and Ullman, "Compilers", 3.7). It
/// counts the steps of the paths, so that limits mean the same with it and without it.
///
/// Patterns that are long, or look at two characters at once, and texts that are not ASCII are left to ``PatternRun``.
/// So are the first texts, since a schema may have many patterns for few of them, and all texts once there are too many
/// states: a pattern may have exponentially many.
final class PatternAutomaton: Sendable {
  private struct Growth: Sendable {
    var texts = 0
    var states: PatternStates?
  }

  private let program: [KeyPattern.Instruction]
  private let classes: [CharacterClass]
  private let isAnchored: Bool
  private let growth = Mutex(Growth())

  private static let mostInstructions = 64
  /// The number of texts that are left to runs.
  static let fewTexts = 32

  /// Creates an automaton; nil if the pattern is left to runs.
  init?(_ program: [KeyPattern.Instruction], _ classes: [CharacterClass], isAnchored: Bool) {
    guard program.count <= Self.mostInstructions, !program.contains(where: \.isWordBoundary) else {
      return nil
    }
    self.program = program
    self.classes = classes
    self.isAnchored = isAnchored
  }

  /// Returns the verdict about a text and the number of steps; nil if a run must match it, or another thread uses the
  /// automaton.
  func match(_ text: [UInt8], limit: Int) -> (verdict: Bool, work: Int)? {
    growth.withLockIfAvailable { growth in
      growth.texts += 1
      if growth.texts == Self.fewTexts {
        growth.states = PatternSymbols(classes).map {
          PatternStates(program, $0, isAnchored: isAnchored)
        }
      }
      return growth.states?.match(text, limit: limit)
    } ?? nil
  }
}

extension KeyPattern.Instruction {
  fileprivate var isWordBoundary: Bool {
    switch self {
    case .assert(.wordBoundary), .assert(.noWordBoundary): true
    default: false
    }
  }
}

/// The ASCII characters in groups: those of a group are in the same classes of a pattern.
private struct PatternSymbols: Sendable {
  /// The group of each character.
  private(set) var groups: [UInt8] = []
  /// For each group, whether each class contains it.
  private(set) var members: [[Bool]] = []

  private static let most = 16

  /// Creates the groups; nil if there are too many.
  init?(_ classes: [CharacterClass]) {
    for scalar in (0..<128).map({ Unicode.Scalar(UInt8($0)) }) {
      let member = classes.map { $0.contains(scalar) }
      let group = members.firstIndex(of: member) ?? members.count
      if group == Self.most { return nil }
      if group == members.count { members.append(member) }
      groups.append(UInt8(group))
    }
  }
}

private struct PatternStates: Sendable {
  private struct Step {
    /// The number of instructions that are followed.
    var work: Int32 = 0
    var next = Next.unknown
  }

  private enum Next {
    case unknown, accepted
    case state(Int32)
  }

  private let program: [KeyPattern.Instruction]
  private let symbols: PatternSymbols
  private let isAnchored: Bool
  /// The instructions at which a run waits, by state.
  private var places: [[Int]] = []
  private var numbers: [[Int]: Int32] = [:]
  /// The steps from each state by the next character, and by whether it is the last one.
  private var steps: [Step] = []
  /// The steps to the state in which a run begins: before a text, and at the end of an empty one.
  private var starts: [Step] = []

  private static let mostStates = 64

  init(_ program: [KeyPattern.Instruction], _ symbols: PatternSymbols, isAnchored: Bool) {
    self.program = program
    self.symbols = symbols
    self.isAnchored = isAnchored
    starts = [start(atEnd: false), start(atEnd: true)]
  }

  /// Returns the verdict about a text and the number of steps; nil if a run must match it.
  mutating func match(_ text: [UInt8], limit: Int) -> (verdict: Bool, work: Int)? {
    var (step, work) = (starts[text.isEmpty ? 1 : 0], 0)
    for position in 0...text.count {
      work += Int(step.work)
      switch step.next {
      case .unknown: return nil
      case .accepted: return (true, work)
      case .state(let state):
        guard position < text.count, work <= limit else { return (false, work) }
        guard text[position] < 0x80 else { return nil }
        step = self.step(
          from: Int(state), by: Int(symbols.groups[Int(text[position])]),
          atEnd: position + 1 == text.count)
      }
    }
    return nil
  }

  private mutating func start(atEnd isEnd: Bool) -> Step {
    var paths = PatternPaths(program)
    let isAccepted = paths.follow(0, at: 0) { $0 == .start || isEnd && $0 == .end }
    return step(to: paths, isAccepted: isAccepted)
  }

  private mutating func step(from state: Int, by group: Int, atEnd isEnd: Bool) -> Step {
    let place = (state * symbols.members.count + group) * 2 + (isEnd ? 1 : 0)
    if case .unknown = steps[place].next {
      steps[place] = newStep(from: state, by: group, atEnd: isEnd)
    }
    return steps[place]
  }

  private mutating func newStep(from state: Int, by group: Int, atEnd isEnd: Bool) -> Step {
    var paths = PatternPaths(program)
    let holds = { (assertion: KeyPattern.Assertion) in isEnd && assertion == .end }
    for place in places[state] {
      guard case .character(let index) = program[place], symbols.members[group][index] else {
        continue
      }
      if paths.follow(place + 1, at: 1, if: holds) { return step(to: paths, isAccepted: true) }
    }
    let isAccepted = !isAnchored && paths.follow(0, at: 1, if: holds)
    return step(to: paths, isAccepted: isAccepted)
  }

  private mutating func step(to paths: PatternPaths, isAccepted: Bool) -> Step {
    let work = Int32(paths.work)
    if isAccepted { return Step(work: work, next: .accepted) }
    return Step(work: work, next: number(of: paths.reached).map { .state($0) } ?? .unknown)
  }

  /// The number of a state, which is new or known; nil if there are too many.
  private mutating func number(of reached: [Int]) -> Int32? {
    if let known = numbers[reached] { return known }
    guard places.count < Self.mostStates else { return nil }
    let number = Int32(places.count)
    places.append(reached)
    numbers[reached] = number
    steps += Array(repeating: Step(), count: symbols.members.count * 2)
    return number
  }
}

/// The paths through a pattern's program that are followed at once.
struct PatternPaths {
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
