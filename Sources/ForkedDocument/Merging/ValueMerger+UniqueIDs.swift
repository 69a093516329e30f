import ForkedJSON
import ForkedSchema

/// The guarantee that ids stay unique, whatever elements are known by.
extension ValueMerger {
  /// Merges a list. It is a conflict where the result would repeat an id that no version repeats: then the sides have
  /// two elements under one id, or one element stands in two places.
  /// - Complexity: O(elements x members), in expectation, besides the merge.
  func keepingIDsUnique(
    _ versions: Versions, _ strategy: EffectiveStrategy, _ merge: () throws -> MergedValue
  ) throws -> MergedValue {
    let before = findings
    let merged = try merge()
    guard !strategy.isDeclared, case .value(.array(_, let entries)) = merged,
      IDColumns(versions).areRepeated(in: entries)
    else { return merged }
    findings = before
    return decideByUser(versions, strategy, reason: .identityUncertain)
  }
}

/// The members of a list's objects that may tell them apart.
private struct IDColumns {
  private let versions: [JSONNode]
  private let keys: [JSONString]

  /// A member other than the usual ids must be a string, and tell at least so many elements apart: fewer may differ by
  /// chance. In a file of lines it tells nothing: two lines of a log may be of one time.
  private static let leastElements = 3

  init(_ versions: Versions) {
    self.versions = versions.withoutNulls.present
    let isLong =
      versions.ours?.isListOfLines != true
      && self.versions.suffix(2).allSatisfy { $0.count >= Self.leastElements }
    let first = self.versions.last?.elements.first { $0.kind == .object }
    keys =
      first.map { $0.members.compactMap(\.key.string) }?.filter {
        isLong || UsualIdentity.keys.contains($0)
      } ?? []
  }

  /// True if one of these members has a value twice in the entries, and in no version.
  ///
  /// Only a value of theirs can repeat one of ours. Where an id tells all elements apart, what else is equal by chance
  /// is no matter.
  func areRepeated(in entries: [JSONRewrite.Entry]) -> Bool {
    let changed = entries.filter { if case .element(.keep) = $0 { false } else { true } }
    let arriving = keys.filter { key in
      changed.contains { entry in
        entry.value(of: key).map { $0.isTheirs && $0.node.canTell(under: key) } ?? false
      }
    }
    if arriving.isEmpty { return false }
    let lists = versions.map { $0.elements.filter { $0.kind == .object } }
    let repeated = arriving.filter { key in
      isRepeated(key, in: entries) && lists.allSatisfy { $0.areTold(apartBy: key) }
    }
    if repeated.isEmpty { return false }
    return !UsualIdentity.keys.contains { key in
      key != "name" && !repeated.contains(key) && lists.allSatisfy { $0.areTold(apartBy: key) }
        && !isRepeated(key, in: entries) && lists.keepSome(under: key)
    }
  }

  private func isRepeated(_ key: JSONString, in entries: [JSONRewrite.Entry]) -> Bool {
    var seen: Set<JSONNode> = []
    return entries.contains { entry in
      entry.value(of: key).map { !seen.insert($0.node).inserted } ?? false
    }
  }
}

extension [[JSONNode]] {
  /// True if each side has an element under a value of base, or base is empty or unknown.
  fileprivate func keepSome(under key: JSONString) -> Bool {
    guard count == 3 else { return true }
    let values = map { Set($0.compactMap { $0[key] }) }
    return values[0].isEmpty || values[1...].allSatisfy { !$0.isDisjoint(with: values[0]) }
  }
}

extension [JSONNode] {
  /// True if each has a string or a number under the key that no other has.
  fileprivate func areTold(apartBy key: JSONString) -> Bool {
    var seen: Set<JSONNode> = []
    return allSatisfy { element in
      guard let value = element[key], value.canTell(under: key) else { return false }
      return seen.insert(value).inserted
    }
  }
}

extension JSONNode {
  /// True if this may be an id: a string, or under a usual key a number.
  func canTell(under key: JSONString) -> Bool {
    kind == .string || kind == .number && UsualIdentity.keys.contains(key)
  }
}

extension JSONRewrite.Entry {
  /// The value under the key in an element, as one side has it; nil for a conflict, or if there is none.
  fileprivate func value(of key: JSONString) -> (node: JSONNode, isTheirs: Bool)? {
    switch self {
    case .element(.keep(let node)): return node[key].map { ($0, false) }
    case .element(.take(let node)): return node[key].map { ($0, true) }
    case .element(.object(_, let members)):
      for case .member(let name, let value) in members where name.stringEquals(key) {
        switch value {
        case .keep(let node): return (node, false)
        case .take(let node): return (node, true)
        case .object, .array, .literal: return nil
        }
      }
      return nil
    case .element, .member, .newMember, .beside, .conflict: return nil
    }
  }
}

extension Versions {
  /// True if these are lists that both sides added, and neither has all elements of the other: by their usual ids, else
  /// by their values in one order.
  var areListsThatDiffer: Bool {
    guard base.withoutNull == nil, let ours, let theirs, ours.kind == .array, theirs.kind == .array
    else { return false }
    let lists = [ours, theirs].map { JSONElementList($0) }
    if let numbers = UsualIdentity.numbering(of: lists)?.numbers {
      let ids = (Set(numbers[0]), Set(numbers[1]))
      return !ids.0.isSubset(of: ids.1) && !ids.1.isSubset(of: ids.0)
    }
    return !lists[0].contains(inOrder: lists[1]) && !lists[1].contains(inOrder: lists[0])
  }
}
