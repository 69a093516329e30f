import Synchronization

/// The name by which the user runs the program: `fork`, unless its file has another name.
///
/// Messages name commands by it, and git runs the drivers by it. What repositories hold has names of its own, which
/// stay the same, since programs of different names may share a repository: the driver `fork` in attributes, the
/// section `fork` of git's configuration, `.fork`, and `refs/fork`.
package enum ProgramName {
  private static let name = Mutex("fork")

  fileprivate static var current: String { name.withLock { $0 } }

  /// The start of the name that the program has as git's merge driver: `git-merge-fork`.
  package static let driverPrefix = "git-merge-"

  /// Takes the name from the path of the file that runs, and returns true if it is that of the merge driver. A name that
  /// a shell would have to quote is not taken.
  package static func take(from path: String) -> Bool {
    guard let last = path.split(separator: "/").last, isPlain(last) else { return false }
    let isDriver = last.hasPrefix(driverPrefix) && last.count > driverPrefix.count
    name.withLock { $0 = String(isDriver ? last.dropFirst(driverPrefix.count) : last) }
    return isDriver
  }

  private static func isPlain(_ name: Substring) -> Bool {
    name.first != "-"
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains($0))
      }
  }
}

/// The name of the program, for messages.
package var programName: String { ProgramName.current }
