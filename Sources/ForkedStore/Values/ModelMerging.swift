import Forked
import ForkedDocument
public import ForkedGit
import ForkedJSON
import ForkedSchema

/// The rule by which a program's document is merged, as a ``GitRepository`` asks for it.
///
/// All other documents merge as the `fork` command merges them.
public struct ModelMerging<Model: Codable & Equatable & SendableMetatype>: Sendable {
  /// Makes the tree of two versions.
  public typealias Merge = @Sendable (CommitPair) throws -> ObjectID
  /// Makes the text of a document that shall say something else.
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

  /// - Parameters:
  ///   - merge: Makes the tree of two versions; throws where they can't become one.
  ///   - rewrite: Makes the text of a document that shall say something else.
  public init(merge: @escaping Merge, rewrite: @escaping Rewrite) {
    self.init(.versions(merge), rewrite: rewrite)
  }

  /// Merges values: by their own rule where they are `Mergeable`, else the later change wins.
  ///
  /// The document is written anew with each change. Entities of the repository's schema (`x-identity`) say the same
  /// everywhere, in this document too. What is left to the user in other documents is thrown as
  /// ``MergeRefusal``, and nothing changes.
  public static var byValue: ModelMerging {
    ModelMerging(.value, rewrite: { $0.encodedAfter })
  }

  /// Merges as the `fork` command does: every document by property, each by its strategy, the later change being
  /// asked for each property.
  ///
  /// The repository's own schema decides where it names the document; else the model's (`forkedSchema`, as
  /// `@ForkedModel` makes it). Give a repository `forkedSchema(documents:)` as its `.fork/schema.json`, and every
  /// program merges the same two versions alike. What is left to the user is thrown as ``StoreError`` of kind
  /// `conflicts`, and nothing changes.
  ///
  /// A changed model changes the document only where it says something else: what the model doesn't declare stays,
  /// and so do order and spelling.
  public static var documents: ModelMerging {
    let schema = (Model.self as? any SchemaDescribed.Type)?.forkedSchema
    return ModelMerging(
      .documents(modelSchema: schema),
      rewrite: { try $0.rewritten(as: FieldPlan(ofModel: schema)) })
  }
}

extension ModelMerging {
  /// The rule of a program whose document stands at a path.
  func ownMerging(at path: DocumentPath, in surroundings: GitSurroundings) throws -> OwnMerging? {
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
            surroundings: surroundings))
      }
    }
  }
}

/// A program's own way of merging, beside the schemas of a repository.
enum OwnMerging {
  /// The document at a path merges by a plan, where no schema of the repository names it.
  case plan(FieldPlan, path: String)
  /// The document at a path merges as a value.
  case value(path: TreePath, (ValueVersions) throws -> [UInt8]?)
  /// Versions merge by a function, which makes a tree.
  case versions((LocalRepository, _ ours: ObjectID, _ theirs: ObjectID) throws -> ObjectID)
}

/// Three versions of a document that merges as a value; nil: it is not there.
struct ValueVersions {
  /// The merge base's.
  var base: [UInt8]?
  /// That of the side whose change is later.
  var dominant: [UInt8]?
  /// That of the other side.
  var subordinate: [UInt8]?
}

extension ModelCoding where Model: Equatable & SendableMetatype {
  /// The text of the value that three versions make; nil: it is removed.
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
  /// The plan of a model's own schema; that of no schema where it has none.
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
  /// The text with those values replaced that the model changed.
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

/// Two versions of a repository that shall become one.
public struct CommitPair {
  /// The repository that holds them.
  public let repository: LocalRepository
  /// The version that is merged into.
  public let ours: ObjectID
  /// The version that is merged.
  public let theirs: ObjectID
  /// The document that the program's models are.
  public let path: DocumentPath
  /// The world around the process.
  public let surroundings: GitSurroundings

  package init(
    repository: LocalRepository, ours: ObjectID, theirs: ObjectID, path: DocumentPath,
    surroundings: GitSurroundings
  ) {
    self.repository = repository
    self.ours = ours
    self.theirs = theirs
    self.path = path
    self.surroundings = surroundings
  }
}

/// A document that shall say something else.
public struct DocumentChange: Sendable {
  /// The document.
  public let path: DocumentPath
  /// Its text now; nil where it is new.
  public let text: [UInt8]?
  /// The model's own encoding of that text.
  public let encodedBefore: [UInt8]?
  /// The new model's encoding.
  public let encodedAfter: [UInt8]
}

/// That versions can't become one by themselves. Nothing changed.
public struct MergeRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The documents that both sides changed.
  public let paths: [TreePath]

  /// The refusal in one line.
  public var description: String {
    "both sides changed \(paths.map(\.description).joined(separator: ", "));"
      + " merge them with 'fork merge'"
  }
}
