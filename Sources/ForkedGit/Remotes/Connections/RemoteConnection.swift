public import Forked
import Synchronization

/// The options for a connection to a remote.
public struct RemoteOptions: Sendable {
  /// A function that is called with the present stage and its progress. The total is 0 if it is not known.
  public typealias Progress = @Sendable (_ stage: RemoteStage, _ done: Int, _ total: Int) -> Void

  /// The longest time that a server may send nothing.
  public var silence: Duration
  /// Returns true if the user interrupted the command.
  public var isInterrupted: @Sendable () -> Bool
  /// Called with the progress.
  public var progress: Progress
  /// Called with the messages of the server for the user.
  public var onMessage: @Sendable (String) -> Void

  /// Creates options.
  ///
  /// - Parameters:
  ///   - silence: The longest time that a server may send nothing.
  ///   - isInterrupted: Returns true if the user interrupted the command.
  ///   - progress: Called with the progress.
  ///   - onMessage: Called with the messages of the server for the user.
  public init(
    silence: Duration = .seconds(60), isInterrupted: @escaping @Sendable () -> Bool = { false },
    progress: @escaping Progress = { _, _, _ in },
    onMessage: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.silence = silence
    self.isInterrupted = isInterrupted
    self.progress = progress
    self.onMessage = onMessage
  }

  /// Ends long work if the user asked for that.
  ///
  /// - Throws: Kind `interrupted` if the user interrupted the command.
  func checkInterruption() throws(GitError) {
    if isInterrupted() { throw GitError(.interrupted, "interrupted") }
  }
}

/// The stages of a transfer.
public enum RemoteStage: String, Hashable, Sendable {
  /// Objects are received.
  case receiving
  /// Received objects are verified.
  case checking
  /// Objects are collected into a pack.
  case packing
  /// Objects are sent.
  case sending
}

/// The state of a remote.
public struct RemoteState: Hashable, Sendable {
  /// The forks and their versions.
  public var forks: [Fork: ObjectID] = [:]
  /// The tags and the objects that they name.
  public var tags: [ReferenceName: ObjectID] = [:]
  /// The fork that HEAD names.
  public var head: Fork?
  /// The fork names that git does not accept. They are ignored.
  public var refusedNames: [String] = []
}

/// An update of a fork of a remote.
public struct RemoteUpdate: Hashable, Sendable {
  /// The fork.
  public var fork: Fork
  /// The version that it must have; nil if it must not exist.
  public var old: ObjectID?
  /// The new version; nil to delete the fork.
  public var new: ObjectID?

  /// Creates an update.
  public init(fork: Fork, from old: ObjectID?, to new: ObjectID?) {
    self.fork = fork
    self.old = old
    self.new = new
  }
}

/// A connection to a remote, for either fetching or pushing.
protocol RemoteConnection: AnyObject {
  /// The state of the remote when the connection was opened.
  var state: RemoteState { get }

  /// Downloads everything that the commits of some forks need and that is not here.
  ///
  /// - Returns: The pack, which stays apart until it is verified; nil if there is none.
  func download(_ forks: [Fork]) throws(GitError) -> IncomingPack?

  /// Updates forks of the remote, each if and only if it still names the expected version.
  ///
  /// - Parameters:
  ///   - updates: The updates.
  ///   - reflog: The entry for the reflog of a repository on this machine.
  /// - Returns: The error of each fork that was not updated.
  func push(
    _ updates: [RemoteUpdate], reflog: ReflogEntry
  ) throws(GitError) -> [Fork: GitError]
}

extension RemoteState {
  /// Adds a ref that the remote advertises.
  mutating func add(_ name: String, _ target: ObjectID, symbolic: String?) {
    if name == "HEAD" {
      head = symbolic.flatMap { Self.fork(in: $0) }
    } else if name.hasPrefix("refs/heads/") {
      if let fork = Self.fork(in: name) { forks[fork] = target } else { refusedNames.append(name) }
    } else if name.hasPrefix("refs/tags/"), !name.hasSuffix("^{}"),
      Self.fork(in: "refs/heads/" + name.dropFirst(10)) != nil
    {
      tags[ReferenceName(unchecked: name)] = target
    }
  }

