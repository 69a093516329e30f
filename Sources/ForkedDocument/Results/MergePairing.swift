public import ForkedJSON
import ForkedMerge
import ForkedSchema

/// The rest that a merge lists beside its decisions and conflicts: each case also that of the ones before it.
public enum MergeListing: Comparable, Sendable {
  case nothingElse
  /// The properties that both sides changed to different values, however that was decided.
  case changedByBoth
  /// The things that were matched without an id, and their evidence.
  case pairings
}

/// Something that has no id, or that was moved, with what its versions were matched by.
public struct MergePairing: Sendable {
  /// The document; empty if the merge was given no name.
  public var document = ""
  /// The pointer in the merged document.
  public var pointer: JSONPointer
  /// The path, which stays the same when elements are moved.
  public var path: PropertyPath
  /// The evidence, as "matched by /sku, and 5 of 6 other parts".
  public var evidence: String
  /// True if a decision or a conflict is about the same thing.
  public var isReported: Bool
  /// The value in the merge base; nil if both sides added it.
  public var base: JSONNode?
  /// Our value; nil if we have none.
  public var ours: JSONNode?
  /// Their value; nil if they have none.
  public var theirs: JSONNode?
}

extension MergePairing {
  /// The element as a property that merges by its parts.
  public var property: PropertyChangedByBoth {
    PropertyChangedByBoth(
      document: document, pointer: pointer, path: path, history: path, strategy: .object,
      origin: .inferred, base: base, ours: ours, theirs: theirs)
  }
}

/// The evidence by which the things in a merge were matched.
public struct MergeEvidence {
  private struct Place: Hashable {
    var document: String
    var steps: [PropertyPath.Step]
  }

  private let evidence: [Place: String]

  /// - Complexity: O(steps of all pairings), in expectation.
  public init<Value>(_ merged: MergeResult<Value>) {
    evidence = Dictionary(
      merged.pairings.map { (Place(document: $0.document, steps: $0.path.steps), $0.evidence) }
    ) { first, _ in first }
  }

  /// Returns what the innermost element or moved thing that holds a property, or is it, was matched by.
  /// - Returns: nil if keys alone lead to it.
  /// - Complexity: O(steps squared), in expectation.
  public func evidence(of path: PropertyPath, in document: String) -> String? {
    for depth in (0...path.steps.count).reversed() {
      let steps = Array(path.steps.prefix(depth))
      if let known = evidence[Place(document: document, steps: steps)] { return known }
      switch steps.last {
      case .index?: return MappingEvidence.place
      case .element(let identity, let id)?:
        let parts = zip(identity, id).map { "\($0) \(String(decoding: $1.bytes, as: UTF8.self))" }
        return "matched by \(parts.joined(separator: ", "))"
      case .key?, nil: continue
      }
    }
    return nil
  }
}
