import CLibgit2
public import Forked

extension LocalRepository {
  /// Creates an empty marker file in the git directory, under `fork/`.
  ///
  /// - Returns: True if it did not exist. True also if it cannot be created.
  public func remember(_ name: String) throws(GitError) -> Bool {
    let path = commonDirectory + "fork/" + name
    if Files.exists(path) { return false }
    do throws(GitError) {
      try Files.makeParent(of: path)
      try Files.write([], to: path)
    } catch {
      return error.kind != .exists
    }
    return true
  }

  /// All branches, ordered by the bytes of their names.
  ///
  /// - Throws: Kind `damagedReference` if one is damaged: a list without it would look as if it had been deleted.
  public func branches() throws(GitError) -> [(fork: Fork, tip: ObjectID)] {
    Self.branches(try references(withPrefix: Self.branchPrefix))
  }

  /// All branches that can be read, and the damaged ones, both ordered by the bytes of their names.
  public func readableBranches() throws(GitError) -> (
    readable: [(fork: Fork, tip: ObjectID)], damaged: [DamagedReference]
  ) {
    let references = try readableReferences(withPrefix: Self.branchPrefix)
    let damaged = try damagedReferences(
      withPrefix: Self.branchPrefix, except: Set(references.map(\.name)))
    return (Self.branches(references), damaged)
  }

  private static let branchPrefix = "refs/heads/"

  private static func branches(_ references: [Reference]) -> [(fork: Fork, tip: ObjectID)] {
    references.compactMap { reference in reference.name.fork.map { ($0, reference.target) } }
  }

  /// The last commit of a fork; nil if there is no such fork.
  ///
  /// - Throws: Kind `damagedReference` if the fork was not deleted, but cannot be read.
  public func tip(of fork: Fork) throws(GitError) -> ObjectID? {
    try target(of: .branch(fork))
  }

  /// The object that a ref names, symbolic refs followed; nil if there is no such ref.
  public func target(of name: ReferenceName) throws(GitError) -> ObjectID? {
    guard let transaction else { return try storedTarget(of: name) }
    return try transaction.target(of: name) { () throws(GitError) in try storedTarget(of: name) }
  }

  private func namedTarget(of name: ReferenceName) throws(GitError) -> ObjectID? {
    guard let transaction else { return try namedObject(name) }
    return try transaction.target(of: name) { () throws(GitError) in try namedObject(name) }
  }

  private func storedTarget(of name: ReferenceName) throws(GitError) -> ObjectID? {
    do throws(GitError) {
      if let target = try namedObject(name) { return target }
    } catch {
      throw try damage(of: name).map { GitError($0) } ?? error
    }
    if let damage = try damage(of: name) { throw GitError(damage) }
    if name.fork != nil { try requirePackedReferences() }
    return nil
  }

  /// All refs whose names begin with a prefix, such as `refs/remotes/`, ordered by name. Unreadable refs other than
  /// branches are left out.
  ///
  /// - Throws: Kind `damagedReference` if a branch among them is damaged.
  public func references(withPrefix prefix: String) throws(GitError) -> [Reference] {
    let references = try readableReferences(withPrefix: prefix)
    let damaged = try damagedReferences(
      withPrefix: prefix, except: Set(references.map(\.name)))
    if let branch = damaged.first(where: { $0.name.fork != nil }) { throw GitError(branch) }
    return references
  }

  private func readableReferences(withPrefix prefix: String) throws(GitError) -> [Reference] {
    let pattern = prefix.filter { !"*?[\\".contains($0) } + "*"
    let iterator = try Handle.make(
      "git_reference_iterator_glob_new", release: git_reference_iterator_free, context: prefix
    ) { git_reference_iterator_glob_new($0, handle.pointer, pattern) }
    var references: [Reference] = []
    while let name = try nextName(iterator) {
      if let target = try namedTarget(of: name) {
        references.append(Reference(name: name, target: target))
      }
    }
    let known = Set(references.map(\.name))
    for (name, update) in transaction?.updates ?? [:] where name.rawValue.hasPrefix(prefix) {
      guard !known.contains(name), let target = update.new else { continue }
      references.append(Reference(name: name, target: target))
    }
    return references.sorted { left, right in
      left.name.rawValue.utf8.lexicographicallyPrecedes(right.name.rawValue.utf8)
    }
  }

  private func nextName(_ iterator: Handle) throws(GitError) -> ReferenceName? {
    var name: UnsafePointer<CChar>?
    let code = git_reference_next_name(&name, iterator.pointer)
    if code == GIT_ITEROVER.rawValue { return nil }
    try check("git_reference_next_name") { code }
    return name.map { ReferenceName(unchecked: String(cString: $0)) }
  }

