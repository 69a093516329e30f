import ForkedStore
import Glibc

extension Environment {
  /// The world as this process finds it.
  static func ofProcess(_ console: Console) -> Environment {
    Environment(
      variables: variables(), workingDirectory: currentDirectory(), user: userName(),
      host: hostName(), clock: Environment.wallClock, offsetMinutes: localOffset,
      random: { UInt64.random(in: .min ... .max) }, sleep: pause,
      isInterrupted: { Process.isInterrupted }, notify: { console.notify($0) },
      report: { console.show($0) })
  }

  private static func variables() -> [String: String] {
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

  private static func currentDirectory() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  private static func userName() -> String {
    guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "unknown" }
    return String(cString: name)
  }

  private static func hostName() -> String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func localOffset(at seconds: Int64) -> Int {
    var (time, parts) = (time_t(seconds), tm())
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff / 60
  }

  private static func pause(nanoseconds: UInt64) {
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&time, nil)
  }
}
