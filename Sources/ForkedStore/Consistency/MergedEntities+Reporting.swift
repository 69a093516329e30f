import ForkedDocument
import ForkedGit
import ForkedJSON

/// The results of merging entities. Each is reported once, however many documents hold the entity.
struct EntityReports {
  fileprivate struct Merged {
    var identifier: EntityIdentifier
    /// An occurrence that one side changed.
    var origin: FoundEntity
    var document: MergeResult<[UInt8]>
  }

  fileprivate var merged: [Merged] = []
  fileprivate(set) var conflicts: [MergeConflict] = []
  fileprivate(set) var defects: [AuditDefect] = []
}

extension MergedEntities {
  /// Records the result of merging an entity. Conflicts are reported at an occurrence that a side changed.
  mutating func report(_ document: MergeResult<[UInt8]>, of identifier: EntityIdentifier) {
    guard let origin = (ours.changes[identifier] ?? theirs.changes[identifier])?.first else {
      return
    }
    reports.merged.append(.init(identifier: identifier, origin: origin, document: document))
    let named = document.named(origin.path.string)
    reports.conflicts += named.conflicts.map(origin.occurrence.located)
    reports.defects += named.defects.map { defect in
      var defect = defect
      defect.pointer = origin.occurrence.pointer(to: defect.pointer)
      return defect
    }
  }

  /// Adds the decisions to the result of a merge, each at an occurrence of its entity in the merged documents.
  func report(into merged: inout MergeResult<MergedTree>) throws {
    let kept = try keptOccurrences(in: merged)
    var decisions: [MergeDecision] = []
    for report in reports.merged {
      let origin = report.origin
      let known = kept[report.identifier] ?? []
      // A short form of an entity holds only the properties that it declares.
      func occurrence(of property: PropertyPath) -> FoundEntity {
        let knowing = known.filter { $0.occurrence.knows(property) }
        return knowing.first { $0.path == origin.path } ?? knowing.first ?? known.first ?? origin
      }
      func located<Row: LocatedRow>(_ row: Row) -> Row {
        let target = occurrence(of: row.path)
        var row = target.occurrence.located(row)
        row.document = target.path.string
        return row
      }
      decisions += report.document.decisions.map(located)
      merged.changedByBoth += report.document.changedByBoth.map(located)
      merged.pairings += report.document.pairings.map(located)
    }
    merged.decisions.insert(contentsOf: decisions, at: 0)
  }

  /// The occurrences in the merged documents of all entities that have something to report.
  private func keptOccurrences(
    in merged: MergeResult<MergedTree>
  ) throws -> [EntityIdentifier: [FoundEntity]] {
    let reported = reports.merged.filter {
      !$0.document.decisions.isEmpty || !$0.document.changedByBoth.isEmpty
        || !$0.document.pairings.isEmpty
    }
    let identifiers = Set(reported.map(\.identifier))
    guard !identifiers.isEmpty, merged.conflicts.isEmpty else { return [:] }
    var holders: Set<DocumentPath> = []
    for tree in [ours.tree, theirs.tree] {
      holders.formUnion(try index.documents(holding: identifiers, in: tree).values.joined())
    }
    var kept: [EntityIdentifier: [FoundEntity]] = [:]
    for document in try documents(at: holders.sorted(), after: merged.edit) {
      for occurrence in document.occurrences where identifiers.contains(occurrence.identifier) {
        kept[occurrence.identifier, default: []].append(
          .init(path: document.path, occurrence: occurrence))
      }
    }
    return kept
  }
}

/// A row of a report about a property of a document.
private protocol LocatedRow {
  var document: String { get set }
  var pointer: JSONPointer { get set }
  var path: PropertyPath { get set }
}

extension MergeDecision: LocatedRow {}
extension MergeConflict: LocatedRow {}
extension PropertyChangedByBoth: LocatedRow {}
extension MergePairing: LocatedRow {}

extension EntityOccurrence {
  /// Returns the pointer from the document's root for a pointer that is relative to the entity.
  fileprivate func pointer(to property: JSONPointer) -> JSONPointer {
    JSONPointer(pointer.tokens + property.tokens)
  }
}

extension EntityOccurrence {
  /// Returns a row whose pointer and path are relative to the entity as one where they begin at the document's root.
  fileprivate func located<Row: LocatedRow>(_ row: Row) -> Row {
    var row = row
    row.pointer = pointer(to: row.pointer)
    row.path.steps.insert(contentsOf: path.steps, at: 0)
    return row
  }
}
