import Forked
import ForkedDocument
public import ForkedGit
import ForkedJSON
import ForkedSchema

/// The rule by which a ``GitRepository`` merges a program's document.
///
/// All other documents are merged as the `fork` command merges them.
public enum ModelMerging<Model: Codable & Equatable & SendableMetatype>: Sendable {
  /// Merges values by their own rule if they are `Mergeable`; otherwise the later change wins.
  ///
  /// Each change writes the whole document anew. Entities of the repository's schema (`x-identity`) agree everywhere,
  /// in this document too. A conflict in other documents is thrown as ``MergeRefusal``, and nothing is changed.
  case byValue
  /// Merges as the `fork` command does: every document by property, and each property by its strategy. The later change
  /// is determined for each property.
  ///
  /// If the repository's own schema names the document, that schema decides. Otherwise the model's schema does
  /// (`forkedSchema`, as `@ForkedModel` makes it). Give a repository `forkedSchema(documents:)` as its
  /// `.fork/schema.json`, and every program merges the same two versions alike. A conflict is thrown as ``StoreError``
  /// of kind `conflicts`, and nothing is changed.
  ///
  /// A changed model changes only the values in the document that differ. Properties that the model does not declare
  /// are kept, and so are order and spelling.
  case documents
}

extension ModelMerging {
  private static var modelSchema: String? {
    (Model.self as? any SchemaDescribed.Type)?.forkedSchema
  }

  /// The rule of a program for its document at a path.
  func ownMerging(at path: DocumentPath) throws -> OwnMerging? {
    switch self {
    case .byValue: .value(path: path.treePath, ModelCoding<Model>(path: path).merge)
    case .documents:
      try Self.modelSchema.map { .plan(try FieldPlan(ofModel: $0), path: path.string) }
    }
  }

  /// Returns the new text of a document.
  ///
  /// - Parameters:
  ///   - text: the present text.
  ///   - before: the encoding of the former model, which was read from that text.
  ///   - after: the encoding of the new model.
  func rewritten(
    _ text: [UInt8], from before: [UInt8], to after: [UInt8], at path: DocumentPath
  ) throws -> [UInt8] {
    if case .byValue = self { return after }
    let merged = try DocumentMerge(
      base: JSONDocument(parsing: before), ours: JSONDocument(parsing: text),
      theirs: JSONDocument(parsing: after), plan: FieldPlan(ofModel: Self.modelSchema),
      policy: .prefer(.theirs)
    ).run()
    try merged.named(path.string).checkAudit()
    return merged.bytes
  }
}

/// A program's own way of merging, besides the schemas of a repository.
enum OwnMerging {
  /// The document at a path is merged by a plan, unless a schema of the repository names it.
  case plan(FieldPlan, path: String)
  /// The document at a path is merged as a value.
  case value(path: TreePath, (ValueVersions) throws -> [UInt8]?)
}

/// Three versions of a document that is merged as a value; nil: it does not exist.
struct ValueVersions {
  /// The version of the merge base.
  var base: [UInt8]?
  /// The version of the side whose change is later.
  var dominant: [UInt8]?
  /// The version of the other side.
  var subordinate: [UInt8]?
}

extension ModelCoding where Model: Equatable & SendableMetatype {
  /// Merges three versions of a value and returns its text; nil: the document is removed.
  func merge(_ versions: ValueVersions) throws -> [UInt8]? {
    func content(_ text: [UInt8]?) throws -> CommitContent<Model> {
      try text.map { .resource(try decode($0)) } ?? .none
    }
    let merged = try content(versions.dominant).merged(
      withSubordinate: content(versions.subordinate), commonAncestor: content(versions.base))
    return try merged.resource.map(encode)
  }
}

extension FieldPlan {
  /// Creates the plan of a model's own schema, or the plan of no schema if it has none.
  fileprivate init(ofModel schema: String?) throws {
    guard let schema else {
      self = .none
      return
    }
    let root = #"{"x-documents": {"model.json": {"$ref": "model-schema.json"}}}"#
    self = try SchemaSet(root: Array(root.utf8)) { file in
      file == ".fork/model-schema.json" ? Array(schema.utf8) : nil
    }.plan(forDocument: "model.json")
  }
}

/// An error which tells that versions cannot be merged automatically. Nothing was changed.
public struct MergeRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The documents that both sides changed.
  public let paths: [TreePath]

  /// The error in one line.
  public var description: String {
    "both sides changed \(paths.map(\.description).joined(separator: ", "));"
      + " merge them with '\(programName) merge'"
  }
}
