import ForkedGit

/// A setting of git's configuration by which git runs the drivers.
///
/// Source: gitattributes(5), "Defining a custom merge driver" and "Performing text diffs of binary files".
struct DriverSetting {
  var key: String
  /// The values that a program of this name sets.
  var values: @Sendable (_ program: String) -> [String]

  var isDriver: Bool { key.hasSuffix(".driver") }

  /// True if an installation has set this value, by the program under any name.
  func isOwn(_ value: String) -> Bool {
    let words = value.split(separator: " ").map(String.init)
    let drivers = words.filter { $0.hasPrefix(ProgramName.driverPrefix) }
    return (words + drivers.map { String($0.dropFirst(ProgramName.driverPrefix.count)) }).contains {
      values($0).contains(value)
    }
  }
}

extension DriverSetting {
  /// The commands for git's shell that run the driver: by the name of its own, and by the program where there is no such
  /// name in PATH.
  ///
  /// The statuses of the driver are those of no other program. After any other one, such as that of a program that
  /// cannot start, or of another one with this name, lines are merged, with conflict markers; git would keep our version
  /// without markers, or take it for the merge.
  ///
  /// No `;` and no quotes: libgit2 writes values as they are, and there they have a meaning.
  ///
  /// - Parameter options: options of the driver, each with a space before it.
  private static func driver(of program: String, options: String = "") -> [String] {
    let arguments = " %O %A %B --path %P --marker-size %L\(options)"
    let lines = "git merge-file --marker-size=%L -L ours -L base -L theirs %A %O %B"
    return [driverProgram(of: program), "\(program) merge-driver"].map { call in
      let name = call.prefix { $0 != " " }
      // git merge-file ends with the number of conflicts, and from 128 on if it wrote nothing.
      return "command -v \(name) >/dev/null && \(call)\(arguments) --own-status && s=0 || s=$? "
        + "&& test $s = \(DriverStatus.clean) && exit 0 "
        + "|| test $s = \(DriverStatus.conflicts) && exit 1 "
        + "|| \(lines) && m=0 || m=$? && test $m -lt 128 "
        + "&& echo %P is merged by lines, since \(call) did not merge it, status $s >&2 "
        + "|| exit 1 && test $m = 0 && exit 0 || exit 1"
    }
  }

  /// The name of the driver beside a program: no other program has it.
  static func driverProgram(of program: String) -> String {
    ProgramName.driverPrefix + program
  }

  static let driverKey = "merge.fork.driver"

  static let merge = [
    DriverSetting(key: "merge.fork.name") { _ in ["merge JSON documents by property"] },
    DriverSetting(key: driverKey) { driver(of: $0) },
    DriverSetting(key: "merge.fork.recursive") { _ in ["fork-ancestor"] },
    DriverSetting(key: "merge.fork-ancestor.name") { _ in
      ["merge common ancestors of documents by property"]
    },
    DriverSetting(key: "merge.fork-ancestor.driver") { driver(of: $0, options: " --ancestor") },
  ]
  /// The tool of `git mergetool`, which runs the command in a shell that has the file's name in a variable. Without
  /// quotes, the name stays one word because nothing separates words.
  ///
  /// Source: git-config(1), `mergetool.<tool>.cmd`.
  static let tool = [
    DriverSetting(key: "mergetool.fork.cmd") { ["set -f && IFS= && \($0) mergetool -- $MERGED"] },
    DriverSetting(key: "mergetool.fork.trustExitCode") { _ in ["true"] },
    DriverSetting(key: "merge.tool") { _ in ["fork"] },
  ]
  static let diff = [
    DriverSetting(key: "diff.fork.textconv") { ["\($0) textconv"] }
  ]
}

/// The exit statuses of the driver for the command in git's configuration. No other program ends with them, neither when
/// it succeeds nor by the conventions of shells and of sysexits.h.
public enum DriverStatus {
  /// The status of a clean merge.
  public static let clean: Int32 = 92
  /// The status of a merge with conflicts.
  public static let conflicts: Int32 = 93
}
