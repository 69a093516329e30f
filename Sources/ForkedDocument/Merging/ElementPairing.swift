import ForkedJSON
import ForkedMerge

/// Finds, in stretches where both sides replaced elements that have no id, which element of either side is
/// a changed version of which element of base: the same place among its neighbours, and alike enough.
///
/// A pairing counts only where both sides still have the element. So the two changes of one element can
/// merge by property instead of standing there twice, or being a conflict as a whole.
struct ElementPairing {
  /// Above this many comparisons a stretch is left as it is: the cost stays linear in the document.
  private static let limit = 4096

  /// Places in base, ours and theirs of one element.
  struct Pair {
    var base: Int
    var ours: Int
    var theirs: Int
  }

  /// The pairs in a stretch, in order.
  static func pairs(in region: SequenceRegion, of sequences: Sequences) -> [Pair] {
    let base = sequences.base[region.base]
    let ours = sequences.ours[region.ours]
    let theirs = sequences.theirs[region.theirs]
    guard base.count * max(ours.count, theirs.count) <= limit else { return [] }
    let inTheirs = Dictionary(uniqueKeysWithValues: matches(base, theirs))
    return matches(base, ours).compactMap { place, our in
      inTheirs[place].map { Pair(base: place, ours: our, theirs: $0) }
    }
  }

  /// The longest list of pairs of similar elements that keeps the order of both.
  private static func matches(
    _ old: ArraySlice<JSONNode>, _ new: ArraySlice<JSONNode>
  ) -> [(Int, Int)] {
    var table = [[Int]](repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
    var similar = [[Bool]](repeating: Array(repeating: false, count: new.count), count: old.count)
    for (i, element) in old.enumerated().reversed() {
      for (j, other) in new.enumerated().reversed() {
        similar[i][j] = element.isVersion(of: other)
        let paired = similar[i][j] ? table[i + 1][j + 1] + 1 : 0
        table[i][j] = max(paired, table[i + 1][j], table[i][j + 1])
      }
    }
    var result: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < old.count, j < new.count {
      if similar[i][j], table[i][j] == table[i + 1][j + 1] + 1 {
        result.append((old.startIndex + i, new.startIndex + j))
        (i, j) = (i + 1, j + 1)
      } else if table[i + 1][j] >= table[i][j + 1] {
        i += 1
      } else {
        j += 1
      }
    }
    return result
  }
}

extension JSONNode {
  /// Whether two containers of one kind share at least a third of their parts; a part that is itself a
  /// container counts as shared where the same holds of it, down to a few levels.
  fileprivate func isVersion(of other: JSONNode, levels: Int = 3) -> Bool {
    if hasSameBytes(as: other) { return true }
    guard kind == other.kind, levels > 0 else { return false }
    switch kind {
    case .object: return sharedMembers(with: other, levels) * 3 >= max(count, other.count)
    case .array:
      let parts = Set(elements)
      return other.elements.count { parts.contains($0) } * 3 >= max(count, other.count)
    default: return self == other
    }
  }

  private func sharedMembers(with other: JSONNode, _ levels: Int) -> Int {
    var table = MemberTable(other)
    return members.count { member in
      table.value(of: member.key)?.isVersion(of: member.value, levels: levels - 1) ?? false
    }
  }
}
