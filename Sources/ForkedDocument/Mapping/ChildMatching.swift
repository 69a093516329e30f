import ForkedJSON
import ForkedMerge

/// The reason for which two nodes are one thing.
enum MatchReason: UInt8, Sendable {
  /// Both are the root.
  case root
  /// They are equal, and neither version has another such one in the container, or they stand in one order.
  case equal
  /// They stand under one key in one object.
  case key
  /// They have the same declared id.
  case identity
  /// Each is most like the other.
  case likeness
  /// They stand at one place between the same neighbours.
  case place
  /// They were found by likeness in different containers.
  case elsewhere
}

/// Decides which children of two versions of one container are one thing.
///
/// The steps, each with what is left by the ones before: ids that are declared, equal values, keys of scalars; what is
/// each other's best by the margin; and what stands between the same neighbours, or under the same key.
struct ChildMatching {
  let old: Children
  let new: Children
  let isObject: Bool
  /// For each old child the index of the new one; negative for none.
  private(set) var partners: [Int]
  private(set) var reverse: [Int]
  private(set) var reasons: [MatchReason]
  /// Pairs of children that may be one thing, though nothing singles them out.
  private(set) var open: [(old: Int, new: Int)] = []
  /// The old members that have nothing but their key in common with the new ones that they were joined with.
  private(set) var weak: [Int] = []
  let ids: ElementIDs?
  /// Returns true if an old and a new node under different keys are one thing.
  private let isRenamed: (Int, Int) -> Bool
  private(set) var parts: PartColumns?
  /// The evidence by which members are known.
  private var identity = MemberIdentity()
  /// For each old member the new one under its key, and for each new one the old one; negative for none.
  private var sameKeys = (toNew: [Int](), toOld: [Int]())
  private(set) var claims = (old: [[Claim]](), new: [[Claim]]())

  init(
    _ old: Children, _ new: Children, ids: ElementIDs?,
    isRenamed: @escaping (Int, Int) -> Bool
  ) {
    self.old = old
    self.new = new
    self.ids = ids
    self.isRenamed = isRenamed
    isObject = old.count > 0 && old.key(0) >= 0 || new.count > 0 && new.key(0) >= 0
    partners = Array(repeating: -1, count: old.count)
    reverse = Array(repeating: -1, count: new.count)
    reasons = Array(repeating: .place, count: old.count)
  }

  mutating func run() {
    if let ids { matchOnce(ids.old, ids.new, ids.reason) { $0 >= 0 } }
    if isObject { matchMembers() } else { matchElements() }
  }

  mutating func join(_ one: Int, _ other: Int, _ reason: MatchReason) {
    guard partners[one] < 0, reverse[other] < 0 else { return }
    (partners[one], reverse[other], reasons[one]) = (other, one, reason)
  }

  /// Joins the children whose number each version has once.
  private mutating func matchOnce(
    _ one: [Int], _ other: [Int], _ reason: MatchReason, where isMeant: (Int) -> Bool
  ) {
    var places: [Int: (old: Int, new: Int)] = [:]
    let (none, several) = (-1, -2)
    for (place, number) in one.enumerated() where isMeant(number) {
      let known = places[number]
      places[number] = (known == nil ? place : several, none)
    }
    for (place, number) in other.enumerated() where isMeant(number) {
      guard let known = places[number] else { continue }
      places[number] = (known.old, known.new == none ? place : several)
    }
    for (place, number) in one.enumerated() where isMeant(number) {
      guard let found = places[number], found.old == place, found.new >= 0 else { continue }
      join(place, found.new, reason)
    }
  }

  // MARK: - Members

  private mutating func matchMembers() {
    let places = Dictionary(
      (0..<new.count).map { (new.key($0), $0) }, uniquingKeysWith: { first, _ in first })
    sameKeys.toNew = (0..<old.count).map { places[old.key($0)] ?? -1 }
    sameKeys.toOld = Array(repeating: -1, count: new.count)
    for (one, other) in sameKeys.toNew.enumerated() where other >= 0 {
      sameKeys.toOld[other] = one
      let areScalars = !old.isContainer(one) && !new.isContainer(other)
      if old.number(one) == new.number(other) {
        join(one, other, old.isContainer(one) ? .equal : .key)
      } else if areScalars {
        join(one, other, .key)
      }
    }
    let left = partners.indices.filter { partners[$0] < 0 }
    guard !left.isEmpty, reverse.contains(where: { $0 < 0 }) else { return }
    matchByLikeness()
    for one in left where partners[one] < 0 && sameKeys.toNew[one] >= 0 {
      let other = sameKeys.toNew[one]
      // A list is no object, but what is in it may have moved.
      guard reverse[other] < 0, !new.isContainer(other) || haveOneKind(one, other) else { continue }
      guard isJoinable(one, other, beside: { $0 < 0 }) else {
        open.append((one, other))
        continue
      }
      join(one, other, .key)
      if !isShare(one, other) { weak.append(one) }
    }
    collectOpen()
  }

