import Forked

/// A connection to a repository on this machine, which is opened like any other.
final class LocalConnection: RemoteConnection {
  private(set) var state = RemoteState()
  private let other: LocalRepository
  private let repository: LocalRepository
  private let options: RemoteOptions
  /// True if files of the other repository may be shared: it is the user's own, and was named by its path. The address
  /// `file://` asks for a transfer, as in git.
  private let sharesFiles: Bool
  /// The directory of packs that are not part of the repository yet.
  private var quarantine: String?

  /// Opens the repository.
  ///
  /// - Parameters:
  ///   - path: The path of the other repository.
  ///   - isAddress: True if the path was given as `file://`.
  ///   - repository: This repository.
  ///   - options: The options for the connection.
  /// - Throws: Kind `notFound` if there is no repository, `ownership` if it belongs to another user.
  init(
    to path: String, isAddress: Bool, for repository: LocalRepository, options: RemoteOptions
  ) throws(GitError) {
    self.repository = repository
    self.options = options
    let environment = repository.settings.environment
    other = try Self.open(path, .init(environment: environment))
    other.isInterrupted = options.isInterrupted
    other.pending.isInterrupted = options.isInterrupted
    sharesFiles =
      !isAddress && !other.isShallow && !repository.isShallow
      && Ownership(configuration: repository.settings, environment: environment).owns(other)
    for reference in try other.references(withPrefix: "refs/") {
      state.add(reference.name.rawValue, reference.target, symbolic: nil)
    }
    state.refuseCollisions()
    state.head = try other.head().fork
  }

  fileprivate static func open(
    _ path: String, _ options: LocalRepository.OpenOptions
  ) throws(GitError) -> LocalRepository {
    do throws(GitError) {
      return try LocalRepository.open(at: path, options: options)
    } catch  where error.kind == .notARepository {
      throw GitError(.notFound, "there is no git repository at that address", context: path)
    }
  }

  deinit {
    if let quarantine { FreePath.remove(quarantine) }
  }

  func download(_ forks: [Fork]) throws(GitError) -> IncomingPack? {
    let tips = forks.compactMap { state.forks[$0] }
    do throws(GitError) {
      if let packs = try wholePacks() {
        try ObjectTransfer(from: other, to: repository.seeing(packs), options: options).copy(tips)
        return packs
      }
      return try ObjectTransfer(from: other, to: repository, options: options)
        .collect(tips, into: newQuarantine)
    } catch  where error.kind == .shallow {
      throw GitError(
        .shallow, "the remote is a shallow clone, and the history that is needed is not in it",
        context: other.gitDirectory)
    } catch  where error.kind == .notFound {
      throw GitError(
        .invalid, "the remote's history is incomplete: \(error)", context: other.gitDirectory)
    }
  }

  func push(
    _ updates: [RemoteUpdate], reflog: ReflogEntry
  ) throws(GitError) -> [Fork: GitError] {
    try ObjectTransfer(from: repository, to: other, options: options)
      .bring(updates.compactMap(\.new))
    if try other.receiveTogether(updates, reflog) { return [:] }
    var failures: [Fork: GitError] = [:]
    for update in updates {
      do throws(GitError) {
        try other.receive(update, reflog)
      } catch {
        failures[update.fork] = error
      }
    }
    return failures
  }
}

extension LocalConnection {
  /// Takes all objects of the other repository as files, if it may be shared. Nothing is verified: as in git, the
  /// user's own repository is trusted.
  ///
  /// The objects appear all at once. If the process is killed before, none of them is there.
  ///
  /// - Returns: False if files may not be shared, if the other repository borrows objects, or if there are objects here.
  ///   Then nothing was taken.
  /// - Throws: Kind `invalid` if the commit of a fork is missing.
  func shareAll() throws(GitError) -> Bool {
    guard sharesFiles, !Files.exists(other.commonDirectory + "objects/info/alternates") else {
      return false
    }
    let objects = repository.commonDirectory + "objects"
    guard Files.holdsOnlyEmptyDirectories(objects) else { return false }
    let taken = newDirectory() + "/objects"
    let files = try objectFiles(durability: .looseObject)
    do throws(GitError) {
      try files.takeAll(into: taken + "/")
    } catch {
      // The clone is removed whole, or the next one removes the many files with the other leftovers.
      if options.isInterrupted() { quarantine = nil }
      throw error
    }
    for name in Files.names(in: objects) { Files.removeEmptyDirectories(objects + "/" + name) }
    guard rename(taken, objects) == 0 else { throw .system("rename", path: objects) }
    try files.sync.directory(of: objects)
    try repository.refreshObjects()
    for (fork, tip) in state.forks where try !repository.isCommit(tip) {
      throw GitError(
        .invalid, "the remote's history is incomplete: the commit of a fork is missing",
        context: fork.name)
    }
    return true
  }

  private func objectFiles(durability part: Durability.Parts) throws(GitError) -> ObjectFiles {
    ObjectFiles(
      source: other.commonDirectory + "objects/", sync: try repository.durability()(of: part),
      checkInterruption: options.checkInterruption)
  }

