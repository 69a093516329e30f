/// Merges arrays of values as sequences: runs stay together, and a run that both sides inserted appears once.
public struct ArrayMerger<Element: Equatable>: PropertyMerger {
  /// Creates a merger of arrays.
  public init() {}

  /// Combines both edits in one array; if both inserted at one place, the dominant version's elements come first.
  ///
  /// Never throws: `throws` is what the protocol allows.
  /// - Complexity: O(n + d²) for d edits, bounded (``SequenceMerge``), if elements are `Hashable`.
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
      case .conflict(_, let ours, let theirs):
        elements += ours.map { value[$0] } + theirs.map { other[$0] }
      }
    }
    return elements
  }

  /// The rule `arrayMerge`.
  public var rule: MergeRule { MergeRule("arrayMerge", type: "array") }
}

/// Merges sets: the result has the additions of both sides, and lacks the removals of both.
public struct SetMerger<Element: Hashable>: PropertyMerger {
  /// Creates a merger of sets.
  public init() {}

  /// Applies the changes of both sides to the base, whichever dominates.
  ///
  /// Never throws: `throws` is what the protocol allows.
  /// - Complexity: O(n).
  @inlinable
  public func merge(
    _ value: Set<Element>, withSubordinate other: Set<Element>, commonAncestor: Set<Element>
  ) throws -> Set<Element> {
    var merged = value
    for element in other where !commonAncestor.contains(element) { merged.insert(element) }
    for element in commonAncestor where !other.contains(element) { merged.remove(element) }
    return merged
  }

  /// Returns the elements of both.
  public func salvage(_ value: Set<Element>, from other: Set<Element>) throws -> Set<Element> {
    value.union(other)
  }

  /// The rule `setMerge`.
  public var rule: MergeRule {
    var rule = MergeRule("setMerge", type: "array")
    rule.hasUniqueElements = true
    return rule
  }
}

/// Merges dictionaries key by key, and each value by another merger.
public struct DictionaryMerger<Key: Hashable, Value: Equatable>: PropertyMerger {
  private let values: any Merger<Value>

  /// Creates a merger whose values merge themselves if they are ``Mergeable``; otherwise the most recent one is kept.
  public init() {
    values = ownMerger(of: Value.self)
  }

  /// Creates a merger whose values are merged by the given merger.
  public init(values: some Merger<Value>) {
    self.values = values
  }

  /// Combines the changes of both for every key. Throws the errors of the merger of the values.
  /// - Complexity: O(n), apart from the merger of the values.
  public func merge(
    _ value: [Key: Value], withSubordinate other: [Key: Value], commonAncestor: [Key: Value]
  ) throws -> [Key: Value] {
    var merged = value
    for (key, theirs) in other {
      merged[key] = try values.mergePart(value[key], theirs, since: commonAncestor[key])
    }
    for (key, ancestor) in commonAncestor where other[key] == nil {
      merged[key] = try values.mergePart(value[key], nil, since: ancestor)
    }
    return merged
  }

  /// Returns the entries of both; a value that both have for a key is merged by the merger of the values.
  public func salvage(_ value: [Key: Value], from other: [Key: Value]) throws -> [Key: Value] {
    try merge(value, withSubordinate: other, commonAncestor: [:])
  }

  /// The rule `dictionaryMerge`, with the rule of the values.
  public var rule: MergeRule {
    var rule = MergeRule("dictionaryMerge", type: "object")
    rule.parts = values.rule
    return rule
  }
}

/// Merges texts by lines, then by words, then by parts of one word.
///
/// Nothing that either side inserted is lost. Deleted text is gone unless the other side changed it. If both inserted
/// at one place, the dominant version's text comes first (``TextMerge``). Texts are compared by their bytes.
public struct TextMerger: PropertyMerger {
  /// Creates a merger of texts.
  public init() {}

  /// Combines both edits in one text.
  ///
  /// Never throws: `throws` is what the protocol allows.
  /// - Complexity: O(n + d²) for d edits, bounded (``TextMerge``).
  public func merge(
    _ value: String, withSubordinate other: String, commonAncestor: String
  ) throws -> String {
    if let only = versionOfOnlyChange(value, other, since: commonAncestor) { return only }
    return TextMerge.merge(base: commonAncestor, ours: value, theirs: other, first: .ours).text
  }

