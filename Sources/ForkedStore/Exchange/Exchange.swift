import Forked
import ForkedDocument
import ForkedGit

extension DocumentStore {
  /// Repeats fetch, merge and push until a remote and this repository hold the same versions, for the main fork and all
  /// forks that both sides have or had.
  ///
  /// Merges are canonical: clones that merge the same two versions at the same moment make the same commit. A fork that
  /// was deleted on one side is deleted on the other, unless it changed there meanwhile; one that is checked out stays,
  /// but is not pushed. A document with conflicts becomes the remote's, what this side did to it waits for the user's
  /// decision (``WaitingVersion``), and the others are exchanged. A fork in which that is not possible, or with uncommitted
  /// changes that would be overwritten, is left as it is on both sides, and the others proceed.
  ///
  /// - Throws: kind `usage` if the main fork is not known; `refused` if decisions are about other conflicts than those
  ///   that are open now; `tryAgain` if too many races were lost; ``GitError`` of
  ///   kinds `unreachable`, `untrusted`, `invalid`. The merges that were made here stay then, and the next exchange goes
  ///   on from there.
  public func exchange(_ request: ExchangeRequest) throws -> ExchangeReport {
    try Exchange(request, in: self).run()
  }
}

extension [Fork] {
  fileprivate var list: String { MergeReport.list(map { "'\($0.name)'" }) }
}

/// One exchange with one remote.
final class Exchange {
  let store: DocumentStore
  private let remote: Remote
  let name: String
  let request: ExchangeRequest
  let policy: MergePolicy
  var report: ExchangeReport
  /// The user's decisions, until they are made.
  private var openDecisions: [ConflictDecisions]
  /// The decisions about each merge of this round.
  private(set) var decisions: [(about: ConflictDecisions, open: OpenDecisions)] = []
  /// The updates that the remote needs in this round.
  var updates: [RemoteUpdate] = []
  /// The versions that both sides hold after this round; nil: neither has the fork.
  var shared: [(fork: Fork, commit: ObjectID?)] = []
  /// The forks that were updated here: in this round, and by those before it.
  var updatedInRound: Set<Fork> = []
  private var updated: Set<Fork> = []
  private var races = LostRaces()
  /// The decisions and conflicts of all merges.
  var found = MergeResult(MergedCommit())

  init(_ request: ExchangeRequest, in store: DocumentStore) throws {
    self.store = store
    self.request = request
    (remote, name) = try store.configuredRemote(named: request.remote)
    policy = try store.mergePolicy(request.policy, request.resolutions)
    report = ExchangeReport(remote: name, isDryRun: request.dryRun)
    openDecisions = request.decisions
  }

  /// The number of times that an exchange fetches, merges and pushes before it gives up.
  private static let rounds = 30

  /// Repeats rounds until both sides hold the same versions.
  func run() throws -> ExchangeReport {
    var wait: UInt64 = 20_000_000
    do {
      for _ in 0..<Self.rounds {
        if try runRound() {
          try store.noticeIdle(request.resolutions, in: found)
          if report.isNews { store.packObjects() }
          return report
        }
        try store.environment.checkInterruption()
        store.environment.sleep(store.environment.random() % wait)
        wait = min(wait * 2, 2_000_000_000)
      }
      let left = report.forks.map(\.fork).filter(races.isOpen)
      throw StoreError(
        .tryAgain,
        "others updated '\(name)' in each of \(Self.rounds) rounds; not pushed yet: \(left.list)",
        hint:
          "the merges that were made here stay; try again: \(programName) exchange \(name.shellWord)"
      )
    } catch {
      throw StoreError(translating: error).afterExchanging(
        with: report.isFetched ? name : nil, updating: updated)
    }
  }

  /// Fetches, merges and pushes once.
  ///
  /// - Returns: true if both sides hold the same versions now, except forks with conflicts or errors.
  private func runRound() throws -> Bool {
    report.rounds += 1
    let state = try store.repository.download(from: remote, options: store.remoteOptions())
    try store.environment.checkInterruption()
    report.warnings = try store.warnings(about: state) + warnings(aboutLeavingOut: state)
    try refuseManyDeletions(state)
    try reconcile(state)
    if request.dryRun { return true }
    for row in report.forks where !row.waiting.isEmpty {
      report[row.fork].commits = MergedCommits(
        ours: row.commit, theirs: [row.commit].compactMap { $0 })
    }
    openDecisions = []
    report.isFetched = true
    try store.track(state.forks, of: remote)
    try store.rememberHeadAndTags(state, of: name)
    for (fork, commit) in shared { try store.rememberShared(fork, with: name, at: commit) }
    return try push()
  }

  /// Merges all forks here.
  private func reconcile(_ state: RemoteState) throws {
    let before = report
    try store.transaction(
      "exchange: with \(name)", kind: request.dryRun ? .dryRun : .command
    ) { transaction in
      report = before
      updates = []
      shared = []
      updatedInRound = []
      decisions = try openDecisions.map { ($0, try OpenDecisions($0)) }
      for fork in try participants(state) {
        report[fork].failure = nil
        do {
          try reconcile(fork, state, transaction)
        } catch {
          try keep(error, in: &report[fork])
        }
      }
      for decisions in decisions {
        if !report.forks.contains(where: { decisions.about.areAbout($0.commits) }) {
          let open = report.forks.first { !$0.conflicts.isEmpty }
          try decisions.about.requireMerge(
            of: open?.commits ?? MergedCommits(ours: nil, theirs: []))
        }
        try decisions.open.requireUse()
      }
    }
    if !request.dryRun { updated.formUnion(updatedInRound) }
  }

