import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON

/// A merged document in which entities that mixed both sides were repaired.
struct MendedModels {
  var bytes: [UInt8]
  /// The pointers of the repaired entities.
  var places: [JSONPointer]
  /// The decisions that the repairs made.
  var decisions: [MergeDecision]
}

/// A document that is one entity on our side and another one on theirs.
struct ReplacedModel {
  var ours: ModelIdentifier
  var theirs: ModelIdentifier
  /// The side that alone changed the identity; nil: both sides did.
  var onlyChange: MergeSide?
}

extension MergedModels {
  /// The entities that a document is on each side; nil if both are the same entity, or a side holds none.
  func replaced(_ versions: EntryMerge.Contents, at path: TreePath) -> ReplacedModel? {
    guard let path = reader.path(path), let ours = reader.model(versions.ours, at: path),
      let theirs = reader.model(versions.theirs, at: path), ours != theirs
    else { return nil }
    let base = versions.base.flatMap { reader.model($0, at: path) }
    return ReplacedModel(
      ours: ours, theirs: theirs,
      onlyChange: base == theirs ? .ours : base == ours ? .theirs : nil)
  }

  /// Returns a merged document in which each entity that agrees with neither side is replaced by one side's version;
  /// nil if there is no such entity.
  ///
  /// The document and the entity may be merged differently if the document held another entity before. For example, an
  /// increment of a counter may count once in the entity, but twice in the document.
  func mended(
    _ bytes: [UInt8], ours: [UInt8], theirs: [UInt8], at path: TreePath
  ) throws -> MendedModels? {
    guard let document = reader.path(path), let merged = reader.read(bytes, at: document) else {
      return nil
    }
    let sides: [(MergeSide, [UInt8])] = [(.ours, ours), (.theirs, theirs)]
    let known = Dictionary(
      grouping: sides.flatMap { side, bytes in
        (reader.read(bytes, at: document)?.places ?? []).map { HeldModel(side: side, place: $0) }
      }, by: \.place.identifier)
    var mending = ModelChanges()
    var mended = MendedModels(bytes: bytes, places: [], decisions: [])
    for place in merged.places {
      let held = known[place.identifier] ?? []
      guard let standard = held.first, !held.contains(where: { $0.place.agrees(with: place) })
      else { continue }
      mending.add(standard.place, since: ModelState(place))
      mended.places.append(place.pointer)
      let other = held.first { !$0.place.agrees(with: standard.place) }
      if let other {
        mended.decisions.append(
          MergeDecision(
            document: path.description, pointer: place.pointer, path: place.path,
            decider: .entity, outcome: .gaveWay(kept: standard.value, dropped: other.value),
            reason: .text("kept one side's version of \(place.identifier)")))
      }
    }
    guard !mending.isEmpty else { return nil }
    mended.bytes = try reader.bytes(of: merged, after: mending) ?? bytes
    return mended
  }
}

/// An occurrence of an entity on one side.
private struct HeldModel {
  var side: MergeSide
  var place: ModelPlace

  var value: SideValue { SideValue(side: side, value: place.object) }
}
