import Dispatch
import Glibc
import Synchronization

/// A git server on loopback that lies in one way, or, without a lie, does what git does: git's own server answers, and what it
/// says is changed on the way. Source: gitprotocol-pack(5).
final class LyingServer: Sendable {
  let port: Int
  private let listener: Int32
  private let place: Place
  private let conversations = DispatchGroup()
  private let lie = Mutex<(lie: Lie?, seed: UInt64)>((nil, 0))

  /// - Parameter place: The directory with the repositories that it serves.
  init(_ place: Place) throws {
    self.place = place
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard listener >= 0, isBound else { throw Mistake("cannot listen on loopback") }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  /// Answers from now on.
  func start() { DispatchQueue(label: "server").async { self.accept() } }

  /// Lies from now on in that way; nil: in none.
  func say(_ lie: Lie?, seed: UInt64) { self.lie.withLock { $0 = (lie, seed) } }

  /// Waits until every connection is closed.
  func rest() { conversations.wait() }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func accept() {
    while true {
      let client = Glibc.accept(listener, nil, nil)
      guard client >= 0 else { return }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
      let (lie, seed) = lie.withLock { $0 }
      DispatchQueue(label: "conversation").async(group: conversations) {
        var conversation = Conversation(
          client, self.place, lie, SeededGenerator(drawnFrom: seed))
        conversation?.run()
        close(client)
      }
    }
  }
}

/// The exchange on one connection.
private struct Conversation {
  let client: Int32
  let server: Int32
  let process: pid_t
  let isPush: Bool
  let lie: Lie?
  var numbers: SeededGenerator

  /// Nil where the client asks for nothing that git serves.
  init?(_ client: Int32, _ place: Place, _ lie: Lie?, _ numbers: SeededGenerator) {
    guard let request = PacketLine.read(from: client) else { return nil }
    let text = String(decoding: request.prefix { $0 != 0 }, as: UTF8.self)
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].hasPrefix("git-") else { return nil }
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
    defer { close(pair[1]) }
    let step = Step.git(String(words[0].dropFirst(4)), place.scene + words[1], in: ".")
    guard let process = place.child(step).start(connectedTo: pair[1]) else {
      close(pair[0])
      return nil
    }
    (self.client, server, self.process) = (client, pair[0], process)
    isPush = words[0].hasSuffix("receive-pack")
    self.lie = lie?.isOfPush == isPush ? lie : nil
    self.numbers = numbers
  }

  mutating func run() {
    let (client, server) = (client, server)
    let listening = DispatchGroup()
    if sayAdvertisement() {
      DispatchQueue(label: "listening").async(group: listening) { Self.copy(client, to: server) }
      sayRest()
    }
    shutdown(client, Int32(SHUT_RDWR))
    shutdown(server, Int32(SHUT_RDWR))
    listening.wait()
    close(server)
    _ = Child.wait(for: process)
  }

