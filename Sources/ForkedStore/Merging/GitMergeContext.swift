import ForkedDocument
import ForkedGit
import ForkedSchema

/// What can be known of the merge that git is in while it runs a driver: the commits, from the environment
/// that git gives, and the configuration. Opened only when something asks.
final class GitMergeContext {
  private let path: String
  private let environment: Environment
  private lazy var store = Result { try DocumentStore.discover(in: environment) }
  private lazy var history = Result { try makeHistory() }

  init(path: String, environment: Environment) {
    self.path = path
    self.environment = environment
  }

  /// Which change of a property is later; nil where git does not tell which commits it merges.
  func recency(_ property: PropertyPath) throws -> Recency? {
    try history.get()?.recency(of: property)
  }

  /// The same merge as the repository's configuration wants conflicts decided and shown.
  func settled(_ request: FileMergeRequest, else report: FileMergeReport) throws -> FileMergeReport
  {
    var request = request
    let configuration = try store.get().repository.configuration()
    request.policy = try ConflictPolicy(configuredIn: configuration)
    request.lines.style = try LineMerge.Style(configuredIn: configuration)
    let changesNothing = request.policy == nil && request.lines.style == .merge
    return changesNothing ? report : try request.run()
  }

  /// `git merge` names the commits that it merges into HEAD in variables `GITHEAD_<id>`.
  private func makeHistory() throws -> DocumentHistory? {
    let names = environment.variables.keys.filter { $0.hasPrefix("GITHEAD_") }
    guard names.count == 1, let name = names.first,
      let theirs = ObjectID(hex: String(name.dropFirst("GITHEAD_".count)))
    else { return nil }
    let store = try store.get()
    let ours = try store.commit(at: "HEAD")
    return try DocumentHistory(
      of: DocumentPath(path), ours: ours, theirs: theirs, in: store)
  }
}

extension ConflictPolicy {
  /// `fork.conflicts`: `mostRecent` or `manual`; nil where it is not set.
  /// - Throws: kind `usage` for another value.
  init?(configuredIn configuration: Configuration) throws {
    switch try configuration.string("fork.conflicts") {
    case nil: return nil
    case "mostRecent"?: self = .mostRecent
    case "manual"?: self = .manual
    case let value?:
      throw StoreError(
        .usage, "git config fork.conflicts is '\(value)'", hint: "it takes mostRecent or manual")
    }
  }
}

extension LineMerge.Style {
  /// `merge.conflictStyle`; a value that git does not know is its default.
  init(configuredIn configuration: Configuration) throws {
    switch try configuration.string("merge.conflictStyle") {
    case "diff3"?: self = .diff3
    case "zdiff3"?: self = .zdiff3
    default: self = .merge
    }
  }
}
