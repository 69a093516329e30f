import ForkedJSON

/// The place of a subtree in a document, and the one that it gets.
struct Relocation {
  var from: PropertyPath
  var to: PropertyPath
  /// The root of a version that has the subtree at its new place, whose keys and order are taken.
  var model: JSONNode

  /// The steps from the containers to the subtree; nil for the whole document.
  fileprivate var lastSteps: (from: PropertyPath.Step, to: PropertyPath.Step)? {
    guard let from = from.steps.last, let to = to.steps.last else { return nil }
    return (from, to)
  }
}

/// The rewriting of a document with subtrees at other places.
struct MovedDocument {
  private let root: JSONNode
  private var removed: Set<Int> = []
  private var renamed: [Int: JSONNode] = [:]
  /// The new values in place of others: a new container around a value, or a part of it in its place.
  private var replaced: [Int: JSONRewrite] = [:]
  /// The new entries of a container, by the value before them; -1 at the start.
  private var added: [Int: [Int: [JSONRewrite.Entry]]] = [:]
  /// The ordinals of the changed containers.
  private var changed = AscendingNumbers([])

  /// Prepares the rewriting; nil if the document has not all that was moved, or has something at a new place.
  /// - Parameter relocations: those of each model in the order of its values.
  /// - Complexity: O(relocations, and parts of their containers), in expectation.
  init?(_ document: JSONDocument, _ relocations: [Relocation], _ lookup: ElementLookup) {
    root = document.root
    var containers: [Int] = []
    var places = NewPlaces(lookup)
    for relocation in relocations {
      guard let changed = add(relocation, &places, lookup) else { return nil }
      containers += changed
    }
    changed = AscendingNumbers(containers)
  }

  /// Prepares the rewriting of a document with subtrees at the places that they have in a later version.
  init?(_ document: JSONDocument, _ moves: [SubtreeMove], like later: JSONDocument) {
    let moved = moves.compactMap { move in
      move.ours.value(in: later.root).map { (move, $0.ordinal) }
    }.sorted { $0.1 < $1.1 }
    let relocations = moved.map { Relocation(from: $0.0.from, to: $0.0.ours, model: later.root) }
    self.init(document, relocations, ElementLookup())
  }

  /// Returns the document as it would be if the subtrees had always been at their new places.
  /// - Complexity: O(bytes and moves).
  func document(_ duplicateKeys: JSONDuplicateKeys) -> JSONDocument? {
    try? JSONDocument(
      parsing: root.document.rewritten(rewritten(root)), duplicateKeys: duplicateKeys)
  }

  /// Returns the ordinals of the containers that the relocation changes.
  private mutating func add(
    _ relocation: Relocation, _ places: inout NewPlaces, _ lookup: ElementLookup
  ) -> [Int]? {
    let (from, to, model) = (relocation.from, relocation.to, relocation.model)
    if to.isPart(of: from) { return wrap(relocation, lookup) }
    if from.isPart(of: to) { return unwrap(relocation, lookup) }
    guard let (oldStep, newStep) = relocation.lastSteps,
      let former = from.container.value(in: root, by: lookup),
      let value = oldStep.value(in: former, by: lookup), to.mayLead(to: value),
      let new = to.container.value(in: root, by: lookup),
      newStep.value(in: new, by: lookup) == nil,
      let container = to.container.value(in: model, by: lookup), new.kind == container.kind,
      let moved = newStep.value(in: container, by: lookup)
    else { return nil }
    let place = places.place(of: moved, in: new, like: container, to)
    if new.isIdentical(to: former) {
      guard let key = place.key else { return nil }
      renamed[value.ordinal] = key
      return [former.ordinal]
    }
    removed.insert(value.ordinal)
    let taken = JSONRewrite.take(value)
    added[new.ordinal, default: [:]][place.predecessor, default: []]
      .append(place.key.map { .member(key: $0, taken) } ?? .element(taken))
    return [former.ordinal, new.ordinal]
  }

  /// Puts a value into a new object at its own place.
  private mutating func wrap(_ relocation: Relocation, _ lookup: ElementLookup) -> [Int]? {
    guard let value = relocation.from.value(in: root, by: lookup),
      let object = relocation.from.value(in: relocation.model, by: lookup),
      case .key(let name)? = relocation.to.steps.last,
      let key = object.members.first(where: { $0.key.stringEquals(name) })?.key
    else { return nil }
    replaced[value.ordinal] = .object(like: object, [.member(key: key, .take(value))])
    return [value.ordinal]
  }

  /// Puts a member of an object in its place.
  private mutating func unwrap(_ relocation: Relocation, _ lookup: ElementLookup) -> [Int]? {
    guard let value = relocation.from.value(in: root, by: lookup),
      let object = relocation.to.value(in: root, by: lookup)
    else { return nil }
    replaced[object.ordinal] = .take(value)
    return [object.ordinal]
  }

  private func rewritten(_ node: JSONNode) -> JSONRewrite {
    if let new = replaced[node.ordinal] { return new }
    guard holdsChange(node) else { return .keep(node) }
    let added = added[node.ordinal] ?? [:]
    var entries = added[-1] ?? []
    if node.kind == .object {
      for member in node.members {
        if !removed.contains(member.value.ordinal) {
          let key = renamed[member.value.ordinal] ?? member.key
          entries.append(.member(key: key, rewritten(member.value)))
        }
        entries += added[member.value.ordinal] ?? []
      }
      return .object(like: node, entries)
    }
    for element in node.elements {
      if !removed.contains(element.ordinal) { entries.append(.element(rewritten(element))) }
      entries += added[element.ordinal] ?? []
    }
    return .array(like: node, entries)
  }

  private func holdsChange(_ node: JSONNode) -> Bool {
    node.kind.isContainer && changed.areIn(node.ordinals)
  }
}

/// The places of values among the parts of a container, as they are in another version of it.
private struct NewPlaces {
  struct Place {
    var key: JSONNode?
    /// The last value before it that both containers have; -1 if there is none.
    var predecessor = -1
  }

  private struct Pair: Hashable {
    var container: Int
    var model: ObjectIdentifier
    var like: Int
  }

  private let lookup: ElementLookup
  private var known: [Pair: [Int: Place]] = [:]

  init(_ lookup: ElementLookup) { self.lookup = lookup }

  /// - Complexity: O(parts of both) the first time.
  mutating func place(
    of value: JSONNode, in container: JSONNode, like model: JSONNode, _ path: PropertyPath
  ) -> Place {
    let pair = Pair(
      container: container.ordinal, model: ObjectIdentifier(model.document), like: model.ordinal)
    let places = known[pair] ?? places(in: container, like: model, path)
    known[pair] = places
    return places[value.ordinal] ?? Place()
  }

  private func places(
    in container: JSONNode, like model: JSONNode, _ path: PropertyPath
  ) -> [Int: Place] {
    var places: [Int: Place] = [:]
    var last = -1
    var members = JSONMemberCursor(container)
    for member in model.members {
      places[member.value.ordinal] = Place(key: member.key, predecessor: last)
      if let found = members.value(member.key) { last = found.ordinal }
    }
    guard case .element(let identity, _)? = path.steps.last else { return places }
    for element in model.elements {
      places[element.ordinal] = Place(predecessor: last)
      let id = identity.compactMap { element.value(at: $0) }
      if let found = lookup.element(of: container, with: id, at: identity) { last = found.ordinal }
    }
    return places
  }
}
