/// The command of a merge driver, as git's configuration holds it.
///
/// Source: gitattributes(5), "Defining a custom merge driver".
public struct DriverCommand: Sendable {
  /// The text of the command.
  public let text: String

  /// Creates a command.
  public init(_ text: String) { self.text = text }

  /// Runs the command as git does, on three versions of a file, in a temporary directory outside of any repository.
  ///
  /// - Parameters:
  ///   - path: the path of the file, for the command alone.
  ///   - environment: the environment of the process.
  ///   - isInterrupted: returns true to end the command early.
  /// - Returns: the outcome, with the bytes that the command left in our version as its output.
  /// - Throws: kind `io` or `permission` if there is no place for temporary files.
  public func run(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, environment: [String: String],
    unless isInterrupted: @escaping () -> Bool
  ) throws(GitError) -> ProcessOutcome {
    let parent = environment["TMPDIR"] ?? "/tmp"
    let directory = try called(
      "mkdtemp", path: parent, FileSystem.makeTemporaryDirectory("\(parent)/fork-driver-"))
    let files = ["O": ".merge_file_base", "A": ".merge_file_ours", "B": ".merge_file_theirs"]
    defer {
      for file in files.values { unlink("\(directory)/\(file)") }
      rmdir(directory)
    }
    for (letter, bytes) in [("O", base), ("A", ours), ("B", theirs)] {
      try WholeFile.replace("\(directory)/\(files[letter] ?? letter)", with: bytes)
    }
    var variables = environment.filter {
      !["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"].contains($0.key)
    }
    variables["GIT_CEILING_DIRECTORIES"] = parent
    let values = files.merging([
      "P": "'\(path)'", "L": "7", "S": "'base'", "X": "'ours'", "Y": "'theirs'", "%": "%",
    ]) { $1 }
    var outcome = try ChildProcess.run(
      ["/bin/sh", "-c", expanded(by: values)], environment: variables, in: directory,
      unless: isInterrupted)
    outcome.output = try Files.read("\(directory)/.merge_file_ours") ?? []
    return outcome
  }

  /// The text with the values of its placeholders; unknown ones stay.
  private func expanded(by values: [String: String]) -> String {
    var (result, rest) = ("", Substring(text))
    while let sign = rest.firstIndex(of: "%") {
      let letter = rest[sign...].dropFirst().prefix(1)
      result += rest[..<sign]
      result += values[String(letter)] ?? "%\(letter)"
      rest = rest[sign...].dropFirst(1 + letter.count)
    }
    return result + rest
  }
}