  /// Ignores forks with names that collide with those of others: `main/sub` beside `main`.
  mutating func refuseCollisions() {
    let refused = forks.keys.filter { $0.parents.contains { forks[$0] != nil } }
    for fork in refused {
      forks[fork] = nil
      refusedNames.append(ReferenceName.branch(fork).rawValue)
    }
  }

  private static func fork(in name: String) -> Fork? {
    guard name.hasPrefix("refs/heads/"), name.utf8.count < 1024 else { return nil }
    do { return try Fork(validating: String(name.dropFirst(11))) } catch { return nil }
  }
}

/// The error messages of git on the server, which say more than the few words of the protocol.
struct ServerComplaints {
  private var complaint: String?
  /// The start of a line that is not complete yet.
  private var unfinished: [UInt8] = []

  /// The largest length of a line. Longer lines are cut.
  private static let longest = 300

  /// The last error message, if any.
  var lines: [String] { [Self.complaint(in: unfinished) ?? complaint].compactMap { $0 } }

  /// Adds a part of the server's messages, which may begin and end within a line.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        complaint = Self.complaint(in: unfinished) ?? complaint
        unfinished = []
      } else if unfinished.count < Self.longest {
        unfinished.append(byte)
      }
    }
  }

  private static func complaint(in line: [UInt8]) -> String? {
    let start = ["error: ", "fatal: "].first { line.starts(with: $0.utf8) }
    return start.map { String(decoding: line.dropFirst($0.utf8.count), as: UTF8.self) }
  }
}

/// The server that a connection leads to. A server may redirect its clients to another one, which must not get the
/// secrets meant for the first.
///
/// libgit2 follows a redirection to any host, sends that host the credentials and headers of the original address, and
/// does not tell which host it is. So this is a task-local value, like ``ServerTimeout``.
final class ServerAddress: Sendable {
  @TaskLocal static var current: ServerAddress?

  /// The evidence for the server's identity. Behind a proxy, only the certificate is the server's own.
  enum Sign: Hashable {
    case socket
    case certificate
  }

  private struct State {
    var first: [Sign: String] = [:]
    var other: String?
    var failure: GitError?
  }

  private let state = Mutex(State())
  private let sendsSecrets: Bool

  /// - Parameter sendsSecrets: True if each request has secret headers.
  init(sendsSecrets: Bool) { self.sendsSecrets = sendsSecrets }

  /// True if the connection still leads to the first server.
  var isFirst: Bool { state.withLock { $0.other == nil } }

  /// The error because of which the connection was given up, if any.
  var failure: GitError? { state.withLock { $0.failure } }

  /// Records the server that the connection leads to. Call this before anything is sent to it.
  ///
  /// - Throws: Kind `untrusted` if it is another server than before, and each request has secret headers.
  func come(to name: String, by sign: Sign) throws(GitError) {
    try state.withLock { (state) throws(GitError) in
      let first = state.first[sign] ?? name
      state.first[sign] = first
      guard first != name else { return }
      state.other = name
      guard sendsSecrets else { return }
      state.failure = Self.redirected(to: name)
      throw Self.redirected(to: name)
    }
  }

  /// Verifies that the connection still leads to the first server.
  ///
  /// - Throws: Kind `untrusted` if it does not.
  func requireFirst() throws(GitError) {
    if let other = state.withLock({ $0.other }) { throw Self.redirected(to: other) }
  }

  private static func redirected(to name: String) -> GitError {
    GitError(
      .untrusted,
      "the server redirects to '\(name)', which does not get the credentials of this address; "
        + "if you trust it, use its address: git remote set-url <remote> <address>")
  }
}
