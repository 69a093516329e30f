public import Forked
public import ForkedGit
public import FoundationEssentials
import Glibc

/// A document in a git repository, as the value that it is: each fork is a branch, each version a
/// commit, each merge a commit with two parents.
///
/// ```swift
/// let notes = try GitRepository<Note>(at: URL(filePath: "/srv/notes"), path: "notes/a.json")
/// let note = try ForkedResource(repository: notes)
/// try note.create(Fork(name: "server"))
/// ```
///
/// Git is the only memory, so other programs (`fork`, git, another process of this one) may work on
/// the repository at the same time: references move by compare-and-swap, and who loses a race tries
/// again from what the winner made. An update says what changed against what this repository last
/// read or wrote of the fork; what others wrote there meanwhile is merged with it. Work trees follow
/// the forks that they show, and unsaved edits there are never overwritten.
///
/// Calls are safe from any thread.
public final class GitRepository<Model: Codable & Equatable & SendableMetatype>: Repository {
  /// The type that is stored.
  public typealias Resource = Model

  /// The document that holds the model.
  public let path: DocumentPath

  let repository: LocalRepository
  let coding: ModelCoding<Model>
  let merging: ModelMerging<Model>
  let surroundings: GitSurroundings
  let ownMerging: OwnMerging?
  /// The store that changes anything.
  let store: DocumentStore
  /// The branch of `Fork.main`.
  private let hub: Fork
  let lock = RecursiveLock()
  /// The commit that was last read or written of each fork.
  var known: [Fork: ObjectID] = [:]

  /// The document at a path of the repository whose work tree or git directory stands at a place.
  ///
  /// The document need not be there yet. `Fork.main` is the hub that the `fork` command takes for it, whatever its
  /// branch is called: `fork.main` of git's configuration, else the remote's HEAD, else `init.defaultBranch`, else `main`
  /// or `master`. Every other fork is the branch of its name.
  ///
  /// - Parameters:
  ///   - url: The work tree, or the directory of a bare repository.
  ///   - path: The document, from the root of the repository.
  ///   - merging: How versions become one. ``ModelMerging/byValue`` merges the model by its own rule;
  ///     ``ModelMerging/documents`` merges it as `fork` does.
  ///   - surroundings: The world around the process.
  /// - Throws: ``GitError`` of kind `notARepository` where there is none, `ownership` where it is
  ///   someone else's; ``InvalidPath`` for a path that no document may have.
  public init(
    at url: URL, path: String, merging: ModelMerging<Model> = .byValue,
    surroundings: GitSurroundings = .process
  ) throws {
    self.path = try DocumentPath(path)
    self.merging = merging
    self.surroundings = surroundings
    coding = ModelCoding(path: self.path)
    ownMerging = try merging.ownMerging(at: self.path, in: surroundings)
    repository = try LocalRepository.open(
      at: url.path, options: .init(environment: surroundings.variables))
    store = DocumentStore(repository, environment: surroundings.environment).merging(ownMerging)
    hub = try repository.mainFork()
  }

  /// The place of the repository: its work tree, or the directory of a bare one.
  var directory: String {
    lock.withLock { repository.workTreePath ?? repository.gitDirectory }
  }

  /// Main, and every other branch, in the order of their names.
  public var forks: [Fork] {
    get throws {
      try lock.withLock {
        try Set(repository.branches().map { fork(of: $0.fork) }).union([.main]).sorted()
      }
    }
  }

  /// The branch that a fork is.
  func branch(of fork: Fork) -> Fork { fork == .main ? hub : fork }

  /// The fork that a branch is.
  func fork(of branch: Fork) -> Fork { branch == hub ? .main : branch }
}

extension GitRepository: @unchecked Sendable where Model: Sendable {}

// MARK: - Versions as commits

extension GitRepository {
  /// The tip of a fork; nil for a main that has no commit yet.
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
      throw GitError(.exists, "no file stands at the document's path", context: path.string)
    }
    return entry
  }

  /// A tree that holds a content in place of what it holds of the document; the same where the
  /// document says the same.
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
    guard let old else {
      let encoded = try coding.encode(model)
      return try merging.rewrite(
        DocumentChange(path: path, text: nil, encodedBefore: nil, encodedAfter: encoded))
    }
    let before = try coding.decode(old)
    if before == model { return old }
    return try merging.rewrite(
      DocumentChange(
        path: path, text: old, encodedBefore: coding.encode(before),
        encodedAfter: coding.encode(model)))
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

/// The world around the process, as far as a ``GitRepository`` may know it.
public struct GitSurroundings: Sendable {
  /// The environment variables, as git reads them (`GIT_AUTHOR_NAME`, `HOME`, ...).
  public var variables: [String: String]
  /// The name of the user on the machine, for an author whom nothing else names.
  public var user: String
  /// The name of the machine, for an author whom nothing else names.
  public var host: String
  /// Minutes east of Greenwich, at that many seconds since 1970.
  public var offsetMinutes: @Sendable (Int64) -> Int
  /// The time that locks of other processes, and races that they win, are waited for.
  public var patience: Duration

  /// - Parameters:
  ///   - variables: The environment variables.
  ///   - user: The name of the user on the machine.
  ///   - host: The name of the machine.
  ///   - offsetMinutes: Minutes east of Greenwich, at that many seconds since 1970.
  ///   - patience: How long other processes are waited for.
  public init(
    variables: [String: String], user: String, host: String,
    offsetMinutes: @escaping @Sendable (Int64) -> Int = { _ in 0 },
    patience: Duration = .seconds(30)
  ) {
    self.variables = variables
    self.user = user
    self.host = host
    self.offsetMinutes = offsetMinutes
    self.patience = patience
  }

  /// The world as this process finds it.
  public static var process: GitSurroundings {
    let process = ProcessInfo.processInfo
    return GitSurroundings(
      variables: process.environment, user: process.userName, host: process.hostName,
      offsetMinutes: localOffset)
  }

  private static func localOffset(at seconds: Int64) -> Int {
    var (time, parts) = (time_t(seconds), tm())
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff / 60
  }
}
