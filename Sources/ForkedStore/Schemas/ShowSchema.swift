import ForkedGit
import ForkedJSON
public import ForkedSchema

/// A request to show how a document is merged.
public struct ShowSchemaRequest: Sendable {
  /// The document, as the user named it.
  public var document: String
  /// The fork; nil: the current one, in the state of the work tree if there is one.
  public var fork: String?
  /// The revision; nil: the current state of the fork.
  public var revision: String?

  /// Creates a request.
  public init(document: String, fork: String? = nil, revision: String? = nil) {
    self.document = document
    self.fork = fork
    self.revision = revision
  }
}

/// The merge strategies of the fields of a document.
public struct ShowSchemaReport: Report {
  /// The document.
  public var document: String
  /// The fields, in document order.
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
  /// Returns the merge strategy of each field of a document, and its origin in the schema.
  ///
  /// - Throws: kind `notFound` if there is no such document; kind `invalidData` if it does not parse, or if the schema
  ///   has mistakes.
  public func showSchema(_ request: ShowSchemaRequest) throws -> ShowSchemaReport {
    let place = try PropertyArgument(request.document)
    let path = try documentPath(place.document)
    let snapshot = try snapshot(toCheck: request.revision, of: request.fork)
    let document = try parse(requireBytes(of: path, in: snapshot), named: shown(path))
    let plan = try schemas(of: snapshot).plan(forDocument: path.string)
    let fields = plan.describe(document.root)
    guard let pointer = place.pointer else {
      return ShowSchemaReport(document: shown(path), fields: fields)
    }
    _ = try value(at: pointer, below: document.root, of: shown(path))
    return ShowSchemaReport(
      document: shown(path), fields: fields.filter { $0.governs(pointer) })
  }
}

extension FieldDescription {
  /// True if a property lies in the field, or the field in the property.
  fileprivate func governs(_ property: JSONPointer) -> Bool {
    zip(pointer.tokens, property.tokens).allSatisfy { $0 == $1 || $0 == JSONString("*") }
  }
}
