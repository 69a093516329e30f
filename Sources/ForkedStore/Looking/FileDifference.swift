public import ForkedDocument
import ForkedGit
public import ForkedJSON
public import ForkedSchema

/// The differences of one file between two versions.
public struct FileDifference: Sendable {
  /// The document or file.
  public var document: String
  /// The former name of a document or file that was renamed.
  public var renamedFrom: String?
  /// The differences by property; a single one of the whole document if it is new or deleted.
  public var changes: [PropertyChange]
  /// The same differences as operations of a JSON Patch (RFC 6902), to be applied in this order.
  public var patch: [PropertyChange]
  /// A note on a difference that properties do not show: the file is not a document, was only reformatted, has
  /// other comments, or another mode.
  public var note: String?
  /// The number of unchanged values of a document that existed before; nil: not counted.
  public var unchanged: Int?

  /// One line for each change, as `diff --json` prints them.
  public var lines: [ReportValue] {
    if changes.isEmpty {
      return [
        .object([
          "document": document, "renamedFrom": renamedFrom, "op": "replace", "pointer": "",
          "note": note,
        ])
      ]
    }
    return changes.map { change in
      .object([
        "document": document, "renamedFrom": renamedFrom, "op": change.operation.rawValue,
        "pointer": change.pointer, "from": change.from?.description, "old": change.old,
        "new": change.new, "note": note,
      ])
    }
  }

  /// The patch, as RFC 6902 writes it.
  public var patchValue: ReportValue {
    .array(
      patch.map { change in
        .object([
          "op": change.operation.rawValue, "from": change.from?.string,
          "path": change.pointer.string,
          "value": change.operation.takesValue ? change.new : nil,
        ])
      })
  }
}

extension FileDifference {
  /// Compares two versions of a document.
  ///
  /// - Parameters:
  ///   - document: the document's name.
  ///   - old: the older version; nil: there is none.
  ///   - new: the newer version; nil: there is none.
  ///   - schemas: the schemas that govern documents.
  /// - Returns: nil if a version is not a JSON document.
  public init?(
    of document: String, from old: [UInt8]?, to new: [UInt8]?, schemas: SchemaSet = SchemaSet()
  ) {
    let before = old.flatMap { JSONDocument.ifReadable($0, at: document) }
    let after = new.flatMap { JSONDocument.ifReadable($0, at: document) }
    guard (before == nil) == (old == nil), (after == nil) == (new == nil) else { return nil }
    self.init(of: document, before, after, plan: schemas.plan(forDocument: document))
  }

  fileprivate init(
    of document: String, _ old: JSONDocument?, _ new: JSONDocument?, plan: FieldPlan
  ) {
    let changes = DocumentDiff.changes(from: old, to: new, plan: plan, followingMoves: true)
    self.init(
      document: document, changes: changes,
      patch: DocumentDiff.patch(from: old, to: new, plan: plan),
      note: changes.isEmpty ? Self.note(onEqualValuesOf: old, new) : nil,
      unchanged: Self.unchangedCount(from: old, to: new, changes))
  }

  /// Returns the difference of two files that hold the same values.
  private static func note(
    onEqualValuesOf old: JSONDocument?, _ new: JSONDocument?
  ) -> String {
    let comments = [old, new].map { $0?.comments.runs ?? [] }
    return comments[0].elementsEqual(comments[1], by: ==)
      ? "only reformatted" : "only comments changed"
  }

  /// Returns the number of leaf values of the new version that no change concerns; nil if a version is missing.
  private static func unchangedCount(
    from old: JSONDocument?, to new: JSONDocument?, _ changes: [PropertyChange]
  ) -> Int? {
    guard old != nil, let new else { return nil }
    let changed = changes.reduce(into: 0) { count, change in
      if change.operation == .add || change.operation == .replace {
        count += change.new?.leafCount ?? 0
      }
    }
    return max(0, new.root.leafCount - changed)
  }
}

extension FileDifference {
  /// Returns the differences of some properties and of what is below them; nil if there are none.
  func limited(to patterns: [PointerPattern]) -> FileDifference? {
    if patterns.contains(where: \.pointer.tokens.isEmpty) { return self }
    var part = self
    var values: [JSONPointer: ChangedValue] = [:]
    part.changes = changes.filter { $0.isWhole(at: patterns) }
    for change in changes where !change.isWhole(at: patterns) {
      change.addValues(at: patterns, to: &values)
    }
    // An element that was replaced is one that was removed and one that was added.
    part.changes += values.sorted { $0.key < $1.key }.filter { $0.value.old != $0.value.new }.map {
      PropertyChange($1.operation, $0, old: $1.old, new: $1.new)
    }
    part.patch = []
    part.unchanged = nil
    return part.changes.isEmpty ? nil : part
  }
}

/// A value in two versions; nil: there is none.
private struct ChangedValue {
  var old: JSONNode?
  var new: JSONNode?

  var operation: PropertyChange.Operation {
    old == nil ? .add : new == nil ? .remove : .replace
  }
}

extension PropertyChange {
  /// True if the change concerns what is named, and has no part that does not. The change of a file without values, and
  /// a move, are not divided.
  fileprivate func isWhole(at patterns: [PointerPattern]) -> Bool {
    guard operation != .move, old != nil || new != nil else {
      return patterns.contains { $0.agrees(with: pointer) || from.map($0.agrees) ?? false }
    }
    return patterns.contains { $0.covers(pointer) }
  }

