import Forked
import ForkedGit
public import ForkedJSON
import ForkedSchema

/// The failure of a command: the problem, its location, and a hint.
public struct StoreError: Error, Sendable {
  /// The kinds of failures that a script may need to tell apart.
  public enum Kind: Sendable, Hashable {
    /// Conflicts remain.
    case conflicts
    /// The request itself is wrong, as with a bad document path or arguments that exclude each other.
    case usage
    /// A document, schema or patch is invalid.
    case invalidData
    /// There is no such repository, fork, revision or document.
    case notFound
    /// A remote could not be reached.
    case unavailable
    /// The program has a defect.
    case defect
    /// The target already exists, cannot be created, or has uncommitted changes.
    case cannotCreate
    /// Reading or writing failed.
    case inputOutput
    /// The command can succeed later: a lock is held, an expectation failed, or too many races were lost.
    case tryAgain
    /// The operation is not permitted.
    case notPermitted
    /// Something would be lost or undone that only the user can decide about.
    case refused
    /// The user asked to stop.
    case interrupted
  }

  /// The location of a failure.
  public struct Location: Sendable, Hashable {
    /// The document (or file), as the user would name it.
    public var document: String?
    /// The pointer of the property.
    public var pointer: JSONPointer?
    /// The line and column, for text that does not parse.
    public var position: TextPosition?

    /// Creates a location.
    public init(
      document: String? = nil, pointer: JSONPointer? = nil, position: TextPosition? = nil
    ) {
      self.document = document
      self.pointer = pointer
      self.position = position
    }
  }

  /// The kind of the failure.
  public var kind: Kind
  /// The problem, in one sentence without a full stop.
  public var message: String
  /// The location, if there is one.
  public var location: Location?
  /// The hint that tells the user what to do.
  public var hint: String?
  /// The present value, if it is not the one that was expected.
  public var value: JSONNode?

  /// Creates an error.
  public init(_ kind: Kind, _ message: String, at location: Location? = nil, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.location = location
    self.hint = hint
  }
}

extension StoreError.Location: CustomStringConvertible {
  /// `document#pointer:line:column`, as far as it is known.
  public var description: String {
    let name = document ?? ""
    let property = pointer.map { $0.tokens.isEmpty ? "" : "#\($0)" } ?? ""
    let lines = position.map { ":\($0.line):\($0.column)" } ?? ""
    return name + property + lines
  }
}

extension StoreError {
  /// Translates any error of the modules below for the user. Kinds and hints are decided only here.
  ///
  /// - Parameter error: the error that was thrown. An error that no module declares is a defect of this program.
  public init(translating error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let error as GitError: self.init(git: error)
    case let error as TransactionFailure: self.init(uncommitted: error)
    case let error as InvalidPath: self.init(path: error)
    case let error as MergeRefusal: self.init(.conflicts, error.description)
    case let error as InvalidForkName:
      self.init(.usage, error.description, hint: "a name looks like laptop or ada/laptop")
    case let error as JSONSyntaxError: self.init(syntax: error, in: nil)
    case let error as JSONPointerError:
      self.init(
        .usage, "'\(error.text)' is not a JSON Pointer: \(error.message)",
        hint: error.text.hasPrefix("/")
          ? "in a key, ~ is written ~0 and / is written ~1"
          : "a pointer is empty or begins with a slash: \(Self.pointer(likePath: error.text))")
    case let error as InvalidGlob:
      self.init(.usage, "'\(error.text)' is not a pattern: \(error.message)", hint: error.hint)
    case let error as SchemaError: self.init(schema: error)
    case let error as ValidationExcess:
      self.init(
        .invalidData, error.description, at: Location(document: SchemaSet.rootFile),
        hint: "let fewer schemas apply to each value")
    default:
      self.init(
        .defect, "internal error: \(error)",
        hint: "it is a defect of fork; please report it")
    }
  }

  /// The pointer for a path as other programs write it: `a`, `.a.b[0]` or `$.a.b[0]`.
  private static func pointer(likePath text: String) -> String {
    guard let first = text.first, "$.[".contains(first) else { return "/" + text }
    return "/" + text.split { "$.[]".contains($0) }.joined(separator: "/")
  }

  /// Creates the error for a text that does not parse.
  ///
  /// - Parameters:
  ///   - error: the syntax error, with line and column.
  ///   - document: the document or file, as the user would name it.
  public init(syntax error: JSONSyntaxError, in document: String?) {
    self.init(
      .invalidData, "\(error.reason)",
      at: Location(document: document, position: error.position),
      hint: nil)
  }

  private init(schema error: SchemaError) {
    guard error.mistakes.count == 1, let mistake = error.mistakes.first else {
      let list = error.mistakes.map { "\n  \($0)" }.joined()
      self.init(.invalidData, "the schema has \(error.mistakes.count) mistakes:\(list)")
      return
    }
    self.init(
      .invalidData, mistake.message,
      at: Location(
        document: mistake.file, pointer: mistake.pointer, position: mistake.position),
      hint: mistake.hint)
  }

  private init(path error: InvalidPath) {
    self.init(
      .usage, "'\(error.path)' cannot be a document's path: it \(error.reason)",
      hint: "a path is relative to the working directory inside a work tree, else to the root")
  }
}

