import Forked

/// A record that the merged list may or must hold.
private struct Expectation {
  var isNeeded = true
  var exact: [LawTree]
  /// The three versions of a record that both sides changed.
  var versions: [RecordNode?]?
}

extension RecordJudge {
  /// The elements of a merged list that are none of the records that it must have, and the records that are missing.
  func recordFaults(
    _ lists: RecordLists, _ merged: [LawTree], at pointer: [String]
  ) -> [String] {
    var places = merged.indices.reduce(into: [LawTree: [Int]]()) {
      $0[merged[$1], default: []].append($1)
    }
    let all = expectations(lists, at: pointer)
    var open: [Expectation] = []
    for expected in all where expected.isNeeded {
      let isAlone = expected.versions == nil && expected.exact.count == 1
      if isAlone, places[expected.exact[0]]?.count == 1 {
        places[expected.exact[0]] = nil
      } else {
        open.append(expected)
      }
    }
    open += all.filter { !$0.isNeeded }
    let free = places.values.flatMap { $0 }.sorted()
    var taken: [Int: Int] = [:]
    let fitting = open.map { expected in
      free.filter { fits(merged[$0], expected, at: pointer + ["\($0)"]) }
    }
    var faults: [String] = []
    for index in open.indices {
      var seen: Set<Int> = []
      if !Self.find(index, fitting, &taken, &seen), open[index].isNeeded {
        faults.append("\(pointer.text): missing \(open[index].text)")
      }
    }
    return faults
      + free.filter { taken[$0] == nil }.map {
        "\(pointer.text)/\($0): comes from nowhere: \(merged[$0].text)"
      }
  }

  /// An augmenting path of a bipartite matching.
  private static func find(
    _ index: Int, _ fits: [[Int]], _ taken: inout [Int: Int], _ seen: inout Set<Int>
  ) -> Bool {
    for place in fits[index] where seen.insert(place).inserted {
      if let other = taken[place], !find(other, fits, &taken, &seen) { continue }
      taken[place] = index
      return true
    }
    return false
  }

  private func fits(_ tree: LawTree, _ expected: Expectation, at pointer: [String]) -> Bool {
    if expected.exact.contains(tree) { return true }
    guard let versions = expected.versions else { return false }
    return faults(versions[0], versions[1], versions[2], merged: tree, at: pointer).isEmpty
  }

  private func expectations(_ lists: RecordLists, at pointer: [String]) -> [Expectation] {
    let (base, ours, theirs) = (
      lists.base.byIdentity, lists.ours.byIdentity, lists.theirs.byIdentity
    )
    let side = side(ofWhole: pointer)
    let revived = acceptsRevived ? lists.movedAndDeleted : []
    let old = base.mapValues { $0.tree() }
    let changed = lists.ours.items.filter { old[$0.identity] != $0.value.tree() }
    var new = changed.reduce(into: [:]) { $0[$1.value.tree(), default: 0] += 1 }
    let copied = lists.base.placeWay == nil ? [] : Set(old.values)
    var result: [Expectation] = []
    for identity in (lists.ours.order + lists.base.order + lists.theirs.order).withoutRepetitions {
      let versions = [base[identity], ours[identity], theirs[identity]]
      var expected = expectations(of: versions, at: pointer)
      if revived.contains(identity), let old = versions[0]?.tree() {
        expected = [Expectation(isNeeded: false, exact: [old])]
      }
      if let side {
        let whole = versions[side == .ours ? 1 : 2]?.tree()
        for index in expected.indices {
          expected[index].exact += [whole].compactMap { $0 }
          if whole == nil { expected[index].isNeeded = false }
        }
        if expected.isEmpty, let whole {
          expected = [Expectation(isNeeded: false, exact: [whole])]
        }
      }
      // The text of equal elements does not tell which of them is a copy.
      let tree = (versions[1] ?? versions[2])?.tree()
      if old[identity] == nil, tree.map(copied.contains) == true {
        for index in expected.indices { expected[index].isNeeded = false }
      }
      // What both sides have new, inserted or made of different records, may be one element or two.
      if let their = versions[2]?.tree(), ours[identity]?.tree() == old[identity],
        their != old[identity], let count = new[their], count > 0
      {
        new[their] = count - 1
        for index in expected.indices { expected[index].isNeeded = false }
      }
      result += expected
    }
    return result
  }

  /// The possible results for one record: one element, or both versions if the report names both.
  private func expectations(
    of versions: [RecordNode?], at pointer: [String]
  ) -> [Expectation] {
    let trees = versions.map { $0?.tree() }
    let (ours, theirs) = (trees[1], trees[2])
    func one(_ tree: LawTree?) -> [Expectation] {
      tree.map { [Expectation(exact: [$0])] } ?? []
    }
    if let decided = Self.decided(versions[0], versions[1], versions[2]) { return one(decided) }
    let sides = [ours, theirs].compactMap { $0 }
    let isReported = sides.contains { self.isReported($0, of: pointer) }
    guard sides.count == 2 else {
      // One deleted what the other changed.
      return [
        Expectation(isNeeded: !isReported, exact: isReported ? sides : [])
      ]
    }
    let merged = Expectation(
      exact: isReported ? sides : [], versions: versions)
    let other = Expectation(isNeeded: false, exact: sides)
    return isReported ? [merged, other] : [merged]
  }
}

extension Expectation {
  var text: String {
    guard let versions else {
      return exact.isEmpty
        ? "a decision: deleted and changed" : exact.map(\.text).joined(separator: " or ")
    }
    return "the merge of " + versions.map { $0?.tree().text ?? "nothing" }.joined(separator: " , ")
  }
}

extension [Int] {
  var withoutRepetitions: [Int] {
    var seen: Set<Int> = []
    return filter { seen.insert($0).inserted }
  }
}
