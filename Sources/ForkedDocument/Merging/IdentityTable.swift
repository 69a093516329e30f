import Forked
import ForkedJSON
import ForkedSchema

/// The elements of three versions of an array, named by tokens, which are equal for versions of the same element.
///
/// An element is named by its id if it has one that is unique in every version. Other elements are named by their
/// values: the second of two equal ones in one version is the same element as the second in another.
struct IdentityTable {
  /// A version's elements and their tokens, in order; no token occurs twice.
  struct Version {
    let elements: JSONElementList?
    fileprivate(set) var tokens: [Int] = []
    /// The index of each token; -1 if this version doesn't have it.
    fileprivate var places: [Int] = []

    fileprivate init(_ array: JSONNode?) {
      elements = array.withoutNull.map { JSONElementList($0) }
    }

    /// The elements; none in a version that does not exist.
    var list: [JSONNode] { elements.map { Array($0) } ?? [] }

    func element(_ token: Int) -> JSONNode? {
      let place = places[token]
      return place < 0 ? nil : elements?[place]
    }

    fileprivate func hasSameBytes(
      _ token: Int, as other: Version, by comparison: JSONByteComparison
    ) -> Bool {
      let (place, otherPlace) = (places[token], other.places[token])
      guard place >= 0, otherPlace >= 0, let elements, let others = other.elements else {
        return place < 0 && otherPlace < 0
      }
      return elements.hasSameBytes(at: place, as: others, at: otherPlace, by: comparison)
    }
  }

  private(set) var base: Version
  private(set) var ours: Version
  private(set) var theirs: Version
  private var naming: Naming

  /// - Parameters:
  ///   - identity: the pointers to the parts of an element's id, relative to the element.
  ///   - position: the member that holds an element's position and doesn't belong to its value.
  init(_ versions: Versions, identity: [JSONPointer], position: JSONString? = nil) {
    base = Version(versions.base)
    ours = Version(versions.ours)
    theirs = Version(versions.theirs)
    naming = Naming(identity: identity, capacity: base.elements?.count ?? 0, position)
    let numbers = [base, ours, theirs].map { naming.identities(of: $0.elements) }
    base.tokens = naming.tokens(of: base.elements, numbers[0])
    ours.tokens = naming.tokens(of: ours.elements, numbers[1])
    theirs.tokens = naming.tokens(of: theirs.elements, numbers[2])
    index()
  }

  /// - Parameter numbering: the numbers of the elements of those versions that exist; all have ids of their own.
  init(_ versions: Versions, _ numbering: UsualIdentity.Numbering) {
    base = Version(versions.base)
    ours = Version(versions.ours)
    theirs = Version(versions.theirs)
    naming = Naming(numbering)
    var numbers = numbering.numbers[...]
    if versions.base.withoutNull != nil { base.tokens = numbers.popFirst() ?? [] }
    if versions.ours.withoutNull != nil { ours.tokens = numbers.popFirst() ?? [] }
    if versions.theirs.withoutNull != nil { theirs.tokens = numbers.popFirst() ?? [] }
    index()
  }

  /// - Parameter rows: the elements of those versions.
  init(_ versions: Versions, _ rows: ListRows) {
    base = Version(versions.base)
    ours = Version(versions.ours)
    theirs = Version(versions.theirs)
    naming = Naming(rowCount: rows.rows.count)
    func tokens(_ version: Version, _ place: (ElementRows.Row) -> Int?) -> [Int] {
      var tokens = Array(repeating: 0, count: version.elements?.count ?? 0)
      for (token, row) in rows.rows.enumerated() {
        if let place = place(row) { tokens[place] = token }
      }
      return tokens
    }
    base.tokens = tokens(base) { $0.base }
    ours.tokens = tokens(ours) { $0.ours }
    theirs.tokens = tokens(theirs) { $0.theirs }
    index()
  }

  /// - Parameter strategy: a strategy that goes by ids.
  init(_ versions: Versions, _ strategy: EffectiveStrategy) {
    if let numbering = strategy.usual?.numbering {
      self.init(versions, numbering)
    } else {
      self.init(versions, identity: strategy.identity)
    }
  }

  private mutating func index() {
    base.index(naming.count)
    ours.index(naming.count)
    theirs.index(naming.count)
  }

  /// Returns the element in the three versions.
  func versions(of token: Int) -> Versions {
    Versions(
      base: base.element(token), ours: ours.element(token), theirs: theirs.element(token))
  }

  /// Returns true if theirs has the element with the bytes of base, or neither has it.
  func isUntouchedByTheirs(_ token: Int, by comparison: JSONByteComparison) -> Bool {
    base.hasSameBytes(token, as: theirs, by: comparison)
  }

  /// The tokens of all elements: of base's in their order, then those that a side added.
  var tokens: Range<Int> { 0..<naming.count }

  /// True if all three versions have the same elements in the same order.
  var isOneOrder: Bool { ours.tokens == base.tokens && theirs.tokens == base.tokens }

