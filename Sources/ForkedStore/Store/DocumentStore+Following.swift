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
      try update.follow(from: old, to: new, takeBack: takeBack)
    } catch {
      throw StoreError(following: error)
    }
  }
}

extension StoreError {
  init(following failure: WorkTreeFailure) {
    self.init(translating: failure.cause)
    guard let second = failure.goingBack else {
      message += "; the work tree could not follow, so nothing was changed"
      return
    }
    let reason = StoreError(translating: second).message
    message += "; the work tree could not follow, and not go back either: \(reason)"
    hint = "'git status' shows what was changed, 'git checkout -- <file>' brings a file back"
  }
}
