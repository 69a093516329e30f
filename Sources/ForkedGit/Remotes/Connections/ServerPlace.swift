import Synchronization

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

  /// Whether the connection leads where it led in the beginning.
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
