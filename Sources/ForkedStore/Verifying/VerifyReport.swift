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
  /// True if it was repaired: then nothing is left to do.
  public var isRepaired = false {
    didSet { if isRepaired { hint = nil } }
  }
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

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "versions": versions, "files": files, "documents": documents,
      "historyEnds": ends == 0 ? nil : ends, "notFetched": promised == 0 ? nil : promised,
      "problems": problems.map {
        ReportValue.object([
          "kind": $0.kind.rawValue, "place": $0.place, "message": $0.message, "hint": $0.hint,
          "repaired": $0.isRepaired,
        ])
      },
    ])
  }
}
