public import ForkedJSON
public import ForkedMerge
public import ForkedSchema

/// A property or file that both sides changed, and that only the user can decide.
public struct MergeConflict: Sendable {
  /// The reason that it is left to the user.
  public enum Reason: String, Sendable {
    /// The schema says so.
    case manual
    /// Both changed one value, and nobody declared a strategy.
    case bothChanged
    /// One side deleted what the other changed, and nobody declared a strategy.
    case deletedAndChanged
    /// Both replaced one run of an array.
    case bothReplaced
    /// Both changed an element whose id may name two different ones.
    case identityUncertain
    /// Which change is later is not known.
    case recencyUnknown
    /// The merged document would not be valid under its schema.
    case invalid
  }

  /// The document or file; empty where the merge was told no name.
  public var document: String
  /// The property, in the merged document; the root for the whole file.
  public var pointer: JSONPointer
  /// The property, in a way that survives moves.
  public var path: PropertyPath
  /// The reason that it is left to the user.
  public var reason: Reason
  /// The value in the merge base; nil where it has none, or the file is no document.
  public var base: JSONNode?
  /// Our value; nil where we have none.
  public var ours: JSONNode?
  /// Their value; nil where they have none.
  public var theirs: JSONNode?
  /// The failures of both together under the schema.
  public var failures: [ValidationFailure] = []
  /// The reason in more words, of a whole file.
  public var detail: MergeNote?

  /// A conflict about a property, or by default about a whole file.
  public init(
    document: String = "", pointer: JSONPointer = JSONPointer(),
    path: PropertyPath = PropertyPath(), reason: Reason, base: JSONNode? = nil,
    ours: JSONNode? = nil, theirs: JSONNode? = nil, failures: [ValidationFailure] = [],
    detail: MergeNote? = nil
  ) {
    self.document = document
    self.pointer = pointer
    self.path = path
    self.reason = reason
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.failures = failures
    self.detail = detail
  }

  /// More words beside reason and values; nil: none.
  public var note: String? { detail?.description ?? failures.first?.description }

  /// The same conflict, with ours and theirs exchanged.
  public var swapped: MergeConflict {
    var result = self
    (result.ours, result.theirs) = (theirs, ours)
    result.detail = detail?.swapped
    return result
  }
}

extension MergeConflict.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .manual: "the schema leaves it to a person"
    case .bothChanged: "both sides changed it"
    case .deletedAndChanged: "one side deleted what the other changed"
    case .bothReplaced: "both sides replaced the same elements"
    case .identityUncertain: "its versions may be two different elements"
    case .recencyUnknown: "both sides changed it, and which change is later is not known"
    case .invalid: "the result would not be valid"
    }
  }
}

/// A property that both sides changed, to different values, and what strategy met it.
public struct ContestedProperty: Sendable {
  /// The document; empty where the merge was told no name.
  public var document = ""
  /// The property, in the merged document.
  public var pointer: JSONPointer
  /// The property, in a way that survives moves.
  public var path: PropertyPath
  /// The strategy.
  public var strategy: MergeStrategy
  /// The origin of the strategy.
  public var origin: StrategyOrigin
  /// The value in the merge base; nil where it has none.
  public var base: JSONNode?
  /// Our value; nil where we have none.
  public var ours: JSONNode?
  /// Their value; nil where they have none.
  public var theirs: JSONNode?
}
