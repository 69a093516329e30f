import ForkedJSON

/// The observations of one field in all versions of all documents of a group.
final class FieldShape {
  private(set) var types: JSONType = []
  private(set) var values = 0
  private(set) var objects = 0
  /// The keys, in the order in which they were first met.
  private(set) var keys: [JSONString] = []
  private(set) var members: [JSONString: FieldShape] = [:]
  private(set) var elements: FieldShape?
  var lists = ListFacts()
  private(set) var texts = TextFacts()
  var fieldMerges: [FieldMerge] = []
  var objectMerges: [ObjectMerge] = []

  /// Records one version of the field.
  /// - Complexity: O(value).
  func observe(_ value: JSONNode) {
    values += 1
    switch value.kind {
    case .object: observe(object: value)
    case .array: observe(array: value)
    case .string:
      types.insert(.string)
      if let string = value.string { texts.observe(string) }
    case .number: types.insert(value.number?.isInteger == true ? .integer : .number)
    case .true, .false: types.insert(.boolean)
    case .null: types.insert(.null)
    }
  }

  private func observe(object: JSONNode) {
    types.insert(.object)
    objects += 1
    for member in object.members {
      if let key = member.key.string { self.member(key).observe(member.value) }
    }
  }

  private func observe(array: JSONNode) {
    types.insert(.array)
    lists.observe(array)
    for element in array.elements { elementShape().observe(element) }
  }

  /// Returns the shape of a member's value; a new one if the key is new.
  func member(_ key: JSONString) -> FieldShape {
    if let known = members[key] { return known }
    let shape = FieldShape()
    members[key] = shape
    keys.append(key)
    return shape
  }

  /// Returns the shape that all elements share.
  func elementShape() -> FieldShape {
    if let elements { return elements }
    let shape = FieldShape()
    elements = shape
    return shape
  }

  /// Adds the observations of another field.
  /// - Complexity: O(fields below both).
  func formUnion(_ other: FieldShape) {
    types.formUnion(other.types)
    values += other.values
    objects += other.objects
    lists.formUnion(other.lists)
    texts.formUnion(other.texts)
    fieldMerges += other.fieldMerges
    objectMerges += other.objectMerges
    for key in other.keys {
      if let below = other.members[key] { member(key).formUnion(below) }
    }
    if let below = other.elements { elementShape().formUnion(below) }
  }

  /// The union of the shapes of all members.
  var entry: FieldShape {
    let union = FieldShape()
    for key in keys {
      if let below = members[key] { union.formUnion(below) }
    }
    return union
  }

  /// True if both sides of a merge changed this field or one below it.
  var hasFieldMerges: Bool {
    !fieldMerges.isEmpty || members.values.contains(where: \.hasFieldMerges)
      || elements?.hasFieldMerges == true
  }
}

/// The observations of the arrays of one field.
struct ListFacts {
  private(set) var count = 0
  private(set) var elements = 0
  /// True if an element occurs twice in one of them.
  private(set) var hasRepetition = false
  /// True if all elements are short texts on one line.
  private(set) var areWords = true
  private(set) var areScalars = true
  private(set) var areNumbers = true
  private(set) var lengths: Set<Int> = []
  private var identities = ElementIdentities()
  /// The members by whose numbers every array is sorted; nil before the first array with elements.
  private(set) var positions: Set<JSONString>?
  /// True if a side changed the order of elements that it kept.
  var isReordered = false

  mutating func observe(_ array: JSONNode) {
    count += 1
    let elements = Array(array.elements)
    if lengths.count < 8 { lengths.insert(elements.count) }
    guard !elements.isEmpty else { return }
    self.elements += elements.count
    hasRepetition = hasRepetition || Set(elements).count < elements.count
    areScalars = areScalars && elements.allSatisfy { !$0.kind.isContainer }
    areNumbers = areNumbers && elements.allSatisfy { $0.kind == .number }
    areWords = areWords && elements.allSatisfy(\.isWord)
    identities.observe(elements)
    positions = (positions ?? Set(UsualPosition.keys)).filter { Self.isSorted(elements, by: $0) }
  }

