/// A command of the user that takes bytes and gives bytes.
public struct ShellCommand: Sendable {
  /// The result of a command that has ended.
  public struct Outcome: Sendable {
    /// The exit status; nil if a signal ended the command.
    public var status: Int32?
    /// The number of the signal that ended the command; nil if it ended by itself.
    public var signal: Int32?
    /// The standard output.
    public var output: [UInt8]
    /// The beginning of the standard error.
    public var errors: String

    /// The failure, as in "failed with status 2"; nil if it succeeded.
    public var failure: String? {
      if let signal { return "was ended by signal \(signal)" }
      return status == 0 ? nil : "failed with status \(status ?? 1)"
    }
  }

  /// The text of the command.
  public let text: String

  /// Creates a command.
  public init(_ text: String) { self.text = text }

  /// Runs the command in the shell. Its streams are files in memory, so that neither side waits for the other.
  ///
  /// - Parameters:
  ///   - input: The standard input.
  ///   - environment: The environment of the process.
  ///   - directory: The working directory.
  ///   - printing: True if its output and errors are those of this process, and not part of the outcome. An interrupt
  ///     ends it with all that it has started.
  ///   - isInterrupted: Returns true to end the command early.
  /// - Throws: Kind `io` if it cannot be started.
  public func run(
    _ input: [UInt8], environment: [String: String], in directory: String,
    printing: Bool = false, unless isInterrupted: () -> Bool
  ) throws(GitError) -> Outcome {
    let (input, output, errors) = (try MemoryFile(input), try MemoryFile(), try MemoryFile())
    let child = try ChildProcess(
      ["/bin/sh", "-c", text], environment: environment, directory: directory,
      streams: printing
        ? (input.descriptor, ByteStream.output.descriptor, ByteStream.errors.descriptor)
        : (input.descriptor, output.descriptor, errors.descriptor), isAlone: printing)
    let status = try child.wait(unless: isInterrupted)
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? status >> 8 & 0xFF : nil, signal: signal == 0 ? nil : signal,
      output: try output.bytes(), errors: errors.text)
  }
}

/// The user's editor. Source: git-var(1), `GIT_EDITOR`.
public enum Editor {
  /// Opens a file in the editor, on the terminal of this process, and waits for its end.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - configured: The value of `core.editor`.
  ///   - environment: The environment of the process.
  /// - Throws: Kind `refused` if the editor fails.
  public static func open(
    _ path: String, configured: String?, environment: [String: String]
  ) throws(GitError) {
    let usual = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
    let editor = environment["GIT_EDITOR"] ?? configured ?? usual
    let child = try ChildProcess(
      ["sh", "-c", editor + " \"$@\"", editor, path], environment: environment,
      streams: (0, 2, 2))
    let status = try child.wait()
    guard status == 0 else { throw GitError(.refused, "the editor '\(editor)' failed") }
  }
}
