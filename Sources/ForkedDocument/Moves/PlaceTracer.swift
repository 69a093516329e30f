import ForkedJSON
import ForkedSchema

/// Finds the paths of nodes, and what the schema says about their places.
struct PlaceTracer {
  /// A place of a node in a version.
  struct TracedPlace {
    var path: PropertyPath
    var pointer: JSONPointer
    var plan: FieldPlan
    /// The member that holds its position, in an ordered list.
    var position: JSONString?
    /// True if a container is decided as a whole, or the schema forbids moves.
    var isFixed: Bool
  }

  private struct Key: Hashable {
    var row: Int
    var version: Mapping.Version
  }

  /// A container, and how its parts are told apart.
  private struct Container {
    var place: TracedPlace
    var strategy: EffectiveStrategy
    /// The indices of its elements, by their ordinals.
    var indices: [Int: Int] = [:]
  }

  private let mapping: Mapping
  private let plan: FieldPlan
  private var known: [Key: Container] = [:]

  init(_ mapping: Mapping, _ plan: FieldPlan) {
    self.mapping = mapping
    self.plan = plan
  }

  /// Returns the place of a row in a version; nil if it is missing there.
  /// - Complexity: O(depth), and once O(elements) for each list.
  mutating func place(of row: Int, in version: Mapping.Version) -> TracedPlace? {
    guard mapping.rows[row][version] != nil else { return nil }
    var (chain, top) = ([row], row)
    while let container = mapping.container(of: top, in: version) {
      chain.append(container)
      top = container
    }
    var place = TracedPlace(
      path: PropertyPath(), pointer: JSONPointer(), plan: plan, isFixed: false)
    for (outer, inner) in zip(chain.reversed(), chain.reversed().dropFirst()) {
      let container = container(outer, at: place, in: version)
      guard let next = part(inner, of: container, version) else { return nil }
      place = next
    }
    return place
  }

  private mutating func container(
    _ row: Int, at place: TracedPlace, in version: Mapping.Version
  ) -> Container {
    let key = Key(row: row, version: version)
    if let container = known[key] { return container }
    let node = mapping.node(row, in: version)
    let versions = Versions(
      base: mapping.node(row, in: .base), ours: mapping.node(row, in: .ours),
      theirs: mapping.node(row, in: .theirs))
    var place = place
    place.plan = place.plan.fitting(versions)
    let strategy = EffectiveStrategy(for: versions, plan: place.plan, mapping)
    place.isFixed =
      place.isFixed || !place.plan.followsMoves || place.plan.together != nil
      || place.plan.entityIdentity != nil
      || strategy.isDeclared && !strategy.strategy.mergesPartsAlone
        && !strategy.strategy.mergesSequence
    var container = Container(place: place, strategy: strategy)
    if let node, node.kind == .array {
      for (index, element) in node.elements.enumerated() {
        container.indices[element.ordinal] = index
      }
    }
    known[key] = container
    return container
  }

  private func part(
    _ row: Int, of container: Container, _ version: Mapping.Version
  ) -> TracedPlace? {
    guard let node = mapping.node(row, in: version) else { return nil }
    var place = container.place
    place.position = container.place.plan.position
    if let key = mapping.key(of: row, in: version) {
      place.path.steps.append(.key(key))
      place.pointer = place.pointer.appending(key)
      place.plan = place.plan.isSilent ? place.plan : place.plan.property(key)
      return place
    }
    guard let index = container.indices[node.ordinal] else { return nil }
    let identity = container.strategy.strategy.goesByID ? container.strategy.identity : []
    let id = identity.compactMap { node.value(at: $0) }
    // A usual id of what came from an object may be the key that it had there.
    let isNamed =
      !id.isEmpty && id.count == identity.count
      && (container.strategy.isDeclared || haveAll(row, identity))
    place.path.steps.append(isNamed ? .element(identity: identity, id: id) : .index(index))
    place.pointer = place.pointer.appending(index: index)
    place.plan = place.plan.isSilent ? place.plan : place.plan.element(at: index)
    return place
  }

  /// Returns true if each version of a row has something at these pointers.
  private func haveAll(_ row: Int, _ identity: [JSONPointer]) -> Bool {
    Mapping.Version.allCases.allSatisfy { version in
      mapping.node(row, in: version).map { node in
        identity.allSatisfy { node.value(at: $0) != nil }
      } ?? true
    }
  }
}

extension PlaceTracer.TracedPlace {
  /// Returns true if what the schema says about a value here is not forgotten at another place: it says something
  /// there, too, or what it says here can apply there.
  func mayKeepPlan(at other: Self) -> Bool {
    guard !plan.mayHoldEntities, !other.plan.mayHoldEntities else { return false }
    return plan.isSilent || !other.plan.isSilent || other.path.keys != nil
  }

  /// The plan that applies at another place; nil if the other place has its own.
  func plan(at other: Self) -> FieldPlan? { plan.isSilent || !other.plan.isSilent ? nil : plan }
}
