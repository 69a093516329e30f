import CLibgit2
import Glibc

/// A connection by the system's `ssh` to git's program on the server. Keys, agents, known hosts and configuration are
/// left to `ssh`.
///
/// Source: git(1), `GIT_SSH_COMMAND` and `GIT_SSH`; git-config(1), `core.sshCommand`.
final class SecureShell {
  let address: SecureShellAddress
  private let repository: LocalRepository
  private var running: (process: ChildProcess, socket: Int32, errors: MemoryFile)?
  private var hasAnswered = false
  /// The error that ended the connection, if any.
  private(set) var failure: GitError?

  init(_ address: SecureShellAddress, for repository: LocalRepository) {
    self.address = address
    self.repository = repository
  }

  deinit { end() }

  /// Starts git's program on the server.
  func start(_ service: String) throws(GitError) {
    var sockets: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
      throw .system("socketpair", path: "ssh")
    }
    defer { close(sockets[1]) }
    let errors = try MemoryFile()
    do throws(GitError) {
      let process = try ChildProcess(
        try command(for: service), environment: repository.settings.environment,
        streams: (sockets[1], sockets[1], errors.descriptor))
      running = (process, sockets[0], errors)
    } catch {
      close(sockets[0])
      throw error
    }
  }

  private func command(for service: String) throws(GitError) -> [String] {
    let environment = repository.settings.environment
    let port = address.port.map { ["-p", $0] } ?? []
    let arguments = port + [address.destination, "\(service) \(Self.quoted(address.path))"]
    let configured = try repository.settings.string("core.sshCommand")
    if let line = environment["GIT_SSH_COMMAND"] ?? configured, !line.isEmpty {
      return ["/bin/sh", "-c", line + " \"$@\"", line] + arguments
    }
    return [environment["GIT_SSH"] ?? "ssh"] + arguments
  }

  private static func quoted(_ path: String) -> String {
    "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// Reads bytes from the server.
  ///
  /// - Throws: The reason, as `ssh` or the server gave it, if the connection has ended.
  func read(into buffer: UnsafeMutableRawPointer?, _ count: Int) throws(GitError) -> Int {
    guard let running else { throw ended }
    let read = try ServerTimeout.current.read(running.socket, into: buffer, count)
    if read > 0 { hasAnswered = true }
    if read == 0 { throw reasonOfEnd(running) }
    return read
  }

  func write(_ buffer: UnsafeRawPointer?, _ count: Int) throws(GitError) {
    guard let running else { throw ended }
    do throws(GitError) {
      try ServerTimeout.current.write(running.socket, buffer, count)
    } catch {
      throw error.kind == .interrupted ? error : reasonOfEnd(running)
    }
  }

  func fail(_ error: GitError) { failure = failure ?? error }

  /// Ends the connection. A server that sees the end of its input ends by itself.
  func end() {
    guard let (process, socket, _) = running else { return }
    running = nil
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
    process.end(after: .milliseconds(500))
  }

  private var ended: GitError { GitError(.unreachable, "the connection has ended") }
}

extension SecureShell {
  /// The error for a connection that ended, from the messages of `ssh` or of git on the server.
  private func reasonOfEnd(
    _ running: (process: ChildProcess, socket: Int32, errors: MemoryFile)
  ) -> GitError {
    running.process.ends(within: .seconds(1))
    let complaint = running.errors.text
    let lines = complaint.split { $0.isNewline }.filter { !$0.allSatisfy { $0 == "@" } }
    let last = lines.last.map(String.init) ?? "the connection ended before an answer"
    return GitError(kind(of: complaint), message(of: complaint) ?? last)
  }

  private func kind(of complaint: String) -> GitError.Kind {
    let untrusted = [
      "Host key verification failed", "IDENTIFICATION HAS CHANGED", "Permission denied",
      "Too many authentication failures", "no mutual signature", "No supported authentication",
    ]
    if untrusted.contains(where: complaint.contains) { return .untrusted }
    let missing = ["does not appear to be a git repository", "not a git repository", "not found"]
    return missing.contains(where: complaint.contains) ? .notFound : .unreachable
  }

  private func message(of complaint: String) -> String? {
    if complaint.contains("IDENTIFICATION HAS CHANGED") {
      return "the host key of '\(address.destination)' has changed"
    }
    if complaint.contains("Host key verification failed") {
      let unknown = "the host key of '\(address.destination)' is not known"
      let isPlain = address.destination.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || "@.-_".contains($0))
      }
      // A hint is pasted, so it has no characters that a shell would interpret.
      guard isPlain else { return unknown }
      let port = address.port.map { "-p \($0) " } ?? ""
      return unknown + ": 'ssh \(port)\(address.destination)' shows it and asks if you trust it"
    }
    if complaint.contains("Permission denied") {
      return "'\(address.destination)' refused all keys and passwords"
    }
    return nil
  }
}
