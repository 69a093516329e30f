import Forked

/// Other ways to read a version: which of its records are which of base's.
///
/// Texts don't show identities. Where they say something else than the truth with more reason, no merge can know.
enum RecordReading {
  /// The version with records of base that are equal exchanged, two at a time; scalars go by their number anyway.
  static func twins(_ base: RecordNode, _ version: RecordNode) -> [RecordNode] {
    var pairs: [(Int, Int)] = []
    base.forEachList { list in
      guard !list.holdsScalars else { return }
      let groups = Dictionary(grouping: list.items) { $0.value.tree() }
      for group in groups.values.map({ $0.map(\.identity) }) where group.count > 1 {
        for (index, one) in group.enumerated() {
          pairs += group[(index + 1)...].map { (one, $0) }
        }
      }
    }
    return pairs.sorted { $0 < $1 }.prefix(40).map { one, other in
      version.renaming { $0 == one ? other : $0 == other ? one : $0 }
    }
  }

  /// Other readings of ours and theirs, without the members that only hold a position.
  static func others(
    _ versions: [RecordNode], placeNames: Set<String>
  ) -> some Sequence<(ours: RecordNode, theirs: RecordNode)> {
    let base = versions[0].without(placeNames)
    return numberings(versions, placeNames).lazy.flatMap { numbered in
      let (ours, theirs) = (numbered[0].without(placeNames), numbered[1].without(placeNames))
      return readings(base, ours, by: .ours).lazy.flatMap { ours in
        readings(base, theirs, by: .theirs).lazy.flatMap { theirs in
          [theirs, insertedApart(base, ours, theirs)].lazy.map { (ours: ours, theirs: $0) }
        }
      }
    }
  }

  /// Ours and theirs as they are, and by the numbers of their records, where these say something else.
  private static func numberings(
    _ versions: [RecordNode], _ placeNames: Set<String>
  ) -> some Sequence<[RecordNode]> {
    let (base, ours, theirs) = (versions[0], versions[1], versions[2])
    let sides = [ours, theirs]
    func exchanged(_ version: RecordNode) -> some Sequence<RecordNode> {
      twins(version.without(placeNames), version).prefix(8)
    }
    let stripped = versions.map { $0.without(placeNames) }
    let apart = sides.indices.map {
      sides[$0].renaming(others(stripped[0], stripped[$0 + 1]), as: $0 + 1)
    }
    let otherwise = sides.map { $0.renaming(renumbered(base, $0, placeNames), as: 3) }
    let alike =
      [sides, sides.map { likelier(base, $0).first ?? $0 }, apart, otherwise]
      + exchanged(ours).map { [$0, theirs] } + exchanged(theirs).map { [ours, $0] }
    return [sides]
      + alike.lazy.flatMap { sides in
        Numbers.all.lazy.map { numberedAlike([base] + sides, by: $0) }
      }
      .filter { $0.map(\.identities) != sides.map(\.identities) }
  }

  /// The changed records under other numbers, where their old number is that of a record with their old title.
  private static func renumbered(
    _ base: RecordNode, _ version: RecordNode, _ placeNames: Set<String>
  ) -> Set<Int> {
    var known: [Int: (title: [LawTree?], value: LawTree)] = [:]
    base.forEachList { list in
      for (item, title) in zip(list.items, list.numberedTitles) {
        known[item.identity] = (title, item.value.without(placeNames).tree())
      }
    }
    var others: Set<Int> = []
    version.forEachList { list in
      let titles = list.numberedTitles
      for (item, title) in zip(list.items, titles) {
        guard let old = known[item.identity], old.title != title, titles.contains(old.title),
          old.value != item.value.without(placeNames).tree()
        else { continue }
        others.insert(item.identity)
        others.formUnion(item.value.identities)
      }
    }
    return others
  }

