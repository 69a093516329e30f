public import ForkedJSON
public import ForkedMerge

/// How one field of a document merges, for people.
public struct FieldDescription: Sendable, Hashable {
  /// The field; `*` stands for all elements of an array, or all entries of a dictionary.
  public var pointer: JSONPointer
  /// What merges it: declared, implied by a keyword, inferred from the value, or the default.
  public var strategy: MergeStrategy
  /// Pointers to the parts of an element's id, where elements merge by id.
  public var identity: [JSONPointer]
  /// The member with an element's position, for `orderedMerge`.
  public var position: JSONString?
  /// Where the strategy comes from: `file#pointer`, or why it was inferred.
  public var origin: String
}

extension StrategyOrigin: CustomStringConvertible {
  /// `file#pointer`, or `inferred`.
  public var description: String {
    switch self {
    case .declared(let file, let pointer), .keyword(_, let file, let pointer): "\(file)#\(pointer)"
    case .inferred: "inferred"
    }
  }
}
