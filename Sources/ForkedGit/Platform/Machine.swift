#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The machine, and this process on it.
package enum Machine {
  /// The wall clock: the time since 1970-01-01 00:00 UTC.
  package static func time() -> (seconds: Int64, nanoseconds: Int64) {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return (Int64(time.tv_sec), Int64(time.tv_nsec))
  }

  /// The nanoseconds of a monotonic clock.
  package static func ticks() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Sleeps for that many nanoseconds, or until a signal comes.
  package static func pause(nanoseconds: UInt64) {
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&time, nil)
  }

  /// Minutes of the local time zone east of Greenwich, at that many seconds since 1970.
  package static func offsetMinutes(at seconds: Int64) -> Int {
    var (time, parts) = (time_t(seconds), tm())
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff / 60
  }

  /// Returns a time in a zone that is so many minutes east of Greenwich, as strftime(3) writes it. As in git, `%s` are
  /// its seconds since 1970, and `%Z` is empty; `%:z` is the zone with a colon.
  package static func text(_ format: String, at seconds: Int64, offsetMinutes: Int) -> String {
    let zone = text(of: seconds, offsetMinutes, "%z")
    let parts = format.split(separator: "%%", omittingEmptySubsequences: false).map { part in
      part.replacing("%s", with: "\(seconds)").replacing("%Z", with: "")
        .replacing("%:z", with: "\(zone.prefix(3)):\(zone.suffix(2))")
    }
    return text(of: seconds, offsetMinutes, parts.joined(separator: "%%"))
  }

  private static func text(of seconds: Int64, _ offsetMinutes: Int, _ format: String) -> String {
    var (time, parts) = (time_t(seconds + Int64(offsetMinutes) * 60), tm())
    guard gmtime_r(&time, &parts) != nil else { return "" }
    parts.tm_gmtoff = offsetMinutes * 60
    var text = [CChar](repeating: 0, count: 64 + 32 * format.utf8.count)
    let count = strftime(&text, text.count, format, &parts)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The environment variables.
  package static func variables() -> [String: String] {
    var variables: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
        variables[String(text[..<sign])] = String(text[sign...].dropFirst())
      }
      next += 1
    }
    return variables
  }

  /// An environment variable; nil if it is not set.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The working directory.
  package static func workingDirectory() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Changes the working directory.
  package static func changeDirectory(to path: String) throws(SystemFailure) {
    guard chdir(path) == 0 else { throw SystemFailure.last }
  }

  /// The number of this process.
  static func process() -> Int32 { getpid() }

  /// The number of the process that started this one.
  static func parent() -> Int32 { getppid() }

  /// A name that no other process gives a file: the number of this one, a hyphen, and a random number.
  static func uniqueName() -> String { "\(getpid())-\(UInt32.random(in: 0 ... .max))" }

  /// True if a process has ended, even if it is still listed because its parent has not waited for it. Source: proc(5),
  /// `stat`.
  static func hasEnded(_ process: Int32) -> Bool {
    if kill(process, 0) != 0 { return SystemFailure.last == .noSuchProcess }
    let status = try? Files.read("/proc/\(process)/stat")
    guard let status, let name = status.lastIndex(of: UInt8(ascii: ")")) else { return false }
    return status[name...].dropFirst(2).first == UInt8(ascii: "Z")
  }

  /// The number of the user.
  static func userID() -> UInt32 { geteuid() }

  /// The name of the user.
  package static func userName() -> String {
    guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "unknown" }
    return String(cString: name)
  }

  /// The name of the machine.
  package static func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// True if a file may be run.
  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// Ends the process.
  package static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }
}

/// A date and a time of day.
package struct CalendarTime {
  /// The date: the month and the day begin with 1.
  package var (year, month, day): (Int, Int, Int)
  /// The time of day.
  package var (hour, minute, second) = (0, 0, 0)

  /// Creates the beginning of a day.
  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the date of a number of seconds since 1970, in universal time.
  package init(universal seconds: Int64) {
    var (seconds, parts) = (time_t(seconds), tm())
    gmtime_r(&seconds, &parts)
    year = Int(parts.tm_year) + 1900
    month = Int(parts.tm_mon) + 1
    day = Int(parts.tm_mday)
    hour = Int(parts.tm_hour)
    minute = Int(parts.tm_min)
    second = Int(parts.tm_sec)
  }

  /// The seconds since 1970 in the local time zone.
  package var secondsOfLocal: Int64 {
    var parts = parts
    parts.tm_isdst = -1
    return Int64(mktime(&parts))
  }

  /// The seconds since 1970 in universal time.
  package var secondsOfUniversal: Int64 {
    var parts = parts
    return Int64(timegm(&parts))
  }

  private var parts: tm {
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(day)
    parts.tm_hour = Int32(hour)
    parts.tm_min = Int32(minute)
    parts.tm_sec = Int32(second)
    return parts
  }
}
