/// The words of git while it talks to a remote: progress, messages of the server, and the reasons of a failure.
struct RemoteTalk {
  /// The last lines of git itself, of `ssh`, and of the programs that git runs.
  private(set) var lines: [String] = []
  /// The last error that the server reported, which says more than the few words of the protocol.
  private(set) var complaint: String?
  /// The number of lines that git wrote of itself. A server can say something for ever.
  private(set) var ownLines = 0
  /// The start of a line that is not complete yet.
  private var unfinished: [UInt8] = []

  /// The largest length of a line. Longer lines are cut.
  private static let longest = 300
  private static let mostLines = 40

  private static let stages: [Substring: RemoteStage] = [
    "Receiving objects": .receiving, "Unpacking objects": .receiving,
    "Resolving deltas": .checking, "Checking objects": .checking,
    "Checking connectivity": .checking, "Enumerating objects": .packing,
    "Counting objects": .packing, "Compressing objects": .packing, "Writing objects": .sending,
  ]

  /// Adds a part of what git writes, which may begin and end within a line.
  mutating func add(_ bytes: some Sequence<UInt8>, _ options: RemoteOptions) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        end(isProgress: byte == UInt8(ascii: "\r"), options)
      } else if unfinished.count < Self.longest {
        unfinished.append(byte)
      }
    }
  }

  /// Takes the line that git left without an end.
  mutating func finish(_ options: RemoteOptions) { end(isProgress: false, options) }

  private mutating func end(isProgress: Bool, _ options: RemoteOptions) {
    defer { unfinished = [] }
    while unfinished.last == UInt8(ascii: " ") { unfinished.removeLast() }
    let line = String(decoding: unfinished, as: UTF8.self)
    if line.isEmpty { return }
    guard line.hasPrefix("remote:") else {
      ownLines += 1
      if report(line, options) { return }
      lines = lines.suffix(Self.mostLines - 1) + [line]
      return
    }
    let message = line.dropFirst("remote:".count).drop { $0 == " " }
    if isProgress || message.isEmpty { return }
    complaint = Self.complaint(in: message) ?? complaint
    options.onMessage(String(message))
  }

  /// Reports progress; false if the line tells of none.
  private func report(_ line: String, _ options: RemoteOptions) -> Bool {
    guard let colon = line.firstIndex(of: ":"), let stage = Self.stages[line[..<colon]] else {
      return false
    }
    let numbers = line[colon...].split { !$0.isWholeNumber }.compactMap { Int($0) }
    // "45% (9/20), 3 KiB", or "9".
    if line.contains("%"), numbers.count >= 3 {
      options.progress(stage, numbers[1], numbers[2])
    } else if let done = numbers.first {
      options.progress(stage, done, 0)
    }
    return true
  }

  static func complaint(in line: some StringProtocol) -> String? {
    let start = ["error: ", "fatal: "].first { line.hasPrefix($0) }
    return start.map { String(line.dropFirst($0.count)) }
  }
}
