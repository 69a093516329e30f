/// The entries of one container in a row, with the conflict markers between them.
struct EntryPlan {
  enum Piece {
    case entry(Planned)
    case marker(ArraySlice<UInt8>)
  }

  enum Content {
    /// An entry to be printed.
    case entry(JSONRewrite.Entry)
    /// Neighbours in the source, to be copied in one go with what is between them.
    case children(Range<Int>)
  }

  struct Planned {
    var content: Content
    /// Which of the source container's children the (first) entry is, or stands for.
    var place: Int?
    /// For where a marker follows: whether an entry is sure to come behind it.
    var hasComma: Bool
    /// Whether the entry brings the comma that its predecessor can't have, as nobody knows yet whether
    /// anything will follow that.
    var hasLeadingComma = false
  }

  private(set) var pieces: [Piece] = []
  private let markers: ConflictMarkers

  init(_ entries: [JSONRewrite.Entry], layout: ContainerLayout, markers: ConflictMarkers) {
    self.markers = markers
    pieces.reserveCapacity(entries.count)
    let places = Self.places(of: entries, layout: layout)
    let followed = Self.isSurelyFollowed(entries)
    var index = 0
    while index < entries.count {
      let run = Self.kept(entries, from: index, places: places, layout: layout)
      let last = max(index, index + run.count - 1)
      if case .conflict(let conflict) = entries[index] {
        let leads = !conflict.isSureToHaveEntries && !followed[index] && index > 0
        append(conflict, layout: layout, isFollowed: followed[index], hasLeadingComma: leads)
      } else {
        let content = run.isEmpty ? Content.entry(entries[index]) : .children(run)
        let planned = Planned(content: content, place: places[index], hasComma: followed[last])
        pieces.append(.entry(planned))
      }
      index = last + 1
    }
  }

  /// The children of the source that the entries from an index on just keep, in their order.
  private static func kept(
    _ entries: [JSONRewrite.Entry], from index: Int, places: [Int?], layout: ContainerLayout
  ) -> Range<Int> {
    guard let first = places[index] else { return 0..<0 }
    var place = first
    for index in index..<entries.count {
      guard places[index] == place, layout.keeps(entries[index], at: place) else { break }
      place += 1
    }
    return first..<place
  }

  private mutating func append(
    _ conflict: JSONRewrite.Conflict, layout: ContainerLayout, isFollowed: Bool,
    hasLeadingComma: Bool
  ) {
    func alternative(_ entries: [JSONRewrite.Entry]) -> [Piece] {
      let inner = EntryPlan(entries, layout: layout, markers: markers).pieces
      return inner.enumerated().map { index, piece in
        guard case .entry(var planned) = piece else { return piece }
        planned.hasComma = planned.hasComma || isFollowed
        planned.hasLeadingComma = planned.hasLeadingComma || hasLeadingComma && index == 0
        return .entry(planned)
      }
    }
    pieces.append(marker("<", markers.ours))
    pieces += alternative(conflict.ours)
    if let base = conflict.base {
      pieces.append(marker("|", markers.base))
      pieces += alternative(base)
    }
    pieces.append(marker("=", ""))
    pieces += alternative(conflict.theirs)
    pieces.append(marker(">", markers.theirs))
  }

  private func marker(_ character: Character, _ label: String) -> Piece {
    let line = String(repeating: character, count: max(1, markers.size))
    return .marker(Array((label.isEmpty ? line : "\(line) \(label)").utf8)[...])
  }

  /// Entries that the source doesn't have stand for the ones that are missing where they are.
  private static func places(of entries: [JSONRewrite.Entry], layout: ContainerLayout) -> [Int?] {
    var places: [Int?] = []
    places.reserveCapacity(entries.count)
    for entry in entries {
      let expected = places.last.flatMap(\.self).map { $0 + 1 } ?? 0
      places.append(entry.sourceNode.flatMap { layout.place(of: $0, expected: expected) })
    }
    var upcoming = layout.childCount
    var limits = [Int](repeating: upcoming, count: entries.count)
    for index in entries.indices.reversed() {
      limits[index] = upcoming
      upcoming = places[index] ?? upcoming
    }
    var next = 0
    for index in entries.indices {
      if places[index] == nil, next < limits[index], !entries[index].isConflict {
        places[index] = next
      }
      next = places[index].map { $0 + 1 } ?? next
    }
    return places
  }

  private static func isSurelyFollowed(_ entries: [JSONRewrite.Entry]) -> [Bool] {
    var result = [Bool](repeating: false, count: entries.count)
    var follows = false
    for index in entries.indices.reversed() {
      result[index] = follows
      if case .conflict(let conflict) = entries[index] {
        follows = follows || conflict.isSureToHaveEntries
      } else {
        follows = true
      }
    }
    return result
  }
}

extension JSONRewrite.Conflict {
  fileprivate var isSureToHaveEntries: Bool { !ours.isEmpty && !theirs.isEmpty }
}

extension JSONRewrite.Entry {
  fileprivate var isConflict: Bool {
    if case .conflict = self { true } else { false }
  }

  /// The value; nil for a conflict.
  var value: JSONRewrite? {
    switch self {
    case .member(_, let value), .newMember(_, let value), .element(let value): value
    case .conflict: nil
    }
  }

  /// The node of some document whose place the entry takes, if it is in the same container.
  fileprivate var sourceNode: JSONNode? {
    if case .member(let key, _) = self { key } else { value?.sourceNode }
  }
}

extension JSONRewrite {
  /// The node that the value is made from at its own place.
  var sourceNode: JSONNode? {
    switch self {
    case .keep(let node), .object(let node, _), .array(let node, _): node
    case .take, .literal: nil
    }
  }

  var isContainer: Bool {
    switch self {
    case .object, .array: true
    case .keep(let node), .take(let node): node.kind.isContainer
    case .literal(let bytes): bytes.first == .openBrace || bytes.first == .openBracket
    }
  }
}
