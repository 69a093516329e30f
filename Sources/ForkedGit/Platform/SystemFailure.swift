#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
package import SystemPackage

/// The failure of a system call, by its `errno`.
package typealias SystemFailure = Errno

extension Errno {
  /// The failure of the last call that failed, on this thread.
  static var last: Errno { Errno(rawValue: errno) }

  /// True if there is no such file or directory.
  package var isMissing: Bool { self == .noSuchFileOrDirectory || self == .notDirectory }
  /// True if the user lacks a permission, or the file system is read-only.
  package var isRefused: Bool {
    [.permissionDenied, .notPermitted, .readOnlyFileSystem].contains(self)
  }
  /// True if a signal ended the call before it did anything.
  package var isInterrupted: Bool { self == .interrupted }
  /// True if nobody reads what is written.
  package var isOfBrokenPipe: Bool { self == .brokenPipe }
}

/// The result of a call.
func systemResult<Number: SignedInteger>(_ call: () -> Number) throws(SystemFailure) -> Number {
  while true {
    let result = call()
    if result >= 0 { return result }
    if SystemFailure.last != .interrupted { throw .last }
  }
}

/// The failure of a call; nil if it succeeded.
func systemFailure(_ call: () -> CInt) -> SystemFailure? {
  do throws(SystemFailure) {
    _ = try systemResult(call)
    return nil
  } catch {
    return error
  }
}
