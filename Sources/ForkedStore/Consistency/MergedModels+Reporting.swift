import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// What the merges of models have to say, each once, whatever the number of its places.
struct ModelReports {
  fileprivate struct Merged {
    var identifier: ModelIdentifier
    /// A place where one side changed it.
    var origin: ModelSide.Change
    var document: MergedDocument
  }

  fileprivate var merged: [Merged] = []
  fileprivate(set) var conflicts: [RemainingConflict] = []
  fileprivate(set) var defects: [(document: String, defect: AuditDefect)] = []
}

extension MergedModels {
  /// Notes what became of a model. What is left to a person is named where a side changed it.
  mutating func report(_ document: MergedDocument, of identifier: ModelIdentifier) {
    guard let origin = (ours.changes[identifier] ?? theirs.changes[identifier])?.first else {
      return
    }
    reports.merged.append(.init(identifier: identifier, origin: origin, document: document))
    let path = origin.path.string
    reports.conflicts += document.conflicts.map { conflict in
      var conflict = RemainingConflict(conflict, in: path)
      conflict.pointer = origin.place.pointer(to: conflict.pointer)
      conflict.path?.steps.insert(contentsOf: origin.place.path.steps, at: 0)
      return conflict
    }
    reports.defects += document.defects.map { defect in
      let pointer = origin.place.pointer(to: defect.pointer)
      return (path, AuditDefect(pointer: pointer, message: defect.message))
    }
  }

  /// Says what was decided, at a place where each model stands in the end.
  func report(into merged: inout MergedVersion) throws {
    let standing = try standingPlaces(in: merged)
    var decisions: [MergeDecision] = []
    for report in reports.merged {
      let origin = report.origin
      let known = standing[report.identifier] ?? []
      // A short form holds no more than it declares.
      func place(of property: PropertyPath) -> ModelSide.Change {
        let knowing = known.filter { $0.place.knows(property) }
        return knowing.first { $0.path == origin.path } ?? knowing.first ?? known.first ?? origin
      }
      decisions += report.document.resolutions.map { resolution in
        let stands = place(of: resolution.path)
        var decision = MergeDecision(
          resolution, in: stands.path.string,
          choice: choices[report.identifier]?[resolution.pointer], policy: merge.policy.conflicts)
        decision.pointer = stands.place.pointer(to: resolution.pointer)
        return decision
      }
      merged.contested += report.document.contested.map { property in
        var property = property
        let stands = place(of: property.path)
        property.pointer = stands.place.pointer(to: property.pointer)
        property.path.steps.insert(contentsOf: stands.place.path.steps, at: 0)
        return (stands.path.treePath, property)
      }
    }
    merged.decisions.insert(contentsOf: decisions, at: 0)
  }

  /// Where the models that there is something to say about stand in the merged documents.
  private func standingPlaces(
    in merged: MergedVersion
  ) throws -> [ModelIdentifier: [ModelSide.Change]] {
    let spoken = reports.merged.filter {
      !$0.document.resolutions.isEmpty || !$0.document.contested.isEmpty
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
  /// From the root of the document, a pointer that is relative to the model.
  fileprivate func pointer(to property: JSONPointer) -> JSONPointer {
    JSONPointer(pointer.tokens + property.tokens)
  }
}
