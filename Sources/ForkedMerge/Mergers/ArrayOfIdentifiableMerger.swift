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

  /// Whether an element may stand in the result: not where it was deleted and not changed.
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