  /// Keeps an error that concerns one fork alone in its row, so that the other forks proceed.
  private func keep(_ error: any Error, in row: inout ExchangeReport.Exchanged) throws {
    let failure = StoreError(translating: error)
    let isOfFork: Bool
    switch (error as? GitError)?.kind {
    case .editedDocuments, .operationInProgress, .shallow: isOfFork = true
    case nil: isOfFork = failure.kind == .conflicts
    default: isOfFork = false
    }
    guard isOfFork else { throw error }
    row.failure = failure
  }

  private func participants(_ state: RemoteState) throws -> [Fork] {
    if !request.forks.isEmpty { return try request.forks.map { try Fork(validating: $0) }.sorted() }
    let here = Set(try store.repository.branches().map(\.fork))
    let there = Set(state.forks.keys)
    if request.all { return here.union(there).sorted() }
    let once = Set(try store.sharedForks(with: name))
    return try here.intersection(there).union(once).union([main(state)]).sorted()
  }

  /// Returns a warning if the current fork does not take part, since the remote never had it.
  private func warnings(aboutLeavingOut state: RemoteState) throws -> [String] {
    guard let fork = try store.repository.headFork(), try store.repository.tip(of: fork) != nil,
      try !participants(state).contains(fork), request.forks.isEmpty
    else { return [] }
    let command = "\(programName) exchange \(name.shellWord) --fork \(fork.name.shellWord)"
    return ["'\(fork.name)' is only here, and was not exchanged; '\(command)' exchanges it too"]
  }

  /// The main fork. One that is only guessed from HEAD takes part only if nothing is published by that.
  private func main(_ state: RemoteState) throws -> Fork {
    if let name = request.main { return try store.fork(named: name) }
    if let known = try store.repository.knownMainFork() { return known }
    if let head = state.head, state.forks[head] != nil { return head }
    let guess = try store.mainFork()
    if try state.forks[guess] != nil || store.repository.tip(of: guess) == nil { return guess }
    throw StoreError(
      .usage, "it is not known which fork is the main one; nothing was exchanged",
      hint: "if it is '\(guess.name)': git config fork.main \(guess.name.shellWord); "
        + "or, for once, '\(programName) exchange --main \(guess.name.shellWord)'")
  }

  /// Refuses to follow many deletions at once: a server that was emptied or replaced has not deleted forks.
  ///
  /// - Throws: kind `tryAgain` if most of the forks that both sides had are gone at the remote; nothing is changed
  ///   then.
  private func refuseManyDeletions(_ state: RemoteState) throws {
    guard request.forks.isEmpty else { return }
    let shared = try store.sharedForks(with: name)
      .filter { try store.repository.tip(of: $0) != nil }
    let gone = shared.filter { state.forks[$0] == nil }
    let isMany = gone.count > Self.mostDeletions && gone.count * 2 > shared.count
    guard isMany || state.forks.isEmpty && gone.count > 1 else { return }
    throw StoreError(
      .tryAgain,
      "'\(name)' no longer has \(gone.count) of the \(shared.count) forks that both sides had; nothing was changed",
      hint: "if they were deleted there, exchange them by name: "
        + "\(programName) exchange \(name.shellWord) --fork \(gone[0].name.shellWord) ...; "
        + "if not, '\(programName) push --all \(name.shellWord)' brings them back")
  }

  /// The number of forks that may be gone at once without a refusal.
  private static let mostDeletions = 3

  /// Pushes the updates.
  ///
  /// - Returns: true if no race was lost.
  private func push() throws -> Bool {
    if updates.isEmpty { return true }
    let failures = try store.repository.push(
      updates, to: remote, options: store.remoteOptions())
    races.begin()
    var isQuiet = true
    let pushed = updates.filter { failures[$0.fork] == nil }
    try store.record("pushed already: \(pushed.map(\.fork).list)") {
      try store.remember(pushed, of: remote)
    }
    for update in updates {
      guard let failure = failures[update.fork] else { continue }
      report[update.fork].isPushed = false
      report[update.fork].deletion = nil
      if failure.kind == .raceLost, races.mayBeWon(afterLosing: update) {
        isQuiet = false
      } else {
        report[update.fork].failure = StoreError(refusing: update, because: failure)
      }
    }
    return isQuiet
  }
}

extension StoreError {
  /// The error of an exchange, with what it did before it failed.
  ///
  /// - Parameters:
  ///   - name: the remote, if it is remembered here what its forks hold; else nil.
  ///   - forks: the forks that were updated here.
  fileprivate func afterExchanging(with name: String?, updating forks: Set<Fork>) -> StoreError {
    if forks.isEmpty { return afterFetching(from: name) }
    var error = after("here, updated already: \(forks.sorted().list)")
    if kind == .interrupted { error.hint = "'\(programName) undo' reverts that" }
    return error
  }

  /// The error for a fork that a remote did not update.
  fileprivate init(refusing update: RemoteUpdate, because failure: GitError) {
    let name = update.fork.name
    let reason = failure.kind == .locked ? failure.description : failure.message
    switch failure.kind {
    case .raceLost, .locked:
      self.init(
        .unavailable,
        "the remote does not update '\(name)', though nobody else updated it: \(reason)",
        hint: "a killed process may have left a lock there, which the remote's owner must remove")
    default: self.init(.notPermitted, "the remote refused '\(name)': \(reason)")
    }
  }
}
