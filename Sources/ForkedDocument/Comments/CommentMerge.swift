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
/// The comments at one place of one thing are a value of their own. The mapping tells which thing is which, so comments
/// follow what was moved or renamed.
struct CommentMerge {
  private let merge: DocumentMerge
  private let mapping: Mapping
  private let kept: KeptElements
  /// The comments of each version, by its number.
  private let comments: [JSONComments]
  /// The properties of which the result may lack one side's value.
  private let decided: [JSONPointer]
  private let isClean: Bool

  /// - Parameter comments: those of base, ours and theirs.
  /// - Complexity: that of a mapping, if none was made.
  init(_ merge: DocumentMerge, _ merged: MergeResult<MergedValue>, comments: [JSONComments]) {
    self.merge = merge
    self.comments = comments
    mapping = merge.mappingOfVersions
    kept = KeptElements(mapping)
    decided = merged.propertiesOfOneSide
    isClean = merged.conflicts.isEmpty
  }

  /// Returns the comments of a printed result.
  ///
  /// - Throws: `CommentConflict`.
  func comments(of printed: PrintedRewrite) throws(CommentConflict) -> JSONComments {
    var runs: [(place: CommentPlace, run: CommentRun)] = []
    var trailingCommas: Set<Int> = []
    var written: [Part: Int] = [:]
    let parts = parts(of: printed)
    for (_, part, _) in parts { written[part, default: 0] += 1 }
    for (index, part, version) in parts {
      let run = written[part] == 1 ? try merged(part) : try ofOneVersion(part, version)
      if let run { runs.append((CommentPlace(ordinal: index, side: part.side), run)) }
      if part.side == .closing, hasTrailingComma(part) { trailingCommas.insert(index) }
    }
    try requireNoLoss(by: .ours, opposite: .theirs, except: written)
    try requireNoLoss(by: .theirs, opposite: .ours, except: written)
    return JSONComments(runs, trailingCommas: trailingCommas)
  }

  /// Returns what the comments of a printed result belong to, and the versions that its keys and values are from.
  private func parts(
    of printed: PrintedRewrite
  ) -> [(index: Int, part: Part, version: Mapping.Version)] {
    let written = writtenSides
    var parts: [(index: Int, part: Part, version: Mapping.Version)] = []
    for index in 0..<printed.count {
      guard let origin = printed.origin(of: index) else { continue }
      let version: Mapping.Version =
        origin.document === merge.ours ? .ours : origin.document === merge.theirs ? .theirs : .base
      guard mapping.tables[version.rawValue] != nil else { continue }
      let sides = written[row(at: origin.ordinal, in: version)]
      for side in CommentPlace.Side.allCases where sides & side.bit != 0 {
        guard let part = part(at: origin.ordinal, side, in: version) else { continue }
        parts.append((index, part, version))
      }
    }
    return parts
  }

  /// For each row, the sides on which a version has comments, or a trailing comma.
  private var writtenSides: [UInt8] {
    var sides = [UInt8](repeating: 0, count: mapping.rows.count)
    for version in Mapping.Version.allCases {
      let comments = comments[version.rawValue]
      let places =
        comments.runs.map(\.place)
        + comments.trailingCommas.map { CommentPlace(ordinal: $0, side: .closing) }
      for place in places { sides[row(at: place.ordinal, in: version)] |= place.side.bit }
    }
    return sides
  }

  /// Returns the comments of what stands twice: in conflict, as each side has it. Both sides moved it to different
  /// places otherwise, and then the comments can't be told apart.
  private func ofOneVersion(
    _ part: Part, _ version: Mapping.Version
  ) throws(CommentConflict) -> CommentRun? {
    let run = run(part, in: version)
    guard isClean, run != nil else { return run }
    throw conflict(at: part)
  }

  /// A side of a thing, at which each version may have comments.
  private struct Part: Hashable {
    var row: Int
    var side: CommentPlace.Side
    /// The side that has another scalar in the place of an element, which has comments of its own; else nil.
    var replacedBy: Mapping.Version?
  }

  /// Returns what the comments at a side of a key or value belong to; nil if there can't be any.
  private func part(
    at ordinal: Int, _ side: CommentPlace.Side, in version: Mapping.Version
  ) -> Part? {
    guard let table = mapping.tables[version.rawValue] else { return nil }
    let isKey = table.areKeys[ordinal]
    guard side.isInside ? !isKey : !table.isMember(ordinal) else { return nil }
    let row = row(at: ordinal, in: version)
    return Part(row: row, side: side, replacedBy: isReplaced(row, by: version) ? version : nil)
  }

  /// Returns the row of a value, or of a key's one.
  private func row(at ordinal: Int, in version: Mapping.Version) -> Int {
    let isKey = mapping.tables[version.rawValue]?.areKeys[ordinal] ?? false
    let row = mapping.row(of: ordinal + (isKey ? 1 : 0), in: version)
    return kept.rows[row] ?? row
  }

  /// Returns the key or value at which a version has the comments of a part; nil if it has none such.
  private func ordinal(of part: Part, in version: Mapping.Version) -> Int? {
    guard let node = node(part, in: version) else { return nil }
    let isMember = mapping.tables[version.rawValue]?.isMember(node) ?? false
    return isMember && !part.side.isInside ? node - 1 : node
  }

