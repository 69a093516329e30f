public import Forked
public import ForkedGit
public import FoundationEssentials

/// A document in a git repository as a Swift value.
///
/// Each fork is a branch, each version a commit, and each merge a commit with two parents.
///
/// ```swift
/// let notes = try GitRepository<Note>(at: URL(filePath: "/srv/notes"), path: "notes/a.json")
/// let note = try ForkedResource(repository: notes)
/// try note.create(Fork(name: "server"))
/// ```
///
/// All state is in git, so other programs (`fork`, git, another process of this program) may work on the repository at
/// the same time. References are updated by compare-and-swap. After a lost race, an update is tried again on the new
/// tip. An update contains the changes since this repository last read or wrote the fork. It is merged with what others
/// wrote meanwhile. Work trees that show a fork are updated, and uncommitted changes there are never overwritten.
///
/// Calls are safe from any thread.
public final class GitRepository<Model: Codable & Equatable & SendableMetatype>:
  SharedRepository
{
  /// The type that is stored.
  public typealias Resource = Model

  /// The document that holds the model.
  public let path: DocumentPath

  let repository: LocalRepository
  let coding: ModelCoding<Model>
  let merging: ModelMerging<Model>
  /// The environment of the process, with the directory of the repository as the working directory.
  let environment: Environment
  let ownMerging: OwnMerging?
  /// The store through which everything is changed.
  let store: DocumentStore
  /// The branch of `Fork.main`.
  private let hub: Fork
  let lock = RecursiveLock()
  /// The commit of each fork that was last read or written.
  var known: [Fork: ObjectID] = [:]

  /// Opens a document of the repository whose work tree or git directory is at a URL.
  ///
  /// The document need not exist yet. `Fork.main` is the main fork as the `fork` command finds it, whatever its branch
  /// is called: `fork.main` of git's configuration, else the remote's HEAD, else `init.defaultBranch`, else `main` or
  /// `master`. Every other fork is the branch of its name.
  ///
  /// - Parameters:
  ///   - url: The work tree, or the directory of a bare repository.
  ///   - path: The path of the document, from the root of the repository.
  ///   - merging: The rule by which versions are merged. ``ModelMerging/byValue`` merges the model by its own rule;
  ///     ``ModelMerging/documents`` merges it as `fork` does.
  ///   - environment: The environment of the process.
  /// - Throws: ``GitError`` of kind `notARepository` if there is no repository, `ownership` if it belongs to another
  ///   user; ``InvalidPath`` for a path that no document may have.
  public init(
    at url: URL, path: String, merging: ModelMerging<Model> = .byValue,
    environment: Environment = .process()
  ) throws {
    self.path = try DocumentPath(path)
    self.merging = merging
    coding = ModelCoding(path: self.path)
    ownMerging = try merging.ownMerging(at: self.path)
    repository = try LocalRepository.open(
      at: url.path, options: .init(environment: environment.variables))
    var environment = environment
    environment.workingDirectory = repository.workTreePath ?? repository.gitDirectory
    self.environment = environment
    store = DocumentStore(repository, environment: environment).merging(ownMerging)
    hub = try repository.mainFork()
  }

  /// Returns main and all other branches, ordered by name.
  public func listForks() throws -> [Fork] {
    try lock.withLock {
      try Set(repository.branches().map { fork(of: $0.fork) }).union([.main]).sorted()
    }
  }

  /// The branch of a fork.
  func branch(of fork: Fork) -> Fork { fork == .main ? hub : fork }

  /// The fork of a branch.
  func fork(of branch: Fork) -> Fork { branch == hub ? .main : branch }
}

extension GitRepository: @unchecked Sendable where Model: Sendable {}

// MARK: - Versions as commits

extension GitRepository {
  /// The tip of a fork; nil for a main that has no commits yet.
  func tip(of fork: Fork) throws -> ObjectID? {
    do {
      _ = try Fork(validating: fork.name)
    } catch {
      throw ForkedError.noSuchFork(fork)
    }
    guard fork == .main || fork != hub else { throw ForkedError.noSuchFork(fork) }
    if let tip = try repository.tip(of: branch(of: fork)) { return tip }
    guard fork == .main else { throw ForkedError.noSuchFork(fork) }
    return nil
  }

  func version(of commit: CommitObject) -> Version { Version(commit.hybridTime) }

  func version(of commit: ObjectID?) throws -> Version {
    guard let commit else { return .initialVersion }
    return try version(of: repository.commit(commit))
  }

  func commit(at id: ObjectID?) throws -> Commit<Model> {
    guard let id else { return Commit(content: .none, version: .initialVersion) }
    let commit = try repository.commit(id)
    return Commit(content: try content(of: commit.tree), version: version(of: commit))
  }

  func content(of tree: ObjectID?) throws -> CommitContent<Model> {
    guard let bytes = try text(in: tree) else { return .none }
    return .resource(try coding.decode(bytes))
  }

  private func text(in tree: ObjectID?) throws -> [UInt8]? {
    guard let entry = try entry(in: tree) else { return nil }
    return try repository.blob(entry.id)
  }

  private func entry(in tree: ObjectID?) throws -> TreeEntry? {
    guard let tree, let entry = try repository.entry(at: path.treePath, in: tree) else {
      return nil
    }
    guard entry.mode.isRegularFile else {
      throw GitError(.exists, "the document's path is not a file", context: path.string)
    }
    return entry
  }

  /// Returns a tree with a content as the document. The tree stays the same if the document has this value already.
  func tree(_ tree: ObjectID?, holding content: CommitContent<Model>) throws -> ObjectID {
    var edit = TreeEdit()
    switch content {
    case .none: edit.remove(path.treePath)
    case .resource(let model):
      let bytes = try self.text(of: model, inPlaceOf: text(in: tree))
      let entry = TreeEntry(
        mode: try entry(in: tree)?.mode ?? .file, id: try repository.writeBlob(bytes))
      edit.set(path.treePath, to: entry)
    }
    return try repository.apply(edit, to: tree)
  }

  private func text(of model: Model, inPlaceOf old: [UInt8]?) throws -> [UInt8] {
    guard let old else { return try coding.encode(model) }
    let before = try coding.decode(old)
    if before == model { return old }
    return try merging.rewritten(
      old, from: coding.encode(before), to: coding.encode(model), at: path)
  }
}

extension Version {
  init(_ time: HybridTime) {
    let seconds = Double(time.nanoseconds) / 1e9
    self.init(
      count: UInt64(max(0, time.nanoseconds)), timestamp: Date(timeIntervalSince1970: seconds))
  }

  var hybridTime: HybridTime { HybridTime(nanoseconds: Int64(clamping: count)) }
}

extension HybridTime {
  init(_ date: Date) {
    let nanoseconds = date.timeIntervalSince1970 * 1e9
    self.init(nanoseconds: Int64(exactly: nanoseconds.rounded()) ?? (nanoseconds < 0 ? .min : .max))
  }
}
