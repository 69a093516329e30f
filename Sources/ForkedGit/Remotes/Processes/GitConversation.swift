import Glibc

/// A git process that answers one request after the other. What it has to say to the user goes to standard error.
final class GitConversation {
  private let child: ChildProcess
  private var input: Int32?
  private let output: Int32
  private let name: String
  private let isInterrupted: () -> Bool

  /// Starts git.
  ///
  /// - Parameters:
  ///   - input: The whole input; nil: it is written by requests.
  ///   - isInterrupted: Returns true to end git, with an error of kind `interrupted`.
  init(
    _ arguments: [String], environment: [String: String], directory: String?,
    input file: MemoryFile?, unless isInterrupted: @escaping () -> Bool
  ) throws(GitError) {
    name = arguments.joined(separator: " ")
    self.isInterrupted = isInterrupted
    var sockets: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &sockets) == 0 else {
      throw .system("socketpair", path: name)
    }
    output = sockets[0]
    input = file == nil ? sockets[0] : nil
    defer { close(sockets[1]) }
    do throws(GitError) {
      child = try ChildProcess(
        arguments, environment: environment, directory: directory,
        streams: (file?.descriptor ?? sockets[1], sockets[1], STDERR_FILENO))
    } catch {
      close(sockets[0])
      throw error
    }
  }

  deinit {
    shutdown(output, Int32(SHUT_WR))
    close(output)
    child.end()
  }

  /// Returns the answer to a request, with its end; nil if git has ended.
  func answer(to request: [UInt8], endingWith end: [UInt8]) throws(GitError) -> [UInt8]? {
    guard let input, send(request, to: input) else { return nil }
    var answer: [UInt8] = []
    while answer.count < end.count || !answer.suffix(end.count).elementsEqual(end) {
      let part = try self.part()
      if part.isEmpty { return nil }
      answer += part
    }
    return answer
  }

  /// Returns the output up to its end; nil if git failed.
  func remainingOutput() throws(GitError) -> [UInt8]? {
    var all: [UInt8] = []
    while true {
      let part = try self.part()
      if part.isEmpty { break }
      all += part
    }
    return try child.wait() == 0 ? all : nil
  }

  private func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits for output and returns it; empty at its end.
  private func part() throws(GitError) -> [UInt8] {
    var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, 100) <= 0 {
      guard isInterrupted() else { continue }
      child.end(after: .zero)
      throw GitError(.interrupted, "interrupted; nothing was changed")
    }
    var failure: Int32 = 0
    let part = [UInt8](unsafeUninitializedCapacity: 1 << 16) { [output] buffer, count in
      let read = ForkedGit.read(output, buffer.baseAddress, 1 << 16)
      failure = read < 0 ? errno : 0
      count = max(0, read)
    }
    if failure == ECONNRESET { return [] }
    guard failure == 0 else { throw .system("read", path: name, errno: failure) }
    return part
  }
}