  /// The rule `textMerge`.
  public var rule: MergeRule { MergeRule("textMerge", type: "string") }
}

/// Merges arrays of elements with ids: ids stay unique, elements are merged one by one, and moves of both are combined.
///
/// An element that both sides moved goes where the dominant version has it. An element that one side changed and the
/// other deleted stays; if the most recent element wins, the later of the two counts. Elements of one version that share
/// an id become one, at the place of the first, with the changes of all if they merge themselves; in JSON they all stay.
public struct ArrayOfIdentifiableMerger<Element: Identifiable & Equatable>: PropertyMerger {
  @usableFromInline let elements: any Merger<Element>

  /// Creates a merger whose elements merge themselves if they are ``Mergeable``; otherwise the most recent one is kept.
  public init() {
    elements = ownMerger(of: Element.self)
  }

  /// Creates a merger whose elements are merged by the given merger.
  public init(elements: some Merger<Element>) {
    self.elements = elements
  }

  /// Combines both versions. Throws the errors of the merger of the elements.
  /// - Complexity: O(n log n), apart from the merger of the elements.
  @inlinable
  public func merge(
    _ value: [Element], withSubordinate other: [Element], commonAncestor: [Element]
  ) throws -> [Element] {
    let table = IdentifiedElements(base: commonAncestor, ours: value, theirs: other)
    if table.hasSharedIDs {
      return try merge(
        unique(value, since: commonAncestor),
        withSubordinate: unique(other, since: commonAncestor),
        commonAncestor: unique(commonAncestor, since: commonAncestor))
    }
    let order = table.mergedOrder {
      table.isInBoth($0) || mayBeKept(table.versions(of: $0))
    }
    var merged: [Element] = []
    merged.reserveCapacity(order.count)
    for token in order {
      if let element = table.unchangedElement(token) {
        merged.append(element)
      } else {
        let (base, ours, theirs) = table.versions(of: token)
        if let element = try elements.mergePart(ours, theirs, since: base) {
          merged.append(element)
        }
      }
    }
    return merged
  }

  /// Returns each id once. Other elements with it are merged into the first, unless they are in the ancestor as well.
  @usableFromInline
  func unique(_ elements: [Element], since ancestor: [Element]) throws -> [Element] {
    let ids = ElementTokens.ofHashable([ancestor.map { $0.id }, elements.map { $0.id }])
    let origins = Dictionary(grouping: zip(ids[0], ancestor)) { $0.0 }
    var (unique, places): ([Element], [Int: Int]) = ([], [:])
    for (id, element) in zip(ids[1], elements) {
      guard let place = places[id] else {
        places[id] = unique.count
        unique.append(element)
        continue
      }
      let origins = origins[id, default: []].map(\.1)
      guard !origins.contains(where: { areSame($0, element) }) else { continue }
      let merged = try self.elements.mergePart(unique[place], element, since: origins.first)
      unique[place] = merged ?? unique[place]
    }
    return unique
  }

  /// Returns true if an element may be in the result: not if one side deleted it and the other did not change it.
  @inlinable
  func mayBeKept(_ versions: IdentifiedElements<Element>.Versions) -> Bool {
    switch versions {
    case (_, nil, nil): false
    case (let base?, let changed?, nil), (let base?, nil, let changed?): changed != base
    default: true
    }
  }

  /// Returns the elements of both; an element that both have is merged by the merger of the elements.
  public func salvage(_ value: [Element], from other: [Element]) throws -> [Element] {
    try merge(value, withSubordinate: other, commonAncestor: [])
  }

  /// The rule `arrayOfIdentifiableMerge` by `id`, with the rule of the elements.
  public var rule: MergeRule {
    var rule = MergeRule("arrayOfIdentifiableMerge", type: "array")
    rule.identity = ["id"]
    rule.parts = elements.rule
    return rule
  }
}