  /// The readings of one side: what is likeliest, and what a new key, or nothing in common, says is another record.
  private static func readings(
    _ base: RecordNode, _ version: RecordNode, by side: MergeSide
  ) -> [RecordNode] {
    let likelier = Self.likelier(base, version)
    let equal = alike(base, version) { $0.items.map { $0.value.tree() } }
    let titled = alike(base, version, by: \.ownTitles)
    let likely = [version, equal, titled, inPlace(base, version)] + likelier
    // A record that is new on both sides may be one or two.
    let numbers = side == .ours ? [1] : [1, 2]
    let apart = likely.flatMap { version in
      Set([false, true].map { others(base, version, byHalves: $0) }).flatMap { others in
        numbers.map { version.renaming(others, as: $0) }
      }
    }
    return likely + apart + (side == .ours ? [] : twins(base, likelier.first ?? version))
  }

  /// The version where each record that tells itself like one of base, in the same list, is that one.
  /// - Parameter telling: what tells each record of a list; nil where nothing does.
  private static func alike(
    _ base: RecordNode, _ version: RecordNode, by telling: (RecordList) -> [LawTree?]
  ) -> RecordNode {
    reread(base, version) { old, new in
      guard !new.holdsScalars else { return nil }
      var rest: [LawTree: [Int]] = [:]
      for (item, tree) in zip(old.items, telling(old)) {
        if let tree { rest[tree, default: []].append(item.identity) }
      }
      let found = telling(new).map { $0.flatMap { rest[$0]?.popLast() } }
      let taken = Set(found.compactMap(\.self))
      return zip(new.order, found).map { identity, found in
        found ?? (taken.contains(identity) ? -identity : identity)
      }
    }
  }

  /// The version where a record without a key, in place of a deleted one, is that one, if they have half of their members
  /// alike and all others stand where they stood.
  private static func inPlace(_ base: RecordNode, _ version: RecordNode) -> RecordNode {
    reread(base, version) { old, new in
      guard new.element.keyWays.isEmpty, old.items.count == new.items.count else { return nil }
      let (known, present) = (Set(old.order), Set(new.order))
      var identities = new.order
      for (index, (one, other)) in zip(old.items, new.items).enumerated()
      where one.identity != other.identity {
        guard !known.contains(other.identity), !present.contains(one.identity),
          other.value.hasHalf(of: one.value)
        else { return nil }
        identities[index] = one.identity
      }
      return identities
    }
  }

  /// The version with other identities in its lists.
  /// - Parameter identities: returns those of the records of a list, which has been matched with one of base; nil leaves
  ///   them.
  private static func reread(
    _ base: RecordNode, _ version: RecordNode,
    _ identities: (_ old: RecordList, _ new: RecordList) -> [Int]?
  ) -> RecordNode {
    switch (base, version) {
    case (.object, .object(var members)):
      for index in members.indices {
        guard let old = base[members[index].key] else { continue }
        members[index].value = reread(old, members[index].value, identities)
      }
      return .object(members)
    case (.list(let old), .list(var new)):
      for (index, identity) in (identities(old, new) ?? []).enumerated() {
        new.items[index].identity = identity
      }
      let elements = old.byIdentity
      for (index, item) in new.items.enumerated() {
        guard let element = elements[item.identity] else { continue }
        new.items[index].value =
          element.tree() == item.value.tree() ? element : reread(element, item.value, identities)
      }
      return .list(new)
    default: return version
    }
  }

  /// The records that are others by their texts: under a new key, or without a key and with no equal member, or nothing in
  /// common with the one of base which no other of base has, nor another of the version.
  /// - Parameter halves: true if another half of a key makes another record, too.
  private static func others(
    _ base: RecordNode, _ version: RecordNode, byHalves halves: Bool = false
  ) -> Set<Int> {
    var records: [Int: (value: RecordNode, own: Set<[String]>)] = [:]
    base.forEachList { list in
      for (item, own) in zip(list.items, list.ownLeaves) {
        records[item.identity] = (item.value, own)
      }
    }
    var renamed: Set<Int> = []
    version.forEachList { list in
      for (item, own) in zip(list.items, list.ownLeaves) where item.value.members != nil {
        guard let old = records[item.identity], old.value.tree() != item.value.tree() else {
          continue
        }
        let ways = list.element.nameWays(byHalves: halves)
        let isOther =
          ways.isEmpty
          ? old.own.isDisjoint(with: own) || !item.value.hasMember(equalToThatOf: old.value)
          : ways.contains { old.value[$0[...]]?.tree() != item.value[$0[...]]?.tree() }
        if isOther { renamed.insert(item.identity) }
      }
    }
    return renamed
  }

