import Forked
import Synchronization

/// The user's git, which talks to remotes: protocols, proxies, credentials and keys are left to it.
///
/// All that git is told stands here and nowhere else. It asks nobody where standard input is no terminal, runs no helper for
/// other protocols, checks each object that it receives, and gives up on servers that say nothing. No address and no
/// name can become an option: they follow `--`.
struct RemoteGit {
  let repository: LocalRepository
  /// The address, for errors and for what git is told about it.
  let url: RemoteURL
  let options: RemoteOptions

  /// The oldest git that knows all options used here.
  private static let leastVersion = (2, 32)
  /// git tells little of what it hears. If it tells nothing at all for this many times the silence that a server may
  /// keep, it is ended; and if all that it tells for that many times longer are the words of the server.
  private static let patience = 10

  /// Returns the refs of a remote.
  ///
  /// - Parameter name: The remote's name, or its address.
  func state(of name: String) throws(GitError) -> RemoteState {
    let answer = try run(["ls-remote", "--symref", "--", name]).successful(for: self)
    var state = RemoteState()
    for line in answer.split(separator: "\n") {
      let words = line.split(separator: "\t", maxSplits: 1)
      guard words.count == 2 else { continue }
      if words[0].hasPrefix("ref: "), words[1] == "HEAD" {
        state.setHead(to: String(words[0].dropFirst(5)))
      } else if let id = ObjectID(hex: String(words[0])) {
        state.add(String(words[1]), id)
      }
    }
    state.refuseCollisions()
    return state
  }

  /// Receives commits and all that they need into quarantine. No ref is updated.
  ///
  /// - Throws: Kind `invalid` for an incomplete or hostile history, `shallow` if the remote lacks the older part of it,
  ///   `raceLost` if the remote no longer has one of them.
  func fetch(
    _ commits: [ObjectID], from name: String, into quarantine: Quarantine
  ) throws(GitError) {
    let list = Array(commits.map { "\($0.hex)\n" }.joined().utf8)
    let command = [
      "fetch", "--stdin", "--progress", "--no-write-fetch-head", "--no-auto-maintenance",
      "--no-tags", "--no-prune", "--no-prune-tags", "--no-recurse-submodules",
      "--no-write-commit-graph",
    ]
    let answer = try run(command + ["--", name], list, quarantine.variables)
    _ = try answer.successful(for: self)
    // git leaves a history without its roots aside, and calls that a success.
    if answer.talk.lines.contains(where: { $0.contains("shallow roots") }) {
      throw RemoteFailure(answer.talk, for: url, .shallow).error
    }
    let kinds = try run(
      ["cat-file", "--batch-check=%(objecttype)"], list, quarantine.variables
    ).successful(for: self, else: .io)
    guard kinds.split(separator: "\n").allSatisfy({ $0 == "commit" }) else {
      throw GitError(.invalid, "the remote has a fork that names no commit", context: url.shown)
    }
  }

  /// Clones a remote into quarantine, as a bare repository. The files of a repository on this machine that is named by
  /// its path are shared.
  ///
  /// - Throws: As ``fetch(_:from:into:)``.
  func clone(into quarantine: Quarantine) throws(GitError) {
    let command = [
      "clone", "--bare", "--progress", "--template=", "--reject-shallow", "--dissociate", "--",
      url.text, quarantine.clone,
    ]
    _ = try run(command, [], ["GIT_DIR": nil]).successful(for: self)
  }

