public import Forked
import Synchronization

/// How a remote is talked to.
public struct RemoteOptions: Sendable {
  /// What is under way, how far it is, and of how much; 0 where the whole is not known.
  public typealias Progress = @Sendable (_ stage: RemoteStage, _ done: Int, _ total: Int) -> Void

  /// How long a server may say nothing.
  public var silence: Duration
  /// True if the person asked to stop.
  public var isInterrupted: @Sendable () -> Bool
  /// Takes how far it is.
  public var progress: Progress
  /// Takes what the server says to the person.
  public var say: @Sendable (String) -> Void

  /// - Parameters:
  ///   - silence: How long a server may say nothing.
  ///   - isInterrupted: Whether the person asked to stop.
  ///   - progress: Takes how far it is.
  ///   - say: Takes what the server says to the person.
  public init(
    silence: Duration = .seconds(60), isInterrupted: @escaping @Sendable () -> Bool = { false },
    progress: @escaping Progress = { _, _, _ in },
    say: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.silence = silence
    self.isInterrupted = isInterrupted
    self.progress = progress
    self.say = say
  }
}

/// What takes time with a remote.
public enum RemoteStage: String, Hashable, Sendable {
  /// Objects arrive.
  case receiving
  /// What arrived is verified.
  case checking
  /// Objects are gathered.
  case packing
  /// Objects leave.
  case sending
}

/// What a remote holds.
public struct RemoteState: Hashable, Sendable {
  /// Its forks and where they stand.
  public var forks: [Fork: ObjectID] = [:]
  /// Its tags and the objects that they name.
  public var tags: [ReferenceName: ObjectID] = [:]
  /// The fork that its HEAD names.
  public var head: Fork?
  /// Names of forks that git does not accept; they are left alone.
  public var refusedNames: [String] = []
}

/// A fork of a remote that shall move.
public struct RemoteUpdate: Hashable, Sendable {
  /// The fork.
  public var fork: Fork
  /// Where it must stand; nil: it must not be there.
  public var old: ObjectID?
  /// Where it shall stand; nil: it is deleted.
  public var new: ObjectID?

  /// A move of a fork.
  public init(fork: Fork, from old: ObjectID?, to new: ObjectID?) {
    self.fork = fork
    self.old = old
    self.new = new
  }
}

/// A line to a remote, open for one direction.
protocol RemoteConnection: AnyObject {
  /// What the remote held when the line was opened.
  var state: RemoteState { get }

  /// Brings everything that commits need and that is not here.
  ///
  /// - Returns: What is kept apart until it is verified; nil: nothing is.
  func download(_ forks: [Fork]) throws(GitError) -> IncomingPack?

  /// Moves forks of the remote, each if and only if it still stands where it was.
  ///
  /// - Parameters:
  ///   - updates: The moves.
  ///   - reflog: What the log of a repository on this machine will say.
  /// - Returns: Why a fork did not move, for those that did not.
  func push(
    _ updates: [RemoteUpdate], reflog: ReflogEntry
  ) throws(GitError) -> [Fork: GitError]
}

extension RemoteState {
  /// Takes in one reference of an advertisement.
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

  /// Leaves forks alone whose names no repository can have beside those of others: `main/sub` beside `main`.
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

/// What git on a server says of an error, beside the few words that the protocol has for it.
struct ServerComplaints {
  private var complaint: String?
  /// The line whose end has not come, as far as it is needed.
  private var unfinished: [UInt8] = []

  /// A longer value is cut.
  private static let longest = 300

  /// The last line that it said of an error.
  var lines: [String] { [Self.complaint(in: unfinished) ?? complaint].compactMap { $0 } }

  /// Takes a part of what the server says, which may begin and end within a line.
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

/// Where the lines of a connection lead: a server may send its clients on to another one, which must not get what is
/// meant for the first.
///
/// libgit2 follows to any host, gives that one the credentials and headers of the address, and does not say where it is.
/// So it stands in the task, as ``Patience`` does.
final class ServerPlace: Sendable {
  @TaskLocal static var current: ServerPlace?

  /// What tells of a place: with a proxy, only the certificate is the server's.
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

  /// - Parameter sendsSecrets: Whether each request has headers that nobody else may see.
  init(sendsSecrets: Bool) { self.sendsSecrets = sendsSecrets }

  /// True if the connection leads where it led in the beginning.
  var isFirst: Bool { state.withLock { $0.other == nil } }

  /// Why the connection was given up, where it was.
  var failure: GitError? { state.withLock { $0.failure } }

  /// To be called before anything is sent to a place.
  ///
  /// - Throws: kind `untrusted` where that is another one than before, and each request has secrets.
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

  /// - Throws: kind `untrusted` where the connection leads to another place than in the beginning.
  func requireFirst() throws(GitError) {
    if let other = state.withLock({ $0.other }) { throw Self.redirected(to: other) }
  }

  private static func redirected(to name: String) -> GitError {
    GitError(
      .untrusted,
      "the server sends on to '\(name)', which does not get the credentials of this address: if that is right, "
        + "make it the remote's address")
  }
}
