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
