import Glibc

/// The lines of git's protocol. Source: gitprotocol-common(5).
enum PacketLine {
  /// The end of a list of lines.
  static let flush = Array("0000".utf8)

  static func bytes(of payload: [UInt8]) -> [UInt8] {
    let digits = String(payload.count + 4, radix: 16)
    return Array((String(repeating: "0", count: max(0, 4 - digits.count)) + digits).utf8) + payload
  }

  static func bytes(of text: String) -> [UInt8] { bytes(of: Array(text.utf8)) }

  /// The lines that a pack is sent in, beside messages.
  static func banded(_ pack: [UInt8], band: UInt8 = 1) -> [UInt8] {
    stride(from: 0, to: max(1, pack.count), by: 65_000).flatMap {
      bytes(of: [band] + pack[$0..<min($0 + 65_000, pack.count)])
    }
  }

  /// Reads a line; empty for a flush, nil at the end.
  static func read(from descriptor: Int32) -> [UInt8]? {
    guard let digits = read(4, from: descriptor),
      let count = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    return count < 5 ? [] : read(count - 4, from: descriptor)
  }

  private static func read(_ count: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let more = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: done), count - done)
      }
      if more <= 0 { return nil }
      done += more
    }
    return bytes
  }

  /// - Returns: false where nobody reads any more.
  @discardableResult
  static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
