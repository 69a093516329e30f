import Forked
import ForkedJSON

/// The places that the user decides about, because what stands there may be, or belong to, something that moved.
extension MoveSearch {
  /// A place in a side's version, with the explanation of its conflict; nil where key and content contradict each other, and
  /// the other side changed it.
  struct Contradiction {
    var side: MergeSide
    var path: PropertyPath
    /// The version that has it at this path.
    var version: Mapping.Version
    var note: MergeNote?

    init(
      side: MergeSide, path: PropertyPath, version: Mapping.Version? = nil, note: MergeNote? = nil
    ) {
      self.side = side
      self.path = path
      self.version = version ?? Mapping.Version(side)
      self.note = note
    }
  }

  /// Returns the contradictions, given the moves that can't be followed, those that have no place in the result, and what a
  /// side may have written anew.
  mutating func findContradictions(
    blocking moves: [SubtreeMove], _ unfollowed: [Candidate], _ rewritten: [RewrittenContainer]
  ) -> [Contradiction] {
    contradictions(blocking: moves)
      + unfollowed.sorted { $0.row < $1.row }.flatMap { contradictions(of: $0) }
      + openMembers() + renamedMembers() + rewritten.compactMap { contradiction(of: $0) }
      + outsideMembers()
  }

  /// Returns the places of something that moved, and that the other side changed, moved elsewhere or deleted.
  private mutating func contradictions(of candidate: Candidate) -> [Contradiction] {
    guard let from = tracer.place(of: candidate.row, in: .base) else { return [] }
    let ours = tracer.place(of: candidate.row, in: .ours)
    let theirs = tracer.place(of: candidate.row, in: .theirs)
    guard let mover = candidate.side else {
      guard candidate.isDisputed, let ours, let theirs else { return [] }
      let note = MergeNote.movedByBoth(
        from: from.pointer, ours: ours.pointer, theirs: theirs.pointer)
      return [(MergeSide.ours, ours), (.theirs, theirs)].compactMap { side, place in
        place.isFixed ? nil : Contradiction(side: side, path: place.path, note: note)
      }
    }
    let (moved, other) = mover == .ours ? (ours, theirs) : (theirs, ours)
    guard let moved, isChanged(candidate.row, .base, Mapping.Version(mover.other)) else {
      return []
    }
    let place = other ?? moved
    guard !place.isFixed, !place.plan.leavesToUser else { return [] }
    let note = MergeNote.moved(by: mover, from: from.pointer, to: moved.pointer)
    return [
      Contradiction(side: other == nil ? mover : mover.other, path: place.path, note: note)
    ]
  }

  /// Returns the places of moves that can't be followed at which both sides changed something, with those that things left to
  /// go there: who keeps what stands at the new place must be able to keep the thing at its former one.
  private mutating func contradictions(blocking moves: [SubtreeMove]) -> [Contradiction] {
    let blocked = moves.compactMap { $0.row.flatMap { candidates[$0] } }
    var found: [Mapping.Place: [Contradiction]] = [:]
    for place in Set(blocked.flatMap { [$0.from, $0.ours, $0.theirs] }) {
      let contradictions = contradictions(at: place)
      if !contradictions.isEmpty { found[place] = contradictions }
    }
    let followed = Set(self.moves.compactMap(\.row))
    let apart = candidates.values.filter { $0.side != nil && !followed.contains($0.row) }
    let arrivals = Dictionary(grouping: apart.sorted { $0.row < $1.row }, by: \.to)
    let disputed = blocked.filter(\.isDisputed).flatMap { [$0.ours, $0.theirs] }
    var contested = Set(found.keys).union(disputed)
    var open = Array(contested)
    while let place = open.popLast() {
      for arrival in arrivals[place] ?? [] {
        let isMember = arrival.from.key >= 0
        if isMember, !contested.insert(arrival.from).inserted { continue }
        found[arrival.from, default: []] += former(arrival)
        if isMember { open.append(arrival.from) }
      }
    }
    return found.keys.sorted().flatMap { found[$0] ?? [] }
  }

