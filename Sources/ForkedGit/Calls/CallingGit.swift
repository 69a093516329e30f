/// The command of git that runs this program, as far as the system tells.
public enum CallingGit {
  /// Returns true if `git blame` or `git annotate` runs this program, directly or by a shell.
  ///
  /// git gives its text converters nothing to tell it. Source: proc(5).
  public static func isBlaming() -> Bool {
    let parent = Machine.parent()
    return [parent, self.parent(of: parent)].contains { process in
      process.map { isBlame(arguments(of: $0)) } ?? false
    }
  }

  /// Returns true for the arguments of `git blame` or `git annotate`, with any options of git before the command.
  static func isBlame(_ arguments: [String]) -> Bool {
    guard let name = arguments.first?.split(separator: "/").last else { return false }
    if name == "git-blame" || name == "git-annotate" { return true }
    guard name == "git" else { return false }
    var rest = arguments.dropFirst()
    while let option = rest.first, option.hasPrefix("-") {
      rest = rest.dropFirst(optionsWithValue.contains(option) ? 2 : 1)
    }
    return rest.first == "blame" || rest.first == "annotate"
  }

  private static let optionsWithValue = [
    "-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env",
    "--attr-source",
  ]

  private static func arguments(of process: Int32) -> [String] {
    text("/proc/\(process)/cmdline").split(separator: "\0", omittingEmptySubsequences: false)
      .map(String.init)
  }

  private static func parent(of process: Int32) -> Int32? {
    let status = text("/proc/\(process)/stat")
    guard let name = status.lastIndex(of: ")") else { return nil }
    let fields = status[name...].split(separator: " ")
    return fields.count > 2 ? Int32(fields[2]) : nil
  }

  private static func text(_ path: String) -> String {
    do {
      return String(decoding: try Files.read(path) ?? [], as: UTF8.self)
    } catch {
      return ""  // Another user's process, or a system without proc.
    }
  }
}
