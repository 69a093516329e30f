public import ForkedJSON
import ForkedSchema

/// The error for comments that both sides changed differently, or that one side changed beside what the other deleted.
///
/// The file can still be merged by lines.
public struct CommentConflict: Error, Sendable {
  /// The member or element.
  public var pointer: JSONPointer
}

/// The merge of the comments of three documents, for a result that was merged by property.
///
/// The comments at one place of one member or element are a value of their own.
struct CommentMerge {
  private let base: JSONDocument?
  private let ours: JSONDocument
  private let theirs: JSONDocument
  /// The properties of which the result may lack one side's value.
  private let decided: [JSONPointer]
  private let comments: (base: JSONComments, ours: JSONComments, theirs: JSONComments)
  private let oursToBase: NodePairs
  private let theirsToBase: NodePairs
  private let oursToTheirs: NodePairs

  init(_ merge: DocumentMerge, _ merged: MergeResult<MergedValue>) {
    (base, ours, theirs) = (merge.base, merge.ours, merge.theirs)
    decided = merged.propertiesOfOneSide
    comments = (merge.base?.comments ?? JSONComments(), ours.comments, theirs.comments)
    oursToBase = NodePairs(from: base, to: ours, plan: merge.plan)
    theirsToBase = NodePairs(from: base, to: theirs, plan: merge.plan)
    oursToTheirs = NodePairs(from: theirs, to: ours, plan: merge.plan, isSuccessor: false)
  }

  /// Returns the comments of a printed result.
  ///
  /// - Throws: `CommentConflict`.
  func comments(of printed: PrintedRewrite) throws(CommentConflict) -> JSONComments {
    var result = JSONComments()
    var written = (ours: Set<Int>(), theirs: Set<Int>())
    for index in 0..<printed.count {
      guard let origin = printed.origin(of: index) else { continue }
      let nodes = versions(of: origin)
      if let our = nodes.ours { written.ours.insert(our.ordinal) }
      if let their = nodes.theirs { written.theirs.insert(their.ordinal) }
      for side in CommentPlace.Side.allCases {
        result[index, side] = try merged(nodes, side)
      }
      result.setTrailingComma(index, hasTrailingComma(nodes))
    }
    try requireNoLoss(
      of: comments.ours, in: ours, since: oursToBase, opposite: theirsToBase,
      except: written.ours)
    try requireNoLoss(
      of: comments.theirs, in: theirs, since: theirsToBase, opposite: oursToBase,
      except: written.theirs)
    return result
  }

  /// One key or value in the three versions.
  private struct Nodes {
    var base: JSONNode?
    var ours: JSONNode?
    var theirs: JSONNode?
  }

  private func versions(of origin: JSONNode) -> Nodes {
    let index = origin.ordinal
    if origin.document === ours {
      let before = oursToBase.older[index]
      let their = before.map { theirsToBase.newer[$0.ordinal] } ?? oursToTheirs.older[index]
      return Nodes(base: before, ours: origin, theirs: their)
    }
    if origin.document === theirs {
      let before = theirsToBase.older[index]
      let our = before.map { oursToBase.newer[$0.ordinal] } ?? oursToTheirs.newer[index]
      return Nodes(base: before, ours: our, theirs: origin)
    }
    return Nodes(base: origin, ours: oursToBase.newer[index], theirs: theirsToBase.newer[index])
  }

  private func merged(
    _ nodes: Nodes, _ side: CommentPlace.Side
  ) throws(CommentConflict) -> CommentRun? {
    let our = nodes.ours.flatMap { comments.ours[$0.ordinal, side] }
    let their = nodes.theirs.flatMap { comments.theirs[$0.ordinal, side] }
    guard let ourNode = nodes.ours else {
      return nodes.theirs == nil ? nodes.base.flatMap { comments.base[$0.ordinal, side] } : their
    }
    if nodes.theirs == nil || our == their { return our }
    let before = nodes.base.flatMap { comments.base[$0.ordinal, side] }
    if before == our { return their }
    if before == their { return our }
    throw CommentConflict(pointer: ours.pointer(at: ourNode.ordinal))
  }

  private func hasTrailingComma(_ nodes: Nodes) -> Bool {
    let before = nodes.base.map { comments.base.hasTrailingComma($0.ordinal) }
    let our = nodes.ours.map { comments.ours.hasTrailingComma($0.ordinal) }
    let their = nodes.theirs.map { comments.theirs.hasTrailingComma($0.ordinal) }
    return (our == before ? their : our) ?? our ?? before ?? false
  }

  /// Refuses a result that lacks comments of one side although the other has not deleted what they belong to, or that
  /// lacks comments which one side changed.
  private func requireNoLoss(
    of comments: JSONComments, in side: JSONDocument, since pairs: NodePairs, opposite: NodePairs,
    except written: Set<Int>
  ) throws(CommentConflict) {
    for (place, run) in comments.runs where !written.contains(place.ordinal) {
      let before = pairs.older[place.ordinal]
      let isUnchanged = before.map { self.comments.base[$0.ordinal, place.side] == run } ?? false
      let isDeleted = before.map { opposite.newer[$0.ordinal] == nil } ?? false
      if isUnchanged && isDeleted { continue }
      let pointer = side.pointer(at: place.ordinal)
      if decided.contains(where: { $0.isPrefix(of: pointer) }) { continue }
      throw CommentConflict(pointer: pointer)
    }
  }
}

extension MergeResult {
  /// The properties that were decided for one side, or are in conflict: there, the other side's comments may be missing.
  var propertiesOfOneSide: [JSONPointer] {
    let decided = decisions.filter {
      switch $0.outcome {
      case .keptOneSide, .chosen, .preferred, .noPosition, .outOfOrder: true
      default: false
      }
    }
    return decided.map(\.pointer) + conflicts.map(\.pointer)
  }
}
