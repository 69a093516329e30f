import Forked
import Glibc

/// What a use case may know of the world around the process.
///
/// Nothing below the command line reads the clock, randomness, variables or the working directory by itself,
/// so whoever makes one of these decides them all.
public struct Environment: Sendable {
  /// The environment variables, as git reads them (`GIT_AUTHOR_NAME`, `GIT_DIR`, `HOME`, ...).
  public var variables: [String: String]
  /// The absolute path that relative paths start from.
  public var workingDirectory: String
  /// The name of the user on the machine, for an author whom nothing else names.
  public var user: String { findUser() }
  private var findUser: @Sendable () -> String
  /// The name of the machine, for an author whom nothing else names.
  public var host: String
  /// The wall clock: nanoseconds since 1970-01-01 00:00 UTC.
  public var clock: @Sendable () -> Int64
  /// Minutes east of Greenwich, at that many seconds since 1970.
  public var offsetMinutes: @Sendable (Int64) -> Int
  /// Random bits, for waits between tries and for temporary names.
  public var random: @Sendable () -> UInt64
  /// Waits for that many nanoseconds.
  public var sleep: @Sendable (UInt64) -> Void
  /// The time that locks of other processes, and races that they win, are waited for.
  public var patience: Duration
  /// True if the person asked to stop; long work asks before anything moves.
  public var isInterrupted: @Sendable () -> Bool
  /// Takes what a person should know though the work succeeds.
  public var notify: @Sendable (String) -> Void { takesNotice ?? { _ in } }
  private let takesNotice: (@Sendable (String) -> Void)?
  /// False if nobody takes notices: then none that is given once only is used up.
  var hearsNotices: Bool { takesNotice != nil }
  /// Takes how far long work has come; called often, so it must be quick.
  public var report: @Sendable (Progress) -> Void

  /// - Parameters:
  ///   - variables: the environment variables.
  ///   - workingDirectory: the absolute path that relative paths start from.
  ///   - user: the name of the user on the machine, which takes a look into the system's files: asked for only
  ///     where it is needed.
  ///   - host: the name of the machine.
  ///   - clock: the wall clock, in nanoseconds since 1970-01-01 00:00 UTC.
  ///   - offsetMinutes: minutes east of Greenwich, at that many seconds since 1970.
  ///   - random: random bits.
  ///   - sleep: waits for that many nanoseconds.
  ///   - patience: the time that locks of other processes are waited for.
  ///   - isInterrupted: whether the person asked to stop.
  ///   - notify: takes what a person should know though the work succeeds.
  ///   - report: takes how far long work has come.
  public init(
    variables: [String: String], workingDirectory: String,
    user: @autoclosure @escaping @Sendable () -> String, host: String,
    clock: @escaping @Sendable () -> Int64,
    offsetMinutes: @escaping @Sendable (Int64) -> Int = { _ in 0 },
    random: @escaping @Sendable () -> UInt64,
    sleep: @escaping @Sendable (UInt64) -> Void, patience: Duration = .seconds(30),
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
    self.patience = patience
    self.isInterrupted = isInterrupted
    takesNotice = notify
    self.report = report
  }

  /// Throws where the person asked to stop: call it before anything moves.
  public func checkInterruption() throws(StoreError) {
    if isInterrupted() {
      throw StoreError(.interrupted, "interrupted; nothing was changed")
    }
  }

  /// The absolute path that `path` means in the working directory. Lexical: nothing is looked up.
  public func absolute(_ path: String) -> String {
    path.utf8.first == UInt8(ascii: "/") ? path : workingDirectory + "/" + path
  }
}

extension Environment {
  /// The machine's wall clock: nanoseconds since 1970-01-01 00:00 UTC.
  public static func wallClock() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return HybridTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec)).nanoseconds
  }
}

/// How far long work has come.
public struct Progress: Sendable {
  /// What is done, as in "merging documents".
  public var what: String
  /// How many are done.
  public var done: Int
  /// How many there are; nil: not known.
  public var total: Int?

  /// - Parameters:
  ///   - what: what is done, as in "merging documents".
  ///   - done: how many are done.
  ///   - total: how many there are; nil: not known.
  public init(_ what: String, _ done: Int, of total: Int? = nil) {
    self.what = what
    self.done = done
    self.total = total
  }
}
