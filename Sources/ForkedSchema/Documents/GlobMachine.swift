/// A finite automaton for a glob, which reads a path one character at a time, to find paths that two globs match.
struct GlobMachine {
  /// A state; the one after the last accepts.
  private struct State {
    /// Sets of characters, each with the state to which it leads, relative to this one.
    var moves: [(characters: [ClosedRange<UInt32>], step: Int)]
    /// The state that is reached without a character, relative to this one.
    var skip: Int?
  }

  private var states: [State] = []

  private static let slash: [ClosedRange<UInt32>] = [0x2F...0x2F]
  private static let others: [ClosedRange<UInt32>] = [0...0x2E, 0x30...0x10FFFF]

  init(_ glob: Glob) {
    for (index, segment) in glob.segments.enumerated() {
      let isLast = index == glob.segments.count - 1
      switch segment {
      case .anyFolders: isLast ? appendRest() : appendFolders()
      case .name(let elements):
        elements.forEach { append($0) }
        if !isLast { states.append(State(moves: [(Self.slash, 1)])) }
      }
    }
  }

  private mutating func append(_ element: Glob.Element) {
    switch element {
    case .literal(let scalar): states.append(State(moves: [([scalar.value...scalar.value], 1)]))
    case .anyCharacter: states.append(State(moves: [(Self.others, 1)]))
    case .anyCharacters: states.append(State(moves: [(Self.others, 0)], skip: 1))
    case .oneOf(let set): states.append(State(moves: [(Self.characters(set), 1)]))
    }
  }

  /// Appends states for any number of directories: before a name, or within the name of a directory.
  private mutating func appendFolders() {
    states.append(State(moves: [(Self.others, 1)], skip: 2))
    states.append(State(moves: [(Self.others, 0), (Self.slash, -1)]))
  }

  private mutating func appendRest() {
    states.append(State(moves: [(Self.others, 1)]))
    states.append(State(moves: [(Self.others + Self.slash, 0)], skip: 1))
  }

  private static func characters(_ set: Glob.CharacterRanges) -> [ClosedRange<UInt32>] {
    guard set.isNegated else { return set.ranges }
    var free: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in (set.ranges + slash).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { free.append(next...(range.lowerBound - 1)) }
      next = max(next, range.upperBound + 1)
    }
    return next <= 0x10FFFF ? free + [next...0x10FFFF] : free
  }

  /// Returns true if both automata accept a common path.
  ///
  /// It visits pairs of states, O(a x b), and returns false when the steps are used up.
  func accepts(inCommonWith other: GlobMachine, _ steps: inout Int) -> Bool {
    let width = other.states.count + 1
    var seen = Set([0])
    var pending = [0]
    while let pair = pending.popLast(), steps > 0 {
      steps -= 1
      let (i, j) = (pair / width, pair % width)
      if i == states.count, j == other.states.count { return true }
      for (a, b) in successors(i, j, other) where seen.insert(a * width + b).inserted {
        pending.append(a * width + b)
      }
    }
    return false
  }

  private func successors(_ i: Int, _ j: Int, _ other: GlobMachine) -> [(Int, Int)] {
    var next: [(Int, Int)] = []
    if i < states.count, let skip = states[i].skip { next.append((i + skip, j)) }
    if j < other.states.count, let skip = other.states[j].skip { next.append((i, j + skip)) }
    guard i < states.count, j < other.states.count else { return next }
    for a in states[i].moves {
      for b in other.states[j].moves where Self.meet(a.characters, b.characters) {
        next.append((i + a.step, j + b.step))
      }
    }
    return next
  }

  private static func meet(_ a: [ClosedRange<UInt32>], _ b: [ClosedRange<UInt32>]) -> Bool {
    a.contains { x in b.contains { x.overlaps($0) } }
  }
}

/// The matching of globs.
///
/// If a star fails, only the last star is tried again: an earlier one can match nothing that the later one can't. So
/// the time is never exponential.
extension Glob {
  /// A path split into its parts once, to be matched with many globs.
  struct Path {
    let text: String
    let segments: [[Unicode.Scalar]]

    init(_ text: String) {
      self.text = text
      segments = text.unicodeScalars.split(separator: "/").map(Array.init)
    }
  }

  /// Returns true if the glob matches the path.
  /// - Complexity: at most O(pattern x path).
  func matches(_ path: Path) -> Bool {
    var (segment, name) = (0, 0)
    var retry: (segment: Int, name: Int)?
    while name < path.segments.count {
      if segment < segments.count, segments[segment] == .anyFolders {
        if segment == segments.count - 1 { return true }
        segment += 1
        retry = (segment, name)
      } else if segment < segments.count, segments[segment].matches(path.segments[name]) {
        segment += 1
        name += 1
      } else if let last = retry {
        (segment, name) = (last.segment, last.name + 1)
        retry = (segment, name)
      } else {
        return false
      }
    }
    return segment == segments.count
  }
}

extension Glob.Segment {
  fileprivate func matches(_ name: [Unicode.Scalar]) -> Bool {
    guard case .name(let elements) = self else { return false }
    var (element, character) = (0, 0)
    var retry: (element: Int, character: Int)?
    while character < name.count {
      if element < elements.count, elements[element] == .anyCharacters {
        element += 1
        retry = (element, character)
      } else if element < elements.count, elements[element].matches(name[character]) {
        element += 1
        character += 1
      } else if let last = retry {
        (element, character) = (last.element, last.character + 1)
        retry = (element, character)
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .anyCharacters }
  }
}

extension Glob.Element {
  fileprivate func matches(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .literal(let literal): literal == scalar
    case .anyCharacter: true
    case .anyCharacters: false
    case .oneOf(let set): set.contains(scalar)
    }
  }
}
