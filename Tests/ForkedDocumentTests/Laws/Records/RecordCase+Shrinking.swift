extension RecordCase: Shrinking {
  var report: String {
    do {
      let result = try merged(orByLines: mergedByGit)
      let rows = result.decisions.map { "\($0.pointer) \($0.outcome)" }
      return """
        \(verdict(of: result))
        \(trail)--- merged
        \(String(decoding: result.bytes, as: UTF8.self))--- report
        \(rows.joined(separator: "\n"))
        """
    } catch {
      return "\(error)"
    }
  }

  var isWrong: Bool {
    (try? merged(orByLines: mergedByGit)).map { verdict(of: $0).isWrong } ?? false
  }

  var smaller: some Sequence<RecordCase> {
    let kinds: [() -> [RecordCase]] = [
      { inLines }, { withoutOneRecord }, { withoutOneMember }, { withOneEditLess },
      { inBasesOrder },
    ]
    return kinds.lazy.flatMap { $0() }.map { smaller in
      smaller.changed { if renumbers { $0.versions = $0.versions.map(\.renumbered) } }
    }
  }

  private var inLines: [RecordCase] {
    styles == [.lines, .lines, .lines] ? [] : [changed { $0.styles = [.lines, .lines, .lines] }]
  }

  private var identities: [Int] {
    versions.flatMap(\.identities).withoutRepetitions
  }

  private var withoutOneRecord: [RecordCase] {
    // Nor does a list of one or two say by what its records are known.
    let needed = versions[0].recordsOfSmallLists
    return identities.filter { !needed.contains($0) }.map { identity in
      changed { $0.versions = $0.versions.map { $0.removing(identity) } }
    }
  }

  private var withoutOneMember: [RecordCase] {
    var names: Set<String> = []
    for version in versions { version.collectNames(&names) }
    // Records that say little could be anything: fewer members would show another defect, or none.
    guard names.count > 5 else { return [] }
    return names.subtracting(format.keyNames).sorted().map { name in
      changed { $0.versions = $0.versions.map { $0.without([name]) } }
    }
  }

  /// With base's version of a record, or without what a side inserted.
  private var withOneEditLess: [RecordCase] {
    [1, 2].flatMap { side in
      identities.compactMap { identity in
        let old = versions[0].record(identity)
        guard let new = versions[side].record(identity), new.tree() != old?.tree() else {
          return nil
        }
        return changed {
          $0.versions[side] =
            old.map { versions[side].replacing(identity, with: $0) }
            ?? versions[side].removing(identity)
        }
      }
    }
  }

  private var inBasesOrder: [RecordCase] {
    [1, 2].compactMap { side in
      let version = versions[side].ordered(like: versions[0])
      guard version.tree() != versions[side].tree() else { return nil }
      return changed { $0.versions[side] = version }
    }
  }
}

extension RecordNode {
  fileprivate var recordsOfSmallLists: Set<Int> {
    var found: Set<Int> = []
    forEachList { list in
      if list.items.count < 4 { found.formUnion(list.order) }
    }
    return found
  }

  fileprivate func collectNames(_ names: inout Set<String>) {
    switch self {
    case .scalar, .tuple: return
    case .object(let members):
      for member in members {
        names.insert(member.key)
        member.value.collectNames(&names)
      }
    case .list(let list): for item in list.items { item.value.collectNames(&names) }
    }
  }

  fileprivate func record(_ identity: Int) -> RecordNode? {
    switch self {
    case .scalar, .tuple: nil
    case .object(let members): members.lazy.compactMap { $0.value.record(identity) }.first
    case .list(let list):
      list.byIdentity[identity]
        ?? list.items.lazy.compactMap { $0.value.record(identity) }.first
    }
  }

  fileprivate func removing(_ identity: Int) -> RecordNode {
    inLists { $0.items.removeAll { $0.identity == identity } }
  }

  fileprivate func replacing(_ identity: Int, with value: RecordNode) -> RecordNode {
    inLists { list in
      for index in list.items.indices where list.items[index].identity == identity {
        list.items[index].value = value
      }
    }
  }

  fileprivate func ordered(like base: RecordNode) -> RecordNode {
    let places = Dictionary(base.identities.enumerated().map { ($0.element, $0.offset) }) { a, _ in
      a
    }
    return inLists { list in
      let known = list.items.indices.filter { places[list.items[$0].identity] != nil }
      let sorted = known.map { list.items[$0] }
        .sorted { places[$0.identity, default: 0] < places[$1.identity, default: 0] }
      for (index, item) in zip(known, sorted) { list.items[index] = item }
    }
  }

  fileprivate var renumbered: RecordNode {
    inLists { $0.renumber() }
  }
}
