public import ForkedDocument
public import ForkedJSON
import ForkedSchema

extension MergeConflict {
  /// The value that holds the changes of both sides, as `textMerge` combines texts and `arrayMerge` lists; nil for other
  /// values, which no strategy can combine without dropping one.
  public var combined: JSONNode? {
    guard let ours, let theirs, ours.kind == theirs.kind else { return nil }
    let strategy: String? =
      switch ours.kind {
      case .string: base?.kind == .string ? "textMerge" : nil
      case .array: "arrayMerge"
      default: nil
      }
    guard let strategy else { return nil }
    do {
      return try combined(by: strategy, type: ours.kind == .string ? "string" : "array")
    } catch {
      // Then the user is not offered it.
      return nil
    }
  }

  private func combined(by strategy: String, type: String) throws -> JSONNode? {
    let schema =
      #"{"x-documents":{"value.json":{"properties":{"value":{"type":"\#(type)","x-merge":"\#(strategy)"}}}}}"#
    let plan = try SchemaSet(root: Array(schema.utf8)) { _ in nil }.plan(forDocument: "value.json")
    let document = { (node: JSONNode?) in
      ReportValue.object(["value": node]).bytes
    }
    let merged = try DocumentMerge(
      parsing: base.map(document), ours: document(ours), theirs: document(theirs), plan: plan
    ).run()
    guard merged.isClean else { return nil }
    return try JSONDocument(parsing: merged.bytes).root["value"]
  }
}
