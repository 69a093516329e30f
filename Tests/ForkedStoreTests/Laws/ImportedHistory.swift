/// A history that is told to git by `git fast-import` and kept in memory too.
struct ImportedHistory {
  struct Commit {
    var parents: [Int]
    var seconds: Int
    /// The `Fork-Version:` lines of the message.
    var trailers: [Int] = []
    var isResolved = false
    var files: [String: File]

    /// The time of the version: a trailer counts if it is alone and has the same second.
    var time: Int {
      let exact = trailers.count == 1 && trailers[0] / 1_000_000_000 == seconds
      return exact ? trailers[0] : seconds * 1_000_000_000
    }

    /// True if `fork` put it together by itself.
    var combines: Bool { parents.count > 1 && !trailers.isEmpty && !isResolved }
  }

  struct File: Hashable {
    /// The identity of the bytes of a file.
    var tag: String
    var values: [String: Int]
    var order: [Int]
    var isSpaced = false

    /// The elements change with `b`, and their order doesn't.
    var text: String {
      let members = values.keys.sorted().map { "\"\($0)\": \(values[$0] ?? 0)" }
      let list = order.map { "{\"id\": \($0), \"of\": \(values["b"] ?? 0)}" }
        .joined(separator: isSpaced ? " , " : ", ")
      return "{"
        + (["\"tag\": \"\(tag)\""] + members + ["\"list\": [\(list)]"])
        .joined(separator: isSpaced ? ",\n " : ", ") + "}\n"
    }
  }

  let commits: [Commit]
  /// All commits that each is made of, itself among them.
  let histories: [Set<Int>]

  init(commits: [Commit]) {
    self.commits = commits
    histories = commits.indices.reduce(into: []) { histories, index in
      histories.append(
        commits[index].parents.reduce(into: [index]) { $0.formUnion(histories[$1]) })
    }
  }

  init(seed: UInt64) {
    var generator = HistoryGenerator(seed: seed)
    self.init(commits: generator.generate())
  }

  /// True if neither of two commits is made of the other.
  func haveDiverged(_ one: Int, _ other: Int) -> Bool {
    !histories[one].contains(other) && !histories[other].contains(one)
  }

  /// For `git fast-import`; commit `n` has mark `n + 1`, and is the tip of branch `c<n>`.
  var stream: String {
    commits.enumerated().map { index, commit in
      let message =
        (["version \(index)", ""] + (commit.isResolved ? ["Fork-Resolved: m.json#/a"] : [])
        + commit.trailers.map { "Fork-Version: \($0)" }).joined(separator: "\n") + "\n"
      let links = commit.parents.enumerated().map {
        "\($0.offset == 0 ? "from" : "merge") :\($0.element + 1)\n"
      }
      let files = commit.files.sorted { $0.key < $1.key }.map { path, file in
        "M 100644 inline \(path)\ndata \(file.text.utf8.count)\n\(file.text)\n"
      }
      let signature = "Ada <ada@example.org> \(commit.seconds) +0000"
      return """
        commit refs/heads/c\(index)
        mark :\(index + 1)
        author \(signature)
        committer \(signature)
        data \(message.utf8.count)
        \(message)
        """ + links.joined() + "deleteall\n" + files.joined() + "\n"
    }.joined()
  }
}
