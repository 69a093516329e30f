import Forked
public import ForkedDocument
public import ForkedJSON
import ForkedSchema

/// A property or a file that both sides of a merge changed, and what the merge decided about it.
public struct MergeDecision: Sendable {
  /// The document or file.
  public var document: String
  /// The property; the root for the whole.
  public var pointer: JSONPointer
  /// The strategy that decided.
  public var strategy: String
  /// What stands now; nil where nothing had to give way.
  public var kept: SideValue?
  /// What gave way; nil where nothing had to.
  public var dropped: SideValue?
  /// The elements that it is about, where it is about some of a list.
  public var elements: [JSONNode] = []
  /// What there is to say beyond kept and dropped.
  public var note: String?
  /// Whether a person decided it.
  public var isSettledByHand = false
  /// What else gave way: where a person wrote another value, both sides' did.
  public var alsoDropped: SideValue?
  /// The value that a person wrote; nil: none, or one side's stands.
  public var written: JSONNode?
  /// Where the strategy comes from.
  var origin = StrategyOrigin.inferred
}

/// A property or a file that both sides of a merge changed, and that only a person can decide.
public struct RemainingConflict: Sendable {
  /// The document or file.
  public var document: String
  /// The property; the root for the whole.
  public var pointer: JSONPointer
  /// Why it is left to a person.
  public var reason: String
  /// The common ancestor's value; nil where there is none, or the file is no document.
  public var base: JSONNode?
  /// Our value.
  public var ours: JSONNode?
  /// Their value.
  public var theirs: JSONNode?
  /// What there is to say beyond that.
  public var note: String?
  /// Where, in a way that survives moves; nil for a whole file.
  var path: PropertyPath?
}

extension MergeDecision {
  /// - Parameters:
  ///   - choice: what a person decided there.
  ///   - policy: what decided true conflicts.
  init(
    _ resolution: Resolution, in document: String, choice: ConflictChoice?, policy: ConflictPolicy?
  ) {
    self.init(
      document: document, pointer: resolution.pointer,
      strategy: resolution.strategyName(under: policy))
    kept = resolution.outcome.kept
    dropped = resolution.outcome.dropped
    elements = resolution.outcome.elements
    note = resolution.outcome.note
    origin = resolution.origin
    if case .chosen(let ours, let theirs) = resolution.outcome {
      settle(by: choice, ours: ours, theirs: theirs)
    }
  }

  private mutating func settle(by choice: ConflictChoice?, ours: SideValue, theirs: SideValue) {
    isSettledByHand = true
    strategy = "byHand"
    switch choice {
    case .ours: (kept, dropped, note) = (ours, theirs, nil)
    case .theirs: (kept, dropped, note) = (theirs, ours, nil)
    case .value(let node): (written, dropped, alsoDropped, note) = (node, ours, theirs, nil)
    case .base: (dropped, alsoDropped, note) = (ours, theirs, "the ancestor's value stands")
    case .delete: (dropped, alsoDropped, note) = (ours, theirs, "taken away")
    case nil: (dropped, alsoDropped) = (ours, theirs)
    }
  }

  /// What a person decided about a whole file.
  init(settlingByHand document: String) {
    self.init(
      document: document, pointer: JSONPointer(), strategy: "byHand", note: "decided by hand",
      isSettledByHand: true)
  }

  /// The same, with ours and theirs exchanged.
  var swapped: MergeDecision {
    var result = self
    result.kept = kept?.swapped
    result.dropped = dropped?.swapped
    result.alsoDropped = alsoDropped?.swapped
    return result
  }
}

extension RemainingConflict {
  init(_ conflict: PropertyConflict, in document: String) {
    self.init(
      document: document, pointer: conflict.pointer, reason: conflict.reason.rawValue,
      base: conflict.base, ours: conflict.ours, theirs: conflict.theirs,
      note: conflict.failures.first?.description, path: conflict.path)
  }

  /// The same, with ours and theirs exchanged.
  var swapped: RemainingConflict {
    var result = self
    (result.ours, result.theirs) = (theirs, ours)
    return result
  }
}

extension SideValue {
  fileprivate var swapped: SideValue {
    SideValue(side: side.other, value: value, commit: commit)
  }
}

extension MergeSide {
  var other: MergeSide { self == .ours ? .theirs : .ours }
}