  // MARK: - Elements

  private mutating func matchElements() {
    matchOnce(
      old.nodes.indices.map { old.isContainer($0) ? old.number($0) : -1 },
      new.nodes.indices.map { new.isContainer($0) ? new.number($0) : -1 }, .equal
    ) { $0 >= 0 }
    if hasRepeatedEquals {
      for run in commonRuns() {
        for offset in 0..<run.count where old.isContainer(run.old + offset) {
          join(run.old + offset, run.new + offset, .equal)
        }
      }
      matchRepeatedEquals()
    }
    matchByLikeness()
    matchByUsualIDs()
    matchGaps()
    collectOpen()
  }

  func isLeft(old place: Int) -> Bool { partners[place] < 0 && old.isContainer(place) }
  func isLeft(new place: Int) -> Bool { reverse[place] < 0 && new.isContainer(place) }

  private var hasRepeatedEquals: Bool {
    let left = Set(old.nodes.indices.filter(isLeft(old:)).map(old.number))
    return !left.isEmpty
      && new.nodes.indices.contains { isLeft(new: $0) && left.contains(new.number($0)) }
  }

  /// The runs that both versions have in one order: joined children, and equal ones that are not joined.
  private func commonRuns() -> [CommonRun] {
    SequenceDiff.commonRuns(
      old: old.nodes.indices.map {
        partners[$0] < 0 ? old.number($0) * 2 : partners[$0] * 2 + 1
      },
      new: new.nodes.indices.map { reverse[$0] < 0 ? new.number($0) * 2 : $0 * 2 + 1 })
  }

  /// Joins equal containers that moved within the list, in their order, if both versions have as many.
  private mutating func matchRepeatedEquals() {
    let olds = Dictionary(grouping: old.nodes.indices.filter(isLeft(old:)), by: old.number)
    let news = Dictionary(grouping: new.nodes.indices.filter(isLeft(new:)), by: new.number)
    for (number, places) in olds {
      guard let others = news[number], others.count == places.count else { continue }
      for (one, other) in zip(places, others) { join(one, other, .equal) }
    }
  }

  /// Aligns what is left between joined neighbours.
  private mutating func matchGaps() {
    let runs = commonRuns() + [CommonRun(old: old.count, new: new.count, count: 0)]
    let originals = Set(partners.indices.filter { partners[$0] >= 0 }.map(old.number))
    var (oldEnd, newEnd) = (0, 0)
    for run in runs {
      let (olds, news) = (oldEnd..<run.old, newEnd..<run.new)
      if !olds.isEmpty, !news.isEmpty { matchGap(olds, news, originals: originals) }
      for offset in 0..<run.count {
        let areContainers = old.isContainer(run.old + offset)
        join(run.old + offset, run.new + offset, areContainers ? .equal : .place)
      }
      (oldEnd, newEnd) = (run.old + run.count, run.new + run.count)
    }
  }

  private mutating func matchGap(
    _ olds: Range<Int>, _ news: Range<Int>, originals: Set<Int>
  ) {
    // A copy is no edit: what it was copied from is still there.
    let others = news.filter { isLeft(new: $0) && !originals.contains(new.number($0)) }
    matchContainers(olds.filter(isLeft(old:)), others)
    let scalars = (
      olds.filter { !old.isContainer($0) && partners[$0] < 0 },
      news.filter { !new.isContainer($0) && reverse[$0] < 0 }
    )
    // A replacement stands before an insertion at its end.
    for (one, other) in zip(scalars.0, scalars.1) { join(one, other, .place) }
  }

  /// The number of pairs in a gap that are all compared.
  private static let mostPairs = 1024

