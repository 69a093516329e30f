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

  /// Other readings of ours and theirs, without the members that only say a place.
  static func others(
    _ versions: [RecordNode], placeNames: Set<String>
  ) -> [(ours: RecordNode, theirs: RecordNode)] {
    let (ours, theirs) = (versions[1].without(placeNames), versions[2].without(placeNames))
    let base = versions[0].without(placeNames)
    let likelier = [likelier(base, ours), likelier(base, theirs)]
    let renamed = [ours, theirs].map { apart(base, $0) }
    let known = Set(base.identities)
    let twice = renamed[1].renaming { known.contains(-$0) ? $0 - 1_000_000 : $0 }
    let likeliestApart = insertedApart(base, likelier[0] ?? ours, likelier[1] ?? theirs)
    let numbered = numberedAlike(versions).map { $0.without(placeNames) }
    let likeliest = versions.dropFirst().map { Self.likelier(versions[0], $0) ?? $0 }
    let both = numberedAlike([versions[0]] + likeliest).map { version in
      let plain = version.without(placeNames)
      return Self.likelier(base, plain) ?? plain
    }
    return [
      (likelier[0] ?? ours, theirs), (ours, likelier[1] ?? theirs),
      (likelier[0] ?? ours, likelier[1] ?? theirs),
      (renamed[0], theirs), (ours, renamed[1]), (renamed[0], renamed[1]), (renamed[0], twice),
      (likelier[0] ?? ours, likeliestApart),
      (numbered[0], numbered[1]), (both[0], both[1]), (ours, insertedApart(base, ours, theirs)),
    ] + twins(base, likelier[1] ?? theirs).map { (likelier[0] ?? ours, $0) }
      + twins(ours, ours).map { ($0, theirs) } + twins(theirs, theirs).map { (ours, $0) }
  }

  /// The version where a record under a new key is another record, and so is one without a key that has nothing in common with
  /// the one of base which no other of base has.
  private static func apart(_ base: RecordNode, _ version: RecordNode) -> RecordNode {
    var records: [Int: (value: RecordNode, own: Set<[String]>)] = [:]
    base.forEachList { list in
      let leaves = list.items.map { $0.value.tellingLeaves }
      let counts = leaves.joined().reduce(into: [[String]: Int]()) { $0[$1, default: 0] += 1 }
      for (item, leaves) in zip(list.items, leaves) {
        records[item.identity] = (item.value, leaves.filter { counts[$0] == 1 })
      }
    }
    var renamed: Set<Int> = []
    version.forEachList { list in
      for item in list.items where item.value.members != nil {
        guard let old = records[item.identity], old.value.tree() != item.value.tree() else {
          continue
        }
        let isOther =
          (list.element.keyWay ?? list.element.labelWay).map { way in
            old.value[way[...]]?.tree() != item.value[way[...]]?.tree()
          } ?? old.own.isDisjoint(with: item.value.tellingLeaves)
        if isOther { renamed.insert(item.identity) }
      }
    }
    return version.renaming { renamed.contains($0) ? -$0 : $0 }
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
    return theirs.renaming { others.contains($0) ? -$0 : $0 }
  }

  /// Ours and theirs, where what stands under one number is one record, if the text doesn't say otherwise: what both
  /// inserted, and what one deleted and inserted.
  private static func numberedAlike(_ versions: [RecordNode]) -> [RecordNode] {
    // What holds a list must be known as one before its records can be.
    let alike = (0..<3).reduce(versions) { versions, _ in
      [versions[0]] + numberedAlikeAtOneLevel(versions)
    }
    return Array(alike.dropFirst())
  }

  private static func numberedAlikeAtOneLevel(_ versions: [RecordNode]) -> [RecordNode] {
    var inserted: [[String]: Int] = [:]
    let numbers = Self.numbers(versions[0])
    return versions.dropFirst().map { version in
      let present = Set(version.identities)
      let deleted = numbers.filter { !present.contains($0.key) }
      var known = Dictionary(deleted.map { ($0.value, $0.key) }, uniquingKeysWith: min)
      known.merge(inserted) { old, _ in old }
      var same: [Int: Int] = [:]
      for (identity, number) in Self.numbers(version).sorted(by: { $0.key < $1.key })
      where numbers[identity] == nil {
        same[identity] = known.removeValue(forKey: number)
        inserted[number] = inserted[number] ?? same[identity] ?? identity
      }
      return version.renaming { same[$0] ?? $0 }
    }
  }

  /// The numbers of the records that have one, each behind the way to its list.
  private static func numbers(_ version: RecordNode) -> [Int: [String]] {
    var numbers: [Int: [String]] = [:]
    func collect(_ node: RecordNode, _ place: [String]) {
      switch node {
      case .scalar, .tuple: return
      case .object(let members):
        for member in members { collect(member.value, place + [member.key]) }
      case .list(let list):
        let way = list.placeWay ?? list.element.labelWay
        let found = list.items.map { item in way.flatMap { item.value[$0[...]]?.tree().text } }
        let areNumbers = !found.contains(nil) && Set(found).count == found.count
        for (item, number) in zip(list.items, found) {
          if areNumbers, let number { numbers[item.identity] = place + [number] }
          collect(item.value, place + ["\(item.identity)"])
        }
      }
    }
    collect(version, [])
    return numbers
  }

  /// The version with the likeliest identities, where these are likelier than the true ones; else nil.
  static func likelier(_ base: RecordNode, _ version: RecordNode) -> RecordNode? {
    var isOther = false
    let result = reread(base, version, &isOther)
    return isOther ? result : nil
  }

  private static func reread(
    _ base: RecordNode, _ version: RecordNode, _ isOther: inout Bool
  ) -> RecordNode {
    switch (base, version) {
    case (.object, .object(var members)):
      for index in members.indices {
        guard let old = base[members[index].key] else { continue }
        members[index].value = reread(old, members[index].value, &isOther)
      }
      return .object(members)
    case (.list(let old), .list(var new)):
      if let identities = RecordLikeness(old, new).likelierIdentities {
        isOther = true
        for index in new.items.indices { new.items[index].identity = identities[index] }
      }
      let elements = old.byIdentity
      for index in new.items.indices {
        guard let element = elements[new.items[index].identity] else { continue }
        new.items[index].value = reread(element, new.items[index].value, &isOther)
      }
      return .list(new)
    default: return version
    }
  }
}

extension RecordNode {
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
