import Forked
import ForkedGit

/// Races that were lost although nobody else updated the fork. The cause is a lock that a killed process left at the
/// remote.
struct LostRaces {
  private var stalls: [Fork: (place: ObjectID?, count: Int)] = [:]
  /// The forks whose last update lost its race.
  private var open: Set<Fork> = []

  /// The number of tries after which a lock counts as left by a killed process. The lock of a running one is gone
  /// sooner.
  private static let mostTries = 8

  /// Begins with the updates of another push.
  mutating func begin() { open = [] }

  /// True if the last update of a fork lost its race.
  func isOpen(_ fork: Fork) -> Bool { open.contains(fork) }

  /// Counts a lost race.
  ///
  /// - Returns: true if another try may succeed.
  mutating func mayBeWon(afterLosing update: RemoteUpdate) -> Bool {
    var stall = stalls[update.fork] ?? (update.old, 0)
    if stall.place != update.old { stall = (update.old, 0) }
    stall.count += 1
    stalls[update.fork] = stall
    open.insert(update.fork)
    return stall.count < Self.mostTries
  }
}
