import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// Something that is wrong in a document or a schema file.
public struct DocumentProblem: Sendable {
  /// The document or schema file.
  public var document: String
  /// The place in the document, where that is known.
  public var pointer: String?
  /// The line, from 1.
  public var line: Int
  /// The column, from 1.
  public var column: Int
  /// The keyword of the schema that forbids it, where that is what is wrong.
  public var keyword: String?
  /// Where that keyword stands: `file#pointer`.
  public var schema: String?
  /// What is wrong, and what would be right.
  public var message: String
  /// What to do about it; nil where the message says all.
  public var hint: String?

  /// `{"document":..,"pointer":..,"line":1,"column":2,"keyword":..,"schema":..,"message":..,"hint":..}`
  var reportValue: ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer), "line": .number(line),
      "column": .number(column), "keyword": .string(keyword), "schema": .string(schema),
      "message": .string(message), "hint": .string(hint),
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

  /// What is wrong with an ordered list.
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
  /// All that is wrong with one document: it is no JSON, or not what the schema demands.
  func problems(
    of bytes: [UInt8], at path: TreePath, under schemas: SchemaSet
  ) throws -> [DocumentProblem] {
    guard let name = path.string else { return [] }
    do {
      let document = try JSONDocument(parsing: bytes)
      let plan = schemas.plan(forDocument: name)
      let failures = try plan.failures(of: document.root)
      return failures.map { DocumentProblem($0, in: shown(path)) }
        + OrderedLists.problems(in: document, plan: plan).map {
          DocumentProblem($0, in: shown(path))
        }
    } catch let error as JSONSyntaxError {
      return [
        DocumentProblem(
          document: shown(path), line: error.position.line, column: error.position.column,
          message: "not JSON: \(error.reason)")
      ]
    } catch let error as ValidationExcess {
      return [
        DocumentProblem(document: shown(path), line: 1, column: 1, message: error.description)
      ]
    }
  }
}

extension [DocumentProblem] {
  /// The problems for a report; nil where there are none.
  var reportValue: ReportValue? { isEmpty ? nil : .array(map(\.reportValue)) }
}
