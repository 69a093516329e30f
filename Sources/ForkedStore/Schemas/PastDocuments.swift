import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// The former versions of documents, and the merges in which both sides changed one of them.
struct PastDocuments {
  struct Version {
    let name: String
    let entry: TreeEntry
  }

  struct Merge {
    let name: String
    let base: TreeEntry?
    let ours: TreeEntry
    let theirs: TreeEntry
    let result: TreeEntry?
  }

  private(set) var versions: [Version] = []
  private(set) var merges: [Merge] = []

  private let names: Set<JSONString>
  private let store: DocumentStore
  private var known: Set<ObjectID> = []
  private var bytesLeft = Self.mostBytes

  private static let mostBytes = 64 << 20
  private static let mostCommits = 10_000

  init(_ names: [String], in store: DocumentStore) {
    self.names = Set(names.map { JSONString($0) })
    self.store = store
  }

  private var repository: LocalRepository { store.repository }

  /// Finds former versions and merges, the newest first, up to the limits.
  mutating func read(from tip: ObjectID?) throws {
    guard let tip else { return }
    var commits = 0
    var next = self
    try repository.walkHistory(from: [tip]) { commit in
      try store.environment.checkInterruption()
      commits += 1
      try next.read(commit)
      return commits < Self.mostCommits && next.bytesLeft > 0
    }
    self = next
  }

  private mutating func read(_ commit: CommitObject) throws {
    guard commit.parents.count == 2 else {
      let parent = try commit.parents.first.map { try repository.tree(ofCommit: $0) }
      for change in try repository.changes(from: parent, to: commit.tree) { try note(change) }
      return
    }
    try readMerge(of: commit.parents[0], and: commit.parents[1], as: commit.tree)
  }

  private mutating func note(_ change: TreeChange) throws {
    guard let entry = change.new, entry.mode.isRegularFile, let name = change.path.string,
      names.contains(JSONString(name)), known.insert(entry.id).inserted
    else { return }
    bytesLeft -= try repository.blobSize(entry.id)
    if bytesLeft > 0 { versions.append(Version(name: name, entry: entry)) }
  }

  private mutating func readMerge(
    of ours: ObjectID, and theirs: ObjectID, as result: ObjectID
  ) throws {
    let bases = try repository.mergeBases(of: ours, and: theirs)
    let base = try bases.first.map { try repository.tree(ofCommit: $0) }
    let theirTree = try repository.tree(ofCommit: theirs)
    let ourTree = try repository.tree(ofCommit: ours)
    let ourChanges = try changes(from: base, to: ourTree)
    for change in try repository.changes(from: base, to: theirTree) {
      guard let ourChange = ourChanges[change.path], let our = ourChange.new,
        let their = change.new, our.id != their.id, let name = change.path.string
      else { continue }
      let entries = [our, their, change.old].compactMap { $0 }
      guard entries.allSatisfy(\.mode.isRegularFile) else { continue }
      bytesLeft -= try entries.reduce(0) { $0 + (try repository.blobSize($1.id)) }
      guard bytesLeft > 0 else { return }
      merges.append(
        Merge(
          name: name, base: change.old, ours: our, theirs: their,
          result: try repository.entry(at: change.path, in: result)))
    }
  }

  private func changes(from old: ObjectID?, to new: ObjectID) throws -> [TreePath: TreeChange] {
    var changes: [TreePath: TreeChange] = [:]
    for change in try repository.changes(from: old, to: new) {
      if let name = change.path.string, names.contains(JSONString(name)) {
        changes[change.path] = change
      }
    }
    return changes
  }

  func add(_ version: Version, to inference: inout SchemaInference) throws {
    if let value = try store.value(of: version.entry, named: version.name) {
      inference.add(version: value, of: version.name)
    }
  }

  func add(_ merge: Merge, to inference: inout SchemaInference) throws {
    func value(_ entry: TreeEntry) throws -> JSONNode? {
      try store.value(of: entry, named: merge.name)
    }
    guard let ours = try value(merge.ours), let theirs = try value(merge.theirs) else { return }
    let base = try merge.base.flatMap(value)
    inference.add(
      mergeOf: ours, and: theirs, base: base, result: try merge.result.flatMap(value),
      of: merge.name)
    let again = DocumentMerge(
      base: base?.document, ours: ours.document, theirs: theirs.document,
      plan: SchemaSet().plan(forDocument: merge.name))
    for conflict in try again.run().conflicts {
      inference.add(
        conflictAt: conflict.pointer, base: conflict.base, ours: conflict.ours,
        theirs: conflict.theirs, of: merge.name)
    }
  }
}
