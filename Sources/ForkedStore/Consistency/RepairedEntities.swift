import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON

/// A merged document in which entities that mixed both sides were repaired.
struct RepairedEntities {
  var bytes: [UInt8]
  /// The pointers of the repaired entities.
  var occurrences: [JSONPointer]
  /// The decisions that the repairs made.
  var decisions: [MergeDecision]
}

/// A document that is one entity on our side and another one on theirs.
struct ReplacedEntity {
  var ours: EntityIdentifier
  var theirs: EntityIdentifier
  /// The side that alone changed the identity; nil: both sides did.
  var onlyChange: MergeSide?
}

extension MergedEntities {
  /// The entities that a document is on each side; nil if both are the same entity, or a side holds none.
  func replaced(_ versions: FileContents, at path: TreePath) -> ReplacedEntity? {
    guard let path = reader.path(path), let ours = reader.entity(versions.ours, at: path),
      let theirs = reader.entity(versions.theirs, at: path), ours != theirs
    else { return nil }
    let base = versions.base.flatMap { reader.entity($0, at: path) }
    return ReplacedEntity(
      ours: ours, theirs: theirs,
      onlyChange: base == theirs ? .ours : base == ours ? .theirs : nil)
  }

  /// Returns a merged document in which each entity that agrees with neither side is replaced by one side's version;
  /// nil if there is no such entity.
  ///
  /// The document and the entity may be merged differently if the document held another entity before. For example, an
  /// increment of a counter may count once in the entity, but twice in the document.
  func repaired(
    _ bytes: [UInt8], ours: [UInt8], theirs: [UInt8], at path: TreePath
  ) throws -> RepairedEntities? {
    guard let document = reader.path(path), let merged = reader.read(bytes, at: document) else {
      return nil
    }
    let sides: [(MergeSide, [UInt8])] = [(.ours, ours), (.theirs, theirs)]
    let known = Dictionary(
      grouping: sides.flatMap { side, bytes in
        (reader.read(bytes, at: document)?.occurrences ?? []).map {
          SideOccurrence(side: side, occurrence: $0)
        }
      }, by: \.occurrence.identifier)
    var repairs = EntityChanges()
    var repaired = RepairedEntities(bytes: bytes, occurrences: [], decisions: [])
    for occurrence in merged.occurrences {
      let held = known[occurrence.identifier] ?? []
      guard let standard = held.first,
        !held.contains(where: { $0.occurrence.agrees(with: occurrence) })
      else { continue }
      repairs.add(standard.occurrence, since: EntityState(occurrence))
      repaired.occurrences.append(occurrence.pointer)
      let other = held.first { !$0.occurrence.agrees(with: standard.occurrence) }
      if let other {
        repaired.decisions.append(
          MergeDecision(
            document: path.description, pointer: occurrence.pointer, path: occurrence.path,
            decider: .entity, outcome: .keptOneSide(kept: standard.value, dropped: other.value),
            reason: .text("kept one side's version of \(occurrence.identifier)")))
      }
    }
    guard !repairs.isEmpty else { return nil }
    repaired.bytes = try reader.bytes(of: merged, after: repairs) ?? bytes
    return repaired
  }
}

/// An occurrence of an entity on one side.
private struct SideOccurrence {
  var side: MergeSide
  var occurrence: EntityOccurrence

  var value: SideValue { SideValue(side: side, value: occurrence.object) }
}