  /// The side whose order comes first, by the first elements in which the two orders differ.
  /// - Complexity: O(elements), and O(bytes) of these two ids.
  var firstByOrder: MergeSide {
    let pairs = zip(ours.tokens, theirs.tokens)
    guard let (our, their) = pairs.first(where: { $0 != $1 }) else {
      return ours.tokens.count < theirs.tokens.count ? .ours : .theirs
    }
    return precedes(our, their) ? .ours : .theirs
  }

  /// Returns true if an element comes first by its id; elements without one come last, by their values.
  private func precedes(_ one: Int, _ other: Int) -> Bool {
    switch (id(of: one), id(of: other)) {
    case (let id?, let otherID?): id.canonicallyPrecede(otherID)
    case (.some, nil): true
    case (nil, .some): false
    case (nil, nil): versions(of: one).present.canonicallyPrecede(versions(of: other).present)
    }
  }

  /// Returns the parts of the id of a token; nil for an element that is named by its value.
  func id(of token: Int) -> [JSONNode]? { naming.identity(of: token) }

  /// Returns the token of the first element with an equal value, which may be the element itself.
  func first(of token: Int) -> Int { naming.first(of: token) }

  /// The elements that are merged as values although the strategy goes by ids.
  var withoutIdentity: [JSONNode] {
    tokens.filter { !naming.isIdentity($0) }.compactMap {
      versions(of: $0).present.last
    }
  }
}

extension IdentityTable.Version {
  fileprivate mutating func index(_ count: Int) {
    places = Array(repeating: -1, count: count)
    for (place, token) in tokens.enumerated() { places[token] = place }
  }
}

/// Assigns tokens: first to ids, one each, then to the values of elements without an id of their own.
private struct Naming {
  private struct Occurrence: Hashable {
    var value: Int
    var number: Int
  }

  private var ids: IdentityNumbers
  /// True if each id is unique in every version.
  private var isUnique: [Bool] = []
  private var lastSeen: [Int] = []
  private var version = 0
  private var values = JSONValueNumbers()
  /// The numbers of the values of elements apart from their positions.
  private var placedValues: [[[UInt8]]: Int] = [:]
  private let position: JSONString?
  private var occurrences: [Occurrence: Int] = [:]
  /// The token of the first element with the same value, by token after those of ids.
  private var firsts: [Int] = []

  init(identity: [JSONPointer], capacity: Int, _ position: JSONString?) {
    ids = IdentityNumbers(identity, capacity: capacity)
    self.position = position
  }

  init(_ numbering: UsualIdentity.Numbering) {
    ids = IdentityNumbers(numbering)
    position = nil
    isUnique = Array(repeating: true, count: ids.count)
  }

  init(rowCount: Int) {
    self.init(identity: [], capacity: 0, nil)
    self.rowCount = rowCount
  }

  private var rowCount = 0

  /// The number of tokens.
  var count: Int { ids.count + occurrences.count + rowCount }

  func isIdentity(_ token: Int) -> Bool { token < ids.count && isUnique[token] }

  func first(of token: Int) -> Int {
    token < ids.count || rowCount > 0 ? token : firsts[token - ids.count]
  }

  func identity(of token: Int) -> [JSONNode]? {
    isIdentity(token) ? ids.identity(of: token) : nil
  }

  /// Returns the token of each element's id; nil for an element without one. An id that occurs twice is no id.
  mutating func identities(of elements: JSONElementList?) -> [Int?] {
    version += 1
    guard let elements else { return [] }
    return elements.map { element in
      guard let token = ids.number(of: element) else { return nil }
      if token == isUnique.count {
        isUnique.append(true)
        lastSeen.append(0)
      }
      if lastSeen[token] == version { isUnique[token] = false }
      lastSeen[token] = version
      return token
    }
  }

  /// Returns the tokens of elements, once the ids of all versions have been read.
  mutating func tokens(of elements: JSONElementList?, _ identities: [Int?]) -> [Int] {
    guard let elements else { return [] }
    var counts: [Int: Int] = [:]
    return zip(elements, identities).map { element, identity in
      if let identity, isUnique[identity] { return identity }
      let value = number(of: element)
      let occurrence = Occurrence(value: value, number: counts[value, default: 0])
      counts[value] = occurrence.number + 1
      return token(of: occurrence)
    }
  }

  private mutating func number(of element: JSONNode) -> Int {
    guard let position else { return values.number(of: element) }
    let parts = element.parts(apartFrom: position)
    if let known = placedValues[parts] { return known }
    placedValues[parts] = placedValues.count
    return placedValues.count - 1
  }

  private mutating func token(of occurrence: Occurrence) -> Int {
    if let known = occurrences[occurrence] { return known }
    let token = count
    occurrences[occurrence] = token
    firsts.append(occurrences[Occurrence(value: occurrence.value, number: 0), default: token])
    return token
  }
}