extension StoreError {
  /// The same error, with what was done before it.
  func after(_ done: String) -> StoreError {
    let nothing = "nothing was changed"
    var error = self
    error.message =
      message.contains(nothing)
      ? message.replacing(nothing, with: done) : message + "; " + done
    return error
  }

  private init(git error: GitError) {
    self.init(Self.kind(of: error), Self.message(of: error), hint: Self.hint(for: error))
  }

  private static func kind(of error: GitError) -> Kind {
    switch error.kind {
    case .notFound, .notARepository, .shallow: .notFound
    case .exists, .editedDocuments: .cannotCreate
    case .ambiguous, .bare, .invalidPath: .usage
    case .unmerged: .conflicts
    case .invalid, .unsupported: .invalidData
    case .raceLost, .locked, .operationInProgress: .tryAgain
    case .ownership, .permission, .untrusted, .refused, .unnamedRepository: .notPermitted
    case .unreachable: .unavailable
    case .interrupted: .interrupted
    case .io, .other, .damagedReference, .filter: .inputOutput
    }
  }

  private static func message(of error: GitError) -> String {
    func list(_ paths: [TreePath]) -> String {
      paths.map { "'\($0)'" }.joined(separator: ", ") + "; nothing was changed"
    }
    switch error.kind {
    case .editedDocuments(let paths):
      return "uncommitted changes would be overwritten: \(list(paths))"
    case .unmerged(let paths): return "in conflict: \(list(paths))"
    default: return error.description
    }
  }

  private static func hint(for error: GitError) -> String? {
    switch error.kind {
    case .notARepository: "'\(programName) init' creates one here"
    case .ambiguous: "give more digits of the id"
    case .bare: "run this in a clone with a work tree: \(programName) clone <url> <dir>"
    case .raceLost: "try again"
    case .locked where error.message == GitError.foreignLockMessage:
      "if no git is running, remove it: rm \((error.context ?? "").quotedForShell)"
    case .locked: "another process is at work; try again when it is done"
    case .ownership:
      "if you trust it: git config --global --add safe.directory "
        + (error.context?.quotedForShell ?? "<directory>")
    case .unnamedRepository:
      "if you trust it: GIT_DIR=\((error.context ?? ".").shellWord) \(programName) ..."
    case .damagedReference(let damaged): Verification.hint(for: damaged)
    case .editedDocuments:
      "commit them with '\(programName) update', or stash them with 'git stash'"
    case .unmerged:
      "'\(programName) conflicts' lists the conflicts, '\(programName) resolve' resolves them"
    case .operationInProgress(let operation): Self.hint(toEnd: operation)
    case .invalidPath: "no document may have that path"
    case .unreachable: "try again when it is reachable; nothing was lost"
    case .shallow: "'git fetch --unshallow' in the shallow clone brings the whole history"
    case .invalid where error.function == "git_odb_read":
      "'git fsck' lists what is damaged; restore it from another copy of the repository"
    case .notFound where error.message == GitError.missingObjectMessage:
      "'\(programName) verify' lists what is missing; 'git fetch' gets it from another copy of the repository"
    case .permission: "check who owns it, and whether it is writable"
    case .filter(let driver?):
      "'git config --get-regexp \("filter.\(driver)".shellWord)' shows its commands"
    case .filter(nil):
      "the attribute working-tree-encoding names the encoding; see gitattributes(5)"
    case .notFound, .exists, .invalid, .unsupported, .io, .other, .untrusted, .refused,
      .interrupted:
      nil
    }
  }

  private static func hint(toEnd operation: RepositoryOperation) -> String {
    if operation == .bisect { return "end it with 'git bisect reset'" }
    let command = operation.command
    return "finish it with '\(command) --continue' when '\(programName) conflicts' lists none, "
      + "or abort it with '\(command) --abort'"
  }
}
