/// What git on a server says of an error, beside the few words that the protocol has for it.
struct ServerComplaints {
  private var complaint: String?
  /// The line whose end has not come, as far as it is needed.
  private var unfinished: [UInt8] = []

  /// A longer value is cut.
  private static let longest = 300

  /// The last line that it said of an error.
  var lines: [String] { [Self.complaint(in: unfinished) ?? complaint].compactMap { $0 } }

  /// Takes a part of what the server says, which may begin and end within a line.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        complaint = Self.complaint(in: unfinished) ?? complaint
        unfinished = []
      } else if unfinished.count < Self.longest {
        unfinished.append(byte)
      }
    }
  }

  private static func complaint(in line: [UInt8]) -> String? {
    let start = ["error: ", "fatal: "].first { line.starts(with: $0.utf8) }
    return start.map { String(decoding: line.dropFirst($0.utf8.count), as: UTF8.self) }
  }
}
