import ForkedGit
import ForkedStore

/// Standard input, line by line.
struct LineReader {
  private var buffer: [UInt8] = []
  private var start = 0
  /// The place up to which no line feed was found: a long line is searched once, not once for each part of it.
  private var searched = 0
  private var isAtEnd = false

  /// The limits of one group: its size in bytes, and the time in nanoseconds since its first line.
  private static let (mostBytes, longest): (Int, UInt64) = (16 << 20, 1_000_000_000)

  /// Returns the next line that is not blank, without its line feed, or nil at the end.
  mutating func next() throws(StoreError) -> [UInt8]? {
    while true {
      if let line = bufferedLine() {
        if line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) { return Array(line) }
      } else if isAtEnd {
        return nil
      } else {
        try fill()
      }
    }
  }

  /// Waits for a line, and returns it with all further lines that are available, or nil at the end.
  mutating func nextGroup() throws(StoreError) -> [[UInt8]]? {
    guard let first = try next() else { return nil }
    var (lines, size) = ([first], first.count)
    let deadline = Machine.ticks() + Self.longest
    while size < Self.mostBytes, Machine.ticks() < deadline, hasLine || isReady,
      let line = try next()
    {
      lines.append(line)
      size += line.count
    }
    return lines
  }

  private mutating func bufferedLine() -> ArraySlice<UInt8>? {
    if let end = buffer[searched...].firstIndex(of: 0x0A) {
      defer { (start, searched) = (end + 1, end + 1) }
      return buffer[start..<end]
    }
    searched = buffer.count
    guard isAtEnd, start < buffer.count else { return nil }
    defer { start = buffer.count }
    return buffer[start...]
  }

  private var hasLine: Bool { buffer[searched...].contains(0x0A) }

  /// True if reading does not block.
  private var isReady: Bool {
    if isAtEnd { return start < buffer.count }
    return ByteStream.input.isReadable(within: 0)
  }

  private mutating func fill() throws(StoreError) {
    buffer.removeFirst(start)
    searched -= start
    start = 0
    let chunk = try Process.readSome(.input, named: "standard input")
    if chunk.isEmpty { isAtEnd = true } else { buffer += chunk }
  }
}
