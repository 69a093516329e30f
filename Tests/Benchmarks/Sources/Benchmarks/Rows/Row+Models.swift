/// People who stand in many documents.
extension Row {
  /// 100,000 documents that hold 50,000 people.
  func runModels() throws {
    let repository = try Repository(.messages(documents: 100_000, people: 50_000), bare: true)
    let fork = try forkProgram()
    var count = 0
    let rename = { (document: Int) in
      count += 1
      return try Child.succeed([
        fork, "-C", repository.path, "update", History.path(document), "--set",
        #"/author/name="\#(count)""#, "-q",
      ])
    }
    let updates = try Comparison(runs: 15) {
      try rename(0)
    } peer: {
      try rename(10)
    }.medians()
    show(
      "models, an update that 10 of 100,000 documents share", ours: updates.ours,
      peer: updates.peer, peerName: "one that none shares", goal: "none")
    try runModelReading(repository, fork)
  }

  /// Commands that read all documents, beside git looking for a word in all of them.
  private func runModelReading(_ repository: Repository, _ fork: String) throws {
    let look = { try repository.git("grep", "-c", "--threads=1", "author", "main") }
    let index = try Comparison(
      runs: 5,
      ours: {
        _ = try Child.succeed(["rm", "-rf", repository.path + "/fork/models"])
        return try Child.succeed([fork, "-C", repository.path, "entities", "Person-7"])
      }, peer: look
    ).medians()
    show(
      "models, the index of 100,000 documents made anew", ours: index.ours, peer: index.peer,
      peerName: "git grep", goal: "none")
    let list = try Comparison(
      runs: 5,
      ours: {
        try Child.succeed([fork, "-C", repository.path, "entities"])
      }, peer: look
    ).medians()
    show(
      "models, all listed", ours: list.ours, peer: list.peer, peerName: "git grep", goal: "none")
  }
}
