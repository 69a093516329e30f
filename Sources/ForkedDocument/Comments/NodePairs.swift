import ForkedJSON
import ForkedSchema

/// The keys and values of two documents that are the same property or element in both.
struct NodePairs {
  /// By the index of a node in the newer document: the node of the older one.
  private(set) var older: [Int: JSONNode] = [:]
  /// By the index of a node in the older document: the node of the newer one.
  private(set) var newer: [Int: JSONNode] = [:]

  /// Pairs the members by their keys, and the elements as a difference of the documents does.
  ///
  /// An element without an id that stands in the place of another one is paired with it only if both are containers of one
  /// kind and the newer document was made from the older one: else it is an element of its own, with comments of its own.
  /// - Parameter isSuccessor: true if the newer document was made from the older one.
  /// - Complexity: as `DocumentDiff.changes`.
  init(from old: JSONDocument?, to new: JSONDocument, plan: FieldPlan, isSuccessor: Bool = true) {
    guard let old else { return }
    var waiting = [(old: old.root, new: new.root, plan: plan)]
    while let (old, new, plan) = waiting.popLast() {
      pair(old, new)
      let plan = plan.fitting([old, new])
      switch (old.kind, new.kind) {
      case (.object, .object):
        let table = JSONMemberTable(old)
        for member in new.members {
          guard let other = table[sameKeyAs: member.key] else { continue }
          pair(other.key, member.key)
          let below = member.key.string.map { plan.property($0) } ?? .none
          waiting.append((other.value, member.value, below))
        }
      case (.array, .array):
        let (olds, news) = (Array(old.elements), Array(new.elements))
        let origins = Self.origins(of: news, in: olds, plan: plan, isSuccessor: isSuccessor)
        for (index, origin) in origins.enumerated() {
          guard let origin else { continue }
          waiting.append((olds[origin], news[index], plan.element(at: index)))
        }
      default: break
      }
    }
  }

  /// Returns for each element the one of the older array that it is: by ids; else an equal one, which may have been moved,
  /// and after these a container in its place.
  private static func origins(
    of news: [JSONNode], in olds: [JSONNode], plan: FieldPlan, isSuccessor: Bool
  ) -> [Int?] {
    let alignment = ArrayAlignment(from: olds, to: news, plan: plan)
    if alignment.isByIdentity { return alignment.origins }
    var origins = zip(alignment.origins, news).map { origin, new in
      origin.flatMap { olds[$0] == new ? $0 : nil }
    }
    var isTaken = Array(repeating: false, count: olds.count)
    for case let origin? in origins { isTaken[origin] = true }
    var waiting = Dictionary(grouping: olds.indices.reversed().filter { !isTaken[$0] }) { olds[$0] }
    for index in news.indices where origins[index] == nil {
      guard let origin = waiting[news[index]]?.popLast() else { continue }
      origins[index] = origin
      isTaken[origin] = true
    }
    guard isSuccessor else { return origins }
    for index in news.indices where origins[index] == nil && news[index].kind.isContainer {
      guard let origin = alignment.origins[index], !isTaken[origin],
        olds[origin].kind == news[index].kind
      else { continue }
      origins[index] = origin
    }
    return origins
  }

  private mutating func pair(_ old: JSONNode, _ new: JSONNode) {
    older[new.ordinal] = old
    newer[old.ordinal] = new
  }
}
