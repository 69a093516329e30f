import ForkedSchema

/// The kind of value of a property in a law's documents, and its strategy.
indirect enum LawShape: Sendable {
  /// Nothing is declared.
  case free
  /// A scalar.
  case value(MergeStrategy)
  case set
  case list
  /// Objects with an id.
  case elements(LawShape)
  /// Objects with an id and a position.
  case ordered(LawShape)
  case map(LawShape)
  case object([(key: String, shape: LawShape)])
  /// An object of which the later change wins whole.
  case whole

  /// As a JSON Schema.
  var schema: String {
    switch self {
    case .free: "{}"
    case .value(let strategy): #"{"x-merge": "\#(strategy.name)"}"#
    case .set: #"{"x-merge": "setMerge"}"#
    case .list: #"{"x-merge": "arrayMerge"}"#
    case .elements(let element):
      #"{"x-merge": {"using": "arrayOfIdentifiableMerge", "id": "/id"}, "items": \#(element.schema)}"#
    case .ordered(let element):
      #"{"x-merge": {"using": "orderedMerge", "id": "/id"}, "items": \#(element.schema)}"#
    case .map(let value):
      #"{"x-merge": "dictionaryMerge", "additionalProperties": \#(value.schema)}"#
    case .object(let fields):
      "{\"properties\": {"
        + fields.map { "\"\($0.key)\": \($0.shape.schema)" }.joined(separator: ", ") + "}}"
    case .whole: #"{"x-merge": "mostRecent"}"#
    }
  }

  var isFree: Bool { if case .free = self { true } else { false } }
  var isSet: Bool { if case .set = self { true } else { false } }
  var isList: Bool { if case .list = self { true } else { false } }
  var isWhole: Bool { if case .whole = self { true } else { false } }

  /// The shape of a member's value.
  func member(_ key: String) -> LawShape {
    switch self {
    case .map(let value): value
    case .object(let fields): fields.first { $0.key.hasScalars(of: key) }?.shape ?? .free
    default: .free
    }
  }

  /// The shape of an array's elements.
  var element: LawShape {
    switch self {
    case .elements(let element), .ordered(let element): element
    default: .free
    }
  }

  /// True if somewhere in it is an ordered list.
  var holdsOrdered: Bool {
    switch self {
    case .ordered: true
    case .elements(let part), .map(let part): part.holdsOrdered
    case .object(let fields): fields.contains { $0.shape.holdsOrdered }
    case .value, .free, .set, .list, .whole: false
    }
  }

  /// True if two equal changes may add up somewhere in it.
  var holdsCounter: Bool {
    switch self {
    case .value(let strategy): strategy == .counterMerge
    case .elements(let part), .ordered(let part), .map(let part): part.holdsCounter
    case .object(let fields): fields.contains { $0.shape.holdsCounter }
    case .free, .set, .list, .whole: false
    }
  }
}

extension String {
  /// True if both are the same Unicode scalars; `==` would take composed and decomposed letters for equal.
  func hasScalars(of other: String) -> Bool { unicodeScalars.elementsEqual(other.unicodeScalars) }
}