  /// The commit that a revision names: a fork, id, short id, tag, `~`, `^`, `@{n}`.
  ///
  /// libgit2 is asked only for forms that are not known here: it does not know the updates of a transaction, and refuses
  /// commits whose date it cannot read. The corresponding C functions are `git_revparse_single` and `git_object_peel`.
  ///
  /// - Throws: Kind `notFound`, `ambiguous` or `invalid`.
  public func resolve(revision: String) throws(GitError) -> ObjectID {
    guard !revision.utf8.contains(0) else {
      throw GitError(.invalid, "a revision cannot contain NUL", context: revision)
    }
    if let id = try linkedCommit(at: revision) { return id }
    let object = try object(at: revision)
    let commit = try Handle.make("git_object_peel", release: git_object_free, context: revision) {
      git_object_peel($0, object.pointer, GIT_OBJECT_COMMIT)
    }
    guard let raw = git_object_id(commit.pointer) else {
      throw GitError(.other, "git_object_id gave no result", context: revision)
    }
    return ObjectID(raw.pointee)
  }

  /// The commit of a revision that begins with a ref, a reflog entry or an id, followed by `~n` and `^n`; nil for any
  /// other.
  private func linkedCommit(at revision: String) throws(GitError) -> ObjectID? {
    let name = revision.prefix { $0 != "~" && $0 != "^" }
    var steps: [(parent: Int, count: Int)] = []
    var rest = revision.dropFirst(name.count)
    while let kind = rest.popFirst() {
      let digits = rest.prefix(while: \.isWholeNumber)
      rest = rest.dropFirst(digits.count)
      guard "~^".contains(kind), let number = digits.isEmpty ? 1 : Int(digits) else { return nil }
      steps.append(kind == "~" ? (1, number) : (number, number == 0 ? 0 : 1))
    }
    guard var id = try linkedStart(String(name)) else { return nil }
    if try contains(id), try !isCommit(id) { return nil }
    for step in steps {
      for _ in 0..<step.count {
        let parents = try links(id).parents
        guard step.parent <= parents.count else {
          throw GitError(.notFound, "there is no such ancestor", context: revision)
        }
        id = parents[step.parent - 1]
      }
    }
    return id
  }

  /// The object at the start of a revision. Source: gitrevisions(7), `<refname>`.
  private func linkedStart(_ name: String) throws(GitError) -> ObjectID? {
    if let id = ObjectID(hex: name), try contains(id) { return id }
    if let id = try loggedStart(name) { return id }
    for candidate in Self.fullNames(of: name) {
      if let id = try target(of: candidate) { return id }
    }
    let missing = 2 * ObjectID.byteCount - name.utf8.count
    guard name.utf8.count >= 4, missing >= 0,
      let short = ObjectID(hex: name + String(repeating: "0", count: missing))
    else { return nil }
    var (found, raw) = (git_oid(), short.raw)
    let isThere = try checkFound("git_odb_exists_prefix", context: name) {
      git_odb_exists_prefix(&found, odb.pointer, &raw, name.utf8.count)
    }
    guard isThere != nil, try isCommit(ObjectID(found)) else { return nil }
    return ObjectID(found)
  }

  private static func fullNames(of name: String) -> [ReferenceName] {
    if name == "HEAD" { return [ReferenceName(unchecked: name)] }
    let prefixes = name.hasPrefix("refs/") ? [""] : ["refs/tags/", "refs/heads/", "refs/remotes/"]
    return prefixes.compactMap { try? ReferenceName($0 + name) }
  }

  /// The commit of a reflog entry. Source: gitrevisions(7), `<refname>@{<n>}` and `@{<n>}`.
  private func loggedStart(_ text: String) throws(GitError) -> ObjectID? {
    guard text.hasSuffix("}"), let mark = text.firstRange(of: "@{"),
      let number = Int(text[mark.upperBound...].dropLast()), number >= 0
    else { return nil }
    let shown = String(text[..<mark.lowerBound])
    guard let name = try nameOfLog(shown) else { return nil }
    let log = try loggedUpdates(of: name)
    guard number <= log.count, let first = log.first,
      let id = number < log.count ? log[log.count - 1 - number].new : first.old
    else {
      throw GitError(
        .notFound, "the reflog of '\(name)' has no entry \(number); the oldest is \(log.count - 1)")
    }
    guard try isCommit(id) else {
      throw GitError(
        .notFound, "the reflog of '\(name)' names the commit \(id), which is not in the repository")
    }
    return id
  }

  private func nameOfLog(_ name: String) throws(GitError) -> String? {
    if name == "HEAD" || name == "@" { return "HEAD" }
    if name.isEmpty { return try symbolicHead() ?? "HEAD" }
    for candidate in Self.fullNames(of: name) where try target(of: candidate) != nil {
      return candidate.rawValue
    }
    return nil
  }

  /// The object of a revision. Errors without a kind in libgit2 become `invalid`, apart from those of damaged refs, and
  /// ids that are too short `notFound`.
  private func object(at revision: String) throws(GitError) -> Handle {
    do throws(GitError) {
      return try Handle.make(
        "git_revparse_single", release: git_object_free, context: revision
      ) { git_revparse_single($0, handle.pointer, revision) }
    } catch {
      var error = error
      if error.kind == .other, !error.isOfReference { error.kind = .invalid }
      if error.kind == .ambiguous, error.message.contains("too short") { error.kind = .notFound }
      throw error
    }
  }
}

