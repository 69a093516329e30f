public import Forked
public import ForkedJSON
import ForkedSchema

/// A value that one side, or both, moved to another object, list or key.
public struct SubtreeMove: Sendable {
  /// The path in the merge base, which no side that moved it has.
  public var from: PropertyPath
  /// The path in our version; that of the merge base if theirs alone moved it.
  public var ours: PropertyPath
  /// The path in their version; that of the merge base if ours alone moved it.
  public var theirs: PropertyPath
  /// The side that moved it; nil if both did.
  public var side: MergeSide?
  /// True if both sides moved it, to different places.
  public var isDisputed: Bool
  /// The version that has it where the result has it; nil if both sides moved it apart, and the user decides.
  var target: Mapping.Version?
  /// The path in the result, if something that it stands in there moved, too, by the other side; else nil.
  var moved: PropertyPath?
  /// The pointer to it in the merge base.
  public var formerPointer: JSONPointer
  /// True if the schema leaves conflicts at one of its places to the user.
  var isManual = false
  /// The plan of the former place, if the schema says nothing about the new one.
  var formerPlan: FieldPlan?
  /// The pointers to it in our version, and in theirs.
  var ourPointer = JSONPointer()
  var theirPointer = JSONPointer()
  /// The value in base, if one side moved it unchanged and the other deleted it; else nil.
  var deleted: JSONNode?
  /// False if it only moves along with others that the same side put into something new.
  var isReported = true
  /// Its row in the mapping of the versions; nil if there is none.
  var row: Int?

  /// The path in the result; nil if both sides moved it to different places, and the user decides.
  public var to: PropertyPath? { target.map { moved ?? path(in: $0) } }

  /// Returns the path in a side's version.
  public func path(in side: MergeSide) -> PropertyPath { side == .ours ? ours : theirs }

  /// Returns the path in a version.
  func path(in version: Mapping.Version) -> PropertyPath {
    switch version {
    case .base: from
    case .ours: ours
    case .theirs: theirs
    }
  }

  /// The pointer to it in a version that has it where the result has it.
  var pointer: JSONPointer {
    switch target {
    case .ours: ourPointer
    case .theirs: theirPointer
    case .base, nil: formerPointer
    }
  }

  /// The same move with ours and theirs exchanged.
  var swapped: SubtreeMove {
    var move = self
    (move.ours, move.theirs) = (theirs, ours)
    (move.side, move.target) = (side?.other, target?.swapped)
    (move.ourPointer, move.theirPointer) = (theirPointer, ourPointer)
    return move
  }
}

extension Mapping.Version {
  /// The same with ours and theirs exchanged.
  fileprivate var swapped: Self { self == .ours ? .theirs : self == .theirs ? .ours : .base }
}

extension PropertyPath {
  /// The path of the container.
  var container: PropertyPath { PropertyPath(Array(steps[..<max(steps.count - 1, 0)])) }

  /// The keys that it consists of; nil if it leads through an array.
  var keys: [JSONString]? {
    let keys = steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
    return keys.count == steps.count ? keys : nil
  }

  /// Returns true if a value can be at the path: if this leads to an element, one with that id.
  func mayLead(to value: JSONNode) -> Bool {
    guard case .element(let identity, let id)? = steps.last else { return true }
    return identity.compactMap { value.value(at: $0) } == id
  }

  /// True if it leads to a part of the value at another path.
  func isPart(of other: PropertyPath) -> Bool {
    steps.count == other.steps.count + 1 && steps.starts(with: other.steps)
  }
}

extension SubtreeMove: CustomStringConvertible {
  /// The move in words.
  public var description: String {
    switch side {
    case let side?:
      "\(side.rawValue) moved it here from \(formerPointer), and the changes of \(side.other.rawValue) follow"
    case nil: "both sides moved it here from \(formerPointer)"
    }
  }
}
