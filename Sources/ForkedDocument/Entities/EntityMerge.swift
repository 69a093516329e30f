public import ForkedJSON
import ForkedSchema

/// The merge of three versions of one entity.
///
/// An entity is merged once, by its identifier, for all its occurrences.
public struct EntityMerge {
  /// The identifier of the entity.
  public var identifier: EntityIdentifier
  /// The state in the merge base; empty if there is none.
  public var base: EntityState
  /// Our version.
  public var ours: EntityState
  /// Their version.
  public var theirs: EntityState
  /// The entities within this one that both sides still hold.
  ///
  /// In the base they get their merged state. For an entity that one side removed and the other changed, the base stays
  /// as it is, so that this remains a change against a deletion.
  public var agreed: Set<EntityIdentifier>
  /// The policy for conflicts that the schema leaves open.
  public var policy: ConflictPolicy?
  /// The user's choices, by pointers relative to the entity.
  public var choices: [JSONPointer: ConflictChoice] = [:]
  /// The rest that the result lists beside decisions and conflicts.
  public var listing = MergeListing.nothingElse
  /// Asks the history which change is later; paths are relative to the entity.
  public var recency: (PropertyPath) throws -> Recency? = { _ in nil }

  /// Creates the merge of an entity.
  public init(
    _ identifier: EntityIdentifier, base: EntityState, ours: EntityState, theirs: EntityState
  ) {
    self.identifier = identifier
    self.base = base
    self.ours = ours
    self.theirs = theirs
    agreed = Set(ours.inner).intersection(theirs.inner)
  }

  /// Merges each form of the entity by its own schema; fields that two forms share are merged by the first one's.
  ///
  /// - Parameter changes: the changes of the entities within this one. The result is added to them if no conflict
  ///   remains.
  /// - Returns: the result, with pointers relative to the entity and with the bytes of the first form.
  /// - Throws: the errors of the history, and `ValidationExcess`.
  public func run(notingIn changes: inout EntityChanges) throws -> MergeResult<[UInt8]> {
    var report = MergeResult<[UInt8]>([])
    var decided: Set<EntityField> = []
    for occurrence in forms {
      let merged = try merge(as: occurrence, changes)
      let isNew = { (pointer: JSONPointer) in
        guard let key = pointer.tokens.first else { return true }
        return occurrence.field(key).map { !decided.contains($0) } ?? true
      }
      if report.value.isEmpty { report.value = merged.value }
      report.decisions += merged.decisions.filter { isNew($0.pointer) }
      report.conflicts += merged.conflicts.filter { isNew($0.pointer) }
      report.changedByBoth += merged.changedByBoth.filter { isNew($0.pointer) }
      report.pairings += merged.pairings.filter { isNew($0.pointer) }
      report.defects += merged.defects
      guard merged.isClean else { continue }
      let result = occurrence.holding(try JSONDocument(parsing: merged.value).root)
      for state in [base, ours, theirs] { changes.add(result, since: state) }
      decided.formUnion(
        [base, ours, theirs].flatMap { $0.fields.map(\.field) }.filter(occurrence.covers))
    }
    return report
  }

  /// One occurrence of each form.
  private var forms: [EntityOccurrence] {
    var seen: Set<EntityForm?> = []
    return (ours.occurrences + theirs.occurrences).filter {
      seen.insert($0.plan.entityForm).inserted
    }
  }

  private func merge(as occurrence: EntityOccurrence, _ changes: EntityChanges) throws
    -> MergeResult<[UInt8]>
  {
    func object(_ state: EntityState, _ changes: EntityChanges) throws -> JSONDocument {
      try JSONDocument(parsing: EntityWriter.object(of: state, as: occurrence, changes))
    }
    var merge = DocumentMerge(
      base: base.isEmpty ? nil : try object(base, changes.only(agreed)),
      ours: try object(ours, changes), theirs: try object(theirs, changes), plan: occurrence.plan,
      policy: policy, choices: choices, recency: recency)
    merge.listing = listing
    merge.followsMoves = false
    return try merge.run()
  }
}

extension EntityOccurrence {
  /// Returns the same occurrence with another object.
  fileprivate func holding(_ object: JSONNode) -> EntityOccurrence {
    EntityOccurrence(
      identifier: identifier, pointer: pointer, object: object, plan: plan, position: position)
  }
}
