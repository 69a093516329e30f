import CLibgit2

/// The conversion of files whose attributes name a filter driver, an encoding or `ident`, by the user's `git`.
///
/// libgit2 converts line endings, and the first `$Id$` of a file. `git` runs the commands that the configuration gives a driver
/// (`clean`, `smudge`, `process`, `required`), and converts by `working-tree-encoding`. One process serves many files,
/// so that git starts a long-running filter once.
///
/// The objects go through a directory of their own: those of a transaction need not be stored before, and a command
/// that fails leaves none.
///
/// Source: gitattributes(5), git-hash-object(1), git-cat-file(1).
final class FilterDrivers {
  private unowned let repository: LocalRepository
  private var cleaning: GitConversation?
  private var smudging: GitConversation?
  private var exchange: Exchange?

  init(of repository: LocalRepository) { self.repository = repository }

  /// Ends the processes. Call this after each change of an attributes file: git reads these once.
  func end() { (cleaning, smudging, exchange) = (nil, nil, nil) }

  /// Returns the conversion that git must make of the file at a path; nil if its attributes ask for none.
  ///
  /// - Parameter isTracked: True if the index has an entry at the path of an attributes file.
  /// - Throws: Kind `unsupported` if the attributes are only in the index, where these commands of git read none.
  func conversion(
    at path: TreePath, isTracked: (TreePath) throws(GitError) -> Bool
  ) throws(GitError) -> Conversion? {
    guard let workTree = repository.workTreePath else { return nil }
    var conversion = Conversion(path: path)
    // git does not follow a symbolic link to attributes, but libgit2 would.
    if try repository.linkedAttributes(of: path) != nil { return conversion }
    conversion.encoding = try repository.attribute("working-tree-encoding", of: path).value
    let driver = try repository.attribute("filter", of: path).value
    if let driver, try isConfigured(driver) { conversion.driver = driver }
    let hasIdent = try repository.attribute("ident", of: path) == .set
    if conversion.driver == nil, conversion.encoding == nil, !hasIdent { return nil }
    let files = WorkTreeFiles(root: workTree)
    for attributes in path.attributesFiles where try isTracked(attributes) {
      guard case .missing = try files.presence(of: attributes) else { continue }
      throw conversion.error(
        "its attributes are in '\(attributes)', which is not in the work tree: "
          + "'git checkout -- \(attributes)' restores it", .unsupported)
    }
    return conversion
  }

  private func isConfigured(_ driver: String) throws(GitError) -> Bool {
    for name in ["clean", "smudge", "process", "required"] {
      if try repository.settings.string("filter.\(driver).\(name)") != nil { return true }
    }
    return false
  }

  /// Returns the id that git gives the file at its path of the work tree.
  func id(ofFileBy conversion: Conversion) throws(GitError) -> ObjectID {
    if cleaning == nil {
      cleaning = try start(["hash-object", "-w", "--stdin-paths"], conversion)
    }
    let name = conversion.path.quotedForGit + [UInt8(ascii: "\n")]
    let answer = try cleaning?.answer(to: name, endingWith: Array("\n".utf8))
    return try id(answer, conversion)
  }

  /// Returns the id that git gives these bytes of a file.
  func id(of bytes: [UInt8], by conversion: Conversion) throws(GitError) -> ObjectID {
    let path = "--path=\(try conversion.pathArgument)"
    let answer = try output(of: ["hash-object", "-w", "--stdin", path], bytes, conversion)
    return try id(answer, conversion)
  }

  private func id(_ answer: [UInt8]?, _ conversion: Conversion) throws(GitError) -> ObjectID {
    let text = String(decoding: answer ?? [], as: UTF8.self)
    guard let id = ObjectID(hex: text.prefix { $0 != "\n" }) else {
      throw try failure(conversion, "cleaned")
    }
    return id
  }

  /// Returns the contents of an object that ``id(ofFileBy:)`` or ``id(of:by:)`` has named.
  func contents(of id: ObjectID) throws(GitError) -> [UInt8] {
    if let object = try exchange?.objects.object(id) { return object.bytes }
    return try repository.blob(id)
  }

  /// Returns the id that git gives these contents of a blob once they were a file of the work tree.
  func id(afterSmudging bytes: [UInt8], by conversion: Conversion) throws(GitError) -> ObjectID {
    try id(of: smudged(offer(bytes), by: conversion), by: conversion)
  }

