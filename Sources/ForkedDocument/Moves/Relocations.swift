import ForkedJSON

/// The versions of a document as they would be if what moved had always been at its new place.
struct Relocations {
  private struct Relocation {
    var row: Int
    var place: Mapping.Place
    /// A version that has it at its new place, whose keys and order are taken.
    var model: Mapping.Version
  }

  private let mapping: Mapping
  private let relocations: [Relocation]
  private let rows: Set<Int>

  /// True if every version stays as it is.
  var isEmpty: Bool { relocations.isEmpty }

  /// - Parameter moves: those with a new place, with their rows.
  init(_ moves: [SubtreeMove], _ mapping: Mapping) {
    self.mapping = mapping
    relocations = moves.compactMap { move in
      guard let row = move.row, let model = move.target else { return nil }
      return mapping.place(of: row, in: model).map {
        Relocation(row: row, place: $0, model: model)
      }
    }.sorted { one, other in
      (one.model.rawValue, mapping.rows[one.row][one.model] ?? 0)
        < (other.model.rawValue, mapping.rows[other.row][other.model] ?? 0)
    }
    rows = Set(relocations.map(\.row))
  }

  /// Returns a version with all that moved at its new place; nil if it has something else there.
  /// - Complexity: O(bytes) in expectation.
  func document(_ version: Mapping.Version, _ duplicateKeys: JSONDuplicateKeys) -> JSONDocument? {
    guard let table = mapping.tables[version.rawValue] else { return nil }
    let moved = relocations.filter {
      mapping.rows[$0.row][version] != nil && mapping.place(of: $0.row, in: version) != $0.place
    }
    // A side that deleted a value did not delete what base gets around it.
    let emptied = relocations.filter {
      mapping.rows[$0.row][version] == nil && mapping.rows[$0.place.container][.base] == nil
        && mapping.rows[$0.place.container][version] == nil
    }
    guard !moved.isEmpty || !emptied.isEmpty else { return table.document }
    var layout = Layout(mapping, version, table)
    for relocation in moved {
      guard layout.move(relocation.row, to: relocation.place, like: relocation.model) else {
        return nil
      }
    }
    for relocation in emptied {
      guard layout.container(relocation.place.container, like: relocation.model) != nil else {
        return nil
      }
    }
    layout.removeOccupants(of: moved.map(\.place), besides: rows)
    let left = moved.filter {
      mapping.place(of: $0.row, in: version)?.container != $0.place.container
    }
    guard layout.removeEmptied(without: Set(left.map(\.row))) else { return nil }
    return layout.document.document(duplicateKeys)
  }
}

/// A version that is laid out like others.
private struct Layout {
  private struct Siblings: Hashable {
    var container: Int
    var model: Mapping.Version
  }

  let mapping: Mapping
  let version: Mapping.Version
  let table: NodeTable
  private(set) var document: RelocatedDocument
  private var predecessors: [Siblings: [Int: Int]] = [:]
  private var known: [Int: RelocatedDocument.Container] = [:]
  /// The places of the new containers.
  private var created: [Mapping.Place] = []

  init(_ mapping: Mapping, _ version: Mapping.Version, _ table: NodeTable) {
    self.mapping = mapping
    self.version = version
    self.table = table
    document = RelocatedDocument(table.document)
  }

  /// Returns false if that is not possible.
  mutating func move(_ row: Int, to place: Mapping.Place, like model: Mapping.Version) -> Bool {
    guard let node = mapping.rows[row][version], let former = mapping.place(of: row, in: version),
      let copy = mapping.rows[row][model], let models = mapping.tables[model.rawValue]
    else { return false }
    let key = models.isMember(copy) ? models.node(copy - 1) : nil
    let holder = table.node(table.parent(node))
    if former.container == place.container {
      guard let key else { return false }
      document.rename(table.node(node), of: holder, to: key)
      return true
    }
    guard let container = container(place.container, like: model) else { return false }
    document.remove(table.node(node), from: holder)
    document.add(
      table.node(node), under: key, to: container,
      behind: predecessor(of: row, in: place.container, like: model))
    return true
  }

