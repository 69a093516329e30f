import Forked
import ForkedGit

/// A fork of a remote, as it was last fetched.
struct RemoteFork: Hashable {
  /// The remote.
  let remote: String
  /// The fork's name there.
  let fork: Fork
  /// Its last known commit.
  let tip: ObjectID

  /// The name as a revision, like `origin/feat`.
  var name: String { "\(remote)/\(fork.name)" }
}

/// The relation of a fork to the one of a remote that it follows.
public struct RemoteRelation: Hashable, Report {
  /// The remote's fork as a revision, like `origin/main`.
  public var name: String
  /// The number of versions that the fork has and the remote's does not.
  public var ahead: Int
  /// The number of versions that the remote's has and the fork does not.
  public var behind: Int

  /// `{"fork":"origin/main","ahead":1,"behind":0}`
  public var reportValue: ReportValue {
    .object(["fork": name, "ahead": ahead, "behind": behind])
  }
}

/// The forks of all remotes, as they were last fetched.
struct RemoteForks {
  private let store: DocumentStore
  private let tips: [String: [Fork: ObjectID]]
  private let usual: String?

  init(of store: DocumentStore) throws {
    self.store = store
    let names = try store.repository.remoteNames()
    tips = try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try store.repository.forks(below: "refs/remotes/\($0)/"))
      })
    usual = names.usualRemote
  }

  /// All forks, ordered by name.
  var all: [RemoteFork] {
    tips.flatMap { remote, forks in
      forks.map { RemoteFork(remote: remote, fork: $0, tip: $1) }
    }.sorted { ($0.remote, $0.fork) < ($1.remote, $1.fork) }
  }

  /// The forks of that name, ordered by remote.
  func named(_ fork: Fork) -> [RemoteFork] {
    tips.keys.sorted().compactMap { self[$0, fork] }
  }

  /// The remote's fork that a fork follows: its upstream, else the one of its name at the usual remote.
  func followed(by fork: Fork) throws -> RemoteFork? {
    if tips.isEmpty { return nil }
    let configuration = store.repository.configuration()
    let remote = try configuration.string("branch.\(fork.name).remote") ?? usual
    let merge = try configuration.string("branch.\(fork.name).merge")
    let heads = "refs/heads/"
    let name = merge.flatMap { $0.hasPrefix(heads) ? String($0.dropFirst(heads.count)) : nil }
    return remote.flatMap { self[$0, name.map { Fork(name: $0) } ?? fork] }
  }

  /// The relation of a fork to the remote's fork that it follows.
  func relation(of fork: Fork, at tip: ObjectID) throws -> RemoteRelation? {
    guard let followed = try followed(by: fork) else { return nil }
    let (ahead, behind) = try store.repository.aheadBehind(tip, followed.tip)
    return RemoteRelation(name: followed.name, ahead: ahead, behind: behind)
  }

  private subscript(remote: String, fork: Fork) -> RemoteFork? {
    tips[remote]?[fork].map { RemoteFork(remote: remote, fork: fork, tip: $0) }
  }
}

extension [String] {
  /// The remote of these that is meant where none is named: `origin`, else the only one.
  var usualRemote: String? { contains("origin") ? "origin" : count == 1 ? self[0] : nil }
}

extension LocalRepository {
  /// The forks whose commits the references below a prefix record.
  func forks(below prefix: String) throws(GitError) -> [Fork: ObjectID] {
    let forks = try references(withPrefix: prefix).map {
      (Fork(name: String($0.name.rawValue.dropFirst(prefix.count))), $0.target)
    }
    return Dictionary(uniqueKeysWithValues: forks.filter { $0.0.name != "HEAD" })
  }
}

extension DocumentStore {
  /// Returns the fork of that name at the only remote that has one, or at the one that `checkout.defaultRemote` names;
  /// nil if no remote has one.
  ///
  /// - Throws: kind `usage` if several remotes have one.
  func remoteFork(named fork: Fork) throws -> RemoteFork? {
    let found = try RemoteForks(of: self).named(fork)
    if found.count < 2 { return found.first }
    let usual = try repository.configuration().string("checkout.defaultRemote")
    if let chosen = found.first(where: { $0.remote == usual }) { return chosen }
    throw StoreError(
      .usage, "several remotes have a fork '\(fork.name)': \(MergeReport.list(found.map(\.name)))",
      hint: "choose one: \(programName) create \(fork.name.shellWord) "
        + "--from \(found[0].name.shellWord)")
  }

  /// Records that a fork was made from one of a remote: if it is deleted there, it was not new here.
  func remember(_ fork: Fork, createdFrom remoteFork: RemoteFork) throws {
    guard fork == remoteFork.fork else { return }
    try record("the fork '\(fork.name)' was created") {
      try rememberShared(fork, with: remoteFork.remote, at: remoteFork.tip)
    }
  }
}

extension Transaction {
  /// Creates a fork at the version of a remote's fork, which it follows from then on.
  func create(_ fork: Fork, following remoteFork: RemoteFork) throws {
    try create(fork, at: remoteFork.tip, reason: "create: from \(remoteFork.name)")
    try references.set("branch.\(fork.name).remote", to: remoteFork.remote)
    try references.set("branch.\(fork.name).merge", to: "refs/heads/\(remoteFork.fork.name)")
  }
}