  /// Theirs, where what both inserted and one changed then are two records, unless a key says otherwise. Of an only record
  /// nothing tells what its key is.
  private static func insertedApart(
    _ base: RecordNode, _ ours: RecordNode, _ theirs: RecordNode
  ) -> RecordNode {
    let known = Set(base.identities)
    var inserted: [Int: (value: RecordNode, isAlone: Bool)] = [:]
    ours.forEachList { list in
      for item in list.items where !known.contains(item.identity) {
        inserted[item.identity] = (item.value, list.items.count == 1)
      }
    }
    var others: Set<Int> = []
    theirs.forEachList { list in
      for item in list.items {
        guard let mine = inserted[item.identity], mine.value.tree() != item.value.tree() else {
          continue
        }
        let isKnown = list.element.keyWay.map { way in
          !mine.isAlone && list.items.count > 1
            && mine.value[way[...]]?.tree() == item.value[way[...]]?.tree()
        }
        if isKnown != true { others.insert(item.identity) }
      }
    }
    return theirs.renaming { others.contains($0) ? $0 + 1_000_000 : $0 }
  }

  /// The numbers that are taken for those of one record.
  private struct Numbers {
    /// The lists whose numbers are known, by how many lists they are in.
    let depths: Range<Int>
    /// True if what both sides inserted under one number is one record.
    let joinInsertions: Bool

    static let all = [true, false].flatMap { joinInsertions in
      [0..<Int.max, 0..<1, 1..<Int.max].map {
        Numbers(depths: $0, joinInsertions: joinInsertions)
      }
    }
  }

  /// Ours and theirs, where what stands under one number is one record, if the text doesn't say otherwise: what one side
  /// deleted and inserted, and perhaps what both inserted.
  private static func numberedAlike(_ versions: [RecordNode], by known: Numbers) -> [RecordNode] {
    // The container of a list must be matched before its records can be.
    let alike = (0..<3).reduce(versions) { versions, _ in
      [versions[0]] + numberedAlikeAtOneLevel(versions, known)
    }
    return Array(alike.dropFirst())
  }

  private static func numberedAlikeAtOneLevel(
    _ versions: [RecordNode], _ which: Numbers
  ) -> [RecordNode] {
    var inserted: [[String]: Int] = [:]
    let numbers = Self.numbers(versions[0], at: which.depths)
    return versions.dropFirst().map { version in
      let present = Set(version.identities)
      let deleted = numbers.filter { !present.contains($0.key) }
      var known = Dictionary(deleted.map { ($0.value, $0.key) }, uniquingKeysWith: min)
      if which.joinInsertions { known.merge(inserted) { old, _ in old } }
      var same: [Int: Int] = [:]
      let all = Self.numbers(version, at: which.depths)
      for (identity, number) in all.sorted(by: { $0.key < $1.key })
      where numbers[identity] == nil {
        same[identity] = known.removeValue(forKey: number)
        inserted[number] = inserted[number] ?? same[identity] ?? identity
      }
      // The one that has the number is the other one's record, so the record that was that one is a new one.
      let displaced = Set(same.values).intersection(present)
      return version.renaming { same[$0] ?? (displaced.contains($0) ? -$0 - 3_000_000 : $0) }
    }
  }

