/// Arrays of values, merged as sequences: runs stay together, and the same run inserted by both appears once.
public struct ArrayMerger<Element: Equatable>: Merger {
  /// A merger of arrays.
  public init() {}

  /// Both edits in one array; where both inserted at one place, the dominant one's stands first.
  ///
  /// Throws nothing. O(n + d²) for d edits, bounded (``SequenceMerge``), where elements are `Hashable`.
  public func merge(
    _ value: [Element], withSubordinate other: [Element], commonAncestor: [Element]
  ) throws -> [Element] {
    let tokens = ElementTokens.of([commonAncestor, value, other])
    let (base, ours, theirs) = (tokens[0], tokens[1], tokens[2])
    if theirs == base { return value }
    if ours == base { return other }
    let merged = SequenceMerge(base: base, ours: ours, theirs: theirs).merged(first: .ours)
    var elements: [Element] = []
    elements.reserveCapacity(merged.items.count)
    for item in merged.items {
      switch item {
      case .kept(_, let place, _), .insertedByOurs(let place), .insertedByBoth(let place, _),
        .movedByOurs(let place):
        elements.append(value[place])
      case .insertedByTheirs(let place), .movedByTheirs(let place): elements.append(other[place])
      case .disputed(_, let ours, let theirs):
        elements += ours.map { value[$0] } + theirs.map { other[$0] }
      }
    }
    return elements
  }

  /// `arrayMerge`.
  public var rule: MergeRule { MergeRule(.arrayMerge) }
}

/// Sets: the additions of both, without the removals of both.
public struct SetMerger<Element: Hashable>: Merger {
  /// A merger of sets.
  public init() {}

  /// Base with the changes of both, whichever dominates. Throws nothing; O(n).
  @inlinable
  public func merge(
    _ value: Set<Element>, withSubordinate other: Set<Element>, commonAncestor: Set<Element>
  ) throws -> Set<Element> {
    var merged = value
    for element in other where !commonAncestor.contains(element) { merged.insert(element) }
    for element in commonAncestor where !other.contains(element) { merged.remove(element) }
    return merged
  }

  /// The elements of both.
  public func salvage(_ value: Set<Element>, from other: Set<Element>) throws -> Set<Element> {
    value.union(other)
  }

  /// `setMerge`.
  public var rule: MergeRule { MergeRule(.setMerge) }
}

/// Dictionaries, key by key; each value by a merger of its own.
public struct DictionaryMerger<Key: Hashable, Value: Equatable>: Merger {
  private let values: any Merger<Value>

  /// A merger whose values merge by themselves where they are ``Mergeable``; else the most recent wins.
  public init() {
    values = ownMerger(of: Value.self)
  }

  /// A merger whose values merge by another one.
  public init(values: some Merger<Value>) {
    self.values = values
  }

  /// Every key with the changes of both. Throws what the merger of the values throws; O(n) apart from it.
  public func merge(
    _ value: [Key: Value], withSubordinate other: [Key: Value], commonAncestor: [Key: Value]
  ) throws -> [Key: Value] {
    var merged = value
    for (key, theirs) in other {
      try merge(&merged, key, value[key], theirs, since: commonAncestor[key])
    }
    for (key, ancestor) in commonAncestor where other[key] == nil {
      try merge(&merged, key, value[key], nil, since: ancestor)
    }
    return merged
  }

  private func merge(
    _ merged: inout [Key: Value], _ key: Key, _ mine: Value?, _ theirs: Value?,
    since ancestor: Value?
  ) throws {
    if let theirs, let ancestor, areSame(theirs, ancestor) { return }
    merged[key] = try values.mergePart(mine, theirs, since: ancestor)
  }

  /// The entries of both; where both have a key, by the merger of the values.
  public func salvage(_ value: [Key: Value], from other: [Key: Value]) throws -> [Key: Value] {
    try merge(value, withSubordinate: other, commonAncestor: [:])
  }

  /// `dictionaryMerge`, with the rule of the values.
  public var rule: MergeRule {
    var rule = MergeRule(.dictionaryMerge)
    rule.parts = values.rule
    return rule
  }
}

/// Both edits of one text, by lines, then words.
///
/// Nothing that either side inserted is lost, what either deleted is gone unless the other changed it, and where both
/// inserted at one place the dominant one's stands first (``TextMerge``). Texts are told apart by their bytes.
public struct TextMerger: Merger {
  /// A merger of texts.
  public init() {}

  /// Both edits in one text. Throws nothing; O(n + d²) for d edits, bounded (``TextMerge``).
  public func merge(
    _ value: String, withSubordinate other: String, commonAncestor: String
  ) throws -> String {
    if let only = versionOfOnlyChange(value, other, since: commonAncestor) { return only }
    return TextMerge.merge(base: commonAncestor, ours: value, theirs: other, first: .ours).text
  }

  /// `textMerge`.
  public var rule: MergeRule { MergeRule(.textMerge) }
}

/// Arrays of elements with ids: ids stay unique, elements merge each by itself, and moves of both combine.
///
/// An element moved by both goes where the dominant version put it. An element that one side changed and the other
/// deleted stays. Elements that share an id in any version are neither collapsed nor dropped: these go by their values.
public struct ArrayOfIdentifiableMerger<Element: Identifiable & Equatable>: Merger {
  private let elements: any Merger<Element>

  /// A merger whose elements merge by themselves where they are ``Mergeable``; else the most recent wins.
  public init() {
    elements = ownMerger(of: Element.self)
  }

  /// A merger whose elements merge by another one.
  public init(elements: some Merger<Element>) {
    self.elements = elements
  }

  /// Both versions in one. Throws what the merger of the elements throws; O(n log n) apart from it.
  public func merge(
    _ value: [Element], withSubordinate other: [Element], commonAncestor: [Element]
  ) throws -> [Element] {
    let table = IdentifiedElements(base: commonAncestor, ours: value, theirs: other)
    return try table.mergedOrder { mayStand(table.versions(of: $0)) }.compactMap { token in
      if let ours = table.ourVersion(ofUnchangedByTheirs: token) { return ours }
      let (base, ours, theirs) = table.versions(of: token)
      return try elements.mergePart(ours, theirs, since: base)
    }
  }

  /// True if an element may stand in the result: not where it was deleted and not changed.
  private func mayStand(_ versions: IdentifiedElements<Element>.Versions) -> Bool {
    switch versions {
    case (_, nil, nil): false
    case (let base?, let changed?, nil), (let base?, nil, let changed?): changed != base
    default: true
    }
  }

  /// The elements of both; those that both have, by the merger of the elements.
  public func salvage(_ value: [Element], from other: [Element]) throws -> [Element] {
    try merge(value, withSubordinate: other, commonAncestor: [])
  }

  /// `arrayOfIdentifiableMerge` by `id`, with the rule of the elements.
  public var rule: MergeRule {
    var rule = MergeRule(.arrayOfIdentifiableMerge)
    rule.identity = ["id"]
    rule.parts = elements.rule
    return rule
  }
}