  /// Returns the contents of the work tree's file for a blob.
  func smudged(_ id: ObjectID, by conversion: Conversion) throws(GitError) -> [UInt8] {
    if repository.isPending(id) { _ = try offer(repository.blob(id)) }
    let path = conversion.path.bytes
    // A request is a line, whose path begins with the first byte that is no white space.
    guard !path.contains(UInt8(ascii: "\n")), let first = path.first, first > UInt8(ascii: " ")
    else {
      let argument = "--path=\(try conversion.pathArgument)"
      let bytes = try output(of: ["cat-file", "--filters", argument, id.hex], [], conversion)
      guard let bytes else { throw try failure(conversion, "smudged") }
      return bytes
    }
    if smudging == nil { smudging = try start(["cat-file", "--batch=", "--filters"], conversion) }
    // The answer does not tell its length. So it ends with that to a question which no contents can foresee.
    let mark = "end-\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))"
    let request = Array("\(id.hex) ".utf8) + path + Array("\n\(mark)\n".utf8)
    let end = Array("\n\(mark) missing\n".utf8)
    guard let answer = try smudging?.answer(to: request, endingWith: end), answer.first == 10
    else { throw try failure(conversion, "smudged") }
    return Array(answer[1..<(answer.count - end.count)])
  }

  private func offer(_ blob: [UInt8]) throws(GitError) -> ObjectID {
    let id = try LocalRepository.blobID(of: blob)
    var storing = try LooseStoring(in: openExchange().objects, sync: .none)
    try storing.add(id, GIT_OBJECT_BLOB, blob)
    try storing.end()
    return id
  }

  /// Returns the output of a command; nil if it failed.
  private func output(
    of arguments: [String], _ input: [UInt8], _ conversion: Conversion
  ) throws(GitError) -> [UInt8]? {
    let outcome = try withGit(conversion) { environment, isInterrupted throws(GitError) in
      try ChildProcess.run(
        ["git"] + arguments, environment: environment, in: repository.workTreePath, input: input,
        showing: (nil, 2), unless: isInterrupted)
    }
    return outcome.isSuccess ? outcome.output : nil
  }

  private func start(
    _ arguments: [String], _ conversion: Conversion
  ) throws(GitError) -> GitConversation {
    try withGit(conversion) { environment, isInterrupted throws(GitError) in
      try GitConversation(
        ["git"] + arguments, environment: environment, directory: repository.workTreePath,
        unless: isInterrupted)
    }
  }

  private func withGit<Result>(
    _ conversion: Conversion,
    _ body: (_ environment: [String: String], _ isInterrupted: @escaping () -> Bool)
      throws(GitError) -> Result
  ) throws(GitError) -> Result {
    let exchange = try openExchange()
    var environment = repository.settings.environment
    environment["GIT_DIR"] = String(repository.gitDirectory.dropLast())
    environment["GIT_WORK_TREE"] = repository.workTreePath
    environment["GIT_OBJECT_DIRECTORY"] = exchange.directory.path
    environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = String(
      decoding: TreePath(repository.commonDirectory + "objects").quotedForGit, as: UTF8.self)
    do throws(GitError) {
      return try body(environment) { [unowned repository] in repository.isInterrupted() }
    } catch {
      guard error.kind == .notFound else { throw error }
      throw conversion.error("\(conversion.name) needs git, which is not installed", .notFound)
    }
  }

  private func failure(_ conversion: Conversion, _ verb: String) throws(GitError) -> GitError {
    end()
    try repository.checkInterruption()
    return conversion.failure(verb)
  }

  private func openExchange() throws(GitError) -> Exchange {
    if let exchange { return exchange }
    let opened = try Exchange(in: repository)
    exchange = opened
    return opened
  }
}

extension FilterDrivers {
  /// The filter driver and the encoding that the attributes of a path name.
  struct Conversion {
    let path: TreePath
    var driver: String?
    var encoding: String?

    /// The name of the conversion, for messages.
    var name: String {
      if let driver { return "the filter '\(driver)'" }
      return encoding.map { "the working-tree-encoding '\($0)'" } ?? "the attribute 'ident'"
    }

    fileprivate var pathArgument: String {
      get throws(GitError) {
        if let text = path.string { return text }
        throw error("\(name) cannot be applied to a path that is not UTF-8", .unsupported)
      }
    }

    func error(_ message: String, _ kind: GitError.Kind) -> GitError {
      GitError(kind, message, context: path.description)
    }

    fileprivate func failure(_ verb: String) -> GitError {
      error("\(name) failed, so that the file could not be \(verb)", .filter(driver))
    }
  }

  /// A directory of objects that this process and git pass each other. It is removed with the object.
  private final class Exchange {
    let directory: StagedDirectory
    let objects: LooseObjects

    init(in repository: LocalRepository) throws(GitError) {
      directory = try StagedDirectory(in: repository)
      objects = LooseObjects(in: directory.path + "/")
    }
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

  /// The path in quotes, as git reads it from a list.
  var quotedForGit: [UInt8] {
    let inner = bytes.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\n"): Array(#"\n"#.utf8)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
      default: [byte]
      }
    }
    return [UInt8(ascii: "\"")] + inner + [UInt8(ascii: "\"")]
  }
}
