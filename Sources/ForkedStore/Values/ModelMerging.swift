import Forked
import ForkedDocument
public import ForkedGit
import ForkedJSON
import ForkedSchema

/// The rule by which a ``GitRepository`` merges a program's document.
///
/// All other documents are merged as the `fork` command merges them.
public struct ModelMerging<Model: Codable & Equatable & SendableMetatype>: Sendable {
  /// A function that makes the merged tree of two versions.
  public typealias Merge = @Sendable (CommitPair) throws -> ObjectID
  /// A function that makes the new text of a document whose value changes.
  public typealias Rewrite = @Sendable (DocumentChange) throws -> [UInt8]

  private enum Rule: Sendable {
    case value
    case documents(modelSchema: String?)
    case versions(Merge)
  }

  private let rule: Rule
  let rewrite: Rewrite

  private init(_ rule: Rule, rewrite: @escaping Rewrite) {
    self.rule = rule
    self.rewrite = rewrite
  }

  /// Creates a rule from functions.
  ///
  /// - Parameters:
  ///   - merge: Makes the merged tree of two versions; throws if they cannot be merged.
  ///   - rewrite: Makes the new text of a document whose value changes.
  public init(merge: @escaping Merge, rewrite: @escaping Rewrite) {
    self.init(.versions(merge), rewrite: rewrite)
  }

  /// Merges values by their own rule if they are `Mergeable`; otherwise the later change wins.
  ///
  /// Each change writes the whole document anew. Entities of the repository's schema (`x-identity`) agree everywhere,
  /// in this document too. A conflict in other documents is thrown as ``MergeRefusal``, and nothing is changed.
  public static var byValue: ModelMerging {
    ModelMerging(.value, rewrite: { $0.encodedAfter })
  }

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
  public static var documents: ModelMerging {
    let schema = (Model.self as? any SchemaDescribed.Type)?.forkedSchema
    return ModelMerging(
      .documents(modelSchema: schema),
      rewrite: { try $0.rewritten(as: FieldPlan(ofModel: schema)) })
  }
}

extension ModelMerging {
  /// The rule of a program for its document at a path.
  func ownMerging(at path: DocumentPath, in gitEnvironment: GitEnvironment) throws -> OwnMerging? {
    switch rule {
    case .value:
      return .value(path: path.treePath, ModelCoding<Model>(path: path).merge)
    case .documents(let schema):
      return try schema.map { .plan(try FieldPlan(ofModel: $0), path: path.string) }
    case .versions(let merge):
      return .versions { repository, ours, theirs in
        try merge(
          CommitPair(
            repository: repository, ours: ours, theirs: theirs, path: path,
            gitEnvironment: gitEnvironment))
      }
    }
  }
}

/// A program's own way of merging, besides the schemas of a repository.
enum OwnMerging {
  /// The document at a path is merged by a plan, unless a schema of the repository names it.
  case plan(FieldPlan, path: String)
  /// The document at a path is merged as a value.
  case value(path: TreePath, (ValueVersions) throws -> [UInt8]?)
  /// Versions are merged by a function that makes a tree.
  case versions((LocalRepository, _ ours: ObjectID, _ theirs: ObjectID) throws -> ObjectID)
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

extension DocumentChange {
  /// The text in which the values that the model changed are replaced.
  fileprivate func rewritten(as plan: FieldPlan) throws -> [UInt8] {
    guard let text, let encodedBefore else { return encodedAfter }
    let merged = try DocumentMerge(
      base: JSONDocument(parsing: encodedBefore), ours: JSONDocument(parsing: text),
      theirs: JSONDocument(parsing: encodedAfter), plan: plan, policy: .prefer(.theirs)
    ).run()
    try merged.named(path.string).checkAudit()
    return merged.bytes
  }
}

/// Two versions of a repository that are to be merged.
public struct CommitPair {
  /// The repository that holds them.
  public let repository: LocalRepository
  /// The version that is merged into.
  public let ours: ObjectID
  /// The version that is merged.
  public let theirs: ObjectID
  /// The document that holds the program's model.
  public let path: DocumentPath
  /// The environment of the process.
  public let gitEnvironment: GitEnvironment

  package init(
    repository: LocalRepository, ours: ObjectID, theirs: ObjectID, path: DocumentPath,
    gitEnvironment: GitEnvironment
  ) {
    self.repository = repository
    self.ours = ours
    self.theirs = theirs
    self.path = path
    self.gitEnvironment = gitEnvironment
  }
}

/// A change of a document's value.
public struct DocumentChange: Sendable {
  /// The document.
  public let path: DocumentPath
  /// The present text; nil if the document is new.
  public let text: [UInt8]?
  /// The encoding of the former model, which was read from that text.
  public let encodedBefore: [UInt8]?
  /// The encoding of the new model.
  public let encodedAfter: [UInt8]
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