  /// Returns the former place of what one side moved, in the other side's version.
  private mutating func former(_ candidate: Candidate) -> [Contradiction] {
    guard let side = candidate.side?.other, let move = move(candidate),
      let place = tracer.place(of: candidate.row, in: Mapping.Version(side)), !place.isFixed
    else { return [] }
    return [Contradiction(side: side, path: place.path, note: move.disputeNote)]
  }

  /// Returns a place in the sides' versions, if both sides changed what stands there, or put something else there.
  private mutating func contradictions(at place: Mapping.Place) -> [Contradiction] {
    let old = members.row(at: place, in: .base)
    let rows = MergeSide.both.map { members.row(at: place, in: Mapping.Version($0)) }
    guard rows != [old, old], rows[0] == old || rows[0] != rows[1] else { return [] }
    let areChanged = zip(MergeSide.both, rows).allSatisfy { side, row in
      row != old || row.map { isChanged($0, .base, Mapping.Version(side)) } ?? false
    }
    guard areChanged else { return [] }
    return zip(MergeSide.both, rows).compactMap { side, row in
      let traced = row.flatMap { tracer.place(of: $0, in: Mapping.Version(side)) }
      return traced.flatMap { $0.isFixed ? nil : Contradiction(side: side, path: $0.path) }
    }
  }

  /// Finds the members that may be what a side has under their keys, or something else, and which the other side changed.
  private mutating func openMembers() -> [Contradiction] {
    var found: [Contradiction] = []
    for (side, pair) in zip(MergeSide.both, mapping.pairs) {
      guard let pair else { continue }
      let version = Mapping.Version(side)
      for (old, new) in pair.open where pair.old.isMember(old) && pair.haveOnePlace(old, new) {
        let (row, rival) = (mapping.row(of: old, in: .base), mapping.row(of: new, in: version))
        let other = Mapping.Version(side.other)
        guard mapping.place(of: rival, in: other) != mapping.place(of: rival, in: version) else {
          continue
        }
        guard isChanged(row, .base, other),
          let place = tracer.place(of: rival, in: version), !place.isFixed
        else { continue }
        found.append(Contradiction(side: side, path: place.path))
      }
    }
    return found
  }

  /// Finds the members that a side may have renamed, and the other side deleted or renamed, too, to another key.
  private mutating func renamedMembers() -> [Contradiction] {
    MergeSide.both.flatMap { side -> [Contradiction] in
      let (version, other) = (Mapping.Version(side), Mapping.Version(side.other))
      return (mapping.pairs[version.rawValue - 1]?.renamed ?? []).compactMap { old, new in
        let (row, renamed) = (mapping.row(of: old, in: .base), mapping.row(of: new, in: version))
        guard mapping.rows[row][other] == nil, mapping.rows[renamed][other] == nil,
          let from = tracer.place(of: row, in: .base),
          let to = tracer.place(of: renamed, in: version), !to.isFixed
        else { return nil }
        return Contradiction(
          side: side, path: to.path, note: .moved(by: side, from: from.pointer, to: to.pointer))
      }
    }
  }

  /// A value of base that a side has no more, but perhaps as something new elsewhere: nothing tells that it was deleted.
  struct RewrittenContainer {
    var row: Int
    var side: MergeSide
    /// The row of what the side added, and that it may be.
    var rival: Int
  }

  /// Finds what one side moved, or changed, and the other has no more, but something new elsewhere that is open with it, or
  /// that holds any, or all, of its values.
  func rewrittenContainers() -> [RewrittenContainer] {
    guard let base = mapping.tables[0] else { return [] }
    return MergeSide.both.flatMap { side -> [RewrittenContainer] in
      let version = Mapping.Version(side)
      let gone = mapping.rows.indices.filter { isGone($0, by: side) }
      if gone.isEmpty { return [] }
      let added = soleNumbers(addedBy: side, base)
      return gone.compactMap { row in
        let rival =
          mapping.isOpen(row)
          ? openElsewhere(row, side)
          : rewritten(row, base, added).flatMap {
            mapping.container(of: mapping.row(of: $0, in: version), in: version)
          }
        return rival.map { RewrittenContainer(row: row, side: side, rival: $0) }
      }
    }
  }

