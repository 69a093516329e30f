import ForkedGit
import ForkedJSON

/// The input of `log`.
public struct LogRequest: Sendable {
  /// A revision or a range like `main..laptop`, then a document (or directory) or a property like
  /// `notes/a.json#/title`; each can be left out.
  public var arguments: [String]
  /// The fork; nil: the current one.
  public var fork: String?
  /// The revision to begin at; nil: the fork's last version.
  public var revision: String?
  /// The greatest number of versions; nil: all.
  public var limit: Int?
  /// A text in the name or address of the author, in any case; nil: any author.
  public var author: String?
  /// The seconds since 1970 before which versions are left out; nil: none are.
  public var since: Int64?
  /// The seconds since 1970 after which versions are left out; nil: none are.
  public var until: Int64?
  /// The conditions: only versions in which a document began or ceased to match all of them; none: all versions.
  public var conditions: [Condition] = []
  /// True if lines of development stay together, for a graph. Then the log is of no single document.
  public var keepsLinesTogether = false
  /// True if each version lists the documents that it changed, as far as they were asked for.
  public var includesDocuments = false
  /// True if each version has its differences from its first parent.
  public var includesChanges = false

  /// Creates a request for whole versions of the current fork.
  public init(arguments: [String] = []) { self.arguments = arguments }

  fileprivate func includes(_ commit: CommitObject) -> Bool {
    let seconds = commit.hybridTime.seconds
    if let since, seconds < since { return false }
    if let until, seconds > until { return false }
    guard let author else { return true }
    return "\(commit.author.name) <\(commit.author.email)>".lowercased()
      .contains(author.lowercased())
  }
}

extension DocumentStore {
  /// Calls a function with the versions of a fork, newest first; with a document, only with versions in which it
  /// differs from every parent. Renames of the document are followed.
  ///
  /// - Parameter body: called with each version; false ends the walk.
  /// - Throws: kind `notFound` if no version holds the document.
  /// - Complexity: O(versions), and a parse of each version of the document if a property is given.
  public func log(_ request: LogRequest, _ body: (LoggedVersion) throws -> Bool) throws {
    let (range, place) = try rangeAndDocument(request)
    if request.keepsLinesTogether, place != nil {
      throw StoreError(.usage, "--graph shows whole forks, not the history of one document")
    }
    guard let tip = range.tips.first else { return }
    let matches = try matchHistory(request.conditions, of: place, since: tip)
    let followed = try (matches == nil ? place : nil).map {
      FollowedPath(self, try pathWithHistory($0.document, since: tip), $0.pointer)
    }
    let names = Dictionary(grouping: try shownBranches(), by: \.tip)
    var (count, isFound) = (0, false)
    let ends = try repository.historyEnds()
    var reached: Set<ObjectID> = []
    try repository.walkCommits(
      from: range.tips, excluding: range.hidden,
      order: request.keepsLinesTogether ? .topological : .time
    ) { id in
      try environment.checkInterruption()
      if count == request.limit { return false }
      if ends.contains(id) { reached.insert(id) }
      guard try followed?.changes(in: id) ?? true else { return true }
      isFound = true
      let commit = try repository.commit(id)
      guard request.includes(commit) else { return true }
      let matched = try matches?.changes(in: commit, since: presentParents(of: commit))
      if matched?.isEmpty == true { return true }
      count += 1
      return try body(
        LoggedVersion(
          commit: commit, forks: names[commit.id, default: []].map(\.fork),
          documents: request.includesDocuments ? changedFiles(in: commit, of: followed) : nil,
          changes: request.includesChanges ? changes(in: commit, of: followed) : nil,
          matches: matched))
    }
    notify(matches?.missing ?? [])
    notify(historyEndsAt: reached)
    if !isFound, request.limit != 0, range.hidden.isEmpty, let place {
      try requireRevisions(in: place.document)
      throw StoreError(
        .notFound, "no version holds it",
        at: .init(document: place.document, pointer: place.pointer),
        hint: try hint(
          forMissing: documentPath(place.document), place.pointer, in: snapshot(of: tip)))
    }
  }

  /// The search for versions in which documents began or ceased to match; nil if there are no conditions.
  private func matchHistory(
    _ conditions: [Condition], of place: PropertyArgument?, since tip: ObjectID
  ) throws -> MatchHistory? {
    guard !conditions.isEmpty else { return nil }
    if let pointer = place?.pointer {
      throw StoreError(
        .usage, "--where asks documents, and \(pointer) is a property",
        hint: "leave out the pointer: the conditions have pointers of their own")
    }
    let selection = try place.map { try self.selection($0.document, in: snapshot(of: tip)) }
    return MatchHistory(conditions, selection, self)
  }

  /// The commits that a log begins at, and those that it leaves out with all their ancestors.
  private struct HistoryRange {
    var tips: [ObjectID]
    var hidden: [ObjectID] = []
  }