  /// Takes the packs of the other repository whole if this one is empty, which is faster than packing all objects
  /// again; nil if it is not empty, or the other has no packs.
  private func wholePacks() throws(GitError) -> IncomingPack? {
    let packs = "objects/pack/"
    guard !other.isShallow, !repository.isShallow,
      Files.names(in: repository.commonDirectory + packs).isEmpty,
      try repository.references(withPrefix: "refs/").isEmpty
    else { return nil }
    let others = Files.names(in: other.commonDirectory + packs)
    guard others.contains(where: { $0.hasSuffix(".pack") }) else { return nil }
    let incoming = try newQuarantine()
    if sharesFiles {
      try incoming.take(objectFiles(durability: .pack))
    } else {
      try ObjectTransfer(from: other, to: repository, options: options)
        .receivePacks(into: incoming)
    }
    return incoming
  }

  private func newQuarantine() throws(GitError) -> IncomingPack {
    try IncomingPack(in: newDirectory() + "/incoming/", repository.durability())
  }

  /// A directory for objects that are not part of the repository yet. It is removed with the connection.
  private func newDirectory() -> String {
    let directory =
      quarantine ?? StagedRepository.newDirectory(in: repository.commonDirectory)
    quarantine = directory
    return directory
  }
}

extension LocalRepository {
  /// Updates forks that no work tree shows, all or none.
  ///
  /// - Returns: False, and nothing is updated, if one of them is shown or cannot be updated.
  fileprivate func receiveTogether(
    _ updates: [RemoteUpdate], _ entry: ReflogEntry
  ) throws(GitError) -> Bool {
    let shown = try checkedOutForks()
    guard updates.count > 1, !updates.contains(where: { shown[$0.fork] != nil }) else {
      return false
    }
    do throws(GitError) {
      let references = try LockedReferences(
        updates.map {
          ReferenceUpdate(name: .branch($0.fork), old: $0.old, new: $0.new, entry: entry)
        }, in: self, timeout: .seconds(5))
      defer { references.end() }
      try references.prepare()
      try references.apply()
      return true
    } catch {
      // The caller then updates them one by one and finds those that fail.
      return false
    }
  }

  /// Updates a fork for a push. If it is checked out, the work tree follows, unless uncommitted changes would be
  /// overwritten or the configuration forbids it.
  ///
  /// Source: git-config(1), `receive.denyCurrentBranch`.
  fileprivate func receive(_ update: RemoteUpdate, _ entry: ReflogEntry) throws(GitError) {
    guard let path = try checkedOutForks()[update.fork] else {
      return try compareAndSwap(
        .branch(update.fork), from: update.old, to: update.new, reflog: entry)
    }
    let rule = try settings.string("receive.denyCurrentBranch")?.lowercased()
    switch rule {
    case "ignore", "warn", "false":
      try compareAndSwap(.branch(update.fork), from: update.old, to: update.new, reflog: entry)
    case nil, "updateinstead":
      let place = try LocalRepository.open(
        at: path, options: .init(environment: settings.environment))
      try place.receiveCheckedOut(update, entry)
    default:
      throw GitError(
        .refused, "it is checked out in the remote, and receive.denyCurrentBranch refuses the push",
        context: update.fork.name)
    }
  }

  private func receiveCheckedOut(_ update: RemoteUpdate, _ entry: ReflogEntry) throws(GitError) {
    guard let new = update.new else {
      throw GitError(.refused, "it is checked out in the remote", context: update.fork.name)
    }
    let options = ReferenceTransaction.Options(
      opening: .init(environment: settings.environment), lockTimeout: .seconds(5)
    ) { _ in entry }
    do {
      _ = try transaction(options, waiting: { throw $0 }) { transaction in
        try transaction.update(update.fork, reason: entry.message) { tip in
          guard tip == update.old else {
            throw GitError(.raceLost, "the fork was updated meanwhile", context: update.fork.name)
          }
          return new
        }
      }
    } catch {
      throw GitError(refusing: update.fork, because: error)
    }
  }
}

extension GitError {
  /// Creates the error for a push to a fork that a work tree shows.
  fileprivate init(refusing fork: Fork, because error: any Error) {
    let cause = (error as? TransactionFailure)?.cause ?? error
    guard let failure = cause as? GitError else {
      self.init(.other, "\(error)", context: fork.name)
      return
    }
    self = failure
    guard case .editedDocuments = kind else { return }
    self.init(
      .refused, "it is checked out in the remote, with uncommitted changes: \(context ?? "")",
      context: fork.name)
  }
}

extension LocalRepository {
  /// Verifies that a remote exists, before anything is created for it. Only paths on this machine are checked.
  ///
  /// - Throws: Kind `notFound` if the address is a path without a repository.
  public static func requireRemote(
    at url: RemoteURL, options: OpenOptions
  ) throws(GitError) {
    if case .path(let path) = url.kind { _ = try LocalConnection.open(path, options) }
  }
}
