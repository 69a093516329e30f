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
    let tokens: [Int]
    /// The index of each token; -1 if this version doesn't have it.
    private let places: [Int]

    fileprivate init(_ elements: JSONElementList?, _ tokens: [Int], count: Int) {
      self.elements = elements
      self.tokens = tokens
      var places = Array(repeating: -1, count: count)
      for (place, token) in tokens.enumerated() { places[token] = place }
      self.places = places
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

  let base: Version
  let ours: Version
  let theirs: Version
  /// The ids, whose numbers are the first tokens.
  private let ids: IdentityNumbers
  /// By token: true if it is an id that no version has twice.
  private let isIdentity: [Bool]
  /// By token behind those of ids: the token of the first element with an equal value.
  private let firsts: [Int]

  /// - Parameters:
  ///   - tokens: those of each version's elements.
  ///   - isIdentity: for each token, true if it is an id that no version has twice.
  private init(
    _ lists: [JSONElementList?], _ tokens: [[Int]], _ ids: IdentityNumbers, _ isIdentity: [Bool],
    firsts: [Int] = []
  ) {
    base = Version(lists[0], tokens[0], count: isIdentity.count)
    ours = Version(lists[1], tokens[1], count: isIdentity.count)
    theirs = Version(lists[2], tokens[2], count: isIdentity.count)
    self.ids = ids
    self.isIdentity = isIdentity
    self.firsts = firsts
  }

  /// - Parameters:
  ///   - identity: the pointers to the parts of an element's id, relative to the element.
  ///   - position: the member that holds an element's position and doesn't belong to its value.
  init(_ versions: Versions, identity: [JSONPointer], position: JSONString? = nil) {
    let lists = versions.lists
    var ids = IdentityNumbers(identity, capacity: lists[0]?.count ?? 0)
    let numbers = lists.map { list in list.map { $0.map { ids.number(of: $0) } } ?? [] }
    let isUnique = numbers.areUnique(count: ids.count)
    var values = ValueNumbers(position)
    let tokens = zip(lists, numbers).map { list, numbers in
      values.startVersion()
      return numbers.enumerated().map { place, id in
        if let id, isUnique[id] { return id }
        return ids.count + (list.map { values.number(of: $0[place]) } ?? 0)
      }
    }
    self.init(
      lists, tokens, ids, isUnique + values.firsts.map { _ in false },
      firsts: values.firsts.map { ids.count + $0 })
  }

  /// - Parameter rows: the elements of those versions.
  init(_ versions: Versions, _ rows: ListRows) {
    let lists = versions.lists
    var tokens = lists.map { Array(repeating: 0, count: $0?.count ?? 0) }
    for (token, row) in rows.rows.enumerated() {
      for (version, place) in [row.base, row.ours, row.theirs].enumerated() {
        if let place { tokens[version][place] = token }
      }
    }
    self.init(lists, tokens, IdentityNumbers([]), rows.rows.map { _ in false })
  }

  /// - Parameter strategy: a strategy that goes by ids.
  init(_ versions: Versions, _ strategy: EffectiveStrategy) {
    guard let numbering = strategy.usual?.numbering else {
      self.init(versions, identity: strategy.identity)
      return
    }
    var numbers = numbering.numbers[...]
    let lists = versions.lists
    let tokens = lists.map { $0 == nil ? [] : numbers.popFirst() ?? [] }
    self.init(
      lists, tokens, IdentityNumbers(numbering),
      Array(repeating: true, count: numbering.ids.count))
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
  var tokens: Range<Int> { isIdentity.indices }

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
  func id(of token: Int) -> [JSONNode]? { isIdentity[token] ? ids.identity(of: token) : nil }

  /// Returns the token of the first element with an equal value, which may be the element itself.
  func first(of token: Int) -> Int { token < ids.count ? token : firsts[token - ids.count] }

  /// The elements that are merged as values although the strategy goes by ids.
  var withoutIdentity: [JSONNode] {
    tokens.filter { !isIdentity[$0] }.compactMap { versions(of: $0).present.last }
  }
}

extension Versions {
  /// The elements of base, ours and theirs; nil where there is no array.
  var lists: [JSONElementList?] {
    [base, ours, theirs].map { $0.withoutNull.map { JSONElementList($0) } }
  }
}

extension [[Int?]] {
  /// Returns for each number true if no version has it twice.
  fileprivate func areUnique(count: Int) -> [Bool] {
    var areUnique = Array<Bool>(repeating: true, count: count)
    var lastVersions = Array<Int>(repeating: -1, count: count)
    for (version, numbers) in enumerated() {
      for case let number? in numbers {
        if lastVersions[number] == version { areUnique[number] = false }
        lastVersions[number] = version
      }
    }
    return areUnique
  }
}

/// Integers for elements without an id: equal ones for the same occurrence of an equal value in each version.
private struct ValueNumbers {
  private var values = JSONValueNumbers()
  /// The numbers of the values of elements apart from their positions.
  private var placedValues: [[[UInt8]]: Int] = [:]
  private let position: JSONString?
  private var occurrences = PairNumbers()
  /// The number of times that this version has each value so far.
  private var counts: [Int: Int] = [:]
  /// For each number that of the first element with an equal value.
  private(set) var firsts: [Int] = []

  init(_ position: JSONString?) { self.position = position }

  mutating func startVersion() { counts = [:] }

  mutating func number(of element: JSONNode) -> Int {
    let value = value(of: element)
    let occurrence = counts[value, default: 0]
    counts[value] = occurrence + 1
    let first = occurrences.number(of: value, 0)
    let number = occurrences.number(of: value, occurrence)
    if number == firsts.count { firsts.append(first) }
    return number
  }

  private mutating func value(of element: JSONNode) -> Int {
    guard let position else { return values.number(of: element) }
    let parts = element.parts(apartFrom: position)
    let value = placedValues[parts] ?? placedValues.count
    placedValues[parts] = value
    return value
  }
}
