public import ForkedJSON
import ForkedSchema

/// Three versions of one model, and how they become one: it is merged once, by its identifier, wherever it stands.
public struct ModelMerge {
  /// The model.
  public var identifier: ModelIdentifier
  /// The common ancestor; empty where there is none.
  public var base: ModelState
  /// Our version.
  public var ours: ModelState
  /// Their version.
  public var theirs: ModelState
  /// The models in this one of which the ancestor gets what they have become. One that a side took away here and the
  /// other changed is none of them: that stays a change against a deletion.
  public var agreed: Set<ModelIdentifier>
  /// What decides what the schema doesn't.
  public var policy: ConflictPolicy?
  /// Choices of a person, by pointers relative to the model.
  public var choices: [JSONPointer: ConflictChoice] = [:]
  /// True if the result lists every property that both sides changed.
  public var listsContested = false
  /// Asks the history; paths are relative to the model.
  public var recency: (PropertyPath) throws -> Recency? = { _ in nil }

  /// - Parameters:
  ///   - identifier: the model.
  ///   - base: the common ancestor; empty where there is none.
  ///   - ours: our version.
  ///   - theirs: their version.
  public init(
    _ identifier: ModelIdentifier, base: ModelState, ours: ModelState, theirs: ModelState
  ) {
    (self.identifier, self.base, self.ours, self.theirs) = (identifier, base, ours, theirs)
    agreed = Set(ours.inner).intersection(theirs.inner)
  }

  /// Merges each form of the model that there is by its own schema; what two forms share, by the first one's.
  ///
  /// - Parameter changes: what has become of the models in this one. The result is noted there, where no conflict
  ///   remains.
  /// - Returns: the report; places are relative to the model, and bytes are those of the first form.
  /// - Throws: what the history throws, and `ValidationExcess`.
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

  /// A place of each form.
  private var forms: [ModelPlace] {
    var seen: Set<ModelForm?> = []
    return (ours.places + theirs.places).filter { seen.insert($0.plan.modelForm).inserted }
  }

  /// Merges one form.
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
  /// The same place, with another object.
  fileprivate func holding(_ object: JSONNode) -> ModelPlace {
    ModelPlace(
      identifier: identifier, pointer: pointer, object: object, plan: plan, position: position)
  }
}
