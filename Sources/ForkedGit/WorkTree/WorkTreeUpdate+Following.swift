/// That a work tree could not follow where its fork went.
public struct WorkTreeFailure: Error {
  /// Why it could not.
  public let cause: GitError
  /// Why everything could not go back either; nil where it did, and nothing changed.
  public let goingBack: (any Error)?
}

extension WorkTreeFailure: CustomStringConvertible {
  /// What happened, and what is left, in one line.
  public var description: String {
    guard let goingBack else {
      return "\(cause); the work tree could not follow, so nothing was changed"
    }
    return "\(cause); the work tree could not follow, and not go back either: \(goingBack)"
  }
}

extension WorkTreeUpdate {
  /// Takes the files from one tree to another and publishes the index; where that fails, everything
  /// goes back.
  ///
  /// - Parameters:
  ///   - old: The tree that the files are of; nil: nothing.
  ///   - new: The tree that they shall be of.
  ///   - takeBack: Moves what was moved before the files back to where it stood.
  /// - Throws: What went wrong, and whether anything changed.
  public func follow(
    from old: ObjectID?, to new: ObjectID, takeBack: () throws -> Void
  ) throws(WorkTreeFailure) {
    try repository.uninterrupted { () throws(WorkTreeFailure) in
      try followWhole(from: old, to: new, takeBack: takeBack)
    }
  }

  private func followWhole(
    from old: ObjectID?, to new: ObjectID, takeBack: () throws -> Void
  ) throws(WorkTreeFailure) {
    do {
      try apply(from: old, to: new)
      try end()
    } catch {
      do {
        try takeBack()
        try goBack(from: new, to: old)
      } catch let second {
        throw WorkTreeFailure(cause: error, goingBack: second)
      }
      throw WorkTreeFailure(cause: error, goingBack: nil)
    }
  }
}
