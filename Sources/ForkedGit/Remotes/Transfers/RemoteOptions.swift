public import Forked

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
  /// Called with each line that the server says to the user.
  public var onMessage: @Sendable (String) -> Void

  /// Creates options.
  ///
  /// - Parameters:
  ///   - silence: The longest time that a server may send nothing.
  ///   - isInterrupted: Returns true if the user interrupted the command.
  ///   - progress: Called with the progress.
  ///   - onMessage: Called with each line that the server says to the user.
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

extension RemoteState {
  /// Adds a ref of the remote, as it names it.
  mutating func add(_ name: String, _ target: ObjectID) {
    if name.hasPrefix("refs/heads/") {
      if let fork = Self.fork(in: name) { forks[fork] = target } else { refusedNames.append(name) }
    } else if name.hasPrefix("refs/tags/"), !name.hasSuffix("^{}"),
      Self.fork(in: "refs/heads/" + name.dropFirst(10)) != nil
    {
      tags[ReferenceName(unchecked: name)] = target
    }
  }

  /// Records the ref that HEAD names.
  mutating func setHead(to name: String) { head = Self.fork(in: name) }

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

/// An update of a fork of a remote.
public struct RemoteUpdate: Hashable, Sendable {
  /// The fork that is pushed.
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
