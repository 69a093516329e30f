/// Composes the mappings of each two versions into rows of three.
struct Composition {
  struct Place: Hashable {
    var version: Int
    var node: Int
  }

  private let tables: [NodeTable?]
  private let ours: VersionPair?
  private let theirs: VersionPair?
  private let sides: VersionPair?
  /// The nodes of each row in base, ours and theirs; negative for none.
  private(set) var rows: [SIMD3<Int32>] = []
  /// Nodes that may be one thing.
  private(set) var open: [(Place, Place)] = []
  /// For the nodes of ours and theirs, true once they are in a row.
  private var areOurs: [Bool] = []
  private var areTheirs: [Bool] = []

  init(tables: [NodeTable?], pairs: [VersionPair?]) {
    self.tables = tables
    ours = pairs[0]
    theirs = pairs[1]
    sides = pairs[2]
  }

  mutating func run() {
    areOurs = Array(repeating: false, count: tables[1]?.count ?? 0)
    areTheirs = Array(repeating: false, count: tables[2]?.count ?? 0)
    composeBase()
    composeAdditions()
    for pair in ours?.open ?? [] { open(0, pair.old, 1, pair.new) }
    for pair in theirs?.open ?? [] { open(0, pair.old, 2, pair.new) }
    for pair in sides?.open ?? [] where isAddition(pair.old, pair.new) {
      open(1, pair.old, 2, pair.new)
    }
  }

  private mutating func open(_ version: Int, _ node: Int, _ other: Int, _ candidate: Int) {
    open.append((Place(version: version, node: node), Place(version: other, node: candidate)))
  }

  private func isAddition(_ our: Int, _ their: Int) -> Bool {
    ours?.old(of: our) ?? -1 < 0 && theirs?.old(of: their) ?? -1 < 0
  }

  private mutating func add(_ base: Int, _ our: Int, _ their: Int) {
    rows.append(
      SIMD3(
        Int32(truncatingIfNeeded: base), Int32(truncatingIfNeeded: our),
        Int32(truncatingIfNeeded: their)))
    if our >= 0 { areOurs[our] = true }
    if their >= 0 { areTheirs[their] = true }
  }

  /// The nodes that a node of base is in the sides, and what the comparison of the sides says that these are in the
  /// other one; negative for none. That it says nothing contradicts nothing.
  private struct Partners {
    var our: Int
    var their: Int
    var byOurs = -1
    var byTheirs = -1

    var areBoth: Bool { our >= 0 && their >= 0 }
  }

  private func partners(of node: Int) -> Partners {
    var found = Partners(our: ours?.new(of: node) ?? -1, their: theirs?.new(of: node) ?? -1)
    guard let sides else { return found }
    if found.our >= 0 { found.byOurs = sides.new(of: found.our) }
    if found.their >= 0 { found.byTheirs = sides.old(of: found.their) }
    return found
  }

  private mutating func composeBase() {
    guard let base = tables[0] else { return }
    // What stands in something that is open is open with it.
    var areSplit = [Bool](repeating: false, count: base.count)
    var areAtOnePlace = areSplit
    for node in 0..<base.count where !base.areKeys[node] {
      let found = partners(of: node)
      let isPart = node > 0
      if isPart && areSplit[base.parent(node)] {
        areSplit[node] = true
        add(node, -1, -1)
      } else if contradicts(found, node) {
        areSplit[node] = true
        add(node, -1, -1)
        open(0, node, 1, found.our)
        open(0, node, 2, found.their)
      } else if found.areBoth || sides == nil {
        add(node, found.our, found.their)
      } else if isPart && areAtOnePlace[base.parent(node)] || isAtOnePlace(node, found) {
        let our = new(ours: found.byTheirs) ?? found.our
        let their = new(theirs: found.byOurs) ?? found.their
        areAtOnePlace[node] = our >= 0 && their >= 0
        add(node, our, their)
      } else {
        // One side has it no more, and may have it as what is new there: what is like the other side's, or stands beside
        // that and has a part of it.
        add(node, found.our, found.their)
        let our =
          new(ours: found.byTheirs)
          ?? new(ours: rival(of: node, in: ours, movedTo: found.their, in: theirs, sides?.old))
        let their =
          new(theirs: found.byOurs)
          ?? new(theirs: rival(of: node, in: theirs, movedTo: found.our, in: ours, sides?.new))
        our.map { open(0, node, 1, $0) }
        their.map { open(0, node, 2, $0) }
      }
    }
  }

