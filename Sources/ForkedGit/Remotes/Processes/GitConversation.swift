/// A git process that answers one request after the other. What it has to say to the user goes to standard error.
final class GitConversation {
  private let child: ChildProcess
  private let sockets: SocketPair
  private let isInterrupted: () -> Bool

  /// Starts git.
  ///
  /// - Parameter isInterrupted: Returns true to end git, with an error of kind `interrupted`.
  init(
    _ arguments: [String], environment: [String: String], directory: String?,
    unless isInterrupted: @escaping () -> Bool
  ) throws(GitError) {
    self.isInterrupted = isInterrupted
    let pair = try SocketPair()
    sockets = pair
    defer { pair.others.close() }
    do throws(GitError) {
      child = try ChildProcess(
        arguments, environment: environment, directory: directory,
        streams: (pair.others.descriptor, pair.others.descriptor, 2))
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
    guard send(request) else { return nil }
    var answer: [UInt8] = []
    while answer.count < end.count || !answer.suffix(end.count).elementsEqual(end) {
      let part = try self.part()
      if part.isEmpty { return nil }
      answer += part
    }
    return answer
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let count = try? sockets.own.send(rest), count > 0 else { return false }
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
