import Forked

/// The `Fork-Version:` trailer of a commit message: nanoseconds since 1970, one decimal integer.
enum VersionTrailer {
  static let key = "Fork-Version"

  static func time(in message: String) -> HybridTime? { nil }
  static func removed(from message: String) -> String { message }
}
