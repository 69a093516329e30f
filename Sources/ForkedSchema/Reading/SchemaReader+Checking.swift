import ForkedJSON

/// The checks that are possible only when everything has been read.
extension SchemaReader {
  /// Refuses schemas that apply themselves to the same value again.
  /// - Complexity: O(subschemas + references), by a depth-first search over the in-place keywords.
  func refuseReferenceLoops() {
    var loops = 0
    var state = [Visit](repeating: .unseen, count: subschemas.count)
    for start in subschemas.indices where state[start] == .unseen {
      var path = [(schema: start, targets: subschemas[start].inPlace, next: 0)]
      state[start] = .open
      while let (schema, targets, next) = path.last {
        guard next < targets.count else {
          state[schema] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        switch state[targets[next]] {
        case .done: continue
        case .open:
          loops += 1
          refuseLoop(path.map(\.schema), backTo: targets[next])
          if loops == Self.mostLoops { return }
        case .unseen:
          state[targets[next]] = .open
          path.append((targets[next], subschemas[targets[next]].inPlace, 0))
        }
      }
    }
  }

  /// The greatest number of loops that are reported.
  private static let mostLoops = 20

  private enum Visit { case unseen, open, done }

  private func refuseLoop(_ path: [Int], backTo start: Int) {
    let loop = path[(path.lastIndex(of: start) ?? 0)...] + [start]
    let shown = loop.count <= 10 ? Array(loop) : Array(loop.prefix(9)) + [start]
    let places = shown.map { "\(subschemas[$0].place.file)#\(pointer(to: $0))" }
    refuse(
      start, at: subschemas[start].node,
      "endless references: \(places.joined(separator: " -> "))",
      hint: "a schema may refer to itself only for a value's parts")
  }

  /// Refuses strategies for values of a type that they cannot merge.
  func refuseClashingStrategies() {
    guard mistakes.isEmpty else { return refuseClashesInPlace() }
    var limit = WorkLimit(for: subschemas.count)
    for schema in subschemas.indices where subschemas[schema].merge != nil {
      guard let combined = subschemas.combining([schema], &limit) else {
        return refuseExcess(schema)
      }
      refuseClash(schema, among: combined)
      refuseElementClash(schema, among: combined)
      refusePositionClash(schema, among: combined)
    }
    for schema in subschemas.indices {
      refuseIdentityClash(schema)
      refuseTogetherClash(schema, &limit)
    }
  }

  /// Refuses strategies by the keywords of the same subschema only, since references may loop or have no target.
  private func refuseClashesInPlace() {
    for schema in subschemas.indices {
      refuseClash(schema, among: [schema])
      refuseIdentityClash(schema)
    }
  }

  private func refuseClash(_ schema: Int, among combined: [Int]) {
    guard let merge = subschemas[schema].merge else { return }
    let types = combined.reduce(JSONType.any) { $0.intersection(subschemas[$1].types ?? .any) }
    guard !types.isEmpty, types.isDisjoint(with: merge.strategy.types),
      let node = subschemas[schema].node["x-merge"]
    else { return }
    let fitting = MergeStrategy.allCases.filter { !$0.types.isDisjoint(with: types) }.map(
      \.rawValue)
    refuse(
      schema, ["x-merge"], at: node,
      "\(merge.strategy.rawValue) merges values of type \(merge.strategy.types.text), "
        + "and this is of type \(types.text)",
      hint: "one of \(fitting.joined(separator: ", "))")
  }

  private func refuseElementClash(_ schema: Int, among combined: [Int]) {
    guard let merge = subschemas[schema].merge, merge.strategy.options.contains("id"),
      let node = subschemas[schema].node["x-merge"]
    else { return }
    let elements = combined.compactMap { subschemas[$0].items }.compactMap { subschemas[$0].types }
    guard let types = elements.first(where: { !$0.isEmpty && !$0.contains(.object) }) else {
      return
    }
    refuse(
      schema, ["x-merge"], at: node,
      "\(merge.strategy.rawValue) merges arrays of objects, and these items are of type \(types.text)",
      hint: "one of arrayMerge, setMerge, mostRecent, manual")
  }

  private func refusePositionClash(_ schema: Int, among combined: [Int]) {
    guard let name = subschemas[schema].merge?.position,
      let node = subschemas[schema].node["x-merge"]
    else { return }
    let elements = combined.compactMap { subschemas[$0].items }
    let positions = elements.compactMap { subschemas[$0].properties[name] }
    guard
      let types = positions.compactMap({ subschemas[$0].types }).first(where: {
        !$0.isEmpty && $0.isDisjoint(with: .number)
      })
    else { return }
    refuse(
      schema, ["x-merge"], at: node,
      "positions are integers, and \(name) of these items is of type \(types.text)",
      hint: "name the member that holds positions by \"position\" in x-merge")
  }

  private func refuseIdentityClash(_ schema: Int) {
    guard subschemas[schema].identity != nil, let types = subschemas[schema].types,
      !types.contains(.object), let node = subschemas[schema].node["x-identity"]
    else { return }
    refuse(
      schema, ["x-identity"], at: node,
      "x-identity belongs to a schema of objects, and this is of type \(types.text)")
  }

  func refuseExcess(_ schema: Int) {
    refuse(
      schema, at: subschemas[schema].node, "too many combinations of schemas to follow",
      hint: "nest fewer allOf and $ref in one another")
  }
}

extension TextPosition {
  static let start = TextPosition(offset: 0, line: 1, column: 1)

  /// Advances to a later offset of the same text.
  /// - Complexity: O(bytes between the two offsets).
  mutating func advance(to offset: Int, in bytes: [UInt8]) {
    let isByteOrderMark = self.offset == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    for byte in bytes[self.offset..<max(self.offset, offset)] {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    if isByteOrderMark, line == 1, offset > 0 { column -= 1 }
    self.offset = max(self.offset, offset)
  }
}

extension SchemaReader {
  /// Returns all mistakes with their lines and columns, in the order in which files were read and by position in each.
  /// - Complexity: O(bytes of the files + n log n).
  func placedMistakes() -> [SchemaMistake] {
    var order: [String] = []
    var byFile: [String: [UnplacedMistake]] = [:]
    for mistake in mistakes {
      if byFile[mistake.file.name] == nil { order.append(mistake.file.name) }
      byFile[mistake.file.name, default: []].append(mistake)
    }
    return unreadable + order.flatMap { place(byFile[$0] ?? []) }
  }

  private func place(_ mistakes: [UnplacedMistake]) -> [SchemaMistake] {
    var position = TextPosition.start
    var placed: [SchemaMistake] = []
    for unplaced in mistakes.sorted(by: { $0.offset < $1.offset }) {
      position.advance(to: unplaced.offset, in: unplaced.file.document.bytes)
      placed.append(unplaced.mistake)
      placed[placed.count - 1].position = position
    }
    return placed
  }
}
