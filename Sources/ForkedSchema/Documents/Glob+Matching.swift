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
    Self.match(parts, path.segments, star: .anyFolders) { segment, name in
      guard case .name(let elements) = segment else { return false }
      return Self.match(elements, name, star: .anyCharacters) { $0.matches($1) }
    }
  }

  /// The segments, of which `**` at the end is `**/*`.
  private var parts: [Segment] {
    segments.last == .anyFolders ? segments + [.name([.anyCharacters])] : segments
  }

  /// Returns true if a pattern matches a sequence, in which a star stands for any number of items.
  private static func match<Part: Equatable, Item>(
    _ pattern: [Part], _ items: [Item], star: Part, fits: (Part, Item) -> Bool
  ) -> Bool {
    var (part, item) = (0, 0)
    var retry: (part: Int, item: Int)?
    while item < items.count {
      if part < pattern.count, pattern[part] == star {
        part += 1
        retry = (part, item)
      } else if part < pattern.count, fits(pattern[part], items[item]) {
        part += 1
        item += 1
      } else if let last = retry {
        part = last.part
        item = last.item + 1
        retry = (part, item)
      } else {
        return false
      }
    }
    return pattern[part...].allSatisfy { $0 == star }
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
    // From the last segment to the first: most globs of one directory differ at their ends.
    Self.meet(parts.reversed(), other.parts.reversed(), star: .anyFolders, &steps) { a, b, steps in
      guard case .name(let a) = a, case .name(let b) = b else { return false }
      return Self.meet(a.reversed(), b.reversed(), star: .anyCharacters, &steps) { a, b, _ in
        a.characters.meets(b.characters)
      }
    }
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
