import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

extension DocumentStore {
  /// Verifies the whole repository.
  ///
  /// It checks that every ref can be read, that every object of every version of every fork exists, that every document
  /// at the tips of the forks parses, that schemas have no errors, that ordered lists are in the order of their
  /// positions and their elements have ids, that all occurrences of an entity agree, and that killed processes left
  /// nothing behind.
  ///
  /// - Parameter repairs: True if problems that need no decision are repaired.
  /// - Throws: kind `interrupted`. A problem of the repository is no error: the result lists it.
  /// - Complexity: all versions and all their directories, each once.
  public func verify(repairing repairs: Bool = false) throws -> VerifyReport {
    var verification = Verification(store: self)
    verification.checkLeftovers(repairing: repairs)
    try verification.checkWorkTrees(repairing: repairs)
    try verification.checkReferences(repairing: repairs)
    try LocalRepository.verifyingHashes {
      try verification.checkHistory()
      try verification.checkDocuments(repairing: repairs)
    }
    try verification.checkEntities(repairing: repairs)
    verification.checkOperations()
    return verification.report
  }
}

/// The verification of a whole repository.
struct Verification {
  let store: DocumentStore
  var report = VerifyReport()
  /// The forks that can be read, after repairs.
  var branches: [(fork: Fork, tip: ObjectID)] = []
  private var known: Set<ObjectID> = []
  /// The lists out of order that renumbering repairs, with their problems in the report.
  private var unsorted: [Fork: [(path: DocumentPath, problem: Int)]] = [:]
  private var counted: Set<PathEntry> = []
  private var listProblems: [GovernedBlob: [OrderedLists.Problem]] = [:]

  init(store: DocumentStore) {
    self.store = store
  }

  private var repository: LocalRepository { store.repository }

  mutating func note(
    _ kind: RepositoryProblem.Kind, _ place: String, _ error: any Error, hint: String? = nil
  ) {
    let failure = StoreError(translating: error)
    let where_ = failure.location.map { "\($0)" } ?? ""
    report.problems.append(
      RepositoryProblem(
        kind: kind, place: place.isEmpty ? where_ : place, message: failure.message,
        hint: hint ?? failure.hint))
  }

  // MARK: - Leftovers

  mutating func checkLeftovers(repairing: Bool) {
    let now = HybridTime(nanoseconds: store.environment.clock()).seconds
    for leftover in lastingLeftovers(now) {
      var problem = RepositoryProblem(
        kind: .leftover, place: leftover.path, message: leftover.kind.words,
        hint: leftover.kind == .foreignLock
          ? "if no git is running, remove it: rm \(leftover.path.shellWord)"
          : "'\(programName) verify --repair' repairs it")
      if repairing {
        problem.isRepaired =
          leftover.kind.isOfTransaction ? finishTransactions() : repository.remove(leftover)
      }
      report.problems.append(problem)
    }
  }

  /// The leftovers, without the locks of programs that are at work: git holds one for a moment.
  private func lastingLeftovers(_ now: Int64) -> [Leftover] {
    let found = repository.leftovers(now: now)
    guard found.contains(where: { $0.kind == .foreignLock }) else { return found }
    store.environment.sleep(2_000_000_000)
    let known = Set(found)
    return repository.leftovers(now: now).filter { known.contains($0) }
  }

  mutating func checkWorkTrees(repairing: Bool) throws {
    for tree in try repository.prunableWorkTrees() {
      report.problems.append(
        RepositoryProblem(
          kind: .leftover, place: tree.path, message: "a linked work tree that is gone",
          hint: "'git worktree prune' forgets it; if it was moved, 'git worktree repair' in it"))
    }
    do {
      try checkIndex(repairing: repairing)
    } catch {
      let index = repository.gitDirectory + "index"
      guard StoreError(translating: error).kind == .invalidData else { throw error }
      note(
        .leftover, index, error,
        hint:
          "'rm \(index.shellWord) && git reset' makes it again; nothing that was staged is in it")
    }
  }

  /// Checks that the index can be read, and that the files that it describes are not empty.
  private mutating func checkIndex(repairing: Bool) throws {
    try repository.verifyIndex()
    let emptied = try repository.emptiedFiles()
    if repairing, !emptied.isEmpty {
      let update = try repository.beginWorkTreeUpdate(
        timeout: store.environment.lockTimeout, duringOperation: true)
      update.restoreEmptiedFiles(all: true)
      try update.end()
    }
    let left = Set(repairing ? try repository.emptiedFiles() : emptied)
    for path in emptied {
      var problem = RepositoryProblem(
        kind: .leftover, place: path.description, message: "a file that a power cut emptied",
        hint: "'\(programName) verify --repair' repairs it")
      problem.isRepaired = !left.contains(path)
      report.problems.append(problem)
    }
  }

  private mutating func finishTransactions() -> Bool {
    do {
      try repository.recoverTransactions(
        options: .init(environment: store.environment.variables),
        timeout: store.environment.lockTimeout)
      return true
    } catch {
      note(.leftover, repository.gitDirectory, error)
      return false
    }
  }

  // MARK: - Objects

  mutating func checkHistory() throws {
    var waiting = branches.map(\.tip)
    while let id = waiting.popLast() {
      guard known.insert(id).inserted else { continue }
      try store.environment.step(Progress("verifying versions", report.versions))
      do {
        let commit = try repository.commit(id)
        report.versions += 1
        let parents = try store.presentParents(of: commit)
        if parents.count < commit.parents.count { report.ends += 1 }
        waiting += parents
        checkTree(commit.tree, at: .root, depth: 0)
      } catch {
        note(.object, id.hex, error, hint: "fetch it from another copy of the repository")
      }
    }
  }

