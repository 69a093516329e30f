/// A problem of a repository.
public struct RepositoryProblem: Hashable, Sendable {
  /// The kind of a problem.
  public enum Kind: String, Sendable {
    /// A needed object is missing or damaged.
    case object
    /// A path that no document may have.
    case path
    /// A document that does not parse.
    case document
    /// An ordered list whose positions are not in order, or whose elements have no ids of their own.
    case list
    /// A schema with errors.
    case schema
    /// An entity whose occurrences differ.
    case entity = "model"
    /// A file that a killed process left behind.
    case leftover
    /// An unreadable operation log.
    case operations
    /// A damaged ref, such as a fork whose file was lost in a power cut.
    case reference = "ref"
  }

  /// The kind.
  public var kind: Kind
  /// A fork and a document, an object's id, or a file.
  public var place: String
  /// The description of the problem.
  public var message: String
  /// A way to repair it; nil if nothing is left to do.
  public var hint: String?
  /// True if it was repaired.
  public var isRepaired = false
}

/// The result of verifying a whole repository.
public struct VerifyReport: Report {
  /// The number of versions that were checked.
  public var versions = 0
  /// The number of files in these that were checked.
  public var files = 0
  /// The number of documents at the forks' tips: each path once for each of its contents.
  public var documents = 0
  /// The versions at which the history of a shallow clone ends. Older ones are not here, and were not checked.
  public var ends = 0
  /// The objects that a partial clone does not have yet, and that were not checked.
  public var promised = 0
  /// The problems, including those that were repaired.
  public var problems: [RepositoryProblem] = []

  /// True if no problem is left.
  public var isSound: Bool { problems.allSatisfy(\.isRepaired) }

  /// The result as JSON:
  /// `{"versions":..,"files":..,"documents":..,"problems":[{"kind":..,"place":..,"message":..,"repaired":false}]}`,
  /// with `"historyEnds":..` in a shallow clone and `"notFetched":..` in a partial one.
  public var reportValue: ReportValue {
    .object([
      "versions": .number(versions), "files": .number(files), "documents": .number(documents),
      "historyEnds": ends == 0 ? nil : .number(ends),
      "notFetched": promised == 0 ? nil : .number(promised),
      "problems": .array(
        problems.map {
          .object([
            "kind": .string($0.kind.rawValue), "place": .string($0.place),
            "message": .string($0.message), "hint": .string($0.hint),
            "repaired": .bool($0.isRepaired),
          ])
        }),
    ])
  }
}