  private static func isSorted(_ elements: [JSONNode], by key: JSONString) -> Bool {
    let numbers = elements.compactMap { $0[key]?.number }
    return numbers.count == elements.count && zip(numbers, numbers.dropFirst()).allSatisfy(<)
  }

  mutating func formUnion(_ other: ListFacts) {
    count += other.count
    elements += other.elements
    hasRepetition = hasRepetition || other.hasRepetition
    areWords = areWords && other.areWords
    areScalars = areScalars && other.areScalars
    areNumbers = areNumbers && other.areNumbers
    lengths.formUnion(other.lengths)
    isReordered = isReordered || other.isReordered
    identities.formUnion(other.identities)
    if let others = other.positions { positions = positions?.intersection(others) ?? others }
  }

  /// The members that tell elements apart: a usual id, else one whose name and values are those of an id, else the
  /// smallest combination. Empty if none does.
  var identity: [JSONString] {
    guard let alone = identities.alone else { return [] }
    if let usual = UsualIdentity.keys.first(where: alone.contains) { return [usual] }
    guard elements > 2 else { return [] }
    let named =
      Self.otherIdentities.first(where: alone.contains)
      ?? alone.filter(Self.endsLikeIdentity).min()
    if let named { return [named] }
    guard lengths.contains(where: { $0 >= Self.leastElementsForCombination }) else { return [] }
    return identities.combination(preferring: Set(UsualIdentity.keys + Self.otherIdentities)) ?? []
  }

  /// The number of elements of an array from which on a combination is not unique by chance.
  private static let leastElementsForCombination = 5

  private static let otherIdentities: [JSONString] = [
    "index", "slug", "code", "identifier", "uid", "guid", "hash", "path", "file", "filename", "url",
    "href", "title", "label",
  ]

  private static func endsLikeIdentity(_ key: JSONString) -> Bool {
    key.utf8.suffix(2).map { $0 | 0x20 }.elementsEqual("id".utf8)
  }

  /// The member with the elements' positions.
  var position: JSONString? {
    guard elements > 2, let positions else { return nil }
    return UsualPosition.keys.first(where: positions.contains)
  }
}

/// The usual names of members that hold the position of an element.
enum UsualPosition {
  static let keys: [JSONString] = ["position", "order", "rank", "sortOrder", "sort_order"]
}

/// The observations of the texts of one field.
struct TextFacts {
  private(set) var count = 0
  /// The first of them.
  private(set) var example: JSONString?
  private(set) var words = 0
  private(set) var proseCount = 0
  private(set) var hasLines = false

  mutating func observe(_ text: JSONString) {
    count += 1
    if example == nil { example = text }
    let words = text.wordCount
    self.words += words
    if words >= 8 { proseCount += 1 }
    hasLines = hasLines || text.utf8.contains(UInt8(ascii: "\n"))
  }

  mutating func formUnion(_ other: TextFacts) {
    count += other.count
    example = example ?? other.example
    words += other.words
    proseCount += other.proseCount
    hasLines = hasLines || other.hasLines
  }

  /// True if most texts are prose.
  var isProse: Bool { count > 0 && proseCount * 2 > count }
}

extension JSONString {
  /// The number of words: parts between spaces with two or more letters and no digits.
  var wordCount: Int {
    utf8.split(whereSeparator: { $0 <= 0x20 }).count { word in
      word.count { $0 >= 0x80 || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) } >= 2
        && !word.contains(where: \.isDigit)
    }
  }
}

extension JSONNode {
  fileprivate var isWord: Bool {
    guard kind == .string, range.count <= 100 else { return false }
    return string?.utf8.contains(UInt8(ascii: "\n")) == false
  }
}
