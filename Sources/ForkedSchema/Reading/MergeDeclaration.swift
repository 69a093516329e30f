import ForkedJSON
import ForkedMerge

/// What `x-merge` says about a value.
struct MergeDeclaration: Hashable {
  var strategy: MergeStrategy
  /// Pointers to the parts of an element's id; empty where none is declared.
  var identity: [JSONPointer] = []
  var position: JSONString?

  static let defaultPosition: JSONString = "position"

  /// Whether the member that holds an element's position is, or holds, a part of its id.
  var putsPositionsInIds: Bool {
    let ids = identity.isEmpty ? [JSONPointer(["id"])] : identity
    return position.map { name in ids.contains { $0.tokens.first == name } } ?? false
  }
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
