import ForkedDocument
import ForkedGit
import ForkedSchema

/// What git asks of its merge driver: three files and the path that they are versions of.
public struct MergeDriver {
  /// The common ancestor; empty where there is none.
  public var base: [UInt8]
  /// Our version.
  public var ours: [UInt8]
  /// Their version.
  public var theirs: [UInt8]
  /// The document's path in the repository.
  public var path: String
  /// The number of signs in a conflict marker.
  public var markerSize: Int
  /// The work tree's schema files, by their paths from its root; nil where there is no such file.
  public var schemaFile: (String) throws -> [UInt8]?
  /// The world around the process.
  public var environment: Environment

  /// - Parameters:
  ///   - base: the common ancestor; empty where there is none.
  ///   - ours: our version.
  ///   - theirs: their version.
  ///   - path: the document's path in the repository.
  ///   - markerSize: the number of signs in a conflict marker.
  ///   - environment: the world around the process.
  ///   - schemaFile: reads a schema file of the work tree by its path from the root.
  public init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: String, markerSize: Int,
    environment: Environment, schemaFile: @escaping (String) throws -> [UInt8]?
  ) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    self.path = path
    self.markerSize = markerSize
    self.environment = environment
    self.schemaFile = schemaFile
  }

  /// Merges the three versions as the repository's schema and configuration say.
  ///
  /// The repository is opened only where both sides changed one property: then history, `fork.conflicts`
  /// and `merge.conflictStyle` matter.
  /// - Throws: what is wrong with the schema, or kind `defect`; ``mergedByLines()`` is what git would do.
  public func run() throws -> FileMergeReport {
    let schemas = try schemaSet()
    let context = GitMergeContext(path: path, environment: environment)
    let request = FileMergeRequest(
      base: base, ours: ours, theirs: theirs, path: path, schemas: schemas,
      lines: LineMerge(markerSize: markerSize), recency: context.recency)
    let report = try request.run()
    let isSettled = report.isClean && report.resolutions.isEmpty
    return isSettled ? report : try context.settled(request, else: report)
  }

  /// What git's own line merge makes of the three versions.
  public func mergedByLines() throws -> (text: [UInt8], isClean: Bool) {
    try LineMerge(markerSize: markerSize).merge(base: base, ours: ours, theirs: theirs)
  }

  private func schemaSet() throws -> SchemaSet {
    guard let root = try schemaFile(".fork/schema.json") else { return SchemaSet() }
    return try SchemaSet(root: root, load: schemaFile)
  }
}
