public import ForkedJSON
import ForkedSchema

/// The merge of three versions of one entity.
///
/// An entity is merged once, by its identifier, for all its occurrences.
public struct ModelMerge {
  /// The identifier of the entity.
  public var identifier: ModelIdentifier
  /// The state in the merge base; empty if there is none.
  public var base: ModelState
  /// Our version.
  public var ours: ModelState
  /// Their version.
  public var theirs: ModelState
  /// The entities within this one that both sides still hold.
  ///
  /// In the base they get their merged state. For an entity that one side removed and the other changed, the base stays
  /// as it is, so that this remains a change against a deletion.
  public var agreed: Set<ModelIdentifier>
  /// The policy for conflicts that the schema leaves open.
  public var policy: ConflictPolicy?
  /// The user's choices, by pointers relative to the entity.
  public var choices: [JSONPointer: ConflictChoice] = [:]
  /// True if the result lists every property that both sides changed.
  public var listsContested = false
  /// Asks the history which change is later; paths are relative to the entity.
  public var recency: (PropertyPath) throws -> Recency? = { _ in nil }

  /// Creates the merge of an entity.
  public init(
    _ identifier: ModelIdentifier, base: ModelState, ours: ModelState, theirs: ModelState
  ) {
    (self.identifier, self.base, self.ours, self.theirs) = (identifier, base, ours, theirs)
    agreed = Set(ours.inner).intersection(theirs.inner)
  }

  /// Merges each form of the entity by its own schema; fields that two forms share are merged by the first one's.
  ///
  /// - Parameter changes: the changes of the entities within this one. The result is added to them if no conflict
  ///   remains.
  /// - Returns: the result, with pointers relative to the entity and with the bytes of the first form.
  /// - Throws: the errors of the history, and `ValidationExcess`.
  public func run(notingIn changes: inout ModelChanges) throws -> MergeResult<[UInt8]> {
    var report = MergeResult<[UInt8]>([])
    var settled: Set<ModelField> = []
    for place in forms {
      let merged = try merge(as: place, changes)
      let isNew = { (pointer: JSONPointer) in
        guard let key = pointer.tokens.first else { return true }
        return place.field(key).map { !settled.contains($0) } ?? true
      }
      if report.value.isEmpty { report.value = merged.value }
      report.decisions += merged.decisions.filter { isNew($0.pointer) }
      report.conflicts += merged.conflicts.filter { isNew($0.pointer) }
      report.contested += merged.contested.filter { isNew($0.pointer) }
      report.defects += merged.defects
      guard merged.isClean else { continue }
      let result = place.holding(try JSONDocument(parsing: merged.value).root)
      for state in [base, ours, theirs] { changes.add(result, since: state) }
      settled.formUnion(
        [base, ours, theirs].flatMap { $0.fields.map(\.field) }.filter(place.covers))
    }
    return report
  }

  /// One occurrence of each form.
  private var forms: [ModelPlace] {
    var seen: Set<ModelForm?> = []
    return (ours.places + theirs.places).filter { seen.insert($0.plan.modelForm).inserted }
  }

  private func merge(as place: ModelPlace, _ changes: ModelChanges) throws -> MergeResult<[UInt8]> {
    func object(_ state: ModelState, _ changes: ModelChanges) throws -> JSONDocument {
      try JSONDocument(parsing: ModelWriter.object(of: state, as: place, changes))
    }
    var merge = DocumentMerge(
      base: base.isEmpty ? nil : try object(base, changes.only(agreed)),
      ours: try object(ours, changes), theirs: try object(theirs, changes), plan: place.plan,
      policy: policy, choices: choices, recency: recency)
    merge.listsContested = listsContested
    return try merge.run()
  }
}

extension ModelPlace {
  /// Returns the same occurrence with another object.
  fileprivate func holding(_ object: JSONNode) -> ModelPlace {
    ModelPlace(
      identifier: identifier, pointer: pointer, object: object, plan: plan, position: position)
  }
}
