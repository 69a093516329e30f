import ForkedJSON

/// A JSON value that a law's documents are made of; scalars are JSON texts, so they have a spelling.
indirect enum LawTree: Hashable {
  case object([Member])
  case array([LawTree])
  case scalar(String)

  struct Member: Hashable {
    var key: String
    var value: LawTree
  }

  /// The path to a part: indices among members or elements.
  typealias Way = [Int]

  var parts: [LawTree] {
    switch self {
    case .object(let members): members.map(\.value)
    case .array(let elements): elements
    case .scalar: []
    }
  }

  subscript(key: String) -> LawTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// Ways to all parts, the larger parts first.
  var ways: [Way] {
    parts.enumerated().map { [$0.offset] }
      + parts.enumerated().flatMap { place, part in part.ways.map { [place] + $0 } }
  }

  subscript(way: ArraySlice<Int>) -> LawTree? {
    guard let place = way.first else { return self }
    return parts.indices.contains(place) ? parts[place][way.dropFirst()] : nil
  }

  /// The tree with the part at the end of the way replaced, or without it.
  func replacing(_ way: ArraySlice<Int>, with part: LawTree?) -> LawTree? {
    guard let place = way.first else { return part }
    let new = parts[place].replacing(way.dropFirst(), with: part)
    switch self {
    case .object(var members):
      if let new { members[place].value = new } else { members.remove(at: place) }
      return .object(members)
    case .array(var elements):
      if let new { elements[place] = new } else { elements.remove(at: place) }
      return .array(elements)
    case .scalar: return self
    }
  }

  /// The keys and indices on a path; the same steps can be looked for in another tree.
  func steps(_ way: ArraySlice<Int>) -> [Step] {
    guard let place = way.first else { return [] }
    let step: Step
    if case .object(let members) = self {
      step = .key(members[place].key)
    } else {
      step = .place(place)
    }
    return [step] + parts[place].steps(way.dropFirst())
  }

  enum Step: Hashable {
    case key(String)
    case place(Int)
  }

  /// The way that takes these steps; nil where there is none.
  func way(_ steps: ArraySlice<Step>) -> Way? {
    guard let step = steps.first else { return [] }
    let place: Int?
    switch (step, self) {
    case (.key(let key), .object(let members)):
      place = members.firstIndex { $0.key.hasScalars(of: key) }
    case (.place(let index), .array(let elements)):
      place = elements.indices.contains(index) ? index : nil
    default: place = nil
    }
    guard let place, let rest = parts[place].way(steps.dropFirst()) else { return nil }
    return [place] + rest
  }
}

extension LawTree {
  /// The contents of a document.
  init(_ node: JSONNode) { self.init(contentOf: node, .free) }

  /// The contents of a document of a shape, without the positions of ordered lists' elements.
  init(contentOf node: JSONNode, _ shape: LawShape, isPlaced: Bool = false) {
    switch node.kind {
    case .object:
      let members = node.members.map { (key: String("\($0.key)".dropFirst().dropLast()), $0) }
      self = .object(
        members.filter { !isPlaced || $0.key != "position" }.map { key, member in
          let name = member.key.string?.exactString ?? ""
          return Member(key: key, value: LawTree(contentOf: member.value, shape.member(name)))
        })
    case .array:
      let isPlaced = if case .ordered = shape { true } else { false }
      self = .array(
        node.elements.map { LawTree(contentOf: $0, shape.element, isPlaced: isPlaced) })
    default: self = .scalar("\(node)")
    }
  }
}
