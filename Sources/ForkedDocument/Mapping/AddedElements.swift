import ForkedJSON

/// Decides which of the elements that both sides added to one list are one thing.
///
/// Without a base, likeness alone would make one thing of two that are alike: here an id must say so, or all of it is
/// equal and stands between the same neighbours.
struct AddedElements {
  let ours: VersionPair
  let theirs: VersionPair
  let sides: VersionPair
  /// Elements that are one thing.
  private(set) var joined: [(our: Int, their: Int)] = []
  /// Elements that may be one thing.
  private(set) var open: [(our: Int, their: Int)] = []

  init(_ ours: VersionPair, _ theirs: VersionPair, _ sides: VersionPair) {
    self.ours = ours
    self.theirs = theirs
    self.sides = sides
  }

  /// Compares what was added to two versions of a list that base has.
  /// - Complexity: O(bytes of the lists) in expectation, if both sides added something.
  mutating func compare(_ list: Int, _ theirList: Int) {
    let (our, their) = (Children(sides.old, of: list), Children(sides.new, of: theirList))
    let added = (
      our.nodes.indices.filter { ours.old(of: our.nodes[$0]) < 0 },
      their.nodes.indices.filter { theirs.old(of: their.nodes[$0]) < 0 }
    )
    guard !added.0.isEmpty || !added.1.isEmpty else { return }
    let parts = PartColumns(our, their, equals: their.nodes.map { _ in -1 })
    let neighbours = (Self.neighbours(our, ours.toOld), Self.neighbours(their, theirs.toOld))
    let runs = (
      Self.runs(our, added.0, neighbours.0), Self.runs(their, added.1, neighbours.1)
    )
    let others = Dictionary(uniqueKeysWithValues: added.1.map { (their.nodes[$0], $0) })
    for one in added.0 {
      let node = our.nodes[one]
      let partner = sides.new(of: node)
      if let other = others[partner] {
        let areEqual = our.number(one) == their.number(other)
        let (gap, theirGap) = (neighbours.0[one], neighbours.1[other])
        let isOneRun = gap == theirGap && runs.0[gap] == runs.1[theirGap]
        let isOne = areEqual && isOneRun || sides.reasons[node] == .identity
        if isOne || our.isContainer(one) && parts.idsSay(one, other) {
          joined.append((node, partner))
        } else if our.isContainer(one), !areEqual || gap == theirGap {
          open.append((node, partner))
        }
      }
      guard our.isContainer(one) else { continue }
      for other in parts.sharingIDs(one) where their.nodes[other] != partner {
        // A new element may have an id that the other side gave to one of base.
        guard others[their.nodes[other]] != nil || parts.shareText(one, other) else { continue }
        open.append((node, their.nodes[other]))
      }
    }
    let mine = Set(added.0)
    for other in added.1 where their.isContainer(other) {
      for one in parts.sharedIDs(other) where !mine.contains(one) && parts.shareText(one, other) {
        open.append((our.nodes[one], their.nodes[other]))
      }
    }
  }

  /// Returns the added elements of each gap, by the elements around it.
  private static func runs(
    _ list: Children, _ added: [Int], _ neighbours: [SIMD2<Int32>]
  ) -> [SIMD2<Int32>: [Int]] {
    added.reduce(into: [:]) { $0[neighbours[$1], default: []].append(list.number($1)) }
  }

  /// For each element the nodes of base that the nearest elements before and behind it are.
  private static func neighbours(_ list: Children, _ toBase: [Int32]) -> [SIMD2<Int32>] {
    var neighbours = [SIMD2<Int32>](repeating: SIMD2(-1, -1), count: list.count)
    var last: Int32 = -1
    for place in list.nodes.indices {
      neighbours[place].x = last
      if toBase[list.nodes[place]] >= 0 { last = toBase[list.nodes[place]] }
    }
    last = -1
    for place in list.nodes.indices.reversed() {
      neighbours[place].y = last
      if toBase[list.nodes[place]] >= 0 { last = toBase[list.nodes[place]] }
    }
    return neighbours
  }
}