  /// Returns the container of a row; a new one if this version has none; nil if it has something else.
  mutating func container(
    _ row: Int, like model: Mapping.Version
  ) -> RelocatedDocument.Container? {
    if let found = known[row] { return found }
    guard let copy = mapping.rows[row][model], let models = mapping.tables[model.rawValue] else {
      return nil
    }
    if let node = mapping.rows[row][version] {
      return table.kinds[node] == models.kinds[copy] ? .known(table.node(node).ordinal) : nil
    }
    guard let outer = mapping.container(of: row, in: model),
      let container = container(outer, like: model)
    else { return nil }
    created += [mapping.place(of: row, in: model)].compactMap { $0 }
    let new = document.addContainer(
      like: models.node(copy), keeping: ownMembers(of: row, in: model),
      under: models.isMember(copy) ? models.node(copy - 1) : nil,
      to: container, behind: predecessor(of: row, in: outer, like: model))
    known[row] = new
    return new
  }

  /// The members of a new object by which it is known, such as its id: what base has nowhere, and all versions that have the
  /// object have alike.
  private func ownMembers(of row: Int, in model: Mapping.Version) -> [JSONMember] {
    guard let copy = mapping.rows[row][model], let models = mapping.tables[model.rawValue],
      models.kinds[copy] == .object
    else { return [] }
    let sides = [Mapping.Version.ours, .theirs].filter { mapping.rows[row][$0] != nil }
    return models.node(copy).members.filter { member in
      let row = mapping.row(of: member.value, in: model)
      return !member.value.kind.isContainer && mapping.rows[row][.base] == nil
        && sides.allSatisfy { mapping.node(row, in: $0) == member.value }
    }
  }

  /// Leaves out what stands at these places, and does not move: its deletion is not disputed.
  mutating func removeOccupants(of places: [Mapping.Place], besides rows: Set<Int>) {
    for (object, member) in occupants(of: places)
    where !rows.contains(mapping.row(of: member, in: version)) {
      document.remove(table.node(member), from: table.node(object))
    }
  }

  /// Leaves out what stands under the keys of new containers, if all that it held in base moved out of it, as from a list to
  /// an object; returns false if something else is there.
  /// - Parameter rows: what moved.
  mutating func removeEmptied(without rows: Set<Int>) -> Bool {
    for (object, occupant) in occupants(of: created) {
      let row = mapping.row(of: occupant, in: version)
      if rows.contains(row) { continue }
      guard let base = mapping.node(row, in: .base), base.kind == table.kinds[occupant],
        base.kind.isContainer,
        table.children(occupant).allSatisfy({ rows.contains(mapping.row(of: $0, in: version)) })
      else { return false }
      document.remove(table.node(occupant), from: table.node(object))
    }
    return true
  }

  /// The members at places of objects, with the objects.
  private func occupants(of places: [Mapping.Place]) -> [(object: Int, member: Int)] {
    let places = Dictionary(grouping: places.filter { $0.key >= 0 }, by: \.container)
    return places.flatMap { container, places -> [(object: Int, member: Int)] in
      guard let object = mapping.rows[container][version] else { return [] }
      let keys = Set(places.map(\.key))
      return table.children(object).filter { keys.contains(table.key($0)) }.map { (object, $0) }
    }
  }

  /// Returns the ordinal of the last value before a row in the model that this version has, too; -1 if there is none.
  private mutating func predecessor(
    of row: Int, in container: Int, like model: Mapping.Version
  ) -> Int {
    let siblings = Siblings(container: container, model: model)
    let found = predecessors[siblings] ?? predecessors(in: container, like: model)
    predecessors[siblings] = found
    return found[row] ?? -1
  }

  private func predecessors(in container: Int, like model: Mapping.Version) -> [Int: Int] {
    guard let node = mapping.rows[container][version],
      let copy = mapping.rows[container][model], let models = mapping.tables[model.rawValue]
    else { return [:] }
    var (predecessors, last) = ([Int: Int](), -1)
    for child in models.children(copy) {
      let row = mapping.row(of: child, in: model)
      predecessors[row] = last
      if let known = mapping.rows[row][version], table.parent(known) == node {
        last = table.node(known).ordinal
      }
    }
    return predecessors
  }
}