  private mutating func checkTree(_ id: ObjectID, at directory: TreePath, depth: Int) {
    guard known.insert(id).inserted else { return }
    do {
      if try isPromised(id) {
        report.promised += 1
        return
      }
      for item in try repository.entries(in: id) {
        let path = directory.appending(item.path.bytes)
        switch item.entry.mode {
        case .tree where depth < 2048: checkTree(item.entry.id, at: path, depth: depth + 1)
        case .tree, .submodule: break
        case .file, .executable, .symlink: try checkBlob(item.entry.id, at: path)
        }
      }
    } catch {
      note(
        .object, "\(directory) (\(id.hex))", error,
        hint: "fetch it from another copy of the repository")
    }
  }

  /// True if an object is missing because the clone is partial: git fetches it when it is needed.
  private func isPromised(_ id: ObjectID) throws -> Bool {
    try repository.isPartial && !repository.contains(id)
  }

  private mutating func checkBlob(_ id: ObjectID, at path: TreePath) throws {
    guard known.insert(id).inserted else { return }
    report.files += 1
    if try repository.contains(id) { return }
    if try isPromised(id) {
      report.promised += 1
      return
    }
    report.problems.append(
      RepositoryProblem(
        kind: .object, place: "\(path) (\(id.hex))", message: "the object is missing",
        hint: "fetch it from another copy of the repository"))
  }

  // MARK: - Documents

  mutating func checkDocuments(repairing: Bool) throws {
    var seen: Set<GovernedBlob> = []
    for (fork, tip) in branches {
      let snapshot: Snapshot
      let schemas: SchemaSet
      do {
        snapshot = try store.snapshot(of: tip)
        schemas = try store.schemas(of: snapshot)
      } catch {
        note(.schema, fork.name, error)
        continue
      }
      guard let tree = snapshot.tree else { continue }
      try repository.walk(tree) { found in
        try store.environment.checkInterruption()
        guard found.entry.mode != .tree else { return true }
        check(found, on: fork, schemas, &seen)
        store.environment.report(Progress("reading documents", report.documents))
        return true
      }
    }
    if repairing { repairLists() }
  }

  /// Renumbers the lists that were found out of order, in one version of each fork concerned.
  private mutating func repairLists() {
    for (fork, lists) in unsorted {
      do {
        try store.repairLists(of: Array(Set(lists.map(\.path))), on: fork)
        for list in lists { report.problems[list.problem].isRepaired = true }
      } catch {
        note(.list, fork.name, error)
      }
    }
  }

  private mutating func note(
    _ problems: [OrderedLists.Problem], at path: DocumentPath, on fork: Fork
  ) {
    for problem in problems {
      if problem.kind == .noOrder {
        unsorted[fork, default: []].append((path, report.problems.count))
      }
      report.problems.append(
        RepositoryProblem(
          kind: .list, place: "\(fork.name):\(path)#\(problem.pointer)", message: problem.message,
          hint: problem.kind == .noOrder
            ? "'\(programName) verify --repair' repairs it" : problem.hint))
    }
  }

  private mutating func check(
    _ found: PathEntry, on fork: Fork, _ schemas: SchemaSet, _ seen: inout Set<GovernedBlob>
  ) {
    do {
      let path = try DocumentPath(found.path)
      guard found.entry.mode.isRegularFile, schemas.isDocument(path.string) else { return }
      if try isPromised(found.entry.id) { return }
      if counted.insert(found).inserted { report.documents += 1 }
      let plan = schemas.plan(forDocument: path.string)
      let blob = GovernedBlob(id: found.entry.id, plan: plan.mayHoldOrderedList ? plan : .none)
      guard seen.insert(blob).inserted else {
        return note(listProblems[blob] ?? [], at: path, on: fork)
      }
      let bytes = try repository.blob(found.entry.id)
      let document: JSONDocument
      do {
        document = try store.conformingDocument(bytes, at: found.path)
      } catch {
        if store.isNoDocument(bytes, at: found.path) { return }
        return note(
          .document, "", StoreError(syntax: error, in: "\(fork.name):\(path)"),
          hint: store.hint(forNotationOf: bytes, at: found.path))
      }
      if document.hasComments { seen.remove(blob) }  // Another name may not allow them.
      let problems = OrderedLists.problems(in: document, plan: plan)
      if !problems.isEmpty { listProblems[blob] = problems }
      note(problems, at: path, on: fork)
    } catch let error as InvalidPath {
      note(.path, "\(fork.name):\(found.path)", error)
    } catch {
      note(.document, "", error)
    }
  }

  // MARK: - Operations

  mutating func checkOperations() {
    do {
      for operation in try store.operations() { _ = operation }
    } catch {
      note(
        .operations, OperationLog.reference, error,
        hint: "git update-ref -d \(OperationLog.reference) begins a new log; nothing else is lost")
    }
  }
}

/// The blob of a document, and the plan by which its arrays are ordered lists.
private struct GovernedBlob: Hashable {
  var id: ObjectID
  var plan: FieldPlan
}

extension Leftover.Kind {
  /// True if the recovery of transactions ends it.
  fileprivate var isOfTransaction: Bool {
    self == .unfinishedTransaction || self == .unfinishedReplacement
  }

  fileprivate var words: String {
    switch self {
    case .abandonedLock: "a lock that a killed process left behind"
    case .foreignLock: "a lock of another program, such as git"
    case .temporaryFile: "an incomplete file of a process that was killed, or had no space left"
    case .unfinishedTransaction: "a transaction that a killed process did not finish"
    case .unfinishedReplacement: "a file of the work tree that a killed process was replacing"
    }
  }
}