  /// Updates forks of the remote, each if and only if it still has the expected version: all together, or, if some are
  /// refused, the others one by one.
  ///
  /// - Returns: The error of each fork that was not updated.
  func push(_ updates: [RemoteUpdate]) throws(GitError) -> [Fork: GitError] {
    var failures: [Fork: GitError] = [:]
    var rest = updates[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(Self.mostUpdates))
      rest = rest.dropFirst(part.count)
      var (refused, along) = try send(part, together: part.count > 1)
      if !along.isEmpty { refused.merge(try send(along, together: false).refused) { $1 } }
      failures.merge(refused) { $1 }
    }
    return failures
  }

  /// The largest number of updates at once: the system limits the length of a command.
  private static let mostUpdates = 1000

  /// - Returns: The error of each fork that was refused, and the updates that were not made because of those.
  private func send(
    _ updates: [RemoteUpdate], together: Bool
  ) throws(GitError) -> (refused: [Fork: GitError], along: [RemoteUpdate]) {
    let names = updates.map { ReferenceName.branch($0.fork).rawValue }
    let leases = zip(names, updates).map { "--force-with-lease=\($0):\($1.old?.hex ?? "")" }
    let targets = zip(names, updates).map { "\($1.new?.hex ?? ""):\($0)" }
    let command = [
      "push", "--porcelain", "--progress", "--no-verify", "--no-follow-tags",
      "--no-recurse-submodules",
    ]
    let atomic = together ? ["--atomic"] : []
    let answer = try run(command + atomic + leases + receiver() + ["--", url.text] + targets)
    if together, answer.says("does not support --atomic") { return ([:], updates) }
    let reasons = answer.refusals
    let isReported = reasons.count == updates.count || answer.outcome.text.hasSuffix("Done\n")
    if !answer.outcome.isSuccess,
      !isReported || reasons.values.contains(where: RemoteFailure.isLoss)
    {
      throw RemoteFailure(answer.talk, for: url).error
    }
    var (refused, along) = ([Fork: GitError](), [RemoteUpdate]())
    for (name, update) in zip(names, updates) {
      guard let reason = reasons[name] else { continue }
      if together, reason.contains("atomic") {
        along.append(update)
      } else {
        refused[update.fork] = try RemoteFailure.refusal(reason, answer.talk, of: update.fork)
      }
    }
    return (refused, along)
  }

  /// Lets the work tree of a repository on this machine follow a push, unless the configuration there says otherwise.
  private func receiver() -> [String] {
    guard let path = url.path else { return [] }
    do throws(GitError) {
      let environment = repository.settings.environment
      let other = try LocalRepository.open(at: path, options: .init(environment: environment))
      if try other.settings.string("receive.denyCurrentBranch") != nil { return [] }
    } catch {
      return []  // git reports it.
    }
    return ["--receive-pack=git -c receive.denyCurrentBranch=updateInstead receive-pack"]
  }
}

extension RemoteGit {
  /// An answer of git.
  private struct Answer {
    var outcome: ProcessOutcome
    var talk: RemoteTalk

    /// The output of a success.
    ///
    /// - Parameter kind: The kind of the error where only this machine can have failed.
    func successful(
      for git: RemoteGit, else kind: GitError.Kind? = nil
    ) throws(GitError) -> String {
      if outcome.isSuccess { return outcome.text }
      throw RemoteFailure(talk, for: git.url, kind).error
    }

    func says(_ words: String) -> Bool { talk.lines.contains { $0.contains(words) } }

    /// The reason for each ref that was not updated, as `git push --porcelain` gives it.
    var refusals: [String: String] {
      let rows = outcome.text.split(separator: "\n").filter { $0.hasPrefix("!\t") }
        .map { $0.split(separator: "\t") }.filter { $0.count == 3 }
      let reasons = rows.map { row in
        let name = row[1].split(separator: ":").last ?? ""
        let reason = row[2].split(separator: "(", maxSplits: 1).last ?? row[2]
        return (String(name), String(reason.hasSuffix(")") ? reason.dropLast() : reason))
      }
      return Dictionary(reasons) { $1 }
    }
  }

  private func run(
    _ arguments: [String], _ input: [UInt8] = [], _ variables: [String: String?] = [:]
  ) throws(GitError) -> Answer {
    var environment = try environment()
    for (name, value) in variables { environment[name] = value }
    try Self.requireVersion(environment)
    var (talk, last, lastOwn) = (RemoteTalk(), ContinuousClock.now, ContinuousClock.now)
    let limit = options.silence * Self.patience
    let outcome = try ChildProcess.run(
      ["git"] + arguments, environment: environment,
      in: repository.workTreePath ?? repository.gitDirectory, input: input,
      isAlone: !asks
    ) { part throws(GitError) in
      try options.checkInterruption()
      let ownLines = talk.ownLines
      talk.add(part, options)
      let now = ContinuousClock.now
      if !part.isEmpty { last = now }
      if talk.ownLines > ownLines { lastOwn = now }
      guard now - last > limit || now - lastOwn > limit * Self.patience else { return }
      throw GitError(
        .unreachable,
        "the server sent nothing of use for \((now - lastOwn).components.seconds) seconds; "
          + "'git config fork.timeout <seconds>' allows ten times that many seconds",
        context: url.shown)
    }
    talk.finish(options)
    if !outcome.isSuccess { try options.checkInterruption() }
    // A terminal interrupts git too, perhaps before this process knows of it.
    if case .signal(let number) = outcome.ending, Signals.ofInterrupts.contains(number) {
      throw GitError(.interrupted, "interrupted")
    }
    return Answer(outcome: outcome, talk: talk)
  }

  private static let isVersionKnown = Atomic(false)

