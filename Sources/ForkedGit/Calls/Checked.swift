import CLibgit2

/// Calls a libgit2 function and throws if it fails. All calls of libgit2 go through here: the error names the function,
/// and its message is read at once, on the same thread.
///
/// - Returns: The function's result, if that is not negative.
@discardableResult
func check(
  _ function: String, context: @autoclosure () -> String? = nil, _ call: () -> Int32
) throws(GitError) -> Int32 {
  let code = call()
  if code < 0 { throw GitError.last(code, in: function, context: context()) }
  return code
}

/// Calls a libgit2 function like ``check(_:context:_:)``, but returns nil if it answers "not found".
func checkFound(
  _ function: String, context: @autoclosure () -> String? = nil, _ call: () -> Int32
) throws(GitError) -> Int32? {
  let code = call()
  if code == GIT_ENOTFOUND.rawValue { return nil }
  if code < 0 { throw GitError.last(code, in: function, context: context()) }
  return code
}

/// Returns the result of a call of the system. All that fail a command go through here: the error names the function.
///
/// - Parameter path: The path that the error names.
func called<Result>(
  _ function: String, path: @autoclosure () -> String,
  _ call: @autoclosure () throws(SystemFailure) -> Result
) throws(GitError) -> Result {
  do throws(SystemFailure) {
    return try call()
  } catch {
    throw .system(function, path: path(), error)
  }
}

/// Returns the result of a call of the system like ``called(_:path:_:)``, but nil if there is no such file or directory.
func found<Result>(
  _ function: String, path: @autoclosure () -> String,
  _ call: @autoclosure () throws(SystemFailure) -> Result
) throws(GitError) -> Result? {
  do throws(SystemFailure) {
    return try call()
  } catch {
    if error.isMissing { return nil }
    throw .system(function, path: path(), error)
  }
}

extension GitError {
  static func last(_ code: Int32, in function: String, context: String?) -> GitError {
    let cause = SystemFailure.last
    let last = git_error_last()
    let errorClass = last.map { $0.pointee.klass } ?? 0
    let message = last.flatMap { $0.pointee.message }.map { String(cString: $0) }
    if code == GIT_ENOTFOUND.rawValue, let object = message.flatMap(missingObject) {
      return GitError(
        .notFound, Self.missingObjectMessage, function: function, code: code,
        errorClass: errorClass, context: object)
    }
    if message?.hasSuffix("levels deep)") == true {
      return GitError(
        .notFound, "a symbolic ref leads to itself, and names nothing", context: context)
    }
    if message?.hasSuffix("extension: 'sdir'") == true { return .sparseIndex }
    if message?.hasSuffix("extension: 'link'") == true { return .splitIndex }
    // libgit2 reports a file that the user may not open as a locked one.
    let isRefused = code == GIT_ELOCKED.rawValue && refusal(in: message) != nil
    return GitError(
      isRefused
        ? .permission
        : kind(ofCode: code, errorClass: errorClass, failure: refusal(in: message) ?? cause),
      message ?? "\(function) failed with code \(code)", function: function, code: code,
      errorClass: errorClass, context: context)
  }

  /// The error for an index that has entries for directories.
  static var sparseIndex: GitError {
    GitError(
      .unsupported,
      "a sparse index is not supported: 'git sparse-checkout reapply --no-sparse-index' writes another"
    )
  }

  static var splitIndex: GitError {
    GitError(
      .unsupported,
      "a split index is not supported: 'git config core.splitIndex false && git update-index "
        + "--no-split-index' writes another")
  }

  /// The message for an object that is referred to and missing.
  public static let missingObjectMessage = "an object is missing from the repository"

  /// The id in libgit2's message for a missing object.
  private static func missingObject(in message: String) -> String? {
    let start = "object not found - no match for id ("
    guard message.hasPrefix(start), message.hasSuffix(")") else { return nil }
    return String(message.dropFirst(start.count).dropLast())
  }

  /// The error of the system that a message of libgit2 ends with, if that is a lack of permission. libgit2 may have
  /// changed `errno` since.
  private static func refusal(in message: String?) -> SystemFailure? {
    [.permissionDenied, .notPermitted, .readOnlyFileSystem].first {
      message?.hasSuffix(": \($0)") == true
    }
  }

  /// True if a signal interrupted a call of the system, which can be made again.
  var isOfSignal: Bool { message.hasSuffix(": \(SystemFailure.interrupted)") }

  private static func kind(
    ofCode code: Int32, errorClass: Int32, failure: SystemFailure
  ) -> Kind {
    switch git_error_code(code) {
    case GIT_ENOTFOUND, GIT_EUNBORNBRANCH: .notFound
    case GIT_EEXISTS: .exists
    case GIT_EAMBIGUOUS: .ambiguous
    case GIT_EBAREREPO: .bare
    case GIT_EINVALIDSPEC, GIT_EPEEL, GIT_EMISMATCH, GIT_EINVALID: .invalid
    case GIT_ELOCKED: .locked
    case GIT_EMODIFIED: .raceLost
    case GIT_EOWNER: .ownership
    default: kind(ofClass: errorClass, failure)
    }
  }

  private static func kind(ofClass errorClass: Int32, _ failure: SystemFailure) -> Kind {
    switch git_error_t(UInt32(bitPattern: errorClass)) {
    case GIT_ERROR_OS: kind(of: failure)
    case GIT_ERROR_ZLIB, GIT_ERROR_OBJECT, GIT_ERROR_TREE, GIT_ERROR_ODB, GIT_ERROR_INDEX: .invalid
    case GIT_ERROR_CONFIG: .invalid
    case GIT_ERROR_FILESYSTEM: .io
    default: .other
    }
  }

  private static func kind(of failure: SystemFailure) -> Kind {
    switch failure {
    case _ where failure.isRefused: .permission
    case .noSuchFileOrDirectory: .notFound
    case .fileExists, .notDirectory, .isDirectory, .directoryNotEmpty: .exists
    default: .io
    }
  }

  /// The error for a failed system call.
  static func system(
    _ function: String, path: String, _ failure: SystemFailure
  ) -> GitError {
    GitError(
      kind(of: failure), "\(function) failed: \(failure)",
      function: function, code: -failure.rawValue, context: path)
  }
}