  /// Returns what a side added to another container, and that may be a row.
  private func openElsewhere(_ row: Int, _ side: MergeSide) -> Int? {
    let version = Mapping.Version(side)
    return mapping.candidates(of: row).first { candidate in
      mapping.rows[candidate][version] != nil && mapping.rows[candidate][.base] == nil
        && mapping.container(of: candidate, in: version) != mapping.container(of: row, in: .base)
    }
  }

  /// Returns true if a side has a value no more, and the other side moved it, or changed what is in it, but not around it.
  private func isGone(_ row: Int, by side: MergeSide) -> Bool {
    let (version, other) = (Mapping.Version(side), Mapping.Version(side.other))
    guard mapping.rows[row][.base] != nil, mapping.rows[row][version] == nil,
      mapping.rows[row][other] != nil
    else { return false }
    if isMoved(row) { return true }
    let container = mapping.container(of: row, in: .base)
    return mapping.node(row, in: .base)?.kind.isContainer ?? false
      && isChanged(row, .base, other) && container.flatMap { mapping.rows[$0][version] } != nil
  }

  private func isMoved(_ row: Int) -> Bool { candidates[row] != nil }

  /// Returns a node among what was added that has a value of a container, if all its values are there, or any of what
  /// moved.
  private func rewritten(_ row: Int, _ base: NodeTable, _ added: [Int: Int]) -> Int? {
    guard let old = mapping.rows[row][.base] else { return nil }
    let values = base.range(old).filter {
      !base.areKeys[$0] && !base.kinds[$0].isContainer && base.node($0).isDistinctive
    }
    let nodes = values.compactMap { added[base.number($0)] }
    return isMoved(row) || nodes.count == values.count ? nodes.first : nil
  }

  private mutating func contradiction(of rewritten: RewrittenContainer) -> Contradiction? {
    let (row, side) = (rewritten.row, rewritten.side)
    let version = Mapping.Version(side)
    guard let from = tracer.place(of: row, in: .base),
      let to = tracer.place(of: rewritten.rival, in: version),
      let place = tracer.place(of: row, in: Mapping.Version(side.other)), !place.isFixed,
      isMoved(row) || to.pointer != from.pointer && !place.plan.leavesToUser
    else { return nil }
    return Contradiction(
      side: side.other, path: place.path,
      note: .moved(by: side, from: from.pointer, to: to.pointer))
  }

  /// Finds the members that a side added to an object, of which the other put most of what it had into something new: they
  /// may belong there, too.
  private mutating func outsideMembers() -> [Contradiction] {
    var found: [Contradiction] = []
    for side in MergeSide.both {
      let gathered = candidates.values.filter { $0.side == side && isGathered($0) }
      let byOrigin = Dictionary(grouping: gathered, by: \.from.container)
      for (object, moved) in byOrigin.sorted(by: { $0.key < $1.key }) {
        let kept = mapping.members(of: object, in: Mapping.Version(side))
          .count { mapping.rows[$0][.base] != nil }
        guard moved.count > kept, let first = moved.map(\.row).min(),
          let note = gathering(first, by: side)
        else { continue }
        let version = Mapping.Version(side.other)
        for row in mapping.members(of: object, in: version)
        where mapping.rows[row][.base] == nil && mapping.rows[row][Mapping.Version(side)] == nil {
          guard let place = tracer.place(of: row, in: version), !place.isFixed else { continue }
          found.append(Contradiction(side: side.other, path: place.path, note: note))
        }
      }
    }
    return found
  }

  /// Returns the explanation that a side put what stood beside a row into what it stands in now.
  private mutating func gathering(_ row: Int, by side: MergeSide) -> MergeNote? {
    let version = Mapping.Version(side)
    guard let former = mapping.container(of: row, in: .base),
      let container = mapping.container(of: row, in: version),
      let from = tracer.place(of: former, in: .base),
      let to = tracer.place(of: container, in: version)
    else { return nil }
    return .moved(by: side, from: from.pointer, to: to.pointer)
  }
}
