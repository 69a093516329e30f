import ForkedJSON

/// A strategy for a field, with the reason for it.
struct DraftedStrategy {
  var strategy: MergeStrategy
  var reason: String
  /// The members that identify elements, if any do.
  var identity: [JSONString] = []
  var position: JSONString?
}

extension FieldShape {
  /// The strategy that the observations suggest; nil if they suggest none.
  var strategy: DraftedStrategy? {
    switch types.subtracting(.null) {
    case .object: isDictionary ? dictionary : nil
    case .array: list
    case .string: text
    case .integer, .number: number
    default: nil
    }
  }

  /// True if the strategy decides conflicts that past merges don't show to be resolved as it would.
  func wouldDecide(_ strategy: MergeStrategy) -> Bool {
    let known = fieldMerges.filter { $0.result != nil }
    switch strategy.merging {
    case .members, .elements, .whole(.user): return false
    case .text, .sequence, .set:
      let combined = known.count { $0.result != $0.ours && $0.result != $0.theirs }
      return combined < Self.fewestMerges || combined * 4 < known.count * 3
    case .whole, .side, .number: return known.count < Self.fewestMerges
    }
  }

  /// The fewest past merges that show how a field is merged.
  private static let fewestMerges = 2

  // MARK: Objects

  /// True if the objects are maps.
  ///
  /// Maps have many keys with values of one kind, and the keys look like data or differ from object to object.
  var isDictionary: Bool {
    guard types.subtracting(.null) == .object, keys.count >= 8 else { return false }
    let kinds = Set(members.values.map { $0.types.subtracting(.null) })
    guard kinds.count == 1, kinds.first?.isEmpty == false else { return false }
    let present = members.values.reduce(0) { $0 + $1.values }
    let isSparse = objects >= 3 && present * 2 < keys.count * objects
    return keys.count >= 30 || isSparse || keys.count { $0.looksLikeData } * 3 >= keys.count
  }

  private var dictionary: DraftedStrategy {
    DraftedStrategy(
      strategy: .dictionaryMerge,
      reason: "\(keys.count) different keys in \(objects.times("object")), with values of one kind")
  }

  /// The members that are decided together, with the reason; nil if past merges don't show any.
  ///
  /// In at least three of four merges, all that conflicts became that of one side, and in hardly any values of both
  /// sides were mixed. The side is named by a member of which the greater version was kept, if there is one.
  var together: (rule: TogetherRule, reason: String)? {
    let whole = objectMerges.filter { $0.kept != nil }
    let mixed = objectMerges.count(where: \.isMixed)
    guard whole.count >= Self.fewestMerges, whole.count * 4 >= objectMerges.count * 3,
      mixed * 10 <= objectMerges.count
    else { return nil }
    let reason =
      "one side's values were kept together in \(whole.count) of "
      + objectMerges.count.times("merge")
    let by = keys.first { key in
      members[key]?.strategy?.strategy.comparesVersions ?? false
        && objectMerges.allSatisfy { $0.members[key] != nil }
    }
    guard let by else { return (TogetherRule(), reason) }
    return (TogetherRule(by: JSONPointer([by])), reason + ", and \(by) named the side")
  }

  // MARK: Arrays

  private var list: DraftedStrategy? {
    guard lists.elements > 0 else { return nil }
    if !lists.identity.isEmpty { return identifiable(lists.identity) }
    if lists.areNumbers, lists.lengths.count == 1 { return nil }
    if lists.areWords, !lists.hasRepetition, !lists.isReordered {
      return DraftedStrategy(
        strategy: .setMerge, reason: "no duplicates in \(lists.count.times("array")) of strings")
    }
    guard lists.areScalars || !fieldMerges.isEmpty else { return nil }
    let reason =
      lists.isReordered
      ? "an array whose order was changed"
      : fieldMerges.isEmpty
        ? "an array of values"
        : "an array that both sides changed in \(fieldMerges.count.times("merge"))"
    return DraftedStrategy(strategy: .arrayMerge, reason: reason)
  }

  private func identifiable(_ identity: [JSONString]) -> DraftedStrategy {
    let names = identity.map(\.description).joined(separator: ", ")
    let members = identity.count == 1 ? names : "combination of \(names)"
    let reason = "elements have a unique \(members) in \(lists.count.times("array"))"
    guard let position = lists.position else {
      return DraftedStrategy(
        strategy: .arrayOfIdentifiableMerge, reason: reason, identity: identity)
    }
    return DraftedStrategy(
      strategy: .orderedMerge, reason: reason + ", and are sorted by \(position)",
      identity: identity, position: position)
  }

  // MARK: Scalars

