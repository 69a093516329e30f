/// A hook that git runs. Source: githooks(5).
public enum Hook: String, CaseIterable, Sendable {
  case preCommit = "pre-commit"
  case preMergeCommit = "pre-merge-commit"
  case prepareCommitMessage = "prepare-commit-msg"
  case commitMessage = "commit-msg"
  case postCommit = "post-commit"
  case postMerge = "post-merge"
  case prePush = "pre-push"
  case referenceTransaction = "reference-transaction"

  /// True if `--no-verify` of git skips it.
  var isVerification: Bool {
    switch self {
    case .preCommit, .preMergeCommit, .commitMessage, .prePush: true
    case .prepareCommitMessage, .postCommit, .postMerge, .referenceTransaction: false
    }
  }
}

/// The hooks that a command runs.
public enum HookPolicy: Hashable, Sendable {
  /// All, as git's commands.
  case all
  /// All that `--no-verify` does not skip.
  case unverified
  /// None, as git's plumbing.
  case none

  fileprivate func allows(_ hook: Hook) -> Bool {
    switch self {
    case .all: true
    case .unverified: !hook.isVerification
    case .none: false
    }
  }
}

extension LocalRepository {
  /// The names of all hooks that are installed.
  public func installedHooks() throws(GitError) -> [Hook] {
    let directory = try hooksDirectory()
    return Hook.allCases.filter { Machine.isExecutable("\(directory)/\($0.rawValue)") }
  }

  /// True if a hook is installed and the policy of the repository object lets it run.
  public func runs(_ hook: Hook) throws(GitError) -> Bool {
    guard hooks.allows(hook), !isDryRun else { return false }
    return Machine.isExecutable("\(try hooksDirectory())/\(hook.rawValue)")
  }

  /// Runs a hook in the work tree as git does, if it is to run. Its output is shown as standard error.
  ///
  /// - Parameters:
  ///   - hook: The hook.
  ///   - arguments: The arguments.
  ///   - input: The standard input.
  ///   - variables: Environment variables besides `GIT_DIR` and those of the process.
  /// - Throws: Kind `refused` if the hook fails.
  public func run(
    _ hook: Hook, _ arguments: [String] = [], input: String = "",
    variables: [String: String] = [:]
  ) throws(GitError) {
    guard try runs(hook) else { return }
    var environment = settings.environment
    environment["GIT_DIR"] = String(gitDirectory.dropLast())
    environment["GIT_EDITOR"] = ":"
    environment.merge(variables) { $1 }
    let command = ["\(try hooksDirectory())/\(hook.rawValue)"] + arguments
    let ending: String
    switch try endingOfHook(command, environment, input) {
    case .exit(0): return
    case .exit(let status): ending = "ended with status \(status)"
    case .signal: ending = "was ended by a signal"
    }
    throw GitError(.refused, "the hook '\(hook.rawValue)' \(ending); nothing was changed")
  }

  private func endingOfHook(
    _ command: [String], _ environment: [String: String], _ input: String
  ) throws(GitError) -> ProcessEnding {
    func run(_ command: [String]) throws(GitError) -> ProcessEnding {
      try ChildProcess.run(
        command, environment: environment, in: hookPlace, input: Array(input.utf8),
        showing: (2, 2)
      ).ending
    }
    do throws(GitError) {
      return try run(command)
    } catch {
      // A script without a first line that names its interpreter.
      guard error.code == -SystemFailure.execFormatError.rawValue else { throw error }
      return try run(["/bin/sh"] + command)
    }
  }

  /// The directory of the hooks. A relative one starts at the directory in which hooks run.
  ///
  /// Source: git-config(1), `core.hooksPath`.
  private func hooksDirectory() throws(GitError) -> String {
    guard let path = try settings.string("core.hooksPath") else { return commonDirectory + "hooks" }
    let expanded = settings.expanded(path)
    return expanded.hasPrefix("/") ? expanded : hookPlace + expanded
  }

  private var hookPlace: String { workTreePath ?? gitDirectory }
}

extension LocalRepository {
  /// Runs a hook that inspects a version before its commit is made, with the version's tree as the index.
  ///
  /// - Throws: Kind `refused` if the hook fails or changes the index; `locked` if the fork has another commit afterwards;
  ///   `notFound` if git is not installed.
  public func run(_ hook: Hook, inspecting tree: ObjectID) throws(GitError) {
    guard try runs(hook) else { return }
    try storeObjects()
    let path = "\(commonDirectory)fork/index-\(Machine.process())"
    try Files.makeParent(of: path)
    defer { for file in [path, path + ".lock"] { unlink(file) } }
    let variables = ["GIT_INDEX_FILE": path]
    _ = try git(["read-tree", tree.hex], variables)
    let head = try heldCommit()
    try run(hook, variables: variables)
    if let now = try heldCommit(), now != head {
      let former = head.map { "\($0.hex.prefix(10))" } ?? "HEAD"
      throw GitError(
        .locked,
        "another version was made while the hook '\(hook.rawValue)' ran, by it or another process: "
          + "\(now.hex.prefix(10)); nothing else was changed; if it is not in the work tree yet: "
          + "git read-tree -m -u \(former) HEAD")
    }
    let after = try git(["write-tree"], variables)
    guard after.prefix(while: { !$0.isWhitespace }) == tree.hex else {
      throw GitError(
        .refused, "the hook '\(hook.rawValue)' changed the index, which only 'git commit' supports")
    }
  }

  /// The commit of the current fork on the disk, if this process holds its work tree: then a hook that commits may update
  /// it, or git, which needs no lock for that as long as its own hooks run.
  private func heldCommit() throws(GitError) -> ObjectID? {
    guard let name = try symbolicHead().map(ReferenceName.init(unchecked:)),
      let fork = name.fork, transaction?.holdsWorkTree(of: fork) == true
    else { return nil }
    return try namedObject(name)
  }

  /// Runs the hooks that change and verify a commit message.
  ///
  /// - Parameter isMerge: True for the message of a merge.
  /// - Returns: The message, as the hooks left it.
  /// - Throws: Kind `refused` if a hook fails.
  public func messageAfterHooks(
    _ message: String, isMerge: Bool
  ) throws(GitError) -> String {
    let (prepares, verifies) = (try runs(.prepareCommitMessage), try runs(.commitMessage))
    guard prepares || verifies else { return message }
    let path = "\(commonDirectory)fork/message-\(Machine.process())"
    try Files.makeParent(of: path)
    unlink(path)
    defer { unlink(path) }
    try Files.write(Array((message + "\n").utf8), to: path)
    try run(.prepareCommitMessage, [path, isMerge ? "merge" : "message"])
    try run(.commitMessage, [path])
    var text = String(decoding: try Files.read(path) ?? [], as: UTF8.self)
    while text.last?.isWhitespace == true { text.removeLast() }
    guard text.isEmpty else { return text }
    throw GitError(.refused, "a hook left an empty commit message")
  }

  private func git(
    _ arguments: [String], _ variables: [String: String]
  ) throws(GitError) -> String {
    let directory = ["GIT_DIR": String(gitDirectory.dropLast())]
    let outcome = try ChildProcess.run(
      ["git"] + arguments,
      environment: settings.environment.merging(variables) { $1 }.merging(directory) { $1 })
    guard outcome.isSuccess else {
      throw GitError(.other, outcome.errors, context: "git \(arguments[0])")
    }
    return outcome.text
  }
}
