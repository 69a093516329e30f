import Glibc

/// Whole processes, beside git's.
extension Row {
  /// `fork merge-file` beside `git merge-file` on one large document.
  func runLarge() throws {
    let files = try Files(Documents.large())
    let fork = try forkProgram()
    var peak = 0
    let times = try Comparison(runs: 9) {
      let child = try Child.run([fork, "merge-file", "-p", files.ours, files.base, files.theirs])
      guard child.status == 0 else { throw Failure("fork merge-file left \(child.status)") }
      peak = max(peak, child.peakKilobytes)
      return child.cost
    } peer: {
      try Child.run(["git", "merge-file", "-p", "-q", files.ours, files.base, files.theirs]).cost
    }.medians()
    show(
      "one large document", ours: times.ours, peer: times.peer, peerName: "git merge-file",
      goal: "0.5")
    let inputs = files.bytes / 1024
    show(
      "one large document, memory",
      "\(peak / 1024) MB, inputs \(inputs / 1024) MB, ratio \(rounded(Double(peak) / Double(inputs)))",
      goal: "3")
  }

  /// `fork merge-driver` beside `git merge-file` on three times 182 MB.
  func runHuge() throws {
    for (name, conflicts) in [("clean", 0), ("300 conflicts", 300)] {
      let files = try Files(Documents.large(count: 600_000, conflicts: conflicts))
      let fork = try forkProgram()
      let costs = try Comparison(runs: 3) {
        try files.restoreOurs()
        return try Child.run(files.driver(fork, path: "huge.json")).cost
      } peer: {
        try files.restoreOurs()
        return try Child.run(["git", "merge-file", "-q", files.ours, files.base, files.theirs]).cost
      }.medians()
      show(
        "one huge document, \(name)", ours: costs.ours, peer: costs.peer,
        peerName: "git merge-file", goal: conflicts == 0 ? "1" : "0.7")
    }
  }

  /// `fork merge-driver` beside `git merge-file` on one small document.
  func runSmall() throws {
    let files = try Files(Documents.small())
    let fork = try forkProgram()
    let times = try Comparison(runs: 201) {
      try files.restoreOurs()
      return try Child.run(files.driver(fork, path: "small.json")).cost
    } peer: {
      try files.restoreOurs()
      return try Child.run(["git", "merge-file", "-q", files.ours, files.base, files.theirs])
        .cost
    }.medians()
    show(
      "one small document", ours: times.ours, peer: times.peer, peerName: "git merge-file",
      goal: "2")
  }

  func forkProgram() throws -> String {
    guard let program = getenv("FORK_PROGRAM").map({ String(cString: $0) }) else {
      throw Failure("set FORK_PROGRAM to a release build of fork")
    }
    return program
  }
}
