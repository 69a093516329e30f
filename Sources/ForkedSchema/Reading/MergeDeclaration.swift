import ForkedJSON
import ForkedMerge

/// What `x-merge` says about a value.
struct MergeDeclaration: Hashable {
  var strategy: MergeStrategy
  /// Pointers to the parts of an element's id; empty where none is declared.
  var identity: [JSONPointer] = []
  var position: JSONString?

  static let defaultPosition: JSONString = "position"
}

extension MergeStrategy {
  static let names = allCases.map(\.rawValue)

  init?(_ name: JSONString) {
    guard let strategy = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name.utf8) })
    else { return nil }
    self = strategy
  }

  /// The types whose values it can merge.
  var types: JSONType {
    switch self {
    case .mostRecent, .manual: .any
    case .object, .dictionaryMerge: .object
    case .textMerge: .string
    case .arrayMerge, .arrayOfIdentifiableMerge, .setMerge, .orderedMerge: .array
    case .counterMerge: .number
    case .maxMerge, .minMerge: [.number, .string]
    }
  }

  /// The options of `x-merge` that mean something to it.
  var options: [String] {
    switch self {
    case .arrayOfIdentifiableMerge: ["id"]
    case .orderedMerge: ["id", "position"]
    default: []
    }
  }
}
