/// The failure of a transaction that could not be written.
public struct TransactionFailure: Error {
  /// The error that ended it.
  public let cause: any Error
  /// The error that kept something from going back; nil where all did, and nothing changed.
  public let remaining: (any Error)?
}

extension TransactionFailure: CustomStringConvertible {
  /// The errors, in one line.
  public var description: String {
    guard let remaining else { return "\(cause); nothing was changed" }
    return "\(cause); not everything could go back: \(remaining)"
  }
}