  private var number: DraftedStrategy? {
    let fieldMerges = fieldMerges.compactMap(\.numbers)
    guard !fieldMerges.isEmpty, fieldMerges.count == self.fieldMerges.count else { return nil }
    let known = fieldMerges.filter { $0.result != nil }
    let isSum = known.allSatisfy { $0.ours.adding($0.theirs)?.subtracting($0.base) == $0.result }
    let isPlainSum = known.contains { $0.result != max($0.ours, $0.theirs) }
    if !known.isEmpty, isSum, isPlainSum {
      return DraftedStrategy(
        strategy: .counterMerge,
        reason: "in \(known.count.times("merge")) both sides' increments were added")
    }
    guard fieldMerges.allSatisfy({ $0.base < $0.ours && $0.base < $0.theirs }),
      known.allSatisfy({ ($0.result ?? $0.base) >= max($0.ours, $0.theirs) })
    else { return nil }
    return DraftedStrategy(
      strategy: .maxMerge,
      reason: "both sides made it greater in \(fieldMerges.count.times("merge"))")
  }

  /// The greater version, if past merges kept it in at least three of four.
  private var version: DraftedStrategy? {
    guard !fieldMerges.isEmpty, fieldMerges.allSatisfy(\.isOfVersions) else { return nil }
    let kept = fieldMerges.compactMap(\.keptGreaterVersion)
    let greater = kept.count { $0 }
    guard greater > 0, greater * 4 >= kept.count * 3 else { return nil }
    return DraftedStrategy(
      strategy: .versionMerge,
      reason: "both sides changed a version in \(fieldMerges.count.times("merge")), "
        + "and the greater was kept in \(greater)")
  }

  private var text: DraftedStrategy? {
    if let version { return version }
    let fieldMerges = fieldMerges.compactMap(\.texts)
    guard !fieldMerges.isEmpty else {
      guard texts.isProse || texts.hasLines else { return nil }
      return DraftedStrategy(strategy: .textMerge, reason: "\(texts.count.times("text")) of prose")
    }
    if fieldMerges.count >= Self.fewestMerges,
      fieldMerges.allSatisfy({ $0.ours.wordCount >= 3 && $0.theirs.wordCount >= 3 })
    {
      return DraftedStrategy(
        strategy: .textMerge,
        reason: "prose that both sides changed in \(fieldMerges.count.times("merge"))")
    }
    let chosen = fieldMerges.filter { $0.result == max($0.ours, $0.theirs) }
    guard chosen.count == fieldMerges.count, fieldMerges.allSatisfy(Self.grows) else { return nil }
    return DraftedStrategy(
      strategy: .maxMerge,
      reason:
        "both sides made it greater in \(fieldMerges.count.times("merge")), and the greater was kept"
    )
  }

  /// Returns true if both sides' texts come after base's, by scalars as well as by the numbers in them.
  private static func grows(
    _ merge: (base: JSONString?, ours: JSONString, theirs: JSONString, result: JSONString?)
  ) -> Bool {
    let sides = [merge.ours, merge.theirs].sorted()
    let order = (merge.base.map { [$0] } ?? []) + sides
    return zip(order, order.dropFirst()).allSatisfy { $0 < $1 && $0.precedesNumerically($1) }
  }
}

extension JSONString {
  /// True if a key looks like data rather than the name of a field.
  fileprivate var looksLikeData: Bool {
    utf8.contains { $0 == 0x20 || $0 == 0x2E || $0 == 0x2F || $0 == 0x40 || $0 >= 0x80 }
      || utf8.first?.isDigit ?? true
  }

  /// Returns true if this string comes first when runs of digits are compared as numbers.
  fileprivate func precedesNumerically(_ other: JSONString) -> Bool {
    let (a, b) = (numericParts, other.numericParts)
    for (x, y) in zip(a, b) where x != y {
      if x.isNumber, y.isNumber {
        return (x.bytes.count, x.bytes.lexicographicallyPrecedes(y.bytes) ? 0 : 1)
          < (y.bytes.count, 1)
      }
      return x.bytes.lexicographicallyPrecedes(y.bytes)
    }
    return a.count < b.count
  }

  private var numericParts: [(bytes: ArraySlice<UInt8>, isNumber: Bool)] {
    var parts: [(bytes: ArraySlice<UInt8>, isNumber: Bool)] = []
    var rest = utf8[...]
    while let first = rest.first {
      let run = rest.prefix { $0.isDigit == first.isDigit }
      rest = rest[run.endIndex...]
      parts.append((first.isDigit ? run.drop { $0 == 0x30 } : run, first.isDigit))
    }
    return parts
  }
}

extension Int {
  /// Returns the number with a noun, as in `1 merge`, `3 merges`.
  func times(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
