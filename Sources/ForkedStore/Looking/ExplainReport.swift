public import ForkedGit
public import ForkedJSON

/// Why a merge came out as it did.
public struct ExplainReport: Report {
  /// The version.
  public var commit: ObjectID
  /// The properties that both sides changed, in the order of their documents.
  public var properties: [ExplainedProperty]
  /// Whether merging the parents now gives this very version.
  public var givesSame: Bool
  /// What there is to say of a document or property that not both sides changed, or that is part of a model.
  public var note: String?

  /// `{"commit":..,"properties":[..],"same":true,"note":..}`
  public var reportValue: ReportValue {
    .object([
      "commit": .string(commit.hex), "properties": .array(properties.map(\.reportValue)),
      "same": .bool(givesSame), "note": .string(note),
    ])
  }
}

/// One property that both sides of a merge changed, and why it is what it is now.
public struct ExplainedProperty: Sendable {
  /// One side's change.
  public struct Change: Sendable {
    /// Its value; nil where it has none, or the file is no document.
    public var value: JSONNode?
    /// The version that made the change; nil where it is not known.
    public var version: LoggedVersion?
  }

  /// What stands in the merged version.
  public enum Standing: String, Sendable {
    /// One side's value.
    case ours, theirs
    /// A value put together from both.
    case combined
    /// A value that a person, or another program, wrote.
    case other
  }

  /// The document.
  public var document: String
  /// The property; the root for the whole.
  public var pointer: JSONPointer
  /// The strategy.
  public var strategy: String
  /// Where the strategy is declared, as `file#pointer`; else `inferred` or `default`.
  public var origin: String
  /// The common ancestor's value; nil where there is none.
  public var base: JSONNode?
  /// Our change.
  public var ours: Change
  /// Their change.
  public var theirs: Change
  /// The value that stands now; nil: none, or the file is no document.
  public var result: JSONNode?
  /// Whose value that is.
  public var stands: Standing
  /// Why it stands.
  public var reason: String

  var reportValue: ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer.description),
      "strategy": .string(strategy), "origin": .string(origin), "base": base.map { .node($0) },
      "ours": ours.reportValue, "theirs": theirs.reportValue, "result": result.map { .node($0) },
      "stands": .string(stands.rawValue), "reason": .string(reason),
    ])
  }
}

extension ExplainedProperty.Change {
  fileprivate var reportValue: ReportValue {
    .object([
      "value": value.map { .node($0) }, "commit": .string(version?.commit.id.hex),
      "version": .string(version?.number), "author": .string(version?.author),
      "time": .string(version?.time),
    ])
  }
}
