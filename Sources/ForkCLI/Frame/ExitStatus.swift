import ForkedStore

/// What the process ends with, so that a script can tell. Source: sysexits.h.
enum ExitStatus: Int32 {
  /// Done.
  case done = 0
  /// A person must decide: conflicts remain, differences were found, documents are invalid, or something would be lost.
  case differs = 1
  /// The arguments are wrong.
  case usage = 64
  /// A document, schema or patch is not what it must be.
  case invalidData = 65
  /// No such repository, fork, revision or document.
  case notFound = 66
  /// A remote could not be reached.
  case unavailable = 69
  /// A defect of ours.
  case defect = 70
  /// Something cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// Try again.
  case tryAgain = 75
  /// No permission.
  case notPermitted = 77
  /// Interrupted; by a signal other than that of the keyboard, the status is 128 and its number.
  case interrupted = 130

  /// The status of a failure.
  init(_ kind: StoreError.Kind) {
    self =
      switch kind {
      case .conflicts, .refused: .differs
      case .usage: .usage
      case .invalidData: .invalidData
      case .notFound: .notFound
      case .unavailable: .unavailable
      case .defect: .defect
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .tryAgain: .tryAgain
      case .notPermitted: .notPermitted
      case .interrupted: .interrupted
      }
  }
}
