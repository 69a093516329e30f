import Glibc

/// `fork batch` beside `git fast-import` of the same documents, in a bare repository of its own each time.
extension Row {
  /// 10,000 updates of 2,000 documents in 16 folders, one version each.
  func runBatch() throws {
    try compare(
      "batch, 10,000 versions", BatchInput(updates: 10_000, documents: 2_000, folders: 16),
      options: "", goal: "2")
  }

  /// 100,000 new documents in 256 folders, one version.
  func runAtomic() throws {
    try compare(
      "batch --atomic, 100,000 documents",
      BatchInput(updates: 100_000, documents: 100_000, folders: 256, isOneVersion: true),
      options: "--atomic", goal: "0.8")
  }

  private func compare(
    _ name: String, _ input: BatchInput, options: String, goal: String
  ) throws {
    let workshop = try Workshop()
    let lines = try workshop.write(input.lines, to: "lines")
    let stream = try workshop.write(input.stream, to: "stream")
    let fork = try forkProgram()
    var peak = 0
    let times = try Comparison(runs: 3) {
      let repository = workshop.path + "/fork"
      _ = try Child.run(["rm", "-rf", repository])
      _ = try Child.run([fork, "init", "--bare", repository])
      let command = "exec '\(fork)' -C '\(repository)' batch \(options) < '\(lines)'"
      let child = try Child.run(["sh", "-c", command])
      guard child.status == 0 else { throw Failure("fork batch left \(child.status)") }
      peak = max(peak, child.peakKilobytes)
      return child.cost
    } peer: {
      let repository = workshop.path + "/git"
      _ = try Child.run(["rm", "-rf", repository])
      _ = try Child.run(["git", "init", "-q", "--bare", repository])
      let command = "exec git -C '\(repository)' fast-import --quiet < '\(stream)'"
      return try Child.run(["sh", "-c", command]).cost
    }.medians()
    show(name, ours: times.ours, peer: times.peer, peerName: "git fast-import", goal: goal)
    show("\(name), memory", "\(peak / 1024) MB", goal: "not growing")
  }
}

/// The same updates as `fork batch` and as `git fast-import` take them.
private struct BatchInput {
  var updates: Int
  var documents: Int
  var folders: Int
  var isOneVersion = false

  private func path(_ number: Int) -> String { "f\(number % folders)/d\(number % documents).json" }

  private func text(_ number: Int) -> String {
    #"{"id":\#(number % documents),"title":"document \#(number)","tags":["a","b","t\#(number % 7)"],"text":""#
      + String(repeating: "lorem ipsum dolor sit amet ", count: 5) + "\(number)\"}"
  }

  var lines: String {
    (0..<updates).reduce(into: "") { lines, number in
      lines += #"{"op":"update","document":"\#(path(number))","value":\#(text(number))}"# + "\n"
    }
  }

  var stream: String {
    (0..<updates).reduce(into: "") { stream, number in
      if !isOneVersion || number == 0 {
        let message = "update \(path(number))"
        stream += "commit refs/heads/main\ncommitter A <a@b> \(1_700_000_000 + number) +0000\n"
        stream += "data \(message.utf8.count)\n\(message)\n"
      }
      let text = text(number) + "\n"
      stream += "M 100644 inline \(path(number))\ndata \(text.utf8.count)\n\(text)\n"
    }
  }
}