extension StringProtocol {
  /// The parts before each slash.
  fileprivate var parents: [String] {
    indices.filter { self[$0] == "/" }.map { String(self[..<$0]) }
  }
}

extension Fork {
  /// The forks that cannot exist beside this one: `a` and `a/b` beside `a/b/c`.
  var parents: [Fork] { name.parents.map { Fork(name: $0) } }
}

extension ReferenceName {
  /// Creates the name of a fork after a prefix that ends with a slash.
  public init(_ fork: Fork, below prefix: String) { self.init(unchecked: prefix + fork.name) }

  /// The names that cannot exist beside this one: `refs/heads/a` beside `refs/heads/a/b`.
  public var parents: [ReferenceName] { rawValue.parents.map { ReferenceName(unchecked: $0) } }
}

extension LocalRepository {
  /// Updates a ref if and only if it still names the object that the caller saw.
  ///
  /// The objects that wait to be stored are on the disk before the ref is updated (``Durability``). The reflog is
  /// written if git would write one (`core.logAllRefUpdates`), and HEAD's too if HEAD names the ref.
  ///
  /// - Parameters:
  ///   - name: The ref; a symbolic one is refused.
  ///   - old: The object that it must name; nil if it must not exist.
  ///   - new: The object that it will name; nil to delete it, with its reflog.
  ///   - reflog: The entry for the reflog; nil for none.
  ///   - timeout: The longest time to wait for another process's lock.
  /// - Throws: Kind `raceLost` if it names another object, `locked` after the timeout, `exists` if another ref's name
  ///   is in the way. Then nothing has changed.
  public func compareAndSwap(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID?, reflog: ReflogEntry?,
    timeout: Duration = .seconds(5)
  ) throws(GitError) {
    if let transaction { return try transaction.set(name, from: old, to: new, reflog) }
    let update = ReferenceUpdate(name: name, old: old, new: new, entry: reflog)
    let references = try LockedReferences([update], in: self, timeout: timeout)
    defer { references.end() }
    if new != nil { try storeObjects() }
    try references.prepare()
    try references.apply()
  }

  /// Refuses updates while a hook of git's judges a push: no ref may name an object that git then discards.
  ///
  /// Source: git-receive-pack(1), "QUARANTINE ENVIRONMENT".
  func refuseUpdatesInQuarantine() throws(GitError) {
    guard let path = settings.environment["GIT_QUARANTINE_PATH"] else { return }
    throw GitError(
      .refused, "nothing is updated while a hook judges what was pushed", context: path)
  }

  /// Creates the directory of a ref and locks the ref. The directory can vanish between the two: deleting the last ref
  /// in it removes it too.
  func lock(_ path: String, timeout: Duration) throws(GitError) -> LockFile {
    let deadline = ContinuousClock.now + timeout
    while true {
      try Files.makeParent(of: path, sync: durability()(of: .reference))
      do throws(GitError) {
        return try LockFile(of: path, timeout: timeout, keepsWaiting: keepsWaiting)
      } catch {
        guard error.kind == .notFound, ContinuousClock.now < deadline else { throw error }
      }
    }
  }

  func expect(_ name: ReferenceName, at old: ObjectID?) throws(GitError) {
    guard let reference = try lookup(name) else {
      if old == nil { return }
      throw GitError(.raceLost, "the ref was deleted meanwhile", context: name.rawValue)
    }
    guard let target = git_reference_target(reference.pointer) else {
      throw GitError(.unsupported, "the ref is symbolic", context: name.rawValue)
    }
    if ObjectID(target.pointee) == old { return }
    throw GitError(.raceLost, "the ref was updated meanwhile", context: name.rawValue)
  }

  private func lookup(_ name: ReferenceName) throws(GitError) -> Handle? {
    try Handle.find("git_reference_lookup", release: git_reference_free, context: name.rawValue) {
      git_reference_lookup($0, handle.pointer, name.rawValue)
    }
  }

  /// Verifies that no other ref's name is in the way, packed refs included: `a` and `a/b` cannot both be refs.
  ///
  /// - Parameter deleted: The refs that will be deleted.
  func refuseNamesInTheWay(
    of name: ReferenceName, except deleted: Set<ReferenceName> = []
  ) throws(GitError) {
    let below = try references(withPrefix: name.rawValue + "/").map(\.name)
    var taken = below.first { !deleted.contains($0) }
    for shorter in name.parents.dropFirst(2) where taken == nil && !deleted.contains(shorter) {
      taken = try target(of: shorter).map { _ in shorter }
    }
    guard let taken else { return }
    throw GitError(.exists, "the name collides with \(taken)", context: name.rawValue)
  }

  /// Locks the file of packed refs, even if there is none: `git pack-refs` could be about to write it.
  func lockPackedReferences(timeout: Duration) throws(GitError) -> LockFile {
    try LockFile(
      of: commonDirectory + "packed-refs", timeout: timeout, keepsWaiting: keepsWaiting)
  }
}
