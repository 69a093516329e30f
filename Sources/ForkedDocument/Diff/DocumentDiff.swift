public import ForkedJSON
public import ForkedSchema

/// The differences between two versions of a document.
public struct DocumentDiff {
  /// Returns the differences by property; none exactly if the two are equal by JSON value.
  ///
  /// Members are compared by key, and elements as a merge maps them.
  ///
  /// - Parameters:
  ///   - old: the older version; nil if there is none.
  ///   - new: the newer version; nil if there is none.
  ///   - plan: the plan that tells which parts of an element are its id.
  ///   - followsMoves: true if an object or array that was moved to another object or key is one change.
  /// - Complexity: O(size of both + n log n) in expectation, for n values.
  public static func changes(
    from old: JSONDocument?, to new: JSONDocument?, plan: FieldPlan = .none,
    followingMoves followsMoves: Bool = false
  ) -> [PropertyChange] {
    guard followsMoves, let old, let new,
      let (moves, mapping) = MoveSearch.moves(from: old.root, to: new.root, plan: plan),
      let moved = Relocations(moves, mapping).document(.base, .refused)
    else { return run(old, new, plan, places: .ofVersions) }
    return moves.compactMap { PropertyChange($0, from: old, to: new) }
      + run(moved, new, plan, places: .ofVersions).map { $0.removed(before: moves) }
  }

  /// Returns the same differences as a JSON Patch (RFC 6902).
  ///
  /// Applied in order to the older version, the operations make a document that equals the newer one by JSON value.
  public static func patch(
    from old: JSONDocument?, to new: JSONDocument?, plan: FieldPlan = .none
  ) -> [PropertyChange] {
    run(old, new, plan, places: .whenApplied)
  }

  /// The version that the pointers of array elements refer to.
  enum Places {
    /// The older version for removed elements, the newer one for all others.
    case ofVersions
    /// The state after all operations before.
    case whenApplied
  }

  let places: Places
  /// Maps both versions, when the first arrays are compared.
  private(set) lazy var mapping = map()
  private let map: () -> Mapping
  var changes: [PropertyChange] = []

  private init(places: Places, mapping: @escaping () -> Mapping) {
    self.places = places
    map = mapping
  }

  private static func run(
    _ old: JSONDocument?, _ new: JSONDocument?, _ plan: FieldPlan, places: Places
  ) -> [PropertyChange] {
    guard let old = old?.root, let new = new?.root else {
      let removed = old.map { PropertyChange(.remove, JSONPointer(), old: $0.root) }
      let added = new.map { PropertyChange(.add, JSONPointer(), new: $0.root) }
      return [removed, added].compactMap { $0 }
    }
    var diff = DocumentDiff(places: places) { Mapping(old: old, new: new, plan: plan) }
    diff.compare(Pair(old: old, new: new, plan: plan))
    return diff.changes
  }
}

extension DocumentDiff {
  /// One value in both versions.
  struct Pair {
    var old: JSONNode
    var new: JSONNode
    var plan: FieldPlan
    /// The pointers to the value in the older and in the newer version.
    var oldPointer = JSONPointer()
    var newPointer = JSONPointer()
  }

  mutating func compare(_ pair: Pair) {
    if pair.old.hasSameBytes(as: pair.new) { return }
    var pair = pair
    pair.plan = pair.plan.fitting([pair.old, pair.new])
    switch (pair.old.kind, pair.new.kind) {
    case (.object, .object): compareObjects(pair)
    case (.array, .array): compareArrays(pair)
    default:
      if pair.old == pair.new { return }
      changes.append(PropertyChange(.replace, pair.newPointer, old: pair.old, new: pair.new))
    }
  }

  private mutating func compareObjects(_ pair: Pair) {
    let (oldMembers, newMembers) = (JSONMemberTable(pair.old), JSONMemberTable(pair.new))
    for member in pair.old.members {
      guard let key = member.key.string else { continue }
      let below = pair.oldPointer.appending(key)
      guard let new = newMembers[key]?.value else {
        changes.append(PropertyChange(.remove, place(below, in: pair, key), old: member.value))
        continue
      }
      compare(
        Pair(
          old: member.value, new: new, plan: pair.plan.property(key),
          oldPointer: below, newPointer: pair.newPointer.appending(key)))
    }
    for member in pair.new.members {
      guard let key = member.key.string, oldMembers[key] == nil else { continue }
      changes.append(PropertyChange(.add, pair.newPointer.appending(key), new: member.value))
    }
  }

  /// Returns the pointer to a removed member: in a patch, the object around it is already where the newer version has
  /// it.
  private func place(_ oldPlace: JSONPointer, in pair: Pair, _ key: JSONString) -> JSONPointer {
    switch places {
    case .ofVersions: oldPlace
    case .whenApplied: pair.newPointer.appending(key)
    }
  }
}

extension PropertyChange {
  /// Creates the change of the place alone.
  fileprivate init?(_ move: SubtreeMove, from old: JSONDocument, to new: JSONDocument) {
    guard let pointer = move.ours.pointer(in: new.root) else { return nil }
    self.init(
      .move, pointer, from: move.formerPointer, old: move.from.value(in: old.root),
      new: move.ours.value(in: new.root))
  }

  /// Returns the same change, with the former pointer of what was removed from something that was moved.
  fileprivate func removed(before moves: [SubtreeMove]) -> PropertyChange {
    guard operation == .remove else { return self }
    var change = self
    let path = PropertyPath(pointer.tokens.map { .key($0) })
    for move in moves where path.steps.starts(with: move.ours.steps) {
      let rest = pointer.tokens.dropFirst(move.ours.steps.count)
      change.pointer = JSONPointer(move.formerPointer.tokens + rest)
    }
    return change
  }
}

/// One difference between two versions of a document.
public struct PropertyChange: Sendable {
  /// The kind of change, in the words of RFC 6902.
  public enum Operation: String, Sendable { case add, remove, replace, move }
  /// The kind of change.
  public var operation: Operation
  /// The pointer in the newer version, for `remove` in the older one; in a patch, at the time when the operation is
  /// applied.
  public var pointer: JSONPointer
  /// The pointer of a moved value in the older version; in a patch, at the time when the operation is applied.
  public var from: JSONPointer?
  /// The older value; nil for `add`.
  public var old: JSONNode?
  /// The newer value; nil for `remove`.
  public var new: JSONNode?

  /// Creates a change.
  public init(
    _ operation: Operation, _ pointer: JSONPointer, from: JSONPointer? = nil,
    old: JSONNode? = nil, new: JSONNode? = nil
  ) {
    self.operation = operation
    self.pointer = pointer
    self.from = from
    self.old = old
    self.new = new
  }
}
