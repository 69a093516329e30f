import ForkedJSON

/// Checks that members with duplicate keys are together as in base, ours or theirs.
///
/// None of them may be missing, have another value, or have another place among its equals. No object may have a key
/// twice that had it once.
///
/// The check counts. Objects with the same duplicate members below the same keys count as equal, so it needs no ids.
struct DuplicateKeyAudit {
  private struct Group: Hashable {
    /// The keys on the path to the object; `-` for an element.
    var keys: [JSONString]
    var members: [JSONString: JSONNode]
  }

  private struct Groups {
    private(set) var counts: [Group: Int] = [:]

    init(in document: JSONDocument?) {
      var keys: [JSONString] = []
      if let document, document.hasDuplicateKeys { count(document.root, &keys) }
    }

    private mutating func count(_ node: JSONNode, _ keys: inout [JSONString]) {
      let members = node.duplicateMembers.map { ($0.key.string ?? "", $0.value) }
      let group = Group(keys: keys, members: Dictionary(members) { first, _ in first })
      if !members.isEmpty { counts[group, default: 0] += 1 }
      for member in node.members where member.value.holdsDuplicateKeys {
        let key = member.key.string ?? ""
        if group.members[key] == nil { count(member.value, below: key, &keys) }
      }
      for element in node.elements where element.holdsDuplicateKeys {
        count(element, below: "-", &keys)
      }
    }

    private mutating func count(
      _ node: JSONNode, below key: JSONString, _ keys: inout [JSONString]
    ) {
      keys.append(key)
      count(node, &keys)
      keys.removeLast()
    }

    subscript(group: Group) -> Int { counts[group, default: 0] }
  }

  private let base: Groups
  private let ours: Groups
  private let theirs: Groups
  private let merged: Groups
  private let isChosen: Bool

  init(_ audit: MergeAudit) {
    base = Groups(in: audit.base)
    ours = Groups(in: audit.ours)
    theirs = Groups(in: audit.theirs)
    merged = Groups(in: audit.merged)
    isChosen = audit.decisions.contains {
      if case .chosen = $0.outcome { true } else { false }
    }
  }

  /// The defects.
  /// - Complexity: O(bytes of the values that hold duplicate keys).
  var defects: [AuditDefect] {
    let groups = [base, ours, theirs, merged].reduce(into: Set<Group>()) {
      $0.formUnion($1.counts.keys)
    }
    return groups.filter { !holds($0) }.map { group in
      AuditDefect(
        pointer: JSONPointer(group.keys), message: "the members of a duplicate key changed")
    }
  }

  /// Returns true if the result has an allowed number of such objects; it may have fewer if the user made choices.
  private func holds(_ group: Group) -> Bool {
    let (most, kept) = (ours[group] + theirs[group], ours[group] + theirs[group] - base[group])
    let least = isChosen ? 0 : max(0, min(base[group], kept))
    return least <= merged[group] && merged[group] <= most
  }
}
