import ForkedGit
import ForkedJSON
import ForkedSchema

/// What `schema check` is asked for.
public struct CheckSchemaRequest: Sendable {
  /// The fork; nil: the current one, as the work tree has it where there is one.
  public var fork: String?
  /// The revision; nil: as the fork has it now.
  public var revision: String?

  /// - Parameters:
  ///   - fork: the fork; nil: the current one, as the work tree has it where there is one.
  ///   - revision: the revision; nil: as the fork has it now.
  public init(fork: String? = nil, revision: String? = nil) {
    self.fork = fork
    self.revision = revision
  }
}

/// What is wrong with a schema and the documents under it.
public struct CheckSchemaReport: Report {
  /// Something that is wrong.
  public struct Problem: Sendable {
    /// The document or schema file.
    public var document: String
    /// The place in the document, where that is known.
    public var pointer: String?
    /// The line, from 1.
    public var line: Int
    /// The column, from 1.
    public var column: Int
    /// What is wrong, and what would be right.
    public var message: String
  }

  /// Whether there is a schema file.
  public var hasSchema: Bool
  /// Mistakes in the schema itself.
  public var mistakes: [Problem]
  /// How many documents were looked at; none where the schema has mistakes.
  public var documents: Int
  /// What is wrong with documents.
  public var problems: [Problem]

  /// `{"schema":true,"mistakes":[..],"documents":3,"problems":[{"document":..,"line":1,"column":2,"message":..}]}`
  public var reportValue: ReportValue {
    .object([
      "schema": .bool(hasSchema), "mistakes": .array(mistakes.map(\.reportValue)),
      "documents": .number(documents), "problems": .array(problems.map(\.reportValue)),
    ])
  }
}

extension CheckSchemaReport.Problem {
  /// `{"document":..,"pointer":..,"line":1,"column":2,"message":..}`
  var reportValue: ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer), "line": .number(line),
      "column": .number(column), "message": .string(message),
    ])
  }
}

extension DocumentStore {
  /// Checks the schema, and that every document under it is JSON.
  ///
  /// - Throws: kind `notFound` where there is no such fork or revision. What is wrong is no error, but reported.
  /// - Complexity: O(bytes of all documents).
  public func checkSchema(_ request: CheckSchemaRequest) throws -> CheckSchemaReport {
    let snapshot = try snapshot(toCheck: request)
    let entry = try snapshot.tree.flatMap { try repository.entry(at: Self.schemaPath, in: $0) }
    var report = CheckSchemaReport(
      hasSchema: entry != nil, mistakes: [], documents: 0, problems: [])
    do {
      try check(snapshot, under: schemas(of: snapshot), into: &report)
    } catch let error as SchemaError {
      report.mistakes = error.mistakes.map { mistake in
        .init(
          document: mistake.file, pointer: mistake.pointer.description,
          line: mistake.position.line, column: mistake.position.column,
          message: mistake.message + (mistake.hint.map { " (\($0))" } ?? ""))
      }
    }
    return report
  }

  private func snapshot(toCheck request: CheckSchemaRequest) throws -> Snapshot {
    guard request.fork == nil, request.revision == nil, !repository.isBare else {
      return try snapshot(at: request.revision, elseOf: request.fork)
    }
    return try workTreeSnapshot()
  }

  private func check(
    _ snapshot: Snapshot, under schemas: SchemaSet, into report: inout CheckSchemaReport
  ) throws {
    guard let tree = snapshot.tree else { return }
    try repository.walk(tree) { found in
      try environment.checkInterruption()
      guard found.entry.mode.isRegularFile, let path = found.path.string, schemas.isDocument(path)
      else { return .next }
      report.documents += 1
      do {
        _ = try JSONDocument(parsing: repository.blob(found.entry.id))
      } catch let error as JSONSyntaxError {
        report.problems.append(
          .init(
            document: shown(found.path), line: error.position.line, column: error.position.column,
            message: "\(error.reason)"))
      }
      return .next
    }
  }
}
