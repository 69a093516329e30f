import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// The results of merging entities. Each is reported once, however many documents hold the entity.
struct ModelReports {
  fileprivate struct Merged {
    var identifier: ModelIdentifier
    /// An occurrence that one side changed.
    var origin: ModelSide.Change
    var document: MergeResult<[UInt8]>
  }

  fileprivate var merged: [Merged] = []
  fileprivate(set) var conflicts: [MergeConflict] = []
  fileprivate(set) var defects: [AuditDefect] = []
}

extension MergedModels {
  /// Records the result of merging an entity. Conflicts are reported at an occurrence that a side changed.
  mutating func report(_ document: MergeResult<[UInt8]>, of identifier: ModelIdentifier) {
    guard let origin = (ours.changes[identifier] ?? theirs.changes[identifier])?.first else {
      return
    }
    reports.merged.append(.init(identifier: identifier, origin: origin, document: document))
    let named = document.named(origin.path.string)
    reports.conflicts += named.conflicts.map { conflict in
      var conflict = conflict
      origin.place.locate(&conflict.pointer, &conflict.path)
      return conflict
    }
    reports.defects += named.defects.map { defect in
      var defect = defect
      defect.pointer = origin.place.pointer(to: defect.pointer)
      return defect
    }
  }

  /// Adds the decisions to the result of a merge, each at an occurrence of its entity in the merged documents.
  func report(into merged: inout MergeResult<MergedTree>) throws {
    let standing = try standingPlaces(in: merged)
    var decisions: [MergeDecision] = []
    for report in reports.merged {
      let origin = report.origin
      let known = standing[report.identifier] ?? []
      // A short form of an entity holds only the properties that it declares.
      func place(of property: PropertyPath) -> ModelSide.Change {
        let knowing = known.filter { $0.place.knows(property) }
        return knowing.first { $0.path == origin.path } ?? knowing.first ?? known.first ?? origin
      }
      decisions += report.document.decisions.map { decision in
        var decision = decision
        let stands = place(of: decision.path)
        decision.document = stands.path.string
        stands.place.locate(&decision.pointer, &decision.path)
        return decision
      }
      merged.contested += report.document.contested.map { property in
        var property = property
        let stands = place(of: property.path)
        property.document = stands.path.string
        stands.place.locate(&property.pointer, &property.path)
        return property
      }
    }
    merged.decisions.insert(contentsOf: decisions, at: 0)
  }

  /// The occurrences in the merged documents of all entities that have something to report.
  private func standingPlaces(
    in merged: MergeResult<MergedTree>
  ) throws -> [ModelIdentifier: [ModelSide.Change]] {
    let spoken = reports.merged.filter {
      !$0.document.decisions.isEmpty || !$0.document.contested.isEmpty
    }
    let identifiers = Set(spoken.map(\.identifier))
    guard !identifiers.isEmpty, merged.conflicts.isEmpty else { return [:] }
    var holders: Set<DocumentPath> = []
    for tree in [ours.tree, theirs.tree] {
      holders.formUnion(try index.documents(holding: identifiers, in: tree).values.joined())
    }
    var standing: [ModelIdentifier: [ModelSide.Change]] = [:]
    for document in try documents(at: holders.sorted(), after: merged.edit) {
      for place in document.places where identifiers.contains(place.identifier) {
        standing[place.identifier, default: []].append(.init(path: document.path, place: place))
      }
    }
    return standing
  }
}

extension ModelPlace {
  /// Returns the pointer from the document's root for a pointer that is relative to the entity.
  fileprivate func pointer(to property: JSONPointer) -> JSONPointer {
    JSONPointer(pointer.tokens + property.tokens)
  }
}

extension ModelPlace {
  /// Changes a pointer and a path that are relative to the entity so that they begin at the document's root.
  fileprivate func locate(_ pointer: inout JSONPointer, _ path: inout PropertyPath) {
    pointer = self.pointer(to: pointer)
    path.steps.insert(contentsOf: self.path.steps, at: 0)
  }
}
