import ForkedDocument
import ForkedGit
public import ForkedSchema

/// The merge in which git runs a driver: the commits, as far as git tells them, and the configuration.
///
/// The repository is opened only when something of it is needed.
final class GitMergeContext {
  private let driver: MergeDriver
  private lazy var store = Result { try DocumentStore.open(in: driver.environment) }
  private lazy var origin = Result { try findOrigin() }
  private lazy var governing = Result { try findSchemas() }

  init(of driver: MergeDriver) {
    self.driver = driver
  }

  /// The history of the document, as far as git tells which commits it merges.
  var history: FileHistory { FileHistory(of: driver.versions) { try self.origin.get() } }

  /// Returns the labels that git writes behind its conflict markers in this merge; nil if git does not tell which merge
  /// it is.
  func markerLabels() throws -> MarkerLabels? {
    try origin.get().map { history, _ in
      try store.get().repository.markerLabels(of: history.merge)
    }
  }

  /// Returns the policy for conflicts that `fork.conflicts` sets.
  func policy() throws -> ConflictPolicy? {
    try ConflictPolicy(configuredIn: store.get().repository.configuration())
  }

  /// Returns the style of conflict markers that `merge.conflictStyle` sets.
  func style() throws -> LineMerge.Style {
    try LineMerge.Style(configuredIn: store.get().repository.configuration())
  }

  /// Returns the plans of the schemas under which both sides wrote the document; nil if these are the merged ones.
  private func formerPlans() throws -> FormerPlans? {
    try origin.get().flatMap { history, _ in
      try store.get().formerSchemas(in: history.merge)?.plans(forDocument: driver.path)
    }
  }

  /// Returns the schemas that govern this merge: those of the work tree, merged with those of the other commit.
  func schemas() throws -> SchemaSet { try governing.get() }

  /// Sets the plans by which the merged schema, and those of the sides, describe the document.
  func setPlans(of merge: inout FileMerge) throws {
    merge.plan = try schemas().plan(forDocument: driver.path)
    merge.formerPlans = merge.plan.isBinding ? try formerPlans() : nil
  }

  private func findSchemas() throws -> SchemaSet {
    let store = try store.get()
    let workTree = { [driver] path in
      try driver.schemaFile(path) ?? store.fileOutsideSparseCheckout(path)
    }
    guard let (history, _) = try origin.get() else {
      return try SchemaSet(workTree)
    }
    let merged = try MergedSchemaFiles(of: history.merge, in: store, workTree: workTree)
    return try SchemaSet { try merged.bytes(at: $0) }
  }

  private func findOrigin() throws -> (OngoingHistory, SidePaths)? {
    let store = try store.get()
    let merges = try store.repository.mergesRunningDriver(in: driver.environment.variables)
    guard !merges.isEmpty else { return nil }
    return try store.histories(of: merges).history(of: driver.versions())
  }
}

extension MergeDriver {
  /// Returns the versions as tree entries; an empty base counts as no base.
  fileprivate func versions() throws -> TreeMerge.Diverged {
    func entry(_ bytes: [UInt8]) throws -> TreeEntry {
      .file(try LocalRepository.blobID(of: bytes))
    }
    return TreeMerge.Diverged(
      path: TreePath(path), base: base.isEmpty ? nil : try entry(base), ours: try entry(ours),
      theirs: try entry(theirs))
  }
}

extension SchemaSet {
  /// Reads the schemas of a work tree; there are none if the root schema is missing.
  ///
  /// - Parameter workTree: its directory.
  /// - Throws: the errors in the schemas; ``GitError`` of kind `unsupported` if a symbolic link is in the way.
  public init(workTree: String) throws {
    let files = WorkTreeFiles(root: workTree)
    try self.init { try files.read(TreePath($0)) }
  }

  /// Reads the schemas from these files, which are named by their paths from the root; there are none if the root
  /// schema is missing.
  init(_ files: (String) throws -> [UInt8]?) throws {
    guard let root = try files(DocumentStore.schemaPath.description) else {
      self.init()
      return
    }
    try self.init(root: root, load: files)
  }
}

extension DocumentStore {
  /// Returns a file of HEAD that a sparse checkout leaves out; nil if the checkout is not sparse.
  fileprivate func fileOutsideSparseCheckout(_ path: String) throws -> [UInt8]? {
    guard try repository.configuration().bool("core.sparseCheckout") == true else { return nil }
    return try bytes(of: DocumentPath(path), in: snapshot(of: repository.head().commit))
  }
}

extension ConflictPolicy {
  /// Reads `fork.conflicts`, which is `mostRecent`, `versions` or `manual`; nil if it is not set.
  ///
  /// - Throws: kind `usage` for another value.
  init?(configuredIn configuration: Configuration) throws {
    switch try configuration.string("fork.conflicts") {
    case nil: return nil
    case "mostRecent"?: self = .mostRecent
    case "manual"?: self = .manual
    case "versions"?: self = .versions
    case "ours"?: self = .prefer(.ours)
    case "theirs"?: self = .prefer(.theirs)
    case let value?:
      throw StoreError(
        .usage, "git config fork.conflicts is '\(value)'",
        hint:
          "set it to mostRecent, versions, ours, theirs or manual: git config fork.conflicts mostRecent"
      )
    }
  }
}

extension LineMerge.Style {
  /// Reads `merge.conflictStyle`; a value that git does not know counts as git's default.
  init(configuredIn configuration: Configuration) throws {
    switch try configuration.string("merge.conflictStyle") {
    case "diff3"?: self = .diff3
    case "zdiff3"?: self = .zdiff3
    default: self = .merge
    }
  }
}
