public import Forked
public import ForkedJSON
import ForkedSchema

/// An object or array that one side, or both, moved to another place: deleted here, and added there with most of its
/// parts.
public struct SubtreeMove: Sendable {
  /// The path in the merge base, which no side that moved it has.
  public var from: PropertyPath
  /// The path in our version; that of the merge base if theirs alone moved it.
  public var ours: PropertyPath
  /// The path in their version; that of the merge base if ours alone moved it.
  public var theirs: PropertyPath
  /// The path in the result; nil if both sides moved it to different places, and the user decides.
  public var to: PropertyPath?
  /// The pointer to it in the merge base.
  public var formerPointer: JSONPointer
  /// True if the schema leaves conflicts at one of its places to the user.
  var isManual = false
  /// The plan of the former place, if the schema says nothing about the new one.
  var formerPlan: FieldPlan?

  /// The side that moved it; nil if both did.
  public var side: MergeSide? { theirs == from ? .ours : ours == from ? .theirs : nil }

  /// True if both sides moved it, to different places.
  public var isDisputed: Bool { side == nil && ours != theirs }

  /// True if it is now a member of a new object at its place, or in the place of its container.
  var isInPlace: Bool { [ours, theirs].contains { $0.isPart(of: from) || from.isPart(of: $0) } }

  /// The path of the value that is now part of another one, or of the container that is no more; for moves in place.
  var place: PropertyPath {
    [ours, theirs].first { from.isPart(of: $0) } ?? from
  }

  /// Returns the path in a side's version.
  public func path(in side: MergeSide) -> PropertyPath { side == .ours ? ours : theirs }

  /// The same move with ours and theirs exchanged.
  var swapped: SubtreeMove {
    var move = self
    (move.ours, move.theirs) = (theirs, ours)
    return move
  }
}

extension PropertyPath {
  /// The path of the container.
  var container: PropertyPath { PropertyPath(Array(steps[..<max(steps.count - 1, 0)])) }

  /// The keys that it consists of; nil if it leads through an array.
  var keys: [JSONString]? {
    let keys = steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
    return keys.count == steps.count ? keys : nil
  }

  /// Returns true if it, or a container of it, is at one of these places.
  /// - Complexity: O(steps squared), in expectation.
  func isAtOrBelow(oneOf places: Set<[Step]>) -> Bool {
    (0...steps.count).contains { places.contains(Array(steps.prefix($0))) }
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

extension JSONNode {
  /// Returns how many strings and numbers both have, at any depth and under any key, beside an id: each as often as the
  /// one that has it less often.
  /// - Complexity: O(bytes of both), in expectation.
  func countOfCommonValues(with other: JSONNode, beside id: [JSONNode]) -> Int {
    var counts = ValueCounts()
    other.visitStringsAndNumbers { _ = counts.change(of: $0, by: 1) }
    for part in id { part.visitStringsAndNumbers { _ = counts.change(of: $0, by: -1) } }
    var common = 0
    visitStringsAndNumbers { if counts.change(of: $0, by: -1) >= 0 { common += 1 } }
    return common
  }

  /// Calls a closure with each string and number in the value, without recursion.
  private func visitStringsAndNumbers(_ visit: (JSONNode) -> Void) {
    var open = [self]
    while let value = open.popLast() {
      if value.kind.isContainer { open += value.childValues }
      if value.kind == .string || value.kind == .number { visit(value) }
    }
  }
}

/// A count for each value, zero at first.
private struct ValueCounts {
  private var numbers = JSONValueNumbers()
  private var counts: [Int] = []

  /// Returns the count after the change.
  /// - Complexity: O(bytes of the value) in expectation.
  mutating func change(of value: JSONNode, by change: Int) -> Int {
    let number = numbers.number(of: value)
    if number == counts.count { counts.append(0) }
    counts[number] += change
    return counts[number]
  }
}
