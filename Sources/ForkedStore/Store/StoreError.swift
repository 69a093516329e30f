import Forked
import ForkedGit
public import ForkedJSON
import ForkedSchema

/// Why a use case could not do what it was asked: what happened, where, and what to do.
public struct StoreError: Error, Sendable {
  /// What sort of failure it is, as far as a script should tell them apart.
  public enum Kind: Sendable, Hashable {
    /// Conflicts remain.
    case conflicts
    /// The request itself is wrong: a bad document path, arguments that exclude each other.
    case usage
    /// A document, schema or patch is not what it must be.
    case invalidData
    /// No such repository, fork, revision or document.
    case notFound
    /// A remote could not be reached.
    case unavailable
    /// A defect of this program.
    case defect
    /// Something stands where the new thing should be, or its place cannot be made.
    case cannotCreate
    /// Reading or writing failed.
    case inputOutput
    /// Nothing is wrong but the moment: a lock is held, an expectation failed, a race was lost too often.
    case tryAgain
    /// Not permitted.
    case notPermitted
    /// Something would be lost or undone that only a person can decide about.
    case refused
    /// Somebody asked to stop.
    case interrupted
  }

  /// The place that a failure concerns.
  public struct Place: Sendable, Hashable {
    /// The document (or file) as the person would name it.
    public var document: String?
    /// The property.
    public var pointer: JSONPointer?
    /// Line and column, for text that does not parse.
    public var position: TextPosition?

    /// - Parameters:
    ///   - document: the document (or file) as the person would name it.
    ///   - pointer: the property.
    ///   - position: line and column, for text that does not parse.
    public init(
      document: String? = nil, pointer: JSONPointer? = nil, position: TextPosition? = nil
    ) {
      self.document = document
      self.pointer = pointer
      self.position = position
    }
  }

  /// What sort of failure it is.
  public var kind: Kind
  /// What happened, in one sentence without a full stop.
  public var message: String
  /// Where it happened, if that is one place.
  public var place: Place?
  /// What to do about it.
  public var hint: String?

  /// - Parameters:
  ///   - kind: what sort of failure it is.
  ///   - message: what happened, in one sentence without a full stop.
  ///   - place: where it happened, if that is one place.
  ///   - hint: what to do about it.
  public init(_ kind: Kind, _ message: String, at place: Place? = nil, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.place = place
    self.hint = hint
  }
}

extension StoreError.Place: CustomStringConvertible {
  /// `document#pointer:line:column`, as far as it is known.
  public var description: String {
    let name = document ?? ""
    let property = pointer.map { $0.tokens.isEmpty ? "" : "#\($0)" } ?? ""
    let lines = position.map { ":\($0.line):\($0.column)" } ?? ""
    return name + property + lines
  }
}

extension StoreError {
  /// What any error of the rooms below means to a person: the one place that decides kinds and hints.
  ///
  /// - Parameter error: the error as it was thrown; one that no room declares is a defect of ours.
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
          : "a pointer is empty or begins with a slash: /\(error.text)")
    case let error as InvalidGlob:
      self.init(.usage, "'\(error.text)' is not a pattern: \(error.message)", hint: error.hint)
    case let error as SchemaError: self.init(schema: error)
    case let error as ValidationExcess:
      self.init(
        .invalidData, error.description, at: Place(document: SchemaSet.rootFile),
        hint: "give each value fewer schemas to fit")
    default:
      self.init(
        .defect, "this should not have happened: \(error)",
        hint: "it is a defect of fork; please report it")
    }
  }

  /// A text that does not parse.
  ///
  /// - Parameters:
  ///   - error: what is wrong, and at which line and column.
  ///   - document: the document or file, as the person would name it.
  public init(syntax error: JSONSyntaxError, in document: String?) {
    self.init(
      .invalidData, "\(error.reason)",
      at: Place(document: document, position: error.position),
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
      at: Place(
        document: mistake.file, pointer: mistake.pointer, position: mistake.position),
      hint: mistake.hint)
  }

  private init(path error: InvalidPath) {
    let reason =
      switch error.reason {
      case .empty: "it is empty"
      case .absolute: "it begins with a slash"
      case .trailingSlash: "it ends with a slash"
      case .emptyComponent: "it holds two slashes side by side"
      case .dots: "it leads out of the repository, or a part of it is '.' or '..'"
      case .gitDirectory: "a part of it is what git, or some file system, takes for '.git'"
      case .controlCharacter: "it holds a control character"
      case .backslash: "it holds a backslash"
      case .notUTF8: "it is not UTF-8"
      case .tooLong: "it is longer than file systems take"
      }
    self.init(
      .usage, "'\(error.path)' cannot be a document's path: \(reason)",
      hint: "a path is relative to the working directory inside a work tree, else to the root")
  }
}

extension StoreError {
  private init(git error: GitError) {
    self.init(Self.kind(of: error), Self.message(of: error), hint: Self.hint(for: error))
  }

  private static func kind(of error: GitError) -> Kind {
    switch error.kind {
    case .notFound, .notARepository, .shallow: .notFound
    case .exists, .editedDocuments: .cannotCreate
    case .ambiguous, .bare, .invalidPath: .usage
    case .invalid, .unsupported: .invalidData
    case .raceLost, .locked, .operationInProgress: .tryAgain
    case .ownership, .permission, .untrusted, .refused: .notPermitted
    case .unreachable: .unavailable
    case .interrupted: .interrupted
    case .io, .other: .inputOutput
    }
  }

  private static func message(of error: GitError) -> String {
    guard case .editedDocuments(let paths) = error.kind else { return error.description }
    let names = paths.map { "'\($0)'" }.joined(separator: ", ")
    return "edits in the work tree would be overwritten: \(names); nothing was changed"
  }

  private static func hint(for error: GitError) -> String? {
    switch error.kind {
    case .notARepository: "'fork init' makes one here"
    case .ambiguous: "give more digits of the id"
    case .bare: "this needs a work tree; the repository is bare"
    case .raceLost: "try again"
    case .locked: "another process is at work; try again when it is done"
    case .ownership:
      "if you trust it: git config --global --add safe.directory "
        + (error.context?.quotedForShell ?? "<directory>")
    case .editedDocuments: "record them with 'fork update', or put them away with 'git stash'"
    case .operationInProgress(let operation): Self.hint(toEnd: operation)
    case .invalidPath: "no document may have that path"
    case .unreachable: "try again when it is there; nothing was lost"
    case .shallow: "'git fetch --unshallow' in the shallow clone brings the whole history"
    case .invalid where error.function == "git_odb_read":
      "'git fsck' lists all that is damaged; another copy of the repository has it whole"
    case .notFound where error.message == GitError.missingObjectMessage:
      "'fork verify' lists all that is missing; 'git fetch' brings it from another copy of the repository"
    case .permission: "look who owns it, and whether it may be written"
    case .notFound, .exists, .invalid, .unsupported, .io, .other, .untrusted, .refused,
      .interrupted:
      nil
    }
  }

  private static func hint(toEnd operation: RepositoryOperation) -> String {
    if operation == .bisect { return "end it with 'git bisect reset'" }
    let command =
      switch operation {
      case .merge: "git merge"
      case .rebase: "git rebase"
      case .cherryPick: "git cherry-pick"
      case .revert: "git revert"
      case .applyMailbox: "git am"
      case .bisect: "git bisect"
      }
    return "finish it with '\(command) --continue', or give it up with '\(command) --abort'"
  }
}
