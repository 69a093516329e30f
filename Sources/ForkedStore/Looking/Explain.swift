public import ForkedGit
public import ForkedJSON

extension DocumentStore {
  /// Explains a merge: returns each property that both sides changed, found by merging the parents again.
  ///
  /// The repeated merge uses the current configuration of the repository.
  ///
  /// - Parameters:
  ///   - revision: the merged version.
  ///   - place: the document, and the property that is explained with all below it; nil: all.
  /// - Throws: kind `notFound` if there is no such revision, or none of its versions holds the document; kind `usage`
  ///   if the version is not a merge of two.
  public func explain(_ revision: String, at place: PropertyArgument?) throws -> ExplainReport {
    let commit = try repository.commit(commit(at: revision))
    guard commit.parents.count == 2 else { throw noMerge(commit) }
    let path = try place.map { try documentPath($0.document).treePath }
    let wanted = place?.pointer ?? JSONPointer()
    let merged = try mergedAgain(commit, listing: .pairings)
    let explanation = try MergeExplanation(of: commit, as: merged, in: self)
    let version = try snapshot(of: commit.id)
    let reader = EntityReader(self, try schemas(of: version))
    let properties = try explanation.properties { document, pointer in
      if path == nil || path == document, pointer.touches(wanted) { return true }
      guard let path else { return false }
      return try reader.counterparts(of: pointer, in: document, at: path, in: version)
        .contains { $0.touches(wanted) }
    }
    var report = ExplainReport(
      commit: commit.id, properties: properties, givesSame: merged.tree == commit.tree)
    if let path, properties.isEmpty {
      report.note = try explanation.note(on: path, wanted)
    } else if let path, properties.contains(where: { $0.document != shown(path) }) {
      report.note = "an entity is merged once: this holds for all documents that contain it"
    }
    return report
  }

  private func noMerge(_ commit: CommitObject) -> StoreError {
    let parents = commit.parents.count
    return StoreError(
      .usage,
      "version \(commit.id.hex.prefix(10)) is not a merge of two versions: it has "
        + (parents == 0 ? "no parent" : parents == 1 ? "one parent" : "\(parents) parents"),
      hint:
        "'\(programName) show' shows what a version changed, '\(programName) log --graph' shows the merges"
    )
  }
}

/// The explanation of a merge.
public struct ExplainReport: Report {
  /// The version.
  public var commit: ObjectID
  /// The properties that both sides changed, and what one side changed in an element without an id, in the order of
  /// their documents.
  public var properties: [ExplainedProperty]
  /// True if merging the parents now gives this very version.
  public var givesSame: Bool
  /// A note on a document or property that not both sides changed, or that is part of an entity.
  public var note: String?

  /// The explanation as JSON: `{"commit":..,"properties":[..],"same":true,"note":..}`.
  public var reportValue: ReportValue {
    .object(["commit": commit, "properties": properties, "same": givesSame, "note": note])
  }
}

/// One property that both sides of a merge changed, and the reason for its value.
public struct ExplainedProperty: Report {
  /// One side's change.
  public struct Change: Report {
    /// The side's value; nil if it has none, or the file is not a document.
    public var value: JSONNode?
    /// The version that made the change; nil if it is not known.
    public var version: LoggedVersion?
  }

  /// The origin of the value in the merged version.
  public enum ResultOrigin: String, Sendable {
    /// One side's value.
    case ours, theirs
    /// A value combined from both.
    case combined
    /// A value that the user, or another program, wrote.
    case other
  }

  /// The document.
  public var document: String
  /// The property; the root for the whole document.
  public var pointer: JSONPointer
  /// The strategy.
  public var strategy: String
  /// The declaration of the strategy, as `file#pointer`; else `inferred` or `default`.
  public var origin: String
  /// The evidence for the innermost element or moved thing that holds the property; nil if keys alone lead to it.
  public var matchedBy: String?
  /// The merge base's value; nil if there is none.
  public var base: JSONNode?
  /// Our change.
  public var ours: Change
  /// Their change.
  public var theirs: Change
  /// The value in the merged version; nil: none, or the file is not a document.
  public var result: JSONNode?
  /// The origin of that value.
  public var resultOrigin: ResultOrigin
  /// The reason for that value.
  public var reason: String

  /// The property as JSON.
  public var reportValue: ReportValue {
    .object([
      "document": document, "pointer": pointer, "strategy": strategy, "origin": origin,
      "matchedBy": matchedBy, "base": base, "ours": ours, "theirs": theirs, "result": result,
      "stands": resultOrigin.rawValue, "reason": reason,
    ])
  }
}

extension ExplainedProperty.Change {
  /// The change as JSON.
  public var reportValue: ReportValue {
    .object([
      "value": value, "commit": version?.commit.id, "version": version?.number,
      "author": version?.author, "time": version?.time,
    ])
  }
}

extension ExplainedProperty.ResultOrigin {
  /// Creates the origin of a value that is that of a side, or else another one.
  init<Value: Equatable>(of made: Value, ours: Value, theirs: Value, else other: Self) {
    self = made == ours ? .ours : made == theirs ? .theirs : other
  }
}
