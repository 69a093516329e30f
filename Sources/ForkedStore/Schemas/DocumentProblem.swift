import ForkedDocument
import ForkedGit
public import ForkedJSON
import ForkedSchema

/// A problem in a document or a schema file.
public struct DocumentProblem: Report {
  /// The document or schema file.
  public var document: String
  /// The pointer in the document, if it is known.
  public var pointer: String?
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int
  /// The schema keyword that the value violates; nil for other problems.
  public var keyword: String?
  /// The location of the keyword: `file#pointer`.
  public var schema: String?
  /// The problem, and what is expected instead.
  public var message: String
  /// The hint; nil if the message says enough.
  public var hint: String?

  /// True if it is a problem of a property, or of what is below it.
  func concerns(_ property: JSONPointer) -> Bool {
    guard let pointer else { return true }
    return pointer == property.description || pointer.hasPrefix("\(property)/")
  }

  /// `{"document":..,"pointer":..,"line":1,"column":2,"keyword":..,"schema":..,"message":..,"hint":..}`
  public var reportValue: ReportValue {
    .object([
      "document": document, "pointer": pointer, "line": line, "column": column, "keyword": keyword,
      "schema": schema, "message": message, "hint": hint,
    ])
  }
}

extension DocumentProblem {
  /// A mistake in a schema file.
  init(_ mistake: SchemaMistake) {
    self.init(
      document: mistake.file, pointer: mistake.pointer.description, line: mistake.position.line,
      column: mistake.position.column,
      message: mistake.message + (mistake.hint.map { " (\($0))" } ?? ""))
  }

  /// A problem of an ordered list.
  init(_ problem: OrderedLists.Problem, in document: String) {
    self.init(
      document: document, pointer: problem.pointer.description, line: problem.position.line,
      column: problem.position.column, keyword: "x-merge", message: problem.message,
      hint: problem.hint)
  }

  fileprivate init(_ failure: ValidationFailure, in document: String) {
    self.init(
      document: document, pointer: failure.pointer.description, line: failure.position.line,
      column: failure.position.column, keyword: failure.keyword,
      schema: "\(failure.file)#\(failure.keywordPointer)",
      message: "\(failure.message), expected \(failure.expected)")
  }
}

extension DocumentStore {
  /// All problems of one document: it is not JSON, its ordered lists are not in order, or it is not valid under the
  /// schema.
  func problems(
    of bytes: [UInt8], at path: TreePath, under schemas: SchemaSet, validating: Bool = true
  ) throws -> [DocumentProblem] {
    guard let name = path.string else { return [] }
    do {
      let document = try conformingDocument(bytes, at: path)
      let plan = schemas.plan(forDocument: name)
      let failures = validating ? try plan.failures(of: document.root) : []
      let lists = OrderedLists.problems(in: document, plan: plan)
      return failures.map { DocumentProblem($0, in: shown(path)) }
        + lists.map { DocumentProblem($0, in: shown(path)) }
    } catch let error as JSONSyntaxError {
      if isNoDocument(bytes, at: path) { return [] }
      return [problem(error, in: bytes, at: path)]
    } catch let error as ValidationExcess {
      return [
        DocumentProblem(document: shown(path), line: 1, column: 1, message: error.description)
      ]
    }
  }

  /// The problem of a file that is no document in its notation; conflict markers are called by their name.
  private func problem(
    _ error: JSONSyntaxError, in bytes: [UInt8], at path: TreePath
  ) -> DocumentProblem {
    let line =
      bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .dropFirst(error.position.line - 1).first ?? []
    let marks = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"]
    let isMarker = marks.contains { line.starts(with: $0.utf8) }
    return DocumentProblem(
      document: shown(path), line: error.position.line, column: error.position.column,
      message: isMarker ? "a conflict marker of git" : "not JSON: \(error.reason)",
      hint: isMarker
        ? "edit the document, or use '\(programName) resolve'"
        : hint(forNotationOf: bytes, at: path))
  }
}
