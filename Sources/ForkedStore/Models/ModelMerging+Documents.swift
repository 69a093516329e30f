import Forked
import ForkedDocument
public import ForkedGit
import ForkedJSON
import ForkedSchema

extension ModelMerging {
  /// Merges as the `fork` command does: every document by property, each by its strategy, the later change being
  /// asked for each property.
  ///
  /// The repository's own schema decides where it names the document; else the model's (`forkedSchema`, as
  /// `@ForkedModel` makes it). Give a repository `forkedSchema(documents:)` as its `.fork/schema.json`, and every
  /// program merges the same two versions alike. What is left to a person is thrown as ``StoreError`` of kind
  /// `conflicts`, and nothing changes.
  ///
  /// A changed model changes the document only where it says something else: what the model doesn't declare stays,
  /// and so do order and spelling.
  public static var documents: ModelMerging {
    let schema = (Model.self as? any SchemaDescribed.Type)?.forkedSchema
    return ModelMerging(
      rules: .documents(modelSchema: schema),
      merge: { try DocumentStore(merging: $0).tree(of: $0, modelSchema: schema) },
      rewrite: { try $0.rewritten(as: FieldPlan(ofModel: schema)) })
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

extension DocumentStore {
  fileprivate convenience init(merging pair: CommitPair) {
    let world = pair.surroundings
    self.init(
      pair.repository,
      environment: Environment(
        variables: world.variables, workingDirectory: "/", user: world.user, host: world.host,
        clock: { 0 }, offsetMinutes: world.offsetMinutes,
        random: { 0 }, sleep: { _ in }))
  }

  /// The tree of two versions. No commit is made and no fork moves, so clock, randomness and waits are asked for nothing.
  fileprivate func tree(of pair: CommitPair, modelSchema: String?) throws -> ObjectID {
    let store = try merging(at: pair.path, asModel: modelSchema)
    let merged = try VersionMerge(
      store, ours: pair.ours, theirs: pair.theirs, policy: mergePolicy(nil, [])
    ).run()
    try merged.checkAudit()
    guard let tree = merged.tree else { throw StoreError(leftOpen: merged.conflicts) }
    return tree
  }
}

extension DocumentStore {
  /// Merges a program's document by the model's schema, where the repository's names no such document.
  func merging(at path: DocumentPath, asModel schema: String?) throws -> DocumentStore {
    guard let schema else { return self }
    return merging(by: (path.string, try FieldPlan(ofModel: schema)))
  }
}

extension StoreError {
  fileprivate init(leftOpen conflicts: [RemainingConflict]) {
    let places = conflicts.map { "\($0.document)#\($0.pointer)" }.joined(separator: ", ")
    self.init(
      .conflicts, "both sides changed \(places); nothing was changed",
      hint: "'fork merge' settles it with --resolve, or declare a strategy in .fork/schema.json")
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
    guard let defect = merged.defects.first else { return merged.bytes }
    throw StoreError(defect, in: path.string)
  }
}
