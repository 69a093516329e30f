import Glibc
import Synchronization

/// The tries and failures of each campaign.
final class Tally: Sendable {
  struct Row {
    var name: String
    var tries = 0
    var failures = 0
  }

  private let rows = Mutex<[Row]>([])

  /// Counts a try.
  ///
  /// - Parameters:
  ///   - campaign: its name.
  ///   - key: what is needed to repeat it.
  ///   - problems: what is wrong; none: it held.
  func count(_ campaign: String, _ key: String, _ problems: [String]) {
    rows.withLock { rows in
      let index = rows.firstIndex { $0.name == campaign } ?? rows.endIndex
      if index == rows.endIndex { rows.append(Row(name: campaign)) }
      rows[index].tries += 1
      guard !problems.isEmpty else { return }
      rows[index].failures += 1
      print("FAILED \(campaign): \(key)")
      for problem in problems { print("    \(problem)") }
      fflush(nil)
    }
  }

  var failures: Int { rows.withLock { $0.reduce(0) { $0 + $1.failures } } }

  /// The table that is printed in the end.
  var table: String {
    let rows = rows.withLock { $0 }
    let lines =
      [("campaign", "tries", "failures")]
      + rows.map { ($0.name, "\($0.tries)", "\($0.failures)") }
    return lines.map { line in
      line.0.padded(to: 24) + line.1.padded(to: 10) + line.2
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
