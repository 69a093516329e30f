/// Matching. A star that fails further on is retried from the last one only, since an earlier star can
/// match nothing that the later can't make up for: no exponential time.
extension Glob {
  /// A path taken apart once, to be matched with many globs.
  struct Path {
    let text: String
    let segments: [[Unicode.Scalar]]

    init(_ text: String) {
      self.text = text
      segments = text.unicodeScalars.split(separator: "/").map(Array.init)
    }
  }

  /// O(pattern x path) at worst.
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
