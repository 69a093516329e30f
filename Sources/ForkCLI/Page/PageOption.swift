import ArgumentParser
import ForkedGit
import ForkedStore

/// `--html`.
struct PageOption: ParsableArguments {
  @Option(
    name: .customLong("html"),
    help: ArgumentHelp("Also write the result to a page for a browser", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var path: String?

  func validate() throws {
    guard path == "-" else { return }
    throw ValidationError("--html takes the name of a file, such as page.html, not standard output")
  }

  /// Writes the page, if the user asked for one.
  ///
  /// - Parameter page: returns the page.
  func write(_ page: @autoclosure () throws -> Page, from store: DocumentStore, in session: Session)
    throws
  {
    guard let path else { return }
    if let present = try? Process.read(path), !present.starts(with: Page.beginning.utf8) {
      throw StoreError(
        .cannotCreate, "'\(path)' is no page for a browser, so it was not overwritten",
        hint: "--html takes the name of a new file, or of a page to replace")
    }
    try Process.create(path, with: try page().bytes { try store.documentPath($0).string })
    session.console.notify("wrote \(path)")
  }
}

extension Page {
  /// The greatest number of versions in the graph beside a result.
  private static let mostVersions = 60

  /// Creates the page of a merge that is being made.
  init(
    merging names: String, into fork: String, _ report: MergeReport, deciding command: String,
    from store: DocumentStore
  ) throws {
    title = "Merge \(names) into \(fork)"
    let count = report.conflicts.count
    subtitle =
      count > 0
      ? "\(counted(count, "conflict")) to decide"
      : "No conflicts; \(counted(report.changed, "file")) changed"
    conflicts = report.conflicts
    decisions = report.resolved
    deciding = Deciding(
      command: command, option: "--resolve ", commits: report.commits, note: Self.decidingNote)
    try addSides(report.commits, from: store)
  }

  /// Creates the page of an unfinished git merge.
  init(_ report: ConflictsReport, from store: DocumentStore) throws {
    title = "Unfinished merge"
    subtitle =
      report.conflicts.isEmpty
      ? "No conflicts; \(counted(report.unmerged.count, "unmerged file"))"
      : "\(counted(report.conflicts.count, "conflict")) in \(counted(Set(report.conflicts.map(\.document)).count, "document"))"
    conflicts = report.conflicts
    decisions = report.resolved
    deciding = Deciding(
      command: "\(programName) resolve", option: "", commits: report.commits,
      note: Self.decidingNote)
    try addSides(report.commits, from: store)
  }

  /// Creates the page of a merge that was made.
  init(_ report: ExplainReport, of revision: String, from store: DocumentStore) throws {
    title = "Merge \(revision)"
    let count = report.properties.count
    subtitle = "\(count) \(count == 1 ? "property" : "properties") changed by both sides"
    properties = report.properties
    propertiesNote =
      report.note ?? (report.properties.isEmpty ? "No property was changed by both sides." : nil)
    versions = try store.versions(from: [report.commit], atMost: Self.mostVersions)
    let parents = versions.first { $0.commit.id == report.commit }?.commit.parents ?? []
    addRoles(parents.map(\.hex))
  }

  /// Creates the page of a version.
  init(_ report: ShowReport, from store: DocumentStore) throws {
    let commit = report.version.commit
    title = commit.subject.isEmpty ? "Version \(commit.id.hex.prefix(10))" : commit.subject
    subtitle =
      "\(commit.id.hex.prefix(10)), \(report.version.author), \(report.version.time.prefix(16).replacing("T", with: " "))"
    decisions = report.merge?.resolved ?? []
    let resolved = report.merge?.conflicts.map(\.explained) ?? []
    properties = resolved.isEmpty ? nil : resolved
    changes = .differences(report.files)
    versions = try store.versions(from: [commit.id], atMost: Self.mostVersions)
    if commit.parents.count == 2 { addRoles(commit.parents.map(\.hex)) }
  }

  /// Creates the page of a comparison.
  init(_ report: DiffReport, of arguments: [String], from store: DocumentStore) throws {
    title =
      arguments.isEmpty ? "Uncommitted changes" : "Changes: " + arguments.joined(separator: " ")
    let count = report.files.reduce(0) { $0 + $1.changes.count }
    subtitle =
      "\(counted(count, "change")) in \(counted(report.files.count, "file"))"
    changes = .differences(report.files)
    versions = try store.versions(atMost: Self.mostVersions)
  }

  /// Creates the page of a history.
  init(_ versions: [LoggedVersion], of name: String) {
    title = "History of \(name)"
    var tally = ChangeTally()
    for file in versions.compactMap(\.changes).joined() { tally.add(file) }
    let isOfChanges = versions.contains { $0.changes != nil }
    subtitle = counted(versions.count, "version") + (isOfChanges ? ", " + tally.text : "")
    self.versions = versions
    changes = .versions(versions)
    graphTitle = "Versions"
  }

  private static let decidingNote =
    "Choose a version for each conflict, or one for all of an object or document. Nothing changes until you run the "
    + "command below, or save the decisions and run it with --from decisions.json."

  private mutating func addSides(_ commits: MergedCommits, from store: DocumentStore) throws {
    changes = try store.sideDifferences(commits).map { .sides($0) }
    let tips = ([commits.ours].compactMap { $0 } + commits.theirs)
    versions = try store.versions(
      from: tips.compactMap(ObjectID.init(hex:)), atMost: Self.mostVersions)
    addRoles(tips)
  }

  private mutating func addRoles(_ tips: [String]) {
    for (index, tip) in tips.enumerated() { roles[tip] = index == 0 ? "ours" : "theirs" }
  }
}
