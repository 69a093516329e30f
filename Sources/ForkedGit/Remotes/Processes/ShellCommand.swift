/// A command of the user that takes bytes and gives bytes.
public struct ShellCommand: Sendable {
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
    printing: Bool = false, unless isInterrupted: @escaping () -> Bool
  ) throws(GitError) -> ProcessOutcome {
    try ChildProcess.run(
      ["/bin/sh", "-c", text], environment: environment, in: directory, input: input,
      showing: printing
        ? (ByteStream.output.descriptor, ByteStream.errors.descriptor) : (nil, nil),
      isAlone: printing, unless: isInterrupted)
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
    guard try child.wait() == .exit(0) else {
      throw GitError(.refused, "the editor '\(editor)' failed")
    }
  }
}