  /// - Throws: Kind `unreachable` if git is missing or too old.
  private static func requireVersion(_ environment: [String: String]) throws(GitError) {
    if isVersionKnown.load(ordering: .relaxed) { return }
    let (major, minor) = leastVersion
    let needed = "remotes are reached by git \(major).\(minor) or newer"
    let answer: String
    do throws(GitError) {
      answer = try ChildProcess.run(["git", "version"], environment: environment).text
    } catch {
      guard error.kind == .notFound else { throw error }
      throw GitError(.unreachable, needed + ", and git is not installed")
    }
    // "git version 2.39.5 (Apple Git-154)"
    let version = answer.split { $0.isWhitespace }.dropFirst(2).first ?? ""
    let numbers = version.split(separator: ".").prefix(2).map { Int($0) ?? 0 }
    guard numbers.count == 2, (numbers[0], numbers[1]) >= leastVersion else {
      throw GitError(.unreachable, needed + ", and git \(version) is installed")
    }
    isVersionKnown.store(true, ordering: .relaxed)
  }
}

extension RemoteGit {
  /// The environment of git: that of the process, without what belongs to other commands of git.
  private func environment() throws(GitError) -> [String: String] {
    var variables = repository.settings.environment
    for name in ["GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "LANGUAGE"] {
      variables[name] = nil
    }
    variables["GIT_DIR"] = String(repository.gitDirectory.dropLast())
    // Its messages are read, so they are in English.
    variables["LC_ALL"] = "C"
    variables["GIT_ALLOW_PROTOCOL"] = Self.protocols(variables["GIT_ALLOW_PROTOCOL"])
    if !asks { variables["GIT_TERMINAL_PROMPT"] = "0" }
    if try !hasOwnShell(variables) { variables["GIT_SSH_COMMAND"] = shell }
    var count = variables["GIT_CONFIG_COUNT"].flatMap(Int.init) ?? 0
    for (key, value) in try configuration(variables) {
      variables["GIT_CONFIG_KEY_\(count)"] = key
      variables["GIT_CONFIG_VALUE_\(count)"] = value
      count += 1
    }
    variables["GIT_CONFIG_COUNT"] = String(count)
    return variables
  }

  /// The settings of git's that differ from the user's.
  private func configuration(
    _ variables: [String: String]
  ) throws(GitError) -> [(String, String)] {
    var settings = [
      ("fetch.fsckObjects", "true"), ("core.hooksPath", "/dev/null"), ("maintenance.auto", "false"),
      // Else git lists all refs here once more, since it reads the objects here beside those that it receives.
      ("core.alternateRefsCommand", ":"),
      // The address was rewritten already: the longest rule leaves it as it is.
      ("url.\(url.text).insteadOf", url.text),
    ]
    let limits = ["http.lowSpeedLimit", "http.lowSpeedTime"]
    var isLimited = variables["GIT_HTTP_LOW_SPEED_TIME"] != nil
    for key in limits where try repository.settings.string(key) != nil { isLimited = true }
    if !isLimited { settings += zip(limits, ["1", String(seconds)]) }
    // git would send them to whichever server the first one names.
    let headers = try repository.settings.entries(of: "http", named: ["extraheader"])
    let header = try repository.settings.string("http.extraHeader")
    if header != nil || !headers.isEmpty,
      try repository.settings.string("http.followRedirects") == nil
    {
      settings.append(("http.followRedirects", "false"))
    }
    return settings
  }

  /// True if git may ask the user.
  private var asks: Bool { ByteStream.input.isTerminal }

  private var seconds: Int64 { max(1, options.silence.components.seconds) }

  /// The protocols that git may use, without helpers such as `ext::` and `fd::`; fewer, if the user allows fewer.
  private static func protocols(_ allowed: String?) -> String {
    let known = ["file", "git", "http", "https", "ssh"]
    guard let allowed else { return known.joined(separator: ":") }
    let names = allowed.split(separator: ":").map(String.init)
    return known.filter(names.contains).joined(separator: ":")
  }

  private func hasOwnShell(_ variables: [String: String]) throws(GitError) -> Bool {
    if variables["GIT_SSH_COMMAND"] != nil || variables["GIT_SSH"] != nil { return true }
    return try repository.settings.string("core.sshCommand") != nil
  }

  /// `ssh`, which ends if the server says nothing, and asks only where somebody can answer.
  private var shell: String {
    let batch = asks ? "" : " -o BatchMode=yes"
    return "ssh\(batch) -o ConnectTimeout=\(seconds) -o ServerAliveInterval=\(max(1, seconds / 3))"
      + " -o ServerAliveCountMax=3"
  }
}
