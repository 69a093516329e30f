import ForkedDocument
import ForkedGit
public import ForkedJSON
import ForkedSchema

/// The last change of each property of a document.
public struct BlameReport: Report {
  /// A leaf property and the version that changed it last.
  public struct Property: Sendable {
    /// The property.
    public var pointer: JSONPointer
    /// The value.
    public var value: JSONNode
    /// The version.
    public var version: LoggedVersion
    /// True if the history of a shallow clone ends at the version, so that an earlier one may have made the change.
    public var isAtEnd: Bool
  }

  /// The document.
  public var document: String
  /// The leaf properties, in document order.
  public var properties: [Property]

  /// The result as JSON, with the fields that the manual lists.
  public var reportValue: ReportValue {
    .object([
      "document": document,
      "properties": properties.map { property in
        ReportValue.object([
          "pointer": property.pointer, "value": property.value,
          "commit": property.version.commit.id, "version": property.version.number,
          "author": property.version.author, "time": property.version.time,
          "boundary": property.isAtEnd ? true : nil,
        ])
      },
    ])
  }
}

extension DocumentStore {
  /// Returns the last change of each property of a document, found by the same rules by which merges find the later
  /// change.
  ///
  /// A value that a merge put together, such as a counter, is the change of the merge.
  ///
  /// Properties are followed as a merge maps two versions, wherever they stood; a renamed document by its bytes.
  ///
  /// - Parameter pointer: the property whose leaf properties are listed; the root for all of them.
  /// - Throws: kind `notFound` if there is no such document or property, `invalidData` if it does not parse.
  /// - Complexity: O(versions), and a parse of each version of the document and its mapping to the next one.
  public func blame(
    _ document: String, at pointer: JSONPointer = JSONPointer(), fork: String? = nil,
    revision: String? = nil
  ) throws -> BlameReport {
    let path = try documentPath(document)
    let snapshot = try snapshot(at: revision, elseOf: fork)
    let document = try parse(requireBytes(of: path, in: snapshot), named: shown(path))
    _ = try value(at: pointer, below: document.root, of: shown(path))
    let plan = try schemas(of: snapshot).plan(forDocument: path.string)
    let leaves = LeafProperty.all(in: document.root).filter { $0.pointer.touches(pointer) }
    let changes = try lastChanges(of: leaves.map(\.value), plan, at: path, from: snapshot)
    let ends = try repository.historyEnds()
    notify(historyEndsAt: ends.intersection(changes.compactMap { $0?.commit }))
    var versions: [ObjectID: LoggedVersion] = [:]
    return BlameReport(
      document: shown(path),
      properties: try zip(leaves, changes).compactMap { leaf, change in
        guard let change else { return nil }
        let version =
          try versions[change.commit]
          ?? LoggedVersion(commit: repository.commit(change.commit))
        versions[change.commit] = version
        return .init(
          pointer: leaf.pointer, value: leaf.value, version: version,
          isAtEnd: ends.contains(change.commit))
      })
  }

  private func lastChanges(
    of properties: [JSONNode], _ plan: FieldPlan, at path: DocumentPath, from snapshot: Snapshot
  ) throws -> [LastChange?] {
    guard let tip = snapshot.commit else { return [] }
    let commits = try CommitGraph(repository, tips: [tip], bases: [], acceptsEnds: true)
    let documents = DocumentCache(repository, checkpoint: environment.checkInterruption)
    return try PropertyHistory(in: commits, documents: documents)
      .lastChanges(of: properties, at: path.treePath, plan: plan, from: tip)
  }
}

extension JSONPointer {
  /// True if one pointer leads to the other or below it: the property asked for may be part of a leaf.
  func touches(_ other: JSONPointer) -> Bool {
    isPrefix(of: other) || other.isPrefix(of: self)
  }
}
