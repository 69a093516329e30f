import Foundation

/// The seeds of the cases on which a law is tried.
///
/// Where nothing is optimized, a twentieth of the usual number: the package `Laws` tries all. What a law says of all
/// cases together, such as the share that is clean, it says of all only.
public enum LawSeeds {
  /// True if this is an optimized build, in which all cases are tried.
  public static var isOptimized: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  /// True if all cases are tried, or as many as `FORK_LAW_CASES` says; false in the short form of a debug build.
  public static var isLong: Bool { isOptimized || number("FORK_LAW_CASES") != nil }

  /// The first seed: `FORK_LAW_SEED`, or 0.
  public static var first: UInt64 { UInt64(number("FORK_LAW_SEED") ?? 0) }

  /// Returns as many seeds as `FORK_LAW_CASES` says, from the first one on.
  ///
  /// - Parameter count: The number of cases of an optimized build if the variable is not set.
  public static func range(usually count: Int) -> Range<UInt64> {
    first..<first + UInt64(self.count(usually: count))
  }

  /// Returns the number of cases.
  public static func count(usually count: Int) -> Int {
    number("FORK_LAW_CASES") ?? (isOptimized ? count : max(count / 20, min(count, 10)))
  }

  /// The number in an environment variable; nil if it is not set.
  public static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
