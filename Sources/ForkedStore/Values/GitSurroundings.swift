import FoundationEssentials
import Glibc

/// What a ``GitRepository`` may know of the world around the process.
public struct GitSurroundings: Sendable {
  /// The environment variables, as git reads them (`GIT_AUTHOR_NAME`, `HOME`, ...).
  public var variables: [String: String]
  /// The name of the user on the machine, for an author whom nothing else names.
  public var user: String
  /// The name of the machine, for an author whom nothing else names.
  public var host: String
  /// Minutes east of Greenwich, at that many seconds since 1970.
  public var offsetMinutes: @Sendable (Int64) -> Int
  /// How long locks of other processes, and races that they win, are waited for.
  public var patience: Duration

  /// - Parameters:
  ///   - variables: The environment variables.
  ///   - user: The name of the user on the machine.
  ///   - host: The name of the machine.
  ///   - offsetMinutes: Minutes east of Greenwich, at that many seconds since 1970.
  ///   - patience: How long other processes are waited for.
  public init(
    variables: [String: String], user: String, host: String,
    offsetMinutes: @escaping @Sendable (Int64) -> Int = { _ in 0 },
    patience: Duration = .seconds(30)
  ) {
    self.variables = variables
    self.user = user
    self.host = host
    self.offsetMinutes = offsetMinutes
    self.patience = patience
  }

  /// The world as this process finds it.
  public static var process: GitSurroundings {
    let process = ProcessInfo.processInfo
    return GitSurroundings(
      variables: process.environment, user: process.userName, host: process.hostName,
      offsetMinutes: localOffset)
  }

  private static func localOffset(at seconds: Int64) -> Int {
    var (time, parts) = (time_t(seconds), tm())
    return localtime_r(&time, &parts) == nil ? 0 : parts.tm_gmtoff / 60
  }
}
