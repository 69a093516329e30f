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
    let places = shown.map { "\(subschemas[$0].file.name)#\(subschemas[$0].pointer)" }
    refuse(
      subschemas[start].node, "endless references: \(places.joined(separator: " -> "))",
      hint: "a schema may refer to itself only for a value's parts")
  }

  /// Refuses strategies for values of a type that they cannot merge.
  ///
  /// If there are mistakes, only by the keywords of the same subschema, since references may loop or have no target.
  func refuseClashingStrategies() {
    let isSound = mistakes.isEmpty
    var limit = WorkLimit(for: subschemas.count)
    for schema in subschemas.indices where subschemas[schema].merge != nil {
      guard let combined = isSound ? subschemas.combining([schema], &limit) : [schema] else {
        return refuseExcess(schema)
      }
      refuseClashes(schema, among: combined)
    }
    for schema in subschemas.indices {
      refuseIdentityClash(schema)
      if isSound { refuseTogetherClash(schema, &limit) }
    }
  }

  private func refuseClashes(_ schema: Int, among combined: [Int]) {
    guard let merge = subschemas[schema].merge else { return }
    let (strategy, place) = (merge.strategy, subschemas[schema].value(of: .merge))
    let types = combined.reduce(JSONType.any) { $0.intersection(subschemas[$1].types ?? .any) }
    if !types.isEmpty, types.isDisjoint(with: strategy.types) {
      let fitting = strategies.filter { !$0.types.isDisjoint(with: types) }
      refuse(
        place,
        "\(strategy.name) merges values of type \(strategy.types.text), "
          + "and this is of type \(types.text)",
        hint: "one of \(fitting.list)")
    }
    let elements = combined.compactMap { subschemas[$0].items }.map { subschemas[$0] }
    if strategy.goesByID,
      let types = elements.lazy.compactMap(\.types).first(where: {
        !$0.isEmpty && !$0.contains(.object)
      })
    {
      refuse(
        place,
        "\(strategy.name) merges arrays of objects, and these items are of type \(types.text)",
        hint: "one of \(strategies.filter { $0.merges(.array) && !$0.goesByID }.list)")
    }
    guard let name = merge.position else { return }
    let positions = elements.compactMap { $0.properties[name] }.compactMap { subschemas[$0].types }
    if let types = positions.first(where: { !$0.isEmpty && $0.isDisjoint(with: .number) }) {
      refuse(
        place, "positions are integers, and \(name) of these items is of type \(types.text)",
        hint: "name the member that holds positions by \"position\" in x-merge")
    }
  }

  private func refuseIdentityClash(_ schema: Int) {
    guard subschemas[schema].identity != nil, let types = subschemas[schema].types,
      !types.contains(.object)
    else { return }
    refuse(
      subschemas[schema].value(of: .identity),
      "x-identity belongs to a schema of objects, and this is of type \(types.text)")
  }

  func refuseExcess(_ schema: Int) {
    refuse(
      subschemas[schema].node, "too many combinations of schemas to follow",
      hint: "nest fewer allOf and $ref in one another")
  }
}

extension SchemaReader {
  /// Returns all mistakes with their lines and columns, in the order in which files were read and by position in each.
  /// - Complexity: O(bytes of the files + n log n).
  func placedMistakes() -> [SchemaMistake] {
    let byFile = Dictionary(grouping: mistakes) { ObjectIdentifier($0.node.document) }
    return unreadable
      + texts.flatMap { place(byFile[ObjectIdentifier($0.document)] ?? [], in: $0) }
  }

  private func place(_ mistakes: [UnplacedMistake], in file: SchemaFile) -> [SchemaMistake] {
    var position = TextPosition(offset: 0, line: 1, column: 1)
    return mistakes.sorted { $0.node.ordinal < $1.node.ordinal }.map { mistake in
      position.advance(to: mistake.node.range.lowerBound, in: file.document.bytes)
      return SchemaMistake(
        file: file.name, pointer: file.pointer(to: mistake.node), position: position,
        message: mistake.message, hint: mistake.hint)
    }
  }
}
