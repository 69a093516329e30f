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
  /// The documents that were checked, with the problems of their lists.
  private var checked: [GovernedBlob: [OrderedLists.Problem]] = [:]

  init(store: DocumentStore) {
    self.store = store
  }

  var repository: LocalRepository { store.repository }

  mutating func note(
    _ kind: RepositoryProblem.Kind, _ place: String, _ error: any Error, hint: String? = nil
  ) {
    let failure = StoreError(translating: error)
    let location = failure.location.map { "\($0)" } ?? ""
    note(kind, place.isEmpty ? location : place, failure.message, hint: hint ?? failure.hint)
  }

  mutating func note(
    _ kind: RepositoryProblem.Kind, _ place: String, _ message: String, hint: String?,
    isRepaired: Bool = false
  ) {
    report.problems.append(
      RepositoryProblem(
        kind: kind, place: place, message: message, hint: isRepaired ? nil : hint,
        isRepaired: isRepaired))
  }

  static var hintToRepair: String { "'\(programName) verify --repair' repairs it" }

  // MARK: - Objects

  mutating func checkHistory() throws {
    do {
      try repository.refuseGrafts()
    } catch {
      note(
        .object, "info/grafts", error, hint: "without this file, commits have their own parents")
    }
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
    note(
      .object, "\(path) (\(id.hex))", "the object is missing",
      hint: "fetch it from another copy of the repository")
  }

  // MARK: - Documents

  mutating func checkDocuments(repairing: Bool) throws {
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
        check(found, on: fork, schemas)
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
      note(
        .list, "\(fork.name):\(path)#\(problem.pointer)", problem.message,
        hint: problem.kind == .noOrder ? Self.hintToRepair : problem.hint)
    }
  }

  private mutating func check(
    _ found: PathEntry, on fork: Fork, _ schemas: SchemaSet
  ) {
    do {
      let path = try DocumentPath(found.path)
      guard found.entry.mode.isRegularFile, schemas.isDocument(path.string) else { return }
      if try isPromised(found.entry.id) { return }
      if counted.insert(found).inserted { report.documents += 1 }
      let plan = schemas.plan(forDocument: path.string)
      let blob = GovernedBlob(id: found.entry.id, plan: plan.mayHoldOrderedList ? plan : .none)
      if let known = checked[blob] { return note(known, at: path, on: fork) }
      checked[blob] = []
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
      let problems = OrderedLists.problems(in: document, plan: plan)
      // Another name may not allow comments.
      checked[blob] = document.hasComments ? nil : problems
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
      _ = try store.operations()
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
