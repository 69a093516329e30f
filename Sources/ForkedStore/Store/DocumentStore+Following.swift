import ForkedGit

extension DocumentStore {
  /// Takes the files from one tree to another and publishes the index; where that fails, everything goes back.
  ///
  /// - Parameter takeBack: moves what was moved before the files back to where it stood.
  /// - Throws: what went wrong, and that nothing was changed, or what was.
  func follow(
    _ update: WorkTreeUpdate, from old: ObjectID?, to new: ObjectID, takeBack: () throws -> Void
  ) throws {
    do {
      try update.apply(from: old, to: new)
      try update.end()
    } catch {
      do {
        try takeBack()
        try update.apply(from: new, to: old ?? repository.emptyTree())
      } catch let second {
        throw halfDone(error, second)
      }
      throw nothingChanged(error)
    }
  }

  private func nothingChanged(_ error: GitError) -> StoreError {
    var failure = StoreError(translating: error)
    failure.message += "; the work tree could not follow, so nothing was changed"
    return failure
  }

  private func halfDone(_ error: GitError, _ second: any Error) -> StoreError {
    var failure = StoreError(translating: error)
    let reason = StoreError(translating: second).message
    failure.message += "; the work tree could not follow, and not go back either: \(reason)"
    failure.hint =
      "'git status' shows what was changed, 'git checkout -- <file>' brings a file back"
    return failure
  }
}