  private func node(_ part: Part, in version: Mapping.Version) -> Int? {
    if let side = part.replacedBy, side != version { return nil }
    if part.replacedBy == nil, isReplaced(part.row, by: version) { return nil }
    return mapping.rows[part.row][version] ?? kept.nodes[version]?[part.row]
  }

  /// True if a side has another scalar in the place of base's element.
  private func isReplaced(_ row: Int, by side: Mapping.Version) -> Bool {
    guard let old = mapping.rows[row][.base], let new = mapping.rows[row][side], new > 0,
      let base = mapping.tables[0], let table = mapping.tables[side.rawValue],
      !table.isMember(new), !table.kinds[new].isContainer
    else { return false }
    return base.number(old) != table.number(new)
  }

  private func run(_ part: Part, in version: Mapping.Version) -> CommentRun? {
    ordinal(of: part, in: version).flatMap { comments[version.rawValue][$0, part.side] }
  }

  private func merged(_ part: Part) throws(CommentConflict) -> CommentRun? {
    let (hasOurs, hasTheirs) = (
      node(part, in: .ours) != nil, node(part, in: .theirs) != nil
    )
    let before = run(part, in: .base)
    let (our, their) = (run(part, in: .ours), run(part, in: .theirs))
    if !hasOurs { return hasTheirs ? their : before }
    if !hasTheirs || our == their || before == their { return our }
    if before == our { return their }
    throw conflict(at: part)
  }

  private func conflict(at part: Part) -> CommentConflict {
    let our = ordinal(of: part, in: .ours).map { JSONPointerIndex(merge.ours)[$0] }
    let their = ordinal(of: part, in: .theirs).map { JSONPointerIndex(merge.theirs)[$0] }
    return CommentConflict(pointer: our ?? their ?? JSONPointer())
  }

  private func hasTrailingComma(_ part: Part) -> Bool {
    func comma(_ version: Mapping.Version) -> Bool? {
      ordinal(of: part, in: version).map { comments[version.rawValue].trailingCommas.contains($0) }
    }
    let (before, our, their) = (comma(.base), comma(.ours), comma(.theirs))
    return (our == before ? their : our) ?? our ?? before ?? false
  }

  /// Refuses a result that lacks comments of one side although the other has not deleted what they belong to, or that
  /// lacks comments which one side changed. The audit sees what is missing of additions.
  private func requireNoLoss(
    by side: Mapping.Version, opposite: Mapping.Version, except written: [Part: Int]
  ) throws(CommentConflict) {
    let pointers = JSONPointerIndex(side == .ours ? merge.ours : merge.theirs)
    for (place, run) in comments[side.rawValue].runs {
      guard let part = part(at: place.ordinal, place.side, in: side), written[part] == nil,
        node(part, in: .base) != nil
      else { continue }
      let isDeleted = node(part, in: opposite) == nil
      if isDeleted, self.run(part, in: .base) == run { continue }
      let pointer = pointers[place.ordinal]
      if decided.contains(where: { $0.isPrefix(of: pointer) }) { continue }
      throw CommentConflict(pointer: pointer)
    }
  }
}

/// Elements of one list that the mapping does not join although a side's holds all that base's does: values that were
/// moved, and objects that gained most of their members.
private struct KeptElements {
  /// The rows of base's elements, by those that the mapping has for the sides' ones.
  private(set) var rows: [Int: Int] = [:]
  /// The nodes of the sides, by the rows of base's elements.
  private(set) var nodes: [Mapping.Version: [Int: Int]] = [.ours: [:], .theirs: [:]]

  /// - Complexity: O(nodes), in expectation, if few elements share their first member.
  init(_ mapping: Mapping) {
    guard let base = mapping.tables[0] else { return }
    for version in [Mapping.Version.ours, .theirs] {
      for list in base.kinds.indices where base.kinds[list] == .array {
        join(list, mapping, base, version)
      }
    }
  }

  private mutating func join(
    _ list: Int, _ mapping: Mapping, _ base: NodeTable, _ version: Mapping.Version
  ) {
    guard let side = mapping.tables[version.rawValue],
      let other = mapping.rows[mapping.row(of: list, in: .base)][version]
    else { return }
    let missing = base.children(list).filter {
      mapping.rows[mapping.row(of: $0, in: .base)][version] == nil
    }
    guard !missing.isEmpty else { return }
    var waiting = Dictionary(grouping: missing.reversed()) { base.parts(of: $0).first }
    for node in side.children(other) {
      let row = mapping.row(of: node, in: version)
      guard mapping.rows[row][.base] == nil else { continue }
      let parts = side.parts(of: node)
      let all = Set(parts)
      for part in parts {
        guard
          let place = waiting[part]?.lastIndex(where: { all.isSuperset(of: base.parts(of: $0)) }),
          let former = waiting[part]?.remove(at: place)
        else { continue }
        rows[row] = mapping.row(of: former, in: .base)
        nodes[version]?[mapping.row(of: former, in: .base)] = node
        break
      }
    }
  }
}

extension NodeTable {
  /// The members of an object, or another value itself, as numbers of key and value.
  fileprivate func parts(of node: Int) -> [[Int]] {
    let members = kinds[node] == .object ? children(node).map { [key($0), number($0)] } : []
    return members.isEmpty ? [[number(node)]] : members
  }
}

extension CommentPlace.Side {
  fileprivate var bit: UInt8 { 1 << rawValue }
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
