import Forked
public import ForkedGit
import Synchronization

/// The environment of the process, as far as commands may know it.
///
/// No module below the command line reads the clock, random numbers, variables or the working directory by itself. The
/// values here decide them all.
public struct Environment: Sendable {
  /// The environment variables, as git reads them (`GIT_AUTHOR_NAME`, `GIT_DIR`, `HOME`, ...).
  public var variables: [String: String]
  /// The absolute path that relative paths start from.
  public var workingDirectory: String
  /// The name of the user on the machine, for an author who is not named elsewhere.
  public var user: String { findUser() }
  private var findUser: @Sendable () -> String
  /// The name of the machine, for an author who is not named elsewhere.
  public var host: String
  /// The wall clock: nanoseconds since 1970-01-01 00:00 UTC.
  public var clock: @Sendable () -> Int64
  /// Minutes east of Greenwich, at that many seconds since 1970.
  public var offsetMinutes: @Sendable (Int64) -> Int
  /// Random bits, for waits between tries and for temporary names.
  public var random: @Sendable () -> UInt64
  /// Sleeps for that many nanoseconds.
  public var sleep: @Sendable (UInt64) -> Void
  /// The time to wait for locks of other processes, and to retry after lost races. By default a minute: a disk may take
  /// half of one to answer, and its writer holds the lock meanwhile.
  public var lockTimeout: Duration
  /// The hooks that run. If any do, commits are also signed where git's configuration asks for it.
  public var hooks = HookPolicy.none
  /// True if the user asked to stop. Long work checks it before anything is changed.
  public var isInterrupted: @Sendable () -> Bool
  /// Takes notices for the user about work that succeeds.
  public var notify: @Sendable (String) -> Void { takesNotice ?? { _ in } }
  private let takesNotice: (@Sendable (String) -> Void)?
  /// True if notices are received. Otherwise no notice counts as given.
  var showsNotices: Bool { takesNotice != nil }
  /// Takes the progress of long work. It is called often, so it must be quick.
  public var report: @Sendable (Progress) -> Void

  /// Creates an environment.
  ///
  /// - Parameter user: the name of the user on the machine. Finding it reads system files, so it is evaluated only when
  ///   it is needed.
  public init(
    variables: [String: String], workingDirectory: String = "/",
    user: @autoclosure @escaping @Sendable () -> String, host: String,
    clock: @escaping @Sendable () -> Int64 = { Environment.wallClock() },
    offsetMinutes: @escaping @Sendable (Int64) -> Int = { _ in 0 },
    random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) },
    sleep: @escaping @Sendable (UInt64) -> Void = Environment.pause,
    lockTimeout: Duration = .seconds(60),
    isInterrupted: @escaping @Sendable () -> Bool = { false },
    notify: (@Sendable (String) -> Void)? = nil,
    report: @escaping @Sendable (Progress) -> Void = { _ in }
  ) {
    self.variables = variables
    self.workingDirectory = workingDirectory
    findUser = user
    self.host = host
    self.clock = clock
    self.offsetMinutes = offsetMinutes
    self.random = random
    self.sleep = sleep
    self.lockTimeout = lockTimeout
    self.isInterrupted = isInterrupted
    takesNotice = notify
    self.report = report
  }

  /// Throws if the user asked to stop. Call it before anything is changed.
  public func checkInterruption() throws(StoreError) {
    if isInterrupted() {
      throw StoreError(.interrupted, "interrupted; nothing was changed")
    }
  }

  /// Reports the progress of long work, and throws if the user asked to stop it.
  func step(_ progress: Progress) throws(StoreError) {
    try checkInterruption()
    report(progress)
  }

  /// Returns the absolute path of `path` in the working directory. No file is looked up.
  public func absolute(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : workingDirectory + "/" + path
  }
}

extension Environment {
  /// Returns the environment of this process.
  ///
  /// - Parameter notify: takes notices for the user; nil: they are not shown.
  public static func process(notify: (@Sendable (String) -> Void)? = nil) -> Environment {
    Environment(
      variables: Machine.variables(), workingDirectory: Machine.workingDirectory(),
      user: Machine.userName(), host: Machine.hostName(), offsetMinutes: Machine.offsetMinutes,
      notify: notify)
  }

  /// Sleeps for that many nanoseconds.
  public static func pause(nanoseconds: UInt64) { Machine.pause(nanoseconds: nanoseconds) }

  /// The machine's wall clock: nanoseconds since 1970-01-01 00:00 UTC.
  public static func wallClock() -> Int64 {
    let time = Machine.time()
    return HybridTime(seconds: time.seconds, nanoseconds: time.nanoseconds).nanoseconds
  }
}

/// The progress of long work.
public struct Progress: Sendable {
  /// The work, as in "merging documents".
  public var activity: String
  /// The number of items that are done.
  public var done: Int
  /// The number of all items; nil: unknown.
  public var total: Int?

  /// Creates a progress value.
  public init(_ activity: String, _ done: Int, of total: Int? = nil) {
    self.activity = activity
    self.done = done
    self.total = total
  }
}

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
