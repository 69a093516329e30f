import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON

/// A merged document in which models were put right that were mixtures of both sides.
struct MendedModels {
  var bytes: [UInt8]
  /// Where they stand.
  var places: [JSONPointer]
  /// What gave way.
  var decisions: [MergeDecision]
}

/// A document that is one model on our side, and another on theirs.
struct ReplacedModel {
  var ours: ModelIdentifier
  var theirs: ModelIdentifier
  /// The side that alone made another model of it; nil: both did.
  var onlyChange: MergeSide?
}

extension MergedModels {
  /// Nil where a document is the same model on both sides, or not on both a model.
  func replaced(_ versions: EntryMerge.Contents, at path: TreePath) -> ReplacedModel? {
    guard let path = reader.path(path), let ours = reader.model(versions.ours, at: path),
      let theirs = reader.model(versions.theirs, at: path), ours != theirs
    else { return nil }
    let base = versions.base.flatMap { reader.model($0, at: path) }
    return ReplacedModel(
      ours: ours, theirs: theirs,
      onlyChange: base == theirs ? .ours : base == ours ? .theirs : nil)
  }

  /// A merged document in which no model is a mixture that neither side holds; nil where none is. A count that is one
  /// in the model is two in the document, where that held another model before.
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
            reason: .text("\(place.identifier) stands as one side holds it")))
      }
    }
    guard !mending.isEmpty else { return nil }
    mended.bytes = try reader.bytes(of: merged, after: mending) ?? bytes
    return mended
  }
}

/// A place of a model on one side.
private struct HeldModel {
  var side: MergeSide
  var place: ModelPlace

  var value: SideValue { SideValue(side: side, value: place.object) }
}
