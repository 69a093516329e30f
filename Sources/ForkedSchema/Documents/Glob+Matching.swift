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

/// The search for a path that two globs match.
extension Glob {
  /// Returns true if there is a path that both globs match; false if the steps are used up.
  /// - Complexity: O(pattern x pattern).
  func meets(_ other: Glob, _ steps: inout Int) -> Bool {
    Self.meet(backward, other.backward, star: .anyFolders, &steps) { a, b, steps in
      guard case .name(let a) = a, case .name(let b) = b else { return false }
      return Self.meet(a.reversed(), b.reversed(), star: .anyCharacters, &steps) { a, b, _ in
        a.characters.meets(b.characters)
      }
    }
  }

  /// The segments from the last to the first, where most globs of one directory differ. `**` at the end is `**/*`.
  private var backward: [Segment] {
    (segments.last == .anyFolders ? [.name([.anyCharacters])] : []) + segments.reversed()
  }

  /// Returns true if there is a sequence that both patterns match, in which a star stands for any number of parts.
  private static func meet<Part: Equatable>(
    _ a: [Part], _ b: [Part], star: Part, _ steps: inout Int,
    haveCommon: (Part, Part, inout Int) -> Bool
  ) -> Bool {
    // The numbers of parts of both patterns that are used up.
    var pending = [(0, 0)]
    var seen: Set = [0]
    func add(_ i: Int, _ j: Int) {
      guard i <= a.count, j <= b.count else { return }
      if seen.insert(i * (b.count + 1) + j).inserted { pending.append((i, j)) }
    }
    while let (i, j) = pending.popLast(), steps > 0 {
      steps -= 1
      if i == a.count, j == b.count { return true }
      if i < a.count && a[i] == star || j < b.count && b[j] == star {
        add(i + 1, j)
        add(i, j + 1)
      } else if i < a.count, j < b.count, haveCommon(a[i], b[j], &steps) {
        add(i + 1, j + 1)
      }
    }
    return false
  }
}

extension Glob.Element {
  /// The characters of which the element matches one, or for a star any number.
  fileprivate var characters: Glob.CharacterRanges {
    switch self {
    case .literal(let scalar):
      Glob.CharacterRanges(ranges: [scalar.value...scalar.value], isNegated: false)
    case .anyCharacter, .anyCharacters: Glob.CharacterRanges(ranges: [], isNegated: true)
    case .oneOf(let set): set
    }
  }
}

extension Glob.CharacterRanges {
  /// Returns true if a character belongs to both sets: if any does, one at the beginning of a range or behind one.
  fileprivate func meets(_ other: Self) -> Bool {
    let bounds = (ranges + other.ranges).flatMap { [$0.lowerBound, $0.upperBound + 1] }
    return ([0] + bounds).compactMap(Unicode.Scalar.init).contains {
      contains($0) && other.contains($0)
    }
  }
}
