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
  /// An element that stands in the place of another one is paired with it only if both are containers of one kind and
  /// the newer document was made from the older one: else it is an element of its own, with comments of its own.
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
        let alignment = ArrayAlignment(from: olds, to: news, plan: plan)
        for (index, origin) in alignment.origins.enumerated() {
          guard let origin,
            olds[origin] == news[index] || alignment.isByIdentity
              || isSuccessor && news[index].kind.isContainer
                && olds[origin].kind == news[index].kind
          else { continue }
          waiting.append((olds[origin], news[index], plan.element(at: index)))
        }
      default: break
      }
    }
  }

  private mutating func pair(_ old: JSONNode, _ new: JSONNode) {
    older[new.ordinal] = old
    newer[old.ordinal] = new
  }
}
