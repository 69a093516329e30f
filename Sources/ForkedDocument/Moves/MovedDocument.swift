import ForkedJSON

/// The rewriting of a document with subtrees at other places.
struct MovedDocument {
  private let root: JSONNode
  private var removed: Set<Int> = []
  private var renamed: [Int: JSONNode] = [:]
  /// The new entries of a container, by the value before them; -1 at the start.
  private var added: [Int: [Int: [JSONRewrite.Entry]]] = [:]
  /// The offsets of the changed containers, ascending.
  private var changed: [Int] = []

  /// Prepares the rewriting; nil if the document has not all that was moved, or has something at a new place.
  /// - Parameter model: the root of a version in which all is at its new place, whose keys and order are taken.
  init?(_ document: JSONDocument, moving moves: [SubtreeMove], like model: JSONNode) {
    root = document.root
    let sorted = moves.map { (move: $0, moved: $0.to.value(in: model)) }
      .sorted { ($0.moved?.ordinal ?? 0) < ($1.moved?.ordinal ?? 0) }
    for (move, moved) in sorted {
      guard let moved, add(move, like: moved, in: model) else { return nil }
    }
    changed.sort()
  }

  /// Returns the document as it would be if the subtrees had always been at their new places.
  /// - Complexity: O(bytes and moves).
  func document(_ duplicateKeys: JSONDuplicateKeys) -> JSONDocument? {
    try? JSONDocument(
      parsing: root.document.rewritten(rewritten(root)), duplicateKeys: duplicateKeys)
  }

  private mutating func add(_ move: SubtreeMove, like moved: JSONNode, in model: JSONNode) -> Bool {
    guard let value = move.from.value(in: root), move.to.value(in: root) == nil,
      let former = move.from.container.value(in: root),
      let new = move.to.container.value(in: root),
      let container = move.to.container.value(in: model), new.kind == container.kind
    else { return false }
    let key = container.kind == .object ? container.key(of: moved) : nil
    changed.append(former.range.lowerBound)
    if new.isIdentical(to: former) {
      guard let key else { return false }
      renamed[value.ordinal] = key
      return true
    }
    removed.insert(value.ordinal)
    let taken = JSONRewrite.take(value)
    let place = new.predecessor(of: moved, in: container, move.to)
    added[new.ordinal, default: [:]][place, default: []]
      .append(key.map { .member(key: $0, taken) } ?? .element(taken))
    changed.append(new.range.lowerBound)
    return true
  }

  private func rewritten(_ node: JSONNode) -> JSONRewrite {
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
    guard node.kind.isContainer else { return false }
    let range = node.range
    var (low, high) = (0, changed.count)
    while low < high {
      let middle = (low + high) / 2
      if changed[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < changed.count && changed[low] < range.upperBound
  }
}

extension PropertyPath {
  /// The path of the container.
  var container: PropertyPath { PropertyPath(steps.dropLast()) }
}

extension JSONNode {
  /// The key under which this object holds that value.
  fileprivate func key(of value: JSONNode) -> JSONNode? {
    members.first { $0.value.isIdentical(to: value) }?.key
  }

  /// Returns the value of this container after which another container has that part: the last one before it that both
  /// have; -1 if there is none.
  fileprivate func predecessor(
    of part: JSONNode, in other: JSONNode, _ path: PropertyPath
  ) -> Int {
    if kind == .object {
      let before = other.members.prefix { !$0.value.isIdentical(to: part) }
      return before.reversed().lazy.compactMap { self.member(sameKeyAs: $0.key)?.value.ordinal }
        .first { _ in true } ?? -1
    }
    guard case .element(let identity, _)? = path.steps.last else { return -1 }
    let before = other.elements.prefix { !$0.isIdentical(to: part) }
    return before.reversed().lazy.compactMap { element -> Int? in
      let id = identity.compactMap { element.value(at: $0) }
      return self.elements.first { $0.hasIdentity(id, at: identity) }?.ordinal
    }.first { _ in true } ?? -1
  }
}
