import CLibgit2

/// The conversion of a file whose attributes name a filter driver, an encoding or `ident`, by the user's `git`.
///
/// libgit2 converts line endings, and the first `$Id$` of a file. `git` runs the commands that the configuration gives a driver
/// (`clean`, `smudge`, `process`, `required`), and converts by `working-tree-encoding`: one process for each file.
///
/// The objects go through a directory of their own: those of a transaction need not be stored before, and a command
/// that fails leaves none.
///
/// Source: gitattributes(5), git-hash-object(1), git-cat-file(1).
struct FileConversion {
  private let repository: LocalRepository
  private let path: TreePath
  private(set) var driver: String?
  private let encoding: String?

  /// Reads the attributes of a path; nil if they ask for no conversion by git.
  ///
  /// - Parameter isTracked: True if the index has an entry at the path of an attributes file.
  /// - Throws: Kind `unsupported` if the attributes are only in the index, where these commands of git read none.
  init?(
    at path: TreePath, in repository: LocalRepository,
    isTracked: (TreePath) throws(GitError) -> Bool
  ) throws(GitError) {
    guard let workTree = repository.workTreePath else { return nil }
    (self.repository, self.path) = (repository, path)
    // git does not follow a symbolic link to attributes, but libgit2 would.
    if try repository.linkedAttributes(of: path) != nil {
      encoding = nil
      return
    }
    encoding = try repository.attribute("working-tree-encoding", of: path).value
    let named = try repository.attribute("filter", of: path).value
    if let named, try Self.isConfigured(named, repository.settings) { driver = named }
    let hasIdent = try repository.attribute("ident", of: path) == .set
    if driver == nil, encoding == nil, !hasIdent { return nil }
    let files = WorkTreeFiles(root: workTree)
    for attributes in path.attributesFiles where try isTracked(attributes) {
      guard case .missing = try files.presence(of: attributes) else { continue }
      throw error(
        "its attributes are in '\(attributes)', which is not in the work tree: "
          + "'git checkout -- \(attributes)' restores it", .unsupported)
    }
  }

  private static func isConfigured(
    _ driver: String, _ settings: Configuration
  ) throws(GitError) -> Bool {
    for name in ["clean", "smudge", "process", "required"] {
      if try settings.string("filter.\(driver).\(name)") != nil { return true }
    }
    return false
  }

  /// Returns the contents that git stores for a file.
  ///
  /// - Parameter bytes: The file's contents; nil for those that are at its path in the work tree.
  func cleaned(_ bytes: [UInt8]? = nil) throws(GitError) -> [UInt8] {
    let staged = try StagedDirectory(in: repository)
    let file = try bytes == nil ? ["--", text] : ["--stdin", "--path=\(text)"]
    let answer = try output(of: ["hash-object", "-w"] + file, bytes ?? [], in: staged, "cleaned")
    guard let id = ObjectID(hex: String(decoding: answer, as: UTF8.self).prefix { $0 != "\n" })
    else { throw failure("cleaned") }
    if let new = try LooseObjects(in: staged.path + "/").object(id) { return new.bytes }
    return try repository.blob(id)
  }

  /// Returns the contents of the work tree's file for those of a blob.
  func smudged(_ blob: [UInt8]) throws(GitError) -> [UInt8] {
    let staged = try StagedDirectory(in: repository)
    let id = try LocalRepository.blobID(of: blob)
    var storing = try LooseStoring(in: LooseObjects(in: staged.path + "/"), sync: .none)
    try storing.add(id, GIT_OBJECT_BLOB, blob)
    try storing.end()
    return try output(
      of: ["cat-file", "--filters", "--path=\(text)", id.hex], [], in: staged, "smudged")
  }

  private func output(
    of arguments: [String], _ input: [UInt8], in staged: StagedDirectory, _ verb: String
  ) throws(GitError) -> [UInt8] {
    var environment = repository.settings.environment
    environment["GIT_DIR"] = String(repository.gitDirectory.dropLast())
    environment["GIT_WORK_TREE"] = repository.workTreePath
    environment.merge(staged.variables) { $1 }
    do throws(GitError) {
      let outcome = try ChildProcess.run(
        ["git"] + arguments, environment: environment, in: repository.workTreePath, input: input,
        showing: (nil, ByteStream.errors.descriptor), unless: repository.isInterrupted)
      if outcome.isSuccess { return outcome.output }
    } catch {
      guard error.kind == .notFound else { throw error }
      throw self.error("\(name) needs git, which is not installed", .notFound)
    }
    try repository.checkInterruption()
    throw failure(verb)
  }

  /// The name of the conversion, for messages.
  private var name: String {
    if let driver { return "the filter '\(driver)'" }
    return encoding.map { "the working-tree-encoding '\($0)'" } ?? "the attribute 'ident'"
  }

  private var text: String {
    get throws(GitError) {
      if let text = path.string { return text }
      throw error("\(name) cannot be applied to a path that is not UTF-8", .unsupported)
    }
  }

  private func failure(_ verb: String) -> GitError {
    error("\(name) failed, so that the file could not be \(verb)", .filter(driver))
  }

  private func error(_ message: String, _ kind: GitError.Kind) -> GitError {
    GitError(kind, message, context: path.description)
  }
}

extension TreePath {
  /// The paths of the attributes files that may govern this path.
  var attributesFiles: [TreePath] {
    var (directory, files) = (parent, [TreePath]())
    while true {
      files.append(directory.appending(".gitattributes".utf8))
      if directory.isRoot { return files }
      directory = directory.parent
    }
  }
}
