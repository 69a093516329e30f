import Glibc

/// Processes that run for long: each needs no more memory after many rounds than after the first tenth of them.
struct Memory {
  static let name = "memory"

  /// Rounds of each kind at a share of 1.
  private static let rounds = 10_000
  private static let mostGrowth = 2_048
  /// A batch keeps the directories that it has read, up to 400,000 entries.
  private static let mostGrowthOfBatch = 40_960

  let context: Context

  private var count: Int { max(100, Int(Double(Self.rounds) * min(1, context.options.share))) }

  func run() {
    let kinds: [(String, (Place) -> String?)] = [
      ("batch", batch), ("watch", watch), ("exchange", exchange),
    ]
    for (kind, body) in kinds
    where context.options.only.isEmpty || kind.contains(context.options.only) {
      let place = context.place(0)
      place.clear()
      do {
        try place.perform(Scene.remote.steps, for: kind)
        let problem = body(place)
        context.tally.count(Self.name, "\(kind), \(count) rounds", problem.map { [$0] } ?? [])
      } catch {
        context.tally.count(Self.name, kind, ["\(error)"])
      }
    }
  }

  /// A batch that takes line after line.
  private func batch(_ place: Place) -> String? {
    guard let batch = Conversation(place.child(.fork("batch"))) else { return "cannot start" }
    defer { batch.end() }
    return growth(of: batch.process, atMost: Self.mostGrowthOfBatch) { round in batch.update(round)
    }
  }

  /// `fork watch` beside a batch.
  private func watch(_ place: Place) -> String? {
    Files.make(place.path + "/watch")
    guard let batch = Conversation(place.child(.fork("batch"))),
      let watch = place.child(.fork("watch")).start(streams: place.path + "/watch")
    else { return "cannot start" }
    defer { batch.end() }
    defer { stop(watch) }
    return growth(of: watch) { round in batch.update(round) }
  }

  private func exchange(_ place: Place) -> String? {
    // git tells when it is asked for the state of the remote.
    let (polls, programs) = (place.path + "/polls", place.path + "/programs")
    Files.make(programs)
    let script = """
      #!/bin/sh
      if [ "$1" = ls-remote ]; then printf . >> "\(polls)"; fi
      PATH=${PATH#*:} exec git "$@"

      """
    Files.write(script, to: programs + "/git")
    chmod(programs + "/git", 0o755)
    var child = place.child(.fork("exchange", "--watch", "--interval", "0.1"))
    child.environment["PATH"] = "\(programs):\(child.environment["PATH"] ?? "")"
    Files.make(place.path + "/exchange")
    guard let process = child.start(streams: place.path + "/exchange") else {
      return "cannot start"
    }
    defer { stop(process) }
    return growth(of: process) { round in
      while Files.size(polls) < round {
        if waitpid(process, nil, WNOHANG) != 0 { return false }
        usleep(1_000)
      }
      return true
    }
  }

  /// - Parameter round: Waits for the end of that round; false if the process ended.
  private func growth(
    of process: pid_t, atMost most: Int = mostGrowth, _ round: (Int) -> Bool
  ) -> String? {
    var early = 0
    for number in 1...count {
      guard round(number) else { return "it ended in round \(number)" }
      if number == count / 10 { early = kilobytes(of: process) }
    }
    let late = kilobytes(of: process)
    print("\(early) KB after \(count / 10) rounds, \(late) KB after \(count)")
    guard early > 0, late - early <= most else {
      return "\(early) KB after \(count / 10) rounds, \(late) KB after \(count)"
    }
    return nil
  }

  private func kilobytes(of process: pid_t) -> Int {
    let line = Files.lines("/proc/\(process)/status").first { $0.hasPrefix("VmRSS:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

  private func stop(_ process: pid_t) {
    kill(process, SIGTERM)
    _ = Child.wait(for: process)
  }
}

/// A batch that is told one line after the other.
private final class Conversation {
  let process: pid_t
  private let socket: Int32

  init?(_ child: Child) {
    var sockets: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0 else { return nil }
    _ = fcntl(sockets[0], F_SETFD, FD_CLOEXEC)
    let started = child.start(connectedTo: sockets[1])
    close(sockets[1])
    guard let started else { return nil }
    (process, socket) = (started, sockets[0])
  }

  /// Updates one of some documents, and waits for the answer.
  func update(_ number: Int) -> Bool {
    let line = #"{"op":"update","document":"m/\#(number % 50).json","value":\#(number)}"# + "\n"
    let bytes = Array(line.utf8)
    guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return false }
    var byte: UInt8 = 0
    while read(socket, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return true }
    }
    return false
  }

  func end() {
    close(socket)
    _ = Child.wait(for: process)
  }
}

extension Files {
  fileprivate static func size(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The lines of a file whose size the system does not tell.
  fileprivate static func lines(_ path: String) -> [Substring] {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
  }
}
