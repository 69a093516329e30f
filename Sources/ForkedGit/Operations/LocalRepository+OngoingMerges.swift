extension LocalRepository {
  /// The merges that git may be performing while it runs a merge driver.
  ///
  /// There are several if one operation was begun in a pause of another: the versions that the driver gets decide which
  /// one it is. For a single cherry-pick or revert, a stash, and `git apply`, git provides no information.
  ///
  /// - Parameter environment: The driver's environment.
  public func mergesRunningDriver(
    in environment: [String: String]
  ) throws(GitError) -> [OngoingMerge] {
    let found: [OngoingMerge?] = [
      Self.namedMerge(in: environment), try merge(ofCommand: lastLine(of: "rebase-merge/done")),
      try merge(ofCommand: firstLine(of: "sequencer/todo")), try applyingMerge(),
    ]
    return found.compactMap { $0 }
  }

  /// The merges that git stopped for conflicts, as far as git's files tell.
  ///
  /// There are several if one operation was begun in a pause of another.
  public func stoppedMerges() throws(GitError) -> [OngoingMerge] {
    let found: [OngoingMerge?] = [
      try onlyCommit(in: "MERGE_HEAD").map { OngoingMerge(.history(of: $0)) },
      try onlyCommit(in: "CHERRY_PICK_HEAD").map { OngoingMerge(.commit($0)) },
      try onlyCommit(in: "REVERT_HEAD").map { OngoingMerge(.undoing(of: $0)) },
      try merge(ofCommand: lastLine(of: "rebase-merge/done")), try applyingMerge(),
    ]
    return found.compactMap { $0 }
  }

  /// The commit that an unfinished rebase puts its commits on; nil if there is no rebase.
  public func rebasedOnto() throws(GitError) -> ObjectID? {
    if let onto = try onlyCommit(in: "rebase-merge/onto") { return onto }
    return try onlyCommit(in: "rebase-apply/onto")
  }

  /// True if the commit that git merges, while it runs a merge driver, may contain a file. The repository is not
  /// opened: that would take longer than merging most documents.
  ///
  /// - Parameters:
  ///   - path: The file's path from the root.
  ///   - workTree: The work tree's directory, in which git runs its drivers.
  ///   - environment: The driver's environment.
  /// - Returns: False if git provides no information.
  public static func runningMergeMayBring(
    _ path: TreePath, to workTree: String, environment: [String: String]
  ) throws(GitError) -> Bool {
    let directory = try findGitDirectory(ofWorkTree: workTree, given: environment["GIT_DIR"])
    let notes = ["rebase-merge", "sequencer", "rebase-apply"]
    if notes.contains(where: { Files.exists("\(directory)/\($0)") }) { return true }
    guard case .history(let theirs)? = namedMerge(in: environment)?.change else { return false }
    let note = MergeNote(
      of: path, in: theirs, commonDirectory: try commonDirectory(of: directory))
    return note.holds(asking: environment)
  }

  /// The directory that all work trees of a git directory share, with a slash at its end.
  private static func commonDirectory(of gitDirectory: String) throws(GitError) -> String {
    guard let bytes = try Files.read(gitDirectory + "/commondir") else { return gitDirectory + "/" }
    let path = String(decoding: bytes, as: UTF8.self).prefix { !$0.isNewline }
    return path.hasPrefix("/") ? "\(path)/" : "\(gitDirectory)/\(path)/"
  }

  /// The merge of `git merge`, which names the merged commit in a variable `GITHEAD_<id>`.
  private static func namedMerge(in environment: [String: String]) -> OngoingMerge? {
    let prefix = "GITHEAD_"
    let variables = environment.filter { $0.key.hasPrefix(prefix) }
    guard variables.count == 1, let variable = variables.first,
      let id = ObjectID(hex: variable.key.dropFirst(prefix.count))
    else { return nil }
    return OngoingMerge(.history(of: id), name: variable.value)
  }

  /// The merge of a command line of a rebase or a sequence, such as `pick 76d6134 subject`.
  private func merge(ofCommand line: String?) throws(GitError) -> OngoingMerge? {
    guard let line else { return nil }
    var words = line.split(separator: " ")[...]
    guard let command = words.popFirst() else { return nil }
    if command == "merge" || command == "m" { return try mergeCommand(words) }
    guard let revision = words.first(where: { !$0.hasPrefix("-") }),
      let id = try commit(named: revision)
    else { return nil }
    return OngoingMerge(command == "revert" ? .undoing(of: id) : .commit(id))
  }

  /// The merge of a line `merge [-C <commit>] <label> # subject`, with the label of a commit that the rebase made
  /// before.
  private func mergeCommand(_ words: ArraySlice<Substring>) throws(GitError) -> OngoingMerge? {
    let isNaming = words.first?.lowercased() == "-c"
    guard let label = words.dropFirst(isNaming ? 2 : 0).first else { return nil }
    for name in ["refs/rewritten/\(label)", String(label)] {
      if let id = try commit(named: name[...]) {
        return OngoingMerge(.history(of: id), name: name)
      }
    }
    return nil
  }

  /// The merge of `git rebase --apply` or `git am`.
  private func applyingMerge() throws(GitError) -> OngoingMerge? {
    if let id = try onlyCommit(in: "rebase-apply/original-commit") {
      return OngoingMerge(.commit(id), name: try firstLine(of: "rebase-apply/final-commit"))
    }
    guard let patch = try text(of: "rebase-apply/patch") else { return nil }
    return OngoingMerge(
      .patch(
        OngoingMerge.Patch(
          subject: try firstLine(of: "rebase-apply/final-commit") ?? "",
          authored: try authorDate(in: text(of: "rebase-apply/author-script") ?? ""),
          blobs: Self.blobs(namedIn: patch))))
  }

  /// The blobs in the lines `index <old>..<new> <mode>` of a patch.
  private static func blobs(namedIn patch: String) -> [[String]] {
    patch.split(separator: "\n").filter { $0.hasPrefix("index ") }.map { line in
      line.dropFirst("index ".count).prefix { $0 != " " }
        .split(separator: ".", omittingEmptySubsequences: true).map(String.init)
    }
  }

  private func authorDate(in script: String) throws(GitError) -> Int64? {
    let prefix = "GIT_AUTHOR_DATE='"
    let line = script.split(separator: "\n").first { $0.hasPrefix(prefix) }
    guard let date = line?.dropFirst(prefix.count).dropLast() else { return nil }
    return try GitDate(String(date), environment: settings.environment)?.seconds
  }
}

extension LocalRepository {
  /// The only commit that a file names; nil if it names several, as for an octopus merge.
  private func onlyCommit(in file: String) throws(GitError) -> ObjectID? {
    let lines = try lines(of: file)
    guard let line = lines.first, lines.count == 1 else { return nil }
    return try commit(named: line[...])
  }

  private func commit(named revision: Substring) throws(GitError) -> ObjectID? {
    do {
      return try resolve(revision: String(revision))
    } catch {
      switch error.kind {
      case .notFound, .invalid, .ambiguous: return nil
      default: throw error
      }
    }
  }

  private func firstLine(of file: String) throws(GitError) -> String? {
    try lines(of: file).first
  }

  private func lastLine(of file: String) throws(GitError) -> String? {
    try lines(of: file).last
  }

  /// The lines that are not empty.
  private func lines(of file: String) throws(GitError) -> [String] {
    try text(of: file)?.split { $0.isNewline }.map(String.init) ?? []
  }

  private func text(of file: String) throws(GitError) -> String? {
    try Files.read(gitDirectory + file).map { String(decoding: $0, as: UTF8.self) }
  }
}
