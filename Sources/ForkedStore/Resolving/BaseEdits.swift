import ForkedDocument
import ForkedJSON

/// The conflicts of a file with markers of which the user edited one part back to the merge base's value.
///
/// A merge of both readings would take the other part, as if the user had not edited anything. So another value stands
/// for the base's there, and the conflict stays.
struct BaseEdits {
  /// The base's values, which another value stands for.
  private(set) var values: [JSONPointer: JSONNode?] = [:]
  /// The base's file with the other values; nil if there are no such edits.
  private(set) var base: [UInt8]?

  /// Creates the absence of such edits.
  init() {}

  /// Finds the edits.
  ///
  /// - Parameters:
  ///   - conflicts: the conflicts that the file had before it was edited.
  ///   - ours: our reading of the file.
  ///   - theirs: their reading of the file.
  ///   - base: the merge base.
  /// - Returns: nil if there is such an edit that no value of the base can stand for.
  init?(
    in conflicts: [MergeConflict], ours: JSONNode, theirs: JSONNode, base: JSONDocument
  ) {
    var edits: [DocumentEdit] = []
    for conflict in conflicts where !conflict.path.steps.isEmpty {
      let parts = [ours, theirs].map { conflict.path.value(in: $0) }
      let former = conflict.path.value(in: base.root)
      guard parts[0] != parts[1], parts.contains(former) else { continue }
      guard let pointer = conflict.path.pointer(in: base.root),
        let other = Self.others.first(where: { !parts.contains($0.root) && $0.root != former })
      else { return nil }
      values[conflict.pointer] = former
      edits.append(.set(pointer, other))
    }
    if edits.isEmpty { return }
    do { self.base = try edits.applied(to: base, named: "base") } catch { return nil }
  }

  /// The values that can stand for one of the base's.
  private static let others = ["null", "false", "true", "0"].compactMap {
    JSONDocument.ifReadable(Array($0.utf8), at: "")
  }

  /// Returns the conflicts with the base's own values.
  func described(_ conflicts: [MergeConflict]) -> [MergeConflict] {
    conflicts.map { conflict in
      var conflict = conflict
      if let value = values[conflict.pointer] { conflict.base = value }
      return conflict
    }
  }
}