  /// The numbers of the records that have one, each behind the way to its list.
  private static func numbers(_ version: RecordNode, at depths: Range<Int>) -> [Int: [String]] {
    var numbers: [Int: [String]] = [:]
    func collect(_ node: RecordNode, _ place: [String], _ depth: Int) {
      switch node {
      case .scalar, .tuple: return
      case .object(let members):
        for member in members { collect(member.value, place + [member.key], depth) }
      case .list(let list):
        let way = list.placeWay ?? list.element.labelWay
        let found = list.items.map { item in way.flatMap { item.value[$0[...]]?.tree().text } }
        let areNumbers = !found.contains(nil) && Set(found).count == found.count
        for (item, number) in zip(list.items, found) {
          if areNumbers, depths.contains(depth), let number {
            numbers[item.identity] = place + [number]
          }
          collect(item.value, place + ["\(item.identity)"], depth + 1)
        }
      }
    }
    collect(version, [], 0)
    return numbers
  }

  /// The version with the likeliest identities, where these are likelier than the true ones, or as likely: by the first
  /// of the records that are equally alike, the second, and so on.
  static func likelier(_ base: RecordNode, _ version: RecordNode) -> [RecordNode] {
    var found: [RecordNode] = []
    for keepsOthers in [false, true] {
      for start in 0..<4 {
        var isOther = false
        let read = reread(base, version) { old, new in
          let likelier = RecordLikeness(old, new).likelierIdentities(
            from: new.items.isEmpty ? 0 : start % new.items.count, keepingOthers: keepsOthers)
          isOther = isOther || likelier != nil
          return likelier
        }
        if isOther, !found.contains(where: { $0.identities == read.identities }) {
          found.append(read)
        }
      }
    }
    return found
  }
}

extension RecordList {
  /// The number and the title of each record, which hardly another one has; none where records have not both.
  fileprivate var numberedTitles: [[LawTree?]] {
    guard let place = placeWay else { return [] }
    return zip(items, titles).map { [$0.value[place[...]]?.tree(), $1] }
  }

  /// The title of each record; none where records have none.
  private var titles: [LawTree?] {
    guard let way = element.ways.first(where: \.kind.isTitle)?.way else { return [] }
    return items.map { $0.value[way[...]]?.tree() }
  }

  /// The title of each record, where that is what tells it; nil where another one has it, too.
  fileprivate var ownTitles: [LawTree?] {
    guard element.keyWays.isEmpty else { return [] }
    let counts = titles.reduce(into: [LawTree?: Int]()) { $0[$1, default: 0] += 1 }
    return titles.map { counts[$0] == 1 ? $0 : nil }
  }

  /// For each record the strings and numbers, with the ways to them, that no other one holds.
  fileprivate var ownLeaves: [Set<[String]>] {
    let leaves = items.map { $0.value.tellingLeaves }
    let counts = leaves.joined().reduce(into: [[String]: Int]()) { $0[$1, default: 0] += 1 }
    return leaves.map { $0.filter { counts[$0] == 1 } }
  }
}

extension RecordNode {
  /// The value where these records are new ones, others for each number.
  fileprivate func renaming(_ records: Set<Int>, as number: Int) -> RecordNode {
    renaming { records.contains($0) ? -$0 - number * 1_000_000 : $0 }
  }

  /// True if both are objects and at least half of their members are equal.
  fileprivate func hasHalf(of other: RecordNode) -> Bool {
    guard let members, let others = other.members else { return false }
    return equalMemberCount(with: other) * 2 >= max(members.count, others.count)
  }

  /// True if a member has the same value in both objects.
  fileprivate func hasMember(equalToThatOf other: RecordNode) -> Bool {
    equalMemberCount(with: other) > 0
  }

  private func equalMemberCount(with other: RecordNode) -> Int {
    (members ?? []).count { $0.value.tree() == other[$0.key]?.tree() }
  }

  /// The strings and numbers of a record, with the ways to them.
  fileprivate var tellingLeaves: Set<[String]> {
    var found: Set<[String]> = []
    func collect(_ node: RecordNode, _ way: [String]) {
      switch node {
      case .scalar(let text):
        if !["null", "true", "false"].contains(text) { found.insert(way + [text]) }
      case .object(let members): for member in members { collect(member.value, way + [member.key]) }
      case .tuple(let parts): for part in parts { collect(part, way) }
      case .list(let list): for item in list.items { collect(item.value, way) }
      }
    }
    collect(self, [])
    return found
  }
}
