import Foundation

/// A value that several closures share.
public final class Locked<Value>: @unchecked Sendable {
  private var value: Value
  private let lock = NSLock()

  /// Creates a shared value.
  public init(_ value: Value) { self.value = value }

  /// Calls a closure with the value, one at a time.
  public func with<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
