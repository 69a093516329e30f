import ForkedJSON

/// The elements of three versions of an array, each named by a token: equal tokens for what is the
/// same element.
///
/// Elements go by their id where it is there and unique in every version. The others go as values: the
/// second of two equal ones in one version is the same element as the second in another.
struct IdentityTable {
  /// A version's elements and their tokens, in order; no token occurs twice.
  struct Version {
    let elements: [JSONNode]
    fileprivate(set) var tokens: [Int] = []
    /// Place of each token; -1 where this version doesn't have it.
    fileprivate var places: [Int] = []

    fileprivate init(_ array: JSONNode?) {
      elements = array.withoutNull.map { Array($0.elements) } ?? []
    }

    fileprivate func element(_ token: Int) -> JSONNode? {
      let place = places[token]
      return place < 0 ? nil : elements[place]
    }
  }

  private(set) var base: Version
  private(set) var ours: Version
  private(set) var theirs: Version
  private var ids: [ElementID?] = []

  /// - Parameter identity: pointers to the parts of an element's id, relative to the element.
  init(_ versions: Versions, identity: [JSONPointer]) {
    base = Version(versions.base)
    ours = Version(versions.ours)
    theirs = Version(versions.theirs)
    var naming = Naming(identity: identity)
    let named = [base, ours, theirs].map { naming.identifiers(of: $0.elements) }
    base.tokens = naming.tokens(of: base.elements, named[0])
    ours.tokens = naming.tokens(of: ours.elements, named[1])
    theirs.tokens = naming.tokens(of: theirs.elements, named[2])
    ids = naming.ids
    base.index(ids.count)
    ours.index(ids.count)
    theirs.index(ids.count)
  }

  /// The element in the three versions.
  func versions(of token: Int) -> Versions {
    Versions(
      base: base.element(token), ours: ours.element(token), theirs: theirs.element(token))
  }

  /// The parts of the id that a token stands for; nil for an element that goes as a value.
  func id(of token: Int) -> [JSONNode]? { ids[token]?.parts }

  /// The elements that merge as values although the strategy goes by id.
  var withoutIdentity: [JSONNode] {
    ids.indices.filter { ids[$0] == nil }.compactMap { versions(of: $0).present.last }
  }
}

extension IdentityTable.Version {
  fileprivate mutating func index(_ count: Int) {
    places = Array(repeating: -1, count: count)
    for (place, token) in tokens.enumerated() { places[token] = place }
  }
}

/// What names an element: mostly one scalar, so that case takes no array.
private enum ElementID: Hashable {
  case single(JSONNode)
  case compound([JSONNode])

  var parts: [JSONNode] {
    switch self {
    case .single(let part): [part]
    case .compound(let parts): parts
    }
  }
}

/// Gives out tokens: first to ids, one each, then to the values of elements that have none of their own.
private struct Naming {
  private struct Occurrence: Hashable {
    var value: JSONNode
    var number: Int
  }

  let identity: [JSONPointer]
  /// By token; nil for a value, or an id that two elements of one version share.
  private(set) var ids: [ElementID?] = []
  private var tokensOfIDs: [ElementID: Int] = [:]
  private var tokensOfValues: [Occurrence: Int] = [:]
  private var lastSeen: [Int] = []
  private var version = 0

  init(identity: [JSONPointer]) { self.identity = identity }

  /// The token of each element's id; nil for an element without one. An id that occurs twice is no id.
  mutating func identifiers(of elements: [JSONNode]) -> [Int?] {
    version += 1
    tokensOfIDs.reserveCapacity(tokensOfIDs.count + elements.count / 2)
    return elements.map { element in
      guard let id = id(of: element) else { return nil }
      let token = token(of: id)
      if lastSeen[token] == version { ids[token] = nil }
      lastSeen[token] = version
      return token
    }
  }

  /// The tokens of elements whose ids have been looked at in all versions.
  mutating func tokens(of elements: [JSONNode], _ identifiers: [Int?]) -> [Int] {
    var counts: [JSONNode: Int] = [:]
    return zip(elements, identifiers).map { element, identifier in
      if let identifier, ids[identifier] != nil { return identifier }
      let occurrence = Occurrence(value: element, number: counts[element, default: 0])
      counts[element] = occurrence.number + 1
      return token(of: occurrence)
    }
  }

  private mutating func token(of id: ElementID) -> Int {
    if let known = tokensOfIDs[id] { return known }
    tokensOfIDs[id] = ids.count
    ids.append(id)
    lastSeen.append(0)
    return ids.count - 1
  }

  private mutating func token(of occurrence: Occurrence) -> Int {
    if let known = tokensOfValues[occurrence] { return known }
    tokensOfValues[occurrence] = ids.count
    ids.append(nil)
    return ids.count - 1
  }

  private func id(of element: JSONNode) -> ElementID? {
    if identity.count == 1 { return part(identity[0], of: element).map { .single($0) } }
    let parts = identity.compactMap { part($0, of: element) }
    return parts.isEmpty || parts.count < identity.count ? nil : .compound(parts)
  }

  private func part(_ pointer: JSONPointer, of element: JSONNode) -> JSONNode? {
    guard let part = element.value(at: pointer), part.kind != .null else { return nil }
    return part
  }
}