  private mutating func matchContainers(_ olds: [Int], _ news: [Int]) {
    guard let parts, !olds.isEmpty, !news.isEmpty else { return }
    if olds.count == news.count, Set(olds.map(old.number)).count == 1,
      Set(news.map(new.number)).count == 1
    {
      guard parts.isShare(parts.shared(olds[0], news[0]), olds[0], news[0]) else { return }
      for (one, other) in zip(olds, news) where mayJoin(one, other) { join(one, other, .place) }
      return
    }
    guard olds.count * news.count <= Self.mostPairs else { return }
    for one in olds {
      let shares = news.map { mayBe(one, $0) ? parts.shared(one, $0).weight : 0 }
      guard let most = shares.max(), most > 0, shares.count(where: { $0 == most }) == 1,
        let index = shares.firstIndex(of: most)
      else { continue }
      let other = news[index]
      let isBest = olds.allSatisfy {
        $0 == one || !mayBe($0, other) || parts.shared($0, other).weight < most
      }
      guard isBest, parts.isShare(parts.shared(one, other), one, other),
        isUnclaimed(one, other, parts.shared(one, other)), mayJoin(one, other)
      else { continue }
      join(one, other, .place)
    }
  }

  /// Returns true if nothing that is left has as good a claim on either, and nothing else a better one.
  private func isUnclaimed(_ one: Int, _ other: Int, _ shared: Evidence) -> Bool {
    func isLess(_ rival: Claim, _ isLeft: Bool) -> Bool {
      let (own, others) = (shared.weight, rival.shared.weight)
      return rival.shared.count <= shared.count && (isLeft ? others < own : others <= own)
    }
    return claims.old[one].allSatisfy { $0.place == other || isLess($0, reverse[$0.place] < 0) }
      && claims.new[other].allSatisfy { $0.place == one || isLess($0, partners[$0.place] < 0) }
  }

  // MARK: - Likeness

  private func haveOneKind(_ one: Int, _ other: Int) -> Bool {
    old.table.kinds[old.nodes[one]] == new.table.kinds[new.nodes[other]]
  }

  private func mayBe(_ one: Int, _ other: Int) -> Bool {
    guard haveOneKind(one, other) else { return false }
    return !(ids?.tellApart(one, other) ?? false)
  }

  /// Returns false also for elements that are known by different names: they are open at most.
  private func mayJoin(_ one: Int, _ other: Int) -> Bool {
    mayBe(one, other) && !(parts?.haveOtherNames(one, other) ?? false)
  }

  private func haveSameKey(_ one: Int, _ other: Int) -> Bool {
    isObject && old.key(one) == new.key(other)
  }

  /// Joins what is each other's best by the margin.
  private mutating func matchByLikeness() {
    let olds = partners.indices.filter(isLeft(old:))
    let news = reverse.indices.filter(isLeft(new:))
    guard !olds.isEmpty, !news.isEmpty else { return }
    identity = memberIdentity()
    let parts = PartColumns(old, new, equals: equals, identity)
    self.parts = parts
    claims.old = Array(repeating: [], count: old.count)
    claims.new = Array(repeating: [], count: new.count)
    var search = ClaimSearch(count: max(old.count, new.count))
    for one in olds {
      claims.old[one] = search.claims(of: parts.old[one], parts.newHolders, parts.weights) {
        mayBe(one, $0) ? parts.shared(one, $0) : Evidence()
      }
    }
    for other in news {
      claims.new[other] = search.claims(of: parts.new[other], parts.oldHolders, parts.weights) {
        mayBe($0, other) ? parts.shared($0, other) : Evidence()
      }
    }
    for one in olds {
      guard let best = claims.old[one].first, isLeft(new: best.place),
        isJoinable(one, best.place, beside: { _ in true }),
        isObject ? isSame(member: one, best) : mayJoin(one, best.place)
      else { continue }
      join(one, best.place, .likeness)
    }
  }

