/// The entries of one container in order, with the conflict markers between them.
struct EntryPlan {
  enum Piece {
    case entry(Planned)
    case marker(Marker)
  }

  /// The lines that begin, divide and end a conflict.
  enum Marker { case ours, base, divider, theirs }

  enum Content {
    /// An entry to print.
    case entry(JSONRewrite.Entry)
    /// Neighbours in the source, copied together with the bytes between them.
    case children(Range<Int>)
  }

  struct Planned {
    var content: Content
    /// The index in the source container of the (first) entry, or of the child that it replaces.
    var place: Int?
    /// The comma beside a marker: it ends the entry before a marker, or begins the entry after one.
    var comma: Comma?
  }

  /// The place of the comma that separates entries with a marker between them.
  ///
  /// The comma belongs to the entry that may be missing, as seen from one that is there whatever the user chooses.
  enum Comma {
    case behind, before
  }

  private(set) var pieces: [Piece] = []
  /// The place after the last one found, which the next entry mostly has.
  private var expected = 0

  init(_ entries: [JSONRewrite.Entry], layout: ContainerLayout) {
    let entries = Self.combined(entries)
    let pivot = Self.pivot(of: entries, layout: layout)
    pieces.reserveCapacity(entries.count)
    append(entries, layout: layout) { run in
      run.contains(pivot) ? nil : run.upperBound < pivot ? .behind : .before
    }
  }

  private mutating func append(
    _ entries: [JSONRewrite.Entry], layout: ContainerLayout, comma: (ClosedRange<Int>) -> Comma?
  ) {
    let places = places(of: entries, layout: layout)
    var index = 0
    while index < entries.count {
      let run = Self.kept(entries, from: index, places: places, layout: layout)
      let last = max(index, index + run.count - 1)
      if case .conflict(let conflict) = entries[index] {
        append(conflict, layout: layout, comma: comma(index...last))
      } else {
        let content = run.isEmpty ? Content.entry(entries[index]) : .children(run)
        pieces.append(
          .entry(Planned(content: content, place: places[index], comma: comma(index...last))))
      }
      index = last + 1
    }
  }

  /// Returns the children of the source that the entries from an index on keep unchanged in their order.
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
    _ conflict: JSONRewrite.Conflict, layout: ContainerLayout, comma: Comma?
  ) {
    pieces.append(.marker(.ours))
    append(conflict.ours, layout: layout) { _ in comma }
    if let base = conflict.base {
      pieces.append(.marker(.base))
      append(base, layout: layout) { _ in comma }
    }
    pieces.append(.marker(.divider))
    append(conflict.theirs, layout: layout) { _ in comma }
    pieces.append(.marker(.theirs))
  }

  /// Returns the index of each entry in the source. A new entry gets the index of a missing one at its place.
  private mutating func places(
    of entries: [JSONRewrite.Entry], layout: ContainerLayout
  ) -> [Int?] {
    var places: [Int?] = []
    places.reserveCapacity(entries.count)
    for entry in entries {
      let place = entry.sourceNode.flatMap { layout.place(of: $0, expected: expected) }
      if let place { expected = place + 1 }
      places.append(place)
    }
    guard places.contains(nil) else { return places }
    var upcoming = layout.childCount
    var limits = [Int](repeating: upcoming, count: entries.count)
    for index in entries.indices.reversed() {
      limits[index] = upcoming
      upcoming = places[index] ?? upcoming
    }
    var next = 0
    for index in entries.indices {
      if places[index] == nil, next < limits[index], entries[index].conflict == nil {
        places[index] = next
      }
      next = places[index].map { $0 + 1 } ?? next
    }
    return places
  }

  /// Combines conflicts that no certain entry separates: otherwise no comma would be right for each choice in each of
  /// them.
  private static func combined(_ entries: [JSONRewrite.Entry]) -> [JSONRewrite.Entry] {
    guard entries.count > 1, !entries.contains(where: \.isSure) else { return entries }
    return [.conflict(.init(combining: entries.compactMap(\.conflict)))]
  }

  /// Returns the index of the entry that the commas at markers refer to, which is there whatever the user chooses.
  private static func pivot(of entries: [JSONRewrite.Entry], layout: ContainerLayout) -> Int {
    guard entries.contains(where: { $0.conflict != nil }) else { return entries.count }
    let pivot =
      layout.separator[...].beginsLineWithComma
      ? entries.firstIndex(where: \.isSure) : entries.lastIndex(where: \.isSure)
    return pivot ?? 0
  }
}

extension ConflictMarkers {
  /// Returns the line of a marker, without its line ending.
  func line(of marker: EntryPlan.Marker) -> [UInt8] {
    let (character, label) =
      switch marker {
      case .ours: ("<", ours)
      case .base: ("|", base)
      case .divider: ("=", "")
      case .theirs: (">", theirs)
      }
    let line = String(repeating: character, count: max(1, size))
    return Array((label.isEmpty ? line : "\(line) \(label)").utf8)
  }
}

extension JSONRewrite.Conflict {
  /// Combines several conflicts in a row.
  fileprivate init(combining conflicts: [Self]) {
    self.init(
      ours: conflicts.flatMap(\.ours),
      base: conflicts.contains { $0.base != nil } ? conflicts.flatMap { $0.base ?? [] } : nil,
      theirs: conflicts.flatMap(\.theirs))
  }

  fileprivate var isSureToHaveEntries: Bool {
    !ours.isEmpty && !theirs.isEmpty && base?.isEmpty != true
  }
}

extension JSONRewrite.Entry {
  fileprivate var conflict: JSONRewrite.Conflict? {
    if case .conflict(let conflict) = self { conflict } else { nil }
  }

  /// True if the entry is not empty, whatever the user chooses.
  fileprivate var isSure: Bool { conflict?.isSureToHaveEntries ?? true }

  /// The value; nil for a conflict.
  var value: JSONRewrite? {
    switch self {
    case .member(_, let value), .newMember(_, let value), .element(let value): value
    case .beside(_, let entry): entry.value
    case .conflict: nil
    }
  }

  /// The node of a document that the entry replaces or keeps, if it is in the same container.
  var sourceNode: JSONNode? {
    switch self {
    case .member(let key, _): key
    case .beside(_, let entry): entry.sourceNode
    case .newMember, .element, .conflict: value?.sourceNode
    }
  }
}

extension JSONRewrite {
  /// The node at the same place that the value is made from.
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
