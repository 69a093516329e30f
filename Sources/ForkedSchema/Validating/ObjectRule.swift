import ForkedJSON

/// The requirements of a subschema for objects.
struct ObjectRule: Sendable {
  /// The requirements for one key.
  struct Entry: Sendable {
    var schema: Int?
    var isRequired = false
  }

  let maxProperties: Int?
  let minProperties: Int?
  let required: [JSONString]
  /// The keys of `properties` and `required`.
  let keys: KeyTable
  /// The requirements for the keys, by the numbers of the keys.
  let entries: [Entry]
  let patterns: [(pattern: KeyPattern, schema: Int)]
  let additional: Int?
  let names: Int?
  let dependentRequired: [(key: JSONString, required: [JSONString])]
  let dependentSchemas: [(key: JSONString, schema: Int)]

  init?(_ schema: Subschema, _ assertions: Assertions, applies: Bool, asserts: Bool) {
    maxProperties = assertions.counts[.maxProperties]
    minProperties = assertions.counts[.minProperties]
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

  /// True if members must be checked one by one.
  var checksMembers: Bool { !keys.isEmpty || !asksByKey }

  /// True if there are no requirements for members whose keys are not named.
  var asksByKey: Bool { patterns.isEmpty && additional == nil && names == nil }
}

/// The subschemas that apply to the same value as this one.
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

/// A table of the numbers of keys, with look-ups that don't decode the keys of documents.
///
/// It uses open addressing with Swift's seeded hashes, so no schema can choose keys that collide.
struct KeyTable: Sendable {
  let keys: [JSONString]
  /// The number of a key, or -1.
  private let slots: [Int32]

  /// - Parameter keys: the keys, none twice; each is numbered by its index.
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

  /// Returns the number of the key that equals a string; nil if there is none.
  /// - Complexity: O(key).
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
      let isSame = keys[number].utf8.withUnsafeBytes { Self.isSame($0, text) }
      if isSame { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Not by `elementsEqual`, which calls a function for each byte.
  private static func isSame(_ key: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer) -> Bool
  {
    guard key.count == text.count else { return false }
    for index in 0..<key.count where key[index] != text[index] { return false }
    return true
  }

  private static func hash(_ text: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: text)
    return hasher.finalize()
  }
}
