import Foundation

/// The seeds of the cases on which a law is tried.
public enum LawSeeds {
  /// Returns as many seeds as `FORK_LAW_CASES` says, beginning with `FORK_LAW_SEED` or 0.
  ///
  /// - Parameter count: The number of cases if the variable is not set.
  public static func range(usually count: Int) -> Range<UInt64> {
    let first = UInt64(number("FORK_LAW_SEED") ?? 0)
    return first..<first + UInt64(number("FORK_LAW_CASES") ?? count)
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
}
