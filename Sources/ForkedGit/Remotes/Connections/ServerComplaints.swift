/// What git on a server says of an error, beside the few words that the protocol has for it.
struct ServerComplaints {
  /// The last line that it said; what is longer is cut.
  private(set) var lines: [String] = []

  private static let longest = 300

  /// Takes a part of what the server says, whole lines of it.
  mutating func add(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard let start = ["error: ", "fatal: "].first(where: line.hasPrefix) else { continue }
      lines = [String(line.dropFirst(start.count).prefix(Self.longest))]
    }
  }
}
