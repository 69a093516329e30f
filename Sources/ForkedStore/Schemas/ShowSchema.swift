public import ForkedJSON
public import ForkedSchema

/// The merge strategies of the fields of a document.
public struct ShowSchemaReport: Report {
  /// The document.
  public var document: String
  /// The fields, in document order.
  public var fields: [FieldDescription]

  /// `{"document":..,"fields":[{"pointer":..,"strategy":..,"identity":[..],"position":..,"origin":..}]}`
  public var reportValue: ReportValue {
    .object([
      "document": document,
      "fields": fields.map { field in
        ReportValue.object([
          "pointer": field.pointer, "strategy": field.strategy.name,
          "identity": field.identity.map(\.description).ifAny,
          "position": field.position?.description, "origin": field.origin,
        ])
      },
    ])
  }
}

extension DocumentStore {
  /// Returns the merge strategy of each field of a document, and its origin in the schema.
  ///
  /// - Throws: kind `notFound` if there is no such document; kind `invalidData` if it does not parse, or if the schema
  ///   has mistakes.
  public func showSchema(
    for document: String, of fork: String?, at revision: String?
  ) throws -> ShowSchemaReport {
    let place = try PropertyArgument(document)
    let path = try documentPath(place.document)
    let snapshot = try snapshot(toCheck: revision, of: fork)
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
