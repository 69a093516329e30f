public import Forked
public import ForkedGit
public import ForkedJSON
import ForkedSchema

/// The result of `init`.
public struct InitializeReport: Report {
  /// The directory of the repository.
  public var directory: String
  /// True if there was no repository before.
  public var created: Bool
  /// The current fork.
  public var fork: Fork?
  /// The first commit; nil if the repository existed before.
  public var commit: ObjectID?
  /// The files that were added. If the repository existed before, they are not committed yet.
  public var added: [String]

  /// `{"directory":..,"created":true,"fork":"main","commit":..,"added":[".fork/schema.json",".gitattributes"]}`
  public var reportValue: ReportValue {
    .object([
      "directory": directory, "created": created, "fork": fork?.name, "commit": commit,
      "added": added,
    ])
  }
}

extension DocumentStore {
  /// Creates a document repository, or converts a git repository.
  ///
  /// A new repository gets a schema, attributes, the merge driver, and a first commit. In an existing repository, what
  /// is missing is added, and nothing is committed.
  ///
  /// - Parameters:
  ///   - directory: the directory of the repository, relative to the working directory.
  ///   - bare: true for a repository without a work tree.
  ///   - schema: the bytes of the schema, and the name of the file that they came from; nil: a minimal schema.
  ///   - environment: the environment of the process.
  /// - Throws: kind `invalidData` if the schema has mistakes; ``GitError`` if the repository cannot be created.
  public static func initialize(
    _ directory: String = ".", bare: Bool = false, schema: (bytes: [UInt8], name: String)? = nil,
    in environment: Environment
  ) throws -> InitializeReport {
    let path = environment.absolute(directory)
    try check(schema)
    let options = LocalRepository.OpenOptions(environment: environment.variables)
    if !RepositoryCreation.isUnfinished(at: path, by: .initialization),
      let repository = try existing(at: path, options)
    {
      return try DocumentStore(repository, environment: environment).complete(schema?.bytes)
    }
    let place = FreePath(at: path) ?? (bare ? nil : FreePath(at: path + "/.git"))
    do {
      let creation = try RepositoryCreation(
        at: path, bare: bare, initialBranch: Fork.main.name, by: .initialization,
        options: options)
      let store = DocumentStore(creation.repository, environment: environment)
      let report = try store.begin(schema?.bytes)
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
  /// Writes all files of a new repository and makes its first commit.
  private func begin(_ schema: [UInt8]?) throws -> InitializeReport {
    let missing = try addMissingFiles(schema: schema ?? Self.minimalSchema)
    // A process that was killed may have written some of them already.
    let present = try [Self.schemaPath, Self.attributesPath].map {
      (try DocumentPath($0), try presentBytes(at: $0))
    }
    let files = Dictionary(uniqueKeysWithValues: present).compactMapValues { $0 }
      .merging(missing) { $1 }
    let forkUpdate = try record(on: .main, command: "init") { _ in
      VersionDraft(
        changes: try files.mapValues { .file(try repository.writeBlob($0)) },
        message: "Create a document repository")
    }.forkUpdate
    return try report(created: true, commit: forkUpdate.to, files)
  }

  /// Adds what is missing to a repository that existed before, without a commit.
  private func complete(_ schema: [UInt8]?) throws -> InitializeReport {
    guard repository.isBare else {
      let files = try addMissingFiles(schema: schema ?? Self.carefulSchema)
      return try report(created: false, commit: nil, files)
    }
    try DriverInstallation(in: self).configure(adding: [], to: AttributesFile(nil))
    return try report(created: false, commit: nil, [:])
  }

  private func report(
    created: Bool, commit: ObjectID?, _ files: [DocumentPath: [UInt8]]
  ) throws -> InitializeReport {
    InitializeReport(
      directory: repository.workTreePath ?? repository.gitDirectory, created: created,
      fork: try repository.headFork(), commit: commit, added: files.keys.sorted().map(\.string))
  }

  /// Sets git up, and writes the files of a document repository that are missing or incomplete to the work tree, if
  /// there is one. Returns these files.
  private func addMissingFiles(schema: [UInt8]) throws -> [DocumentPath: [UInt8]] {
    var files: [DocumentPath: [UInt8]] = [:]
    if try presentBytes(at: Self.schemaPath) == nil {
      files[try DocumentPath(Self.schemaPath)] = schema
    }
    let installation = try DriverInstallation(in: self)
    let present = AttributesFile(try presentBytes(at: Self.attributesPath))
    let lines = try installation.missingLines([], in: present)
    if !lines.isEmpty { files[try DocumentPath(Self.attributesPath)] = present.adding(lines).bytes }
    try installation.configure(adding: lines, to: present)
    try write(files)
    return files
  }

  private func presentBytes(at path: TreePath) throws -> [UInt8]? {
    guard let root = repository.workTreePath else { return nil }
    return try WorkTreeFiles(root: root).read(path)
  }

  private func write(_ files: [DocumentPath: [UInt8]]) throws {
    guard !repository.isBare, !files.isEmpty else { return }
    let update = try repository.beginWorkTreeUpdate(timeout: environment.lockTimeout)
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      try update.writeFile(at: path.treePath, .file(repository.writeBlob(bytes)))
    }
    try update.end()
  }

  private static let attributesPath: TreePath = ".gitattributes"

  /// The schema of a new repository. The later change wins.
  private static let minimalSchema = Array(
    """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "x-documents": {}
    }

    """.utf8)

  /// The schema of a repository that existed before. No conflict is resolved automatically unless the user asks for it.
  private static let carefulSchema = Array(
    """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "x-default-merge": "manual",
      "x-documents": {}
    }

    """.utf8)
}
