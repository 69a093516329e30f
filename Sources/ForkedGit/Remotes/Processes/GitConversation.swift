/// A git process that answers one request after the other. What it has to say to the user goes to standard error.
final class GitConversation {
  private let child: ChildProcess
  private let sockets: SocketPair
  private var input: ByteStream?
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
    self.isInterrupted = isInterrupted
    let pair = try SocketPair()
    sockets = pair
    input = file == nil ? pair.own : nil
    defer { pair.others.close() }
    do throws(GitError) {
      child = try ChildProcess(
        arguments, environment: environment, directory: directory,
        streams: (file?.descriptor ?? pair.others.descriptor, pair.others.descriptor, 2))
    } catch {
      pair.own.close()
      throw error
    }
  }

  deinit {
    sockets.own.endWriting()
    sockets.own.close()
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

  private func send(_ bytes: [UInt8], to socket: ByteStream) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = try? socket.send(rest), count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits for output and returns it; empty at its end.
  private func part() throws(GitError) -> [UInt8] {
    while let part = try sockets.part(within: 100) {
      if !part.isEmpty { return part }
      guard isInterrupted() else { continue }
      child.end(after: .zero)
      throw GitError(.interrupted, "interrupted; nothing was changed")
    }
    return []
  }
}
