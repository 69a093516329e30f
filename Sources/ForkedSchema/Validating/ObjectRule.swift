import ForkedJSON

/// What a subschema demands of objects.
struct ObjectRule: Sendable {
  /// What it says about one key.
  struct Entry: Sendable {
    var schema: Int?
    var isRequired = false
  }

  let maxProperties: Int?
  let minProperties: Int?
  let required: [JSONString]
  /// The keys of `properties` and `required`.
  let keys: KeyTable
  /// What is said about them, by their numbers.
  let entries: [Entry]
  let patterns: [(pattern: KeyPattern, schema: Int)]
  let additional: Int?
  let names: Int?
  let dependentRequired: [(key: JSONString, required: [JSONString])]
  let dependentSchemas: [(key: JSONString, schema: Int)]

  init?(_ schema: Subschema, _ assertions: Assertions, applies: Bool, asserts: Bool) {
    maxProperties = assertions.maxProperties
    minProperties = assertions.minProperties
    dependentRequired = assertions.dependentRequired
    patterns = applies ? schema.patternProperties : []
    additional = applies ? schema.additionalProperties : nil
    names = applies ? schema.propertyNames : nil
    dependentSchemas = applies ? schema.dependentSchemas : []
    var entriesByKey: [JSONString: Entry] = [:]
    for (key, below) in applies ? schema.properties : [:] {
      entriesByKey[key] = Entry(schema: below)
    }
    for key in asserts ? schema.required : [] {
      entriesByKey[key, default: Entry()].isRequired = true
    }
    required = entriesByKey.filter(\.value.isRequired).map(\.key).sorted()
    let sorted = entriesByKey.sorted { $0.key < $1.key }
    keys = KeyTable(sorted.map(\.key))
    entries = sorted.map(\.value)
    let counts = maxProperties != nil || minProperties != nil
    let depends = !dependentRequired.isEmpty || !dependentSchemas.isEmpty
    guard counts || depends || checksMembers || names != nil else { return nil }
  }

  /// True if members have to be looked at one by one.
  var checksMembers: Bool { !keys.isEmpty || !asksByKey }

  /// True if it says nothing of members whose keys it does not name.
  var asksByKey: Bool { patterns.isEmpty && additional == nil && names == nil }
}

/// The subschemas that look at the very value that this one looks at.
struct InPlaceRule: Sendable {
  let reference: Int?
  let dynamicReference: DynamicReference?
  let allOf: [Int]
  let anyOf: [Int]
  let oneOf: [Int]
  let not: Int?
  let condition: Int?
  let then: Int?
  let otherwise: Int?

  init?(_ schema: Subschema, applies: Bool) {
    reference = schema.staticReference
    dynamicReference = schema.dynamicReference
    allOf = applies ? schema.allOf : []
    anyOf = applies ? schema.anyOf : []
    oneOf = applies ? schema.oneOf : []
    not = applies ? schema.not : nil
    condition = applies ? schema.condition : nil
    then = schema.then
    otherwise = schema.otherwise
    let refers = reference != nil || dynamicReference != nil
    let combines = !allOf.isEmpty || !anyOf.isEmpty || !oneOf.isEmpty
    guard refers || combines || not != nil || condition != nil else { return nil }
  }
}

/// Numbers of keys, looked up without decoding the keys of documents.
///
/// Open addressing over Swift's seeded hashes, so that no schema can choose keys that collide.
struct KeyTable: Sendable {
  let keys: [JSONString]
  /// The number of a key, or -1.
  private let slots: [Int32]

  /// - Parameter keys: no key twice; each has its place in the list as number.
  init(_ keys: [JSONString]) {
    self.keys = keys
    var size = 4
    while size < keys.count * 2 { size *= 2 }
    var slots = [Int32](repeating: -1, count: size)
    for (number, key) in keys.enumerated() {
      var slot = key.utf8.withUnsafeBytes(Self.hash) & (size - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      slots[slot] = Int32(truncatingIfNeeded: number)
    }
    self.slots = slots
  }

  var isEmpty: Bool { keys.isEmpty }

  /// The number of the key that a string is; nil where it is none of them. O(key).
  func number(of string: JSONNode) -> Int? {
    let content = string.range.dropFirst().dropLast()
    return string.document.bytes.withUnsafeBytes { bytes in
      let text = UnsafeRawBufferPointer(rebasing: bytes[content.startIndex..<content.endIndex])
      if text.contains(UInt8(ascii: "\\")) { return string.string.flatMap(number) }
      return number(of: text)
    }
  }

  func number(of key: JSONString) -> Int? { key.utf8.withUnsafeBytes(number) }

  private func number(of text: UnsafeRawBufferPointer) -> Int? {
    var slot = Self.hash(text) & (slots.count - 1)
    while slots[slot] >= 0 {
      let number = Int(slots[slot])
      let isSame = keys[number].utf8.withUnsafeBytes {
        $0.count == text.count && $0.elementsEqual(text)
      }
      if isSame { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private static func hash(_ text: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: text)
    return hasher.finalize()
  }
}

/// The members of an object by key, with their positions.
struct MemberTable {
  private var entries: [JSONString: (position: Int, value: JSONNode)] = [:]

  /// O(members).
  init(_ object: JSONNode) {
    entries.reserveCapacity(object.count)
    for (position, member) in object.members.enumerated() {
      entries[member.key.string ?? ""] = (position, member.value)
    }
  }

  subscript(key: JSONString) -> (position: Int, value: JSONNode)? { entries[key] }

  /// True if so few keys are asked of so many members that looking them up costs less than a walk.
  static func pays(for keys: Int, of members: Int) -> Bool { members >= 64 && keys <= members / 8 }
}
