import ForkedGit
import ForkedJSON
public import ForkedSchema

/// What `schema show` is asked for.
public struct ShowSchemaRequest: Sendable {
  /// The document, as the person named it.
  public var document: String
  /// The fork; nil: the current one.
  public var fork: String?
  /// The revision; nil: as the fork has it now.
  public var revision: String?

  /// - Parameters:
  ///   - document: the document, as the person named it.
  ///   - fork: the fork; nil: the current one.
  ///   - revision: the revision; nil: as the fork has it now.
  public init(document: String, fork: String? = nil, revision: String? = nil) {
    self.document = document
    self.fork = fork
    self.revision = revision
  }
}

/// How each field of a document merges.
public struct ShowSchemaReport: Report {
  /// The document.
  public var document: String
  /// Its fields, in document order.
  public var fields: [FieldDescription]

  /// `{"document":..,"fields":[{"pointer":..,"strategy":..,"identity":[..],"position":..,"origin":..}]}`
  public var reportValue: ReportValue {
    .object([
      "document": .string(document),
      "fields": .array(
        fields.map { field in
          .object([
            "pointer": .string(field.pointer.description),
            "strategy": .string(field.strategy.rawValue),
            "identity": field.identity.isEmpty ? nil : .strings(field.identity.map(\.description)),
            "position": .string(field.position?.description), "origin": .string(field.origin),
          ])
        }),
    ])
  }
}

extension DocumentStore {
  /// How each field of a document merges, and where that is said.
  ///
  /// - Throws: kind `notFound` where there is no such document, `invalidData` where it does not parse or the schema
  ///   has mistakes.
  public func showSchema(_ request: ShowSchemaRequest) throws -> ShowSchemaReport {
    let path = try documentPath(request.document)
    let snapshot = try snapshot(at: request.revision, elseOf: request.fork)
    let document = try parse(requireBytes(of: path, in: snapshot), named: shown(path))
    let plan = try schemas(of: snapshot).plan(forDocument: path.string)
    return ShowSchemaReport(document: shown(path), fields: plan.describe(document.root))
  }
}