  /// Returns true if a node is one of each side by likeness, and the comparison of the sides finds others for these. What
  /// it finds by nothing but a key contradicts nothing.
  private func contradicts(_ found: Partners, _ node: Int) -> Bool {
    guard let sides, found.areBoth, isByLikeness(node) else { return false }
    let isTold = (
      found.byOurs >= 0 && sides.reasons[found.our] != .key,
      found.byTheirs >= 0 && sides.reasons[found.byTheirs] != .key
    )
    return isTold.0 && disagree(found.byOurs, found.their, sides.new)
      || isTold.1 && disagree(found.byTheirs, found.our, sides.old)
  }

  /// Returns the node that a side has in the container to which the other side moved a node of base, if a part of that is
  /// in it, and nowhere else; negative for none.
  /// - Parameters:
  ///   - moved: the node in the other side; negative if it has none.
  ///   - counterpart: returns the node of the side that one of the other side is.
  private func rival(
    of node: Int, in side: VersionPair?, movedTo moved: Int, in other: VersionPair?,
    _ counterpart: ((Int) -> Int)?
  ) -> Int {
    guard let side, let other, let counterpart, moved > 0, other.isMoved(node) else { return -1 }
    return side.child(of: counterpart(other.new.parent(moved)), holdingPartOf: node)
  }

  /// Returns a node of ours that is not in base; nil if there is none, or it is in a row.
  private func new(ours node: Int) -> Int? {
    node >= 0 && !areOurs[node] && ours?.old(of: node) ?? 0 < 0 ? node : nil
  }

  private func new(theirs node: Int) -> Int? {
    node >= 0 && !areTheirs[node] && theirs?.old(of: node) ?? 0 < 0 ? node : nil
  }

  /// Returns true if a side moved a node of base to a place at which the other one has something like it that is new:
  /// then both moved it there.
  private func isAtOnePlace(_ node: Int, _ found: Partners) -> Bool {
    guard let sides else { return false }
    if let their = new(theirs: found.byOurs), let ours {
      return sides.haveOnePlace(found.our, their) && ours.isMoved(node)
        && theirs?.shareDistinctivePart(node, their) ?? false
    }
    if let our = new(ours: found.byTheirs), let theirs {
      return sides.haveOnePlace(our, found.their) && theirs.isMoved(node)
        && ours?.shareDistinctivePart(node, our) ?? false
    }
    return false
  }

  /// Returns true if a side's node was found by likeness alone, so that the other side's may contradict it.
  private func isByLikeness(_ node: Int) -> Bool {
    guard tables[0]?.kinds[node].isContainer ?? false else { return false }
    return ours?.isByLikeness(node) ?? false || theirs?.isByLikeness(node) ?? false
  }

  /// Returns true if a side's node is found to be another one, of another value.
  private func disagree(_ found: Int, _ expected: Int, _ table: NodeTable) -> Bool {
    found != expected && table.number(found) != table.number(expected)
  }

  // MARK: - AddedElements

  private mutating func composeAdditions() {
    var partners: [Int: Int] = [:]
    if let ours, let theirs, let sides {
      var additions = AddedElements(ours, theirs, sides)
      for node in 0..<sides.old.count where sides.old.kinds[node] == .array {
        let other = sides.new(of: node)
        guard other >= 0, ours.old(of: node) >= 0, theirs.old(of: other) >= 0 else { continue }
        additions.compare(node, other)
      }
      for pair in additions.joined { partners[pair.our] = pair.their }
      for pair in additions.open { open(1, pair.our, 2, pair.their) }
    }
    guard let our = tables[1] else { return }
    for node in 0..<our.count where !our.areKeys[node] && !areOurs[node] {
      let their = partners[node] ?? addition(like: node, partners)
      if their >= 0 { partners[node] = their }
      add(-1, node, their)
    }
    guard let their = tables[2] else { return }
    for node in 0..<their.count where !their.areKeys[node] && !areTheirs[node] { add(-1, -1, node) }
  }

  /// Returns the node that theirs added and that is the same as one of ours; negative for none.
  ///
  /// Under one key of one object, or in what both added as a whole, the two versions of the sides decide.
  private func addition(like our: Int, _ partners: [Int: Int]) -> Int {
    guard let sides, sides.new(of: our) >= 0 else { return -1 }
    let their = sides.new(of: our)
    guard !areTheirs[their], theirs?.old(of: their) ?? -1 < 0 else { return -1 }
    guard let ours, our > 0 else { return their }
    let (container, theirContainer) = (sides.old.parent(our), sides.new.parent(their))
    guard sides.new(of: container) == theirContainer else { return -1 }
    if ours.old(of: container) < 0 { return partners[container] == theirContainer ? their : -1 }
    let isMember = sides.old.isMember(our) && sides.old.key(our) == sides.new.key(their)
    return isMember && theirs?.old(of: theirContainer) == ours.old(of: container) ? their : -1
  }
}
