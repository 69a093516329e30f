public import ForkedDocument
public import ForkedGit

/// The input that git gives its merge driver: three versions of a file, and its path.
public struct MergeDriver {
  /// The merge base; empty if there is none.
  public var base: [UInt8]
  /// Our version.
  public var ours: [UInt8]
  /// Their version.
  public var theirs: [UInt8]
  /// The document's path in the repository.
  public var path: String
  /// The length of a conflict marker in characters.
  public var markerSize: Int
  /// The labels behind the conflict markers, if git gives them; nil: those that git would write, as far as they are
  /// known.
  public var labels: MarkerLabels?
  /// True if the versions are merge bases, which git merges first if there are several. No user sees the result.
  public var mergesAncestors: Bool
  /// The environment of the process, whose working directory is the root of the work tree.
  public var environment: Environment

  /// Creates the input of a driver.
  public init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, markerSize: Int,
    labels: MarkerLabels? = nil, mergesAncestors: Bool = false, environment: Environment
  ) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.path = path
    self.markerSize = markerSize
    self.labels = labels
    self.mergesAncestors = mergesAncestors
    self.environment = environment
  }

  /// True if git replays a recorded resolution: base and ours are a conflict with markers, theirs is its resolution.
  ///
  /// Source: git's rerere.c, which merges them with the driver of the file.
  public var replaysResolution: Bool {
    func hasMarkers(_ text: [UInt8]) -> Bool {
      MarkedText.hasMarkers(text, markerSize: markerSize)
    }
    return hasMarkers(base) && hasMarkers(ours) && !hasMarkers(theirs)
  }

  /// Merges the three versions as the repository's schema and configuration say.
  ///
  /// The repository is opened only if either side has a schema, as far as git tells what it merges, or if both sides
  /// changed one property: then history, `fork.conflicts` and `merge.conflictStyle` matter.
  ///
  /// - Throws: the error in the schema; then ``mergedByLines()`` does what git would do.
  public func run() throws -> FileMergeReport {
    let context = GitMergeContext(of: self)
    var merge = merge()
    if mergesAncestors { return try mergedAncestors(merge, context) }
    merge.history = context.history
    if !isLarge {
      if try mayHaveSchema() { try context.setPlans(of: &merge) }
      let report = try FileMergeReport(merge)
      if report.isClean && !report.hasChangesByBoth { return report }
    }
    return try FileMergeReport(completed(merge, context))
  }

  /// Merges the three versions by lines, as git does. Binary versions are not merged: ours is kept.
  public func mergedByLines() throws -> (text: [UInt8], isClean: Bool) {
    if merge().isBinary { return (ours, false) }
    return try knownLines().merge(base: base, ours: ours, theirs: theirs)
  }
}

extension MergeDriver {
  private func merge() -> FileMerge {
    FileMerge(
      path: path, base: base, ours: ours, theirs: theirs, lines: LineMerge(markerSize: markerSize),
      listing: .changedByBoth)
  }

  /// True if a second merge would take longer than opening the repository.
  private var isLarge: Bool { base.count + ours.count + theirs.count > 1 << 20 }

  private func completed(_ merge: FileMerge, _ context: GitMergeContext) throws -> FileMerge {
    var merge = merge
    try context.setPlans(of: &merge)
    merge.policy.conflicts = try context.policy()
    merge.policy.lines = try lines(in: context)
    return merge
  }

  private func lines(in context: GitMergeContext) throws -> LineMerge {
    LineMerge(
      style: try context.style(), markerSize: markerSize,
      labels: try labels ?? context.markerLabels() ?? LineMerge().labels)
  }

  /// Returns the line merge with as much of git's labels and style as can be read.
  private func knownLines() -> LineMerge {
    do {
      return try lines(in: GitMergeContext(of: self))
    } catch {
      return LineMerge(markerSize: markerSize, labels: labels ?? LineMerge().labels)
    }
  }

  /// Merges two merge bases into one. No conflict is left to the user and nothing is reported: if conflicts remain, the
  /// result is their own base.
  private func mergedAncestors(
    _ merge: FileMerge, _ context: GitMergeContext
  ) throws -> FileMergeReport {
    var merge = merge
    merge.policy.conflicts = .base
    if try mayHaveSchema() { merge.plan = try context.schemas().plan(forDocument: path) }
    var report = try FileMergeReport(merge)
    guard report.result.unreadable == nil, report.result.avoidedDefect == nil else { return report }
    report.result = MergeResult(MergedFile(bytes: report.isClean ? report.bytes : base))
    return report
  }

  /// Returns a schema file of the work tree by its path from the root; nil if there is no such file.
  func schemaFile(_ path: String) throws -> [UInt8]? {
    try WorkTreeFiles(root: environment.workingDirectory).read(TreePath(path))
  }

  /// Returns true if a schema may govern this merge: the work tree's, one that a sparse checkout leaves out, or the
  /// first schema of the repository, which the other side adds.
  private func mayHaveSchema() throws -> Bool {
    let path = DocumentStore.schemaPath
    if try schemaFile(path.description) != nil { return true }
    let (workTree, variables) = (environment.workingDirectory, environment.variables)
    return try LocalRepository.mayBeSparse(workTree: workTree, gitDirectory: variables["GIT_DIR"])
      || LocalRepository.runningMergeMayBring(path, to: workTree, environment: variables)
  }
}

/// The result of merging three versions of a file.
public struct FileMergeReport: Report {
  /// The file's path.
  public var path: String
  /// The merged file, with the decisions and the conflicts.
  public var result: MergeResult<MergedFile>
  /// True if a version is binary, so that nothing could be merged.
  public var isBinary: Bool

  /// Runs a merge and holds its result.
  public init(_ merge: FileMerge) throws {
    path = merge.path
    result = try merge.run()
    isBinary = result.unreadable != nil && merge.isBinary
  }

  /// The merged bytes; with conflicts, they hold conflict markers.
  public var bytes: [UInt8] { result.bytes ?? [] }

  /// True if no conflict is left to the user.
  public var isClean: Bool { result.isClean && !result.hasMarkedLines }

  /// True if both sides changed one property, however that was decided.
  var hasChangesByBoth: Bool {
    !result.changedByBoth.isEmpty || !result.decisions.isEmpty || result.avoidedDefect != nil
  }

  /// The result as one JSON value.
  public var reportValue: ReportValue {
    .object([
      "document": path, "clean": isClean,
      "mergedAsText": result.unreadable.map { "\($0.version): \($0.error.reason)" },
      "defect": result.avoidedDefect, "resolved": result.decisions, "conflicts": result.conflicts,
    ])
  }
}
