extension LocalRepository {
  /// - Throws: kind `interrupted` where the user asked to stop.
  func checkInterruption() throws(GitError) {
    if isInterrupted() { throw GitError(.interrupted, "interrupted; nothing was changed") }
  }

  /// Does what must be done as a whole: no interrupt ends it.
  func uninterrupted<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = isInterrupted
    defer { isInterrupted = outer }
    isInterrupted = { false }
    return try body()
  }
}
