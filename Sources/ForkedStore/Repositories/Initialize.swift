public import Forked
public import ForkedGit
import ForkedJSON
import ForkedSchema

/// What `init` is asked for.
public struct InitializeRequest: Sendable {
  /// Where; relative to the working directory.
  public var directory: String
  /// True if there shall be no work tree.
  public var bare: Bool
  /// The bytes of the schema, and the name of the file that they came from; nil: a minimal one.
  public var schema: (bytes: [UInt8], name: String)?

  /// - Parameters:
  ///   - directory: where; relative to the working directory.
  ///   - bare: whether there shall be no work tree.
  ///   - schema: the bytes of the schema, and the name of the file that they came from; nil: a minimal one.
  public init(
    directory: String = ".", bare: Bool = false, schema: (bytes: [UInt8], name: String)? = nil
  ) {
    self.directory = directory
    self.bare = bare
    self.schema = schema
  }
}

/// What `init` made.
public struct InitializeReport: Report {
  /// Where the repository is.
  public var directory: String
  /// True if there was no repository before.
  public var created: Bool
  /// The current fork.
  public var fork: Fork?
  /// The first commit; nil in a repository that was there before.
  public var commit: ObjectID?
  /// The files that were added, which are not recorded yet in a repository that was there before.
  public var added: [String]

  /// `{"directory":..,"created":true,"fork":"main","commit":..,"added":[".fork/schema.json",".gitattributes"]}`
  public var reportValue: ReportValue {
    .object([
      "directory": .string(directory), "created": .bool(created), "fork": .string(fork?.name),
      "commit": .string(commit?.hex), "added": .strings(added),
    ])
  }
}

extension DocumentStore {
  /// Makes a data repository, with a schema, attributes and the merge driver recorded in a first commit. Where there
  /// is a git repository already, adds what is missing and commits nothing.
  ///
  /// - Throws: kind `invalidData` for a schema with mistakes; ``GitError`` where the repository cannot be made.
  public static func initialize(
    _ request: InitializeRequest, in environment: Environment
  ) throws -> InitializeReport {
    let path = environment.absolute(request.directory)
    try check(request.schema)
    let options = LocalRepository.OpenOptions(environment: environment.variables)
    if !RepositoryCreation.isUnfinished(at: path, by: .initialization),
      let repository = try existing(at: path, options)
    {
      return try DocumentStore(repository, environment: environment).complete(request)
    }
    let place = FreePlace(at: path) ?? (request.bare ? nil : FreePlace(at: path + "/.git"))
    do {
      let creation = try RepositoryCreation(
        at: path, bare: request.bare, initialBranch: Fork.main.name, by: .initialization,
        options: options)
      let store = DocumentStore(creation.repository, environment: environment)
      let report = try store.begin(request)
      creation.finish()
      return report
    } catch {
      place?.clear()
      throw error
    }
  }

  private static func existing(
    at path: String, _ options: LocalRepository.OpenOptions
  ) throws(GitError) -> LocalRepository? {
    do {
      return try LocalRepository.open(at: path, options: options)
    } catch {
      switch error.kind {
      case .notARepository, .notFound: return nil
      default: throw error
      }
    }
  }

  private static func check(_ schema: (bytes: [UInt8], name: String)?) throws {
    guard let schema else { return }
    do {
      _ = try JSONDocument(parsing: schema.bytes)
    } catch {
      throw StoreError(syntax: error, in: schema.name)
    }
    _ = try SchemaSet(root: schema.bytes) { _ in nil }
  }
}

extension DocumentStore {
  /// A new repository: everything, and a first commit.
  private func begin(_ request: InitializeRequest) throws -> InitializeReport {
    let missing = try missingFiles(schema: request.schema?.bytes ?? Self.minimalSchema)
    try configureDriver(writing: missing)
    try write(missing)
    // Where a killed process has begun, they stand there already.
    let files = try presentFiles().merging(missing) { $1 }
    let movement = try record(on: .main, command: "init") { _ in
      VersionDraft(
        changes: try files.mapValues { .file(try repository.writeBlob($0)) },
        message: "Begin a repository of documents")
    }
    return try report(created: true, commit: movement.to, files)
  }

  /// A repository that was there before: what is missing, and no commit.
  private func complete(_ request: InitializeRequest) throws -> InitializeReport {
    let files =
      repository.isBare
      ? [:] : try missingFiles(schema: request.schema?.bytes ?? Self.carefulSchema)
    try configureDriver(writing: files)
    try write(files)
    return try report(created: false, commit: nil, files)
  }

  private func report(
    created: Bool, commit: ObjectID?, _ files: [DocumentPath: [UInt8]]
  ) throws -> InitializeReport {
    InitializeReport(
      directory: repository.workTreePath ?? repository.gitDirectory, created: created,
      fork: try repository.head().fork, commit: commit, added: files.keys.sorted().map(\.string))
  }

  /// The files that a repository of documents has and this one has not, or not as they must be.
  private func missingFiles(schema: [UInt8]) throws -> [DocumentPath: [UInt8]] {
    var files: [DocumentPath: [UInt8]] = [:]
    let schemaPath = try DocumentPath(Self.schemaPath)
    if try presentBytes(at: schemaPath) == nil { files[schemaPath] = schema }
    let present = try attributesFile()
    let complete = present.adding(try missingAttributeLines(in: present))
    if complete != present {
      files[try DocumentPath(Self.attributesPath)] = complete.bytes
    }
    return files
  }

  /// Those of the files of a repository of documents that stand in the work tree.
  private func presentFiles() throws -> [DocumentPath: [UInt8]] {
    var files: [DocumentPath: [UInt8]] = [:]
    for treePath in [Self.schemaPath, Self.attributesPath] {
      let path = try DocumentPath(treePath)
      files[path] = try presentBytes(at: path)
    }
    return files
  }

  private func attributesFile() throws -> AttributesFile {
    AttributesFile(try presentBytes(at: DocumentPath(Self.attributesPath)))
  }

  private func missingAttributeLines(in file: AttributesFile) throws -> [String] {
    try DriverInstallation(in: self).missingLines([], in: file)
  }

  private func configureDriver(writing files: [DocumentPath: [UInt8]]) throws {
    let file = try attributesFile()
    let isWritten = try files[DocumentPath(Self.attributesPath)] != nil
    try DriverInstallation(in: self).configure(
      adding: isWritten ? missingAttributeLines(in: file) : [], to: file)
  }

  private func presentBytes(at path: DocumentPath) throws -> [UInt8]? {
    guard !repository.isBare else { return nil }
    return try repository.storeWorkTreeFile(at: path.treePath).map { try repository.blob($0.id) }
  }

  private func write(_ files: [DocumentPath: [UInt8]]) throws {
    guard !repository.isBare, !files.isEmpty else { return }
    let update = try repository.beginWorkTreeUpdate(timeout: environment.patience)
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      try update.writeFile(at: path.treePath, .file(repository.writeBlob(bytes)))
    }
    try update.end()
  }

  private static let attributesPath: TreePath = ".gitattributes"

  /// The schema of a new repository: the later change wins.
  private static let minimalSchema = Array(
    """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "x-documents": {}
    }

    """.utf8)

  /// The schema of a repository that was there before: nobody's conflicts turn into resolutions unasked.
  private static let carefulSchema = Array(
    """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "x-default-merge": "manual",
      "x-documents": {}
    }

    """.utf8)
}
