/// The result of a process, each stream apart.
struct Outcome: CustomStringConvertible {
  /// The command line, for messages.
  let command: String
  /// Its exit status; negative: the signal that ended it.
  let status: Int32
  /// Exactly what it wrote to standard output.
  let bytes: [UInt8]
  /// The text on standard error.
  let errorText: String

  /// Standard output as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Standard output without the line feed at its end.
  var line: String { text.hasSuffix("\n") ? String(text.dropLast()) : text }

  /// The lines of standard output.
  var lines: [String] { line.isEmpty ? [] : line.split(separator: "\n").map(String.init) }

  var description: String {
    """
    $ \(command)
    status \(status)
    -- standard output --
    \(text)
    -- standard error --
    \(errorText)
    """
  }
}
