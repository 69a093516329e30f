import ForkedDocument
import ForkedJSON

/// The contents of a document, as a bag of leaves: the number of each scalar below each path of keys, with
/// array indices left out. It knows nothing of identities, moves or strategies, so it can judge a merge
/// that does.
struct LeafBag {
  private(set) var counts: [Leaf: Int] = [:]

  struct Leaf: Hashable {
    var keys: [JSONString]
    var value: JSONNode?
  }

  init(_ document: JSONDocument) {
    var keys: [JSONString] = []
    collect(document.root, &keys)
  }

  private mutating func collect(_ node: JSONNode, _ keys: inout [JSONString]) {
    switch node.kind {
    case .object where node.count > 0:
      for member in node.members {
        keys.append(member.key.string ?? "")
        collect(member.value, &keys)
        keys.removeLast()
      }
    case .array where node.count > 0:
      keys.append("[]")
      for element in node.elements { collect(element, &keys) }
      keys.removeLast()
    default:
      counts[Leaf(keys: keys, value: node), default: 0] += 1
    }
  }

  /// The keys that lead to a property, array indices left out.
  static func keys(of path: PropertyPath) -> [JSONString] {
    path.steps.map { step in
      switch step {
      case .key(let key): key
      case .index, .element: "[]"
      }
    }
  }

  /// The leaves of which a merge has fewer or more than any merge of these three may have.
  static func unexplained(base: LeafBag, ours: LeafBag, theirs: LeafBag, merged: LeafBag) -> [Leaf]
  {
    let leaves = Set(base.counts.keys).union(ours.counts.keys).union(theirs.counts.keys)
      .union(merged.counts.keys)
    return leaves.filter { leaf in
      let count = { (bag: LeafBag) in bag.counts[leaf, default: 0] }
      let mine = count(ours) - count(base)
      let its = count(theirs) - count(base)
      let changes = [mine, its, mine + its] + (mine.signum() * its.signum() < 0 ? [0] : [])
      let least = min(mine, its) >= 0 ? max(mine, its) : changes.min() ?? 0
      let most = max(mine, its) <= 0 ? min(mine, its) : changes.max() ?? 0
      return !(least...max(least, most)).contains(count(merged) - count(base))
    }
  }
}
