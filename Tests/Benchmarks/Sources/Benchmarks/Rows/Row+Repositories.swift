/// Whole processes in a repository, beside git's.
extension Row {
  /// One document of 100,000 in a work tree.
  func runUpdate() throws {
    let repository = try Repository(.plain(documents: 100_000), bare: false)
    let fork = try forkProgram()
    var count = 0
    let times = try Comparison(runs: 9) {
      count += 1
      return try Child.succeed([
        fork, "-C", repository.path, "update", History.path(0), "--set", "/first=\(count)", "-q",
      ])
    } peer: {
      count += 1
      try repository.write(History.document(1, first: count), to: History.path(1))
      return try repository.git("add", History.path(1)) + repository.git("commit", "-qm", "x")
    }.medians()
    show(
      "update, one document of 100,000", ours: times.ours, peer: times.peer,
      peerName: "git add + git commit", goal: "0.08")
  }

  /// 100,000 documents, 1,000 of them changed by both sides.
  func runMerge() throws {
    let history = History.changedByBoth(documents: 100_000, changed: 1_000)
    let fork = try forkProgram()
    let tree = try Repository(history, bare: false)
    let withTree = try Comparison(runs: 5) {
      try tree.restore()
      return try Child.succeed([fork, "-C", tree.path, "merge", "theirs", "-q"])
    } peer: {
      try tree.restore()
      return try tree.git("merge", "-q", "--no-edit", "theirs")
    }.medians()
    show(
      "merge, 1,000 of 100,000 documents, work tree", ours: withTree.ours, peer: withTree.peer,
      peerName: "git merge", goal: "0.5")
    // git merges in no bare repository.
    let bare = try Repository(history, bare: true)
    let withoutTree = try Comparison(runs: 5) {
      try bare.restoreBare()
      return try Child.succeed([fork, "-C", bare.path, "merge", "theirs", "--into", "main", "-q"])
    } peer: {
      try tree.restore()
      return try tree.git("merge", "-q", "--no-edit", "theirs")
    }.medians()
    show(
      "merge, 1,000 of 100,000 documents, bare", ours: withoutTree.ours, peer: withoutTree.peer,
      peerName: "git merge with work tree", goal: "0.1")
  }

  /// The same merge of 100 documents among 10,000 and among 1,000,000.
  func runSize() throws {
    try runSize("in folders of folders", .nested)
    try runSize("in 256 folders", .flat)
  }

  private func runSize(_ name: String, _ layout: History.Layout) throws {
    let fork = try forkProgram()
    let repositories = try [10_000, 1_000_000].map {
      try Repository(.changedByBoth(documents: $0, changed: 100, layout: layout), bare: true)
    }
    let merge = { (repository: Repository) in
      try repository.restoreBare()
      return try Child.succeed([
        fork, "-C", repository.path, "merge", "theirs", "--into", "main", "-q",
      ])
    }
    let times = try Comparison(runs: 15) {
      try merge(repositories[1])
    } peer: {
      try merge(repositories[0])
    }.medians()
    show(
      "cost against size, \(name), 1,000,000 documents", ours: times.ours, peer: times.peer,
      peerName: "10,000 documents", goal: "1.5")
    let gits = try Comparison(runs: 15) {
      try repositories[1].git("merge-tree", "--write-tree", "start", "theirs")
    } peer: {
      try repositories[0].git("merge-tree", "--write-tree", "start", "theirs")
    }.medians()
    show(
      "cost against size, \(name), git merge-tree", ours: gits.ours, peer: gits.peer,
      peerName: "10,000 documents", goal: "none")
  }

  /// 1,000 documents changed by both sides, through git with the driver and with its own line merge.
  func runThousand() throws {
    let repository = try Repository(
      .changedByBoth(documents: 1_000, changed: 1_000), bare: false)
    let driver = "'\(try forkProgram())' merge-driver %O %A %B --path %P --marker-size %L"
    let costs = try Comparison(runs: 5) {
      try repository.restore()
      return try repository.git(
        "-c", "merge.fork.driver=\(driver)", "-c", "merge.default=fork", "merge", "-q", "--no-edit",
        "theirs")
    } peer: {
      try repository.restore()
      return try repository.git("merge", "-q", "--no-edit", "theirs")
    }.medians()
    show(
      "git merge with the driver, 1,000 documents", ours: costs.ours, peer: costs.peer,
      peerName: "its line merge", goal: "5")
  }

  /// A property that both sides changed, 10,000 commits ago in all.
  func runRecency() throws {
    let repository = try Repository(.longAgo(commits: 5_000), bare: true)
    let fork = try forkProgram()
    let path = History.path(0)
    let times = try Comparison(runs: 9) {
      try Child.succeed([
        fork, "-C", repository.path, "merge", "theirs", "--into", "main", "--dry-run",
        "--on-conflict", "resolve", "-q",
      ])
    } peer: {
      try repository.git("log", "-1", "main", "--", path)
        + repository.git("log", "-1", "theirs", "--", path)
    }.medians()
    show(
      "recency over 10,000 commits", ours: times.ours, peer: times.peer, peerName: "git log twice",
      goal: "2")
  }
}