  private func rangeAndDocument(
    _ request: LogRequest
  ) throws -> (range: HistoryRange, document: PropertyArgument?) {
    var names = request.arguments[...]
    let range = try names.first.flatMap { try self.range($0) }
    if range != nil { names.removeFirst() }
    if range != nil, request.revision != nil || request.fork != nil {
      throw StoreError(
        .usage, "'\(request.arguments[0])' is a revision already, besides --fork or --at")
    }
    if names.count == 2, let pointer = names.last, pointer.hasPrefix("/") {
      return (
        try range ?? start(of: request), try PropertyArgument(names[names.startIndex], pointer)
      )
    }
    guard names.count <= 1 else {
      try requireRevisions(in: names.first ?? "")
      throw StoreError(
        .usage, "'\(names.first ?? "")' is not a revision, and the log is of one document",
        hint: "a range is written as in '\(programName) log main..laptop notes/a.json'")
    }
    return (try range ?? start(of: request), try names.first.map { try PropertyArgument($0) })
  }

  private func start(of request: LogRequest) throws -> HistoryRange {
    let start = try snapshot(at: request.revision, elseOf: request.fork)
    return HistoryRange(tips: start.commit.map { [$0] } ?? [])
  }

  /// The path of a document or directory; a pattern has no history of its own.
  private func pathWithHistory(_ name: String, since tip: ObjectID) throws -> DocumentPath {
    let selection = try self.selection(name, in: snapshot(of: tip))
    guard selection.isPattern, try isThere(selection, in: snapshot(of: tip)) else {
      return try DocumentPath(selection.path)
    }
    throw StoreError(
      .usage, "'\(name)' is a pattern, and the log is of one document or directory",
      hint: "'\(programName) documents \(name.shellWord)' lists the documents")
  }

  /// Reads a revision, or a range as git writes it: `a..b` is what b has and a has not, `a...b` what one of them has
  /// and the other has not. Returns nil for anything else.
  private func range(_ text: String) throws -> HistoryRange? {
    guard let ends = Self.ends(of: text) else {
      return try revision(text).map { HistoryRange(tips: [$0]) }
    }
    guard let from = try revision(ends.from), let to = try revision(ends.to) else { return nil }
    return ends.isSymmetric
      ? HistoryRange(tips: [to, from], hidden: try repository.mergeBases(of: from, and: to))
      : HistoryRange(tips: [to], hidden: [from])
  }

  /// The revisions of a range; nil if the text has no `..`.
  static func ends(of text: String) -> (from: String, to: String, isSymmetric: Bool)? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let isSymmetric = text[dots.upperBound...].hasPrefix(".")
    let ends = [text[..<dots.lowerBound], text[dots.upperBound...].dropFirst(isSymmetric ? 1 : 0)]
      .map { $0.isEmpty ? "HEAD" : String($0) }
    return (ends[0], ends[1], isSymmetric)
  }

  /// Refuses a range of which a revision does not exist.
  func requireRevisions(in text: String) throws {
    guard let ends = Self.ends(of: text),
      let unknown = try [ends.from, ends.to].first(where: { try revision($0) == nil })
    else { return }
    throw StoreError(
      .notFound, "there is no revision '\(unknown)' for the range '\(text)'",
      hint: "'\(programName) list' shows the forks, '\(programName) log' the versions")
  }

  private func hint(
    forMissing path: DocumentPath, _ pointer: JSONPointer?, in snapshot: Snapshot
  ) throws -> String {
    guard let pointer, try entry(at: path, in: snapshot) != nil else {
      return hint(for: path, in: snapshot)
    }
    let document = try parse(requireBytes(of: path, in: snapshot), named: shown(path))
    return hint(for: pointer, below: document.root, of: shown(path))
  }

  private func changedFiles(
    in commit: CommitObject, of followed: FollowedPath?
  ) throws -> [String] {
    let parent = try presentParents(of: commit).first.map { try repository.links($0).tree }
    return try repository.changes(from: parent, to: commit.tree).map(\.path)
      .filter { followed?.includes($0, in: commit.id) ?? true }.map { shown($0) }
  }

  /// Returns the differences of a version from its first parent. Of a merge, only files count that differ from every
  /// parent: the others were changed by the versions that it merges.
  private func changes(
    in commit: CommitObject, of followed: FollowedPath?
  ) throws -> [FileDifference] {
    let merged = try presentParents(of: commit).dropFirst().map { parent in
      let tree = try repository.links(parent).tree
      return Set(try repository.changes(from: tree, to: commit.tree).map(\.path))
    }
    let files = try differences(
      from: snapshot(of: presentParents(of: commit).first), to: snapshot(of: commit.id)
    ) { path in
      merged.allSatisfy { $0.contains(path) } && followed?.includes(path, in: commit.id) ?? true
    }
    return files.compactMap {
      followed?.pointer == nil
        ? $0 : $0.limited(to: [PointerPattern(exactly: followed?.pointer ?? JSONPointer())])
    }
  }
}