  private static func copy(_ from: Int32, to: Int32) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(from, &bytes, bytes.count)
      guard count > 0, PacketLine.send(Array(bytes[..<count]), to: to) else { break }
    }
    shutdown(to, Int32(SHUT_WR))
  }

  /// - Returns: false where nothing follows.
  private mutating func sayAdvertisement() -> Bool {
    var lines: [[UInt8]] = []
    while let line = PacketLine.read(from: server), !line.isEmpty { lines.append(line) }
    guard let lie else { return say(lines.flatMap(PacketLine.bytes(of:)) + PacketLine.flush) }
    var forgery = AdvertisementForgery(lines: lines, lie: lie, numbers: numbers)
    let isWhole = say(forgery.bytes())
    numbers = forgery.numbers
    if lie == .noFlush { awaitEnd() }
    return isWhole && ![.refused, .cutAdvertisement].contains(lie)
  }

  private func say(_ bytes: [UInt8]) -> Bool { PacketLine.send(bytes, to: client) }

  /// Sends nothing more, until the client disconnects.
  private func awaitEnd() {
    var byte: UInt8 = 0
    while recv(client, &byte, 1, 0) > 0 {}
  }

  private mutating func sayRest() {
    if isPush { return sayReport() }
    if lie == .noAnswer { return awaitEnd() }
    var pack: [UInt8] = []
    while let line = PacketLine.read(from: server) {
      switch line.first {
      case 1: pack += line.dropFirst()
      case nil where !pack.isEmpty: break
      default:
        if line.starts(with: "NAK".utf8), lie == .noAcknowledgement { continue }
        if !say(line.isEmpty ? PacketLine.flush : PacketLine.bytes(of: line)) { return }
      }
    }
    guard !pack.isEmpty else { return }
    sayPack(pack)
  }

  private mutating func sayPack(_ pack: [UInt8]) {
    guard let lie, var forgery = PackForgery(pack) else {
      _ = say(PacketLine.banded(pack) + PacketLine.flush)
      return
    }
    switch lie {
    case .silence:
      _ = say(PacketLine.banded(Array(pack.prefix(numbers.below(pack.count)))))
      awaitEnd()
    case .progress:
      while say(
        PacketLine.bytes(of: [2] + Array("Counting objects: \(numbers.below(100))%\r".utf8)))
      {
        usleep(20_000)
      }
    case .bandError:
      _ = say(
        PacketLine.banded(Array(pack.prefix(numbers.below(pack.count))))
          + PacketLine.bytes(of: [3] + Array("the disk burns\n".utf8)))
    case .unknownBand: _ = say(PacketLine.banded(pack, band: UInt8(4 + numbers.below(250))))
    case .noBands: _ = say(pack)
    case .otherPack: _ = say(PacketLine.banded(Self.strangePack) + PacketLine.flush)
    case .hugeLength: _ = say(Array("ffff".utf8) + pack)
    default: _ = say(PacketLine.banded(forgery.bytes(lie, &numbers)) + PacketLine.flush)
    }
  }

  /// One blob that nobody asked for.
  private static let strangePack: [UInt8] = {
    let bytes: [UInt8] =
      Array("PACK".utf8) + [0, 0, 0, 2, 0, 0, 0, 1, 0x31, 0x78, 0x9C, 0xAB, 0, 0, 0, 0x79, 0, 0x79]
    return bytes + SHA1.digest(bytes)
  }()

  private mutating func sayReport() {
    var lines: [[UInt8]] = []
    while let line = PacketLine.read(from: server) {
      if !line.isEmpty { lines.append(line) }
    }
    guard !lines.isEmpty else { return }
    let report = Self.report(of: lines)
    switch lie {
    case .badReport:
      _ = say(
        PacketLine.banded((0..<200).map { _ in UInt8(numbers.below(256)) }) + PacketLine.flush)
    case .cutReport: _ = say(Array(PacketLine.banded(report).prefix(numbers.below(report.count))))
    case .refusedUnpack: sayReport("unpack index-pack abnormal exit\n")
    case .refusedUpdate:
      sayReport(
        "unpack ok\n", "ng refs/heads/ui no\u{1B}[31m\n",
        "ng refs/heads/main pre-receive hook declined\n")
    case .reportOfOthers: sayReport("unpack ok\n", "ok refs/heads/nobody\n", "ng ../../x bad\n")
    case .silentReport: awaitEnd()
    default: _ = say(lines.flatMap(PacketLine.bytes(of:)) + PacketLine.flush)
    }
  }

  private func sayReport(_ lines: String...) {
    let report = lines.flatMap { PacketLine.bytes(of: $0) } + PacketLine.flush
    _ = say(PacketLine.banded(report) + PacketLine.flush)
  }

  private static func report(of lines: [[UInt8]]) -> [UInt8] {
    lines.flatMap { $0.first == 1 ? Array($0.dropFirst()) : [] }
  }
}