  /// Adds the values below its pointer that are named.
  fileprivate func addValues(
    at patterns: [PointerPattern], to values: inout [JSONPointer: ChangedValue]
  ) {
    for pattern in patterns where operation != .move && pattern.agrees(with: pointer) {
      let rest = pattern.dropFirst(pointer.tokens.count)
      func add(_ root: JSONNode?, _ side: WritableKeyPath<ChangedValue, JSONNode?>) {
        _ = root.map { root in
          rest.contains(in: root) { node, place in
            let pointer = JSONPointer(pointer.tokens + place.tokens)
            values[pointer, default: ChangedValue()][keyPath: side] = node
            return false
          }
        }
      }
      add(old, \.old)
      add(new, \.new)
    }
  }
}

extension PropertyChange.Operation {
  /// True if the operation has a value in RFC 6902.
  fileprivate var takesValue: Bool {
    switch self {
    case .add, .replace: true
    case .remove, .move: false
    }
  }
}

extension DocumentStore {
  /// Returns the differences between two snapshots, in git's order; documents by property, and a renamed file as one.
  ///
  /// - Parameter includes: returns true for the paths to compare.
  /// - Complexity: depends on what differs, not on the size of the snapshots.
  func differences(
    from old: Snapshot, to new: Snapshot, where includes: (TreePath) throws -> Bool = { _ in true }
  ) throws -> [FileDifference] {
    let schemas = try schemas(of: new)
    let changes = try repository.changes(from: old.tree, to: new.tree)
    let renames = try repository.renames(among: changes)
    let formerPaths = Set(renames.values.map(\.path))
    var differences: [FileDifference] = []
    for change in changes where !formerPaths.contains(change.path) {
      try environment.step(Progress("comparing files", differences.count))
      let former = renames[change.path]
      guard try includes(change.path) || former.map({ try includes($0.path) }) ?? false else {
        continue
      }
      var difference = try difference(
        TreeChange(path: change.path, old: change.old ?? former?.entry, new: change.new), schemas)
      difference.renamedFrom = former.map { shown($0.path) }
      if let former, former.entry == change.new { difference.note = "renamed" }
      differences.append(difference)
    }
    return differences
  }

  private func difference(
    _ change: TreeChange, _ schemas: SchemaSet
  ) throws -> FileDifference {
    guard let path = change.path.string, schemas.isDocument(path),
      let documents = try documents(of: change)
    else { return wholeDifference(change) }
    var difference = FileDifference(
      of: shown(change.path), documents.old, documents.new,
      plan: schemas.plan(forDocument: path))
    difference.note = note(on: change, ifNoValueChanged: difference.note)
    return difference
  }

  /// Returns both versions as documents; nil if an existing version is not a document.
  private func documents(
    of change: TreeChange
  ) throws -> (old: JSONDocument?, new: JSONDocument?)? {
    let old = try repository.document(change.old, at: change.path)
    let new = try repository.document(change.new, at: change.path)
    guard (old == nil) == (change.old == nil), (new == nil) == (change.new == nil) else {
      return nil
    }
    return (old, new)
  }

  private func wholeDifference(_ change: TreeChange) -> FileDifference {
    let operation: PropertyChange.Operation =
      change.old == nil ? .add : change.new == nil ? .remove : .replace
    return FileDifference(
      document: shown(change.path), changes: [PropertyChange(operation, JSONPointer())], patch: [],
      note: "not a JSON document")
  }

  /// Returns the note on a document.
  ///
  /// - Parameter note: the difference of two files that hold the same values; nil for other files.
  private func note(on change: TreeChange, ifNoValueChanged note: String?) -> String? {
    guard let old = change.old, let new = change.new else { return nil }
    if old.mode != new.mode {
      return note == nil ? "its mode changed too" : "only its mode changed"
    }
    return note
  }
}

/// Files that a user names, and the properties that are asked for in them.
struct NamedProperties {
  /// The files; nil: all.
  var selection: DocumentSelection?
  /// The properties; the empty pointer names the whole document.
  var patterns: [PointerPattern]
}

extension DocumentStore {
  /// Returns the differences of the files that are named, as far as they concern the properties that are named with
  /// them. A renamed file is named by either name.
  ///
  /// - Parameter includes: returns true for the paths to compare.
  func differences(
    from old: Snapshot, to new: Snapshot, of named: [NamedProperties],
    where includes: (TreePath) throws -> Bool = { _ in true }
  ) throws -> [FileDifference] {
    var patterns: [String: [PointerPattern]] = [:]
    let files = try differences(from: old, to: new) { path in
      let found = named.filter { $0.selection?.includes(path) ?? true }
      guard try !found.isEmpty && includes(path) else { return false }
      patterns[shown(path)] = found.flatMap(\.patterns)
      return true
    }
    return files.compactMap { file in
      let names = [file.document, file.renamedFrom].compactMap { $0 }
      return file.limited(to: names.flatMap { patterns[$0] ?? [] })
    }
  }
}

extension JSONNode {
  /// The number of leaf values in it, which is 1 for a leaf value.
  fileprivate var leafCount: Int {
    var (waiting, count) = ([self], 0)
    while let node = waiting.popLast() {
      switch node.kind {
      case .object: for member in node.members { waiting.append(member.value) }
      case .array: for element in node.elements { waiting.append(element) }
      default: count += 1
      }
    }
    return count
  }
}
