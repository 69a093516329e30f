import ForkedJSON

/// The elements of three versions of an array, each named by a token: equal tokens for what is the
/// same element.
///
/// Elements go by their id where it is there and unique in every version. The others go as values: the
/// second of two equal ones in one version is the same element as the second in another.
struct IdentityTable {
  /// A version's elements and their tokens, in order; no token occurs twice.
  struct Version {
    var elements: [JSONNode] = []
    var tokens: [Int] = []
    /// Place of each token; -1 where this version doesn't have it.
    fileprivate(set) var places: [Int] = []

    func element(_ token: Int) -> JSONNode? {
      let place = places[token]
      return place < 0 ? nil : elements[place]
    }
  }

  private enum Name: Hashable {
    case id([JSONNode])
    case value(JSONNode, occurrence: Int)
  }

  private(set) var base: Version
  private(set) var ours: Version
  private(set) var theirs: Version
  /// The id that a token stands for; nil for an element that goes as a value.
  private(set) var ids: [[JSONNode]?] = []

  init(_ versions: Versions, identity: [JSONPointer]) {
    let arrays = [versions.base.withoutNull, versions.ours, versions.theirs].map { array in
      array.map { Array($0.elements) } ?? []
    }
    let names = arrays.map { $0.map { element in Self.id(of: element, at: identity) } }
    let shared = Self.sharedIds(in: names)
    var tokens: [Name: Int] = [:]
    var ids: [[JSONNode]?] = []
    func version(_ index: Int) -> Version {
      var occurrences: [JSONNode: Int] = [:]
      return Version(
        elements: arrays[index],
        tokens: zip(arrays[index], names[index]).map { element, id in
          let name: Name
          if let id, !shared.contains(id) {
            name = .id(id)
          } else {
            name = .value(element, occurrence: occurrences[element, default: 0])
            occurrences[element, default: 0] += 1
          }
          if let token = tokens[name] { return token }
          tokens[name] = ids.count
          ids.append(shared.contains(id ?? []) ? nil : id)
          return ids.count - 1
        })
    }
    base = version(0)
    ours = version(1)
    theirs = version(2)
    self.ids = ids
    base.fill(ids.count)
    ours.fill(ids.count)
    theirs.fill(ids.count)
  }

  /// The element in the three versions.
  func versions(of token: Int) -> Versions {
    Versions(
      base: base.element(token), ours: ours.element(token), theirs: theirs.element(token))
  }

  /// The elements that merge as values although the strategy goes by id.
  var withoutIdentity: [JSONNode] {
    ids.indices.filter { ids[$0] == nil }.compactMap { versions(of: $0).present.last }
  }

  private static func id(of element: JSONNode, at identity: [JSONPointer]) -> [JSONNode]? {
    var id: [JSONNode] = []
    for pointer in identity {
      guard let part = element.value(at: pointer), part.kind != .null else { return nil }
      id.append(part)
    }
    return id
  }

  private static func sharedIds(in names: [[[JSONNode]?]]) -> Set<[JSONNode]> {
    var shared: Set<[JSONNode]> = []
    for version in names {
      var seen: Set<[JSONNode]> = []
      for case let id? in version where !seen.insert(id).inserted { shared.insert(id) }
    }
    return shared
  }
}

extension IdentityTable.Version {
  fileprivate mutating func fill(_ count: Int) {
    places = Array(repeating: -1, count: count)
    for (place, token) in tokens.enumerated() { places[token] = place }
  }
}