  /// Returns the evidence by which members are known.
  ///
  /// One alone whose content went was emptied or replaced: its key still says what it is.
  private func memberIdentity() -> MemberIdentity {
    guard isObject else { return MemberIdentity() }
    let tied = old.nodes.indices.filter { sameKeys.toNew[$0] >= 0 }
    let all = Set(tied.map(old.key))
    let counts = (
      partners.indices.count(where: isLeft(old:)), reverse.indices.count(where: isLeft(new:))
    )
    guard max(counts.0, counts.1) > 1 else { return MemberIdentity(kept: all) }
    let parts = PartColumns(old, new, equals: equals, MemberIdentity(hasOthers: true))
    let others = tied.filter {
      isLeft(old: $0) && isLeft(new: sameKeys.toNew[$0])
        && !parts.keepsContent($0, sameKeys.toNew[$0])
    }
    return MemberIdentity(kept: all.subtracting(others.map(old.key)), hasOthers: !others.isEmpty)
  }

  private func isShare(_ one: Int, _ other: Int) -> Bool {
    guard let parts else { return true }
    return haveOneKind(one, other) && parts.isShare(parts.shared(one, other), one, other)
  }

  private func isSame(member one: Int, _ best: Claim) -> Bool {
    if haveSameKey(one, best.place) { return isShare(one, best.place) }
    return isRenamed(old.nodes[one], new.nodes[best.place]) && !mayBeFilled(best.place)
  }

  /// Returns true for a list that may be an old one with other elements: nothing shows that this one was renamed, too.
  private func mayBeFilled(_ place: Int) -> Bool {
    let former = sameKeys.toOld[place]
    guard new.table.kinds[new.nodes[place]] == .array, former >= 0, old.isContainer(former) else {
      return false
    }
    guard let best = claims.old[former].first else { return true }
    return haveSameKey(former, best.place) || !isShare(former, best.place)
  }

  /// For each new child the old one with the same value and key.
  private var equals: [Int] {
    reverse.indices.map { place in
      let one = reverse[place]
      return one >= 0 && old.number(one) == new.number(place)
        && (!isObject || haveSameKey(one, place)) ? one : -1
    }
  }

  /// Returns true if two children share enough, and outweigh each of the others by what they alone share.
  /// - Parameter isRival: returns true for the partners of children that count as others.
  private func isJoinable(
    _ one: Int, _ other: Int, beside isRival: (Int) -> Bool
  ) -> Bool {
    guard let parts else { return haveSameKey(one, other) }
    let shared = parts.shared(one, other)
    let isNamed = haveSameKey(one, other)
    // Nothing but the key says that they are one, so anything may speak against it; where members are known by all
    // that they hold, the least share of that.
    let isWeak = isNamed && !parts.isShare(shared, one, other)
    guard isNamed || mayBe(one, other) && parts.isShare(shared, one, other) else { return false }
    func isPlausible(_ shared: Evidence, _ one: Int, _ other: Int) -> Bool {
      !isObject || isWeak && !identity.hasOthers || haveSameKey(one, other)
        || parts.isShare(shared, one, other)
    }
    return claims.old[one].allSatisfy { rival in
      rival.place == other || !isRival(reverse[rival.place])
        || !isPlausible(rival.shared, one, rival.place)
        || shared.outweighs(
          rival.shared,
          apartFrom: parts.evidence(parts.old[one], parts.new[other], parts.new[rival.place]))
    }
      && claims.new[other].allSatisfy { rival in
        rival.place == one || !isRival(partners[rival.place])
          || !isPlausible(rival.shared, rival.place, other)
          || shared.outweighs(
            rival.shared,
            apartFrom: parts.evidence(parts.new[other], parts.old[one], parts.old[rival.place]))
      }
  }

  /// Names the pairs that share enough, or a text that nothing else has, and are not joined, with those that made them
  /// doubtful. Such a text is not enough to join two, and too much to call one deleted and the other new.
  private mutating func collectOpen() {
    guard let parts else { return }
    for one in partners.indices where isLeft(old: one) {
      let left = claims.old[one].filter { isLeft(new: $0.place) }
      for claim in left where parts.shareText(one, claim.place) { open.append((one, claim.place)) }
      guard let best = left.first(where: { parts.isShare($0.shared, one, $0.place) }) else {
        continue
      }
      for claim in left where !best.shared.weight.outweighs(claim.shared.weight) {
        open.append((one, claim.place))
      }
    }
    for other in reverse.indices where isLeft(new: other) {
      let left = claims.new[other].filter { isLeft(old: $0.place) }
      guard let best = left.first(where: { parts.isShare($0.shared, $0.place, other) }) else {
        continue
      }
      for claim in left where !best.shared.weight.outweighs(claim.shared.weight) {
        open.append((claim.place, other))
      }
    }
  }
}
