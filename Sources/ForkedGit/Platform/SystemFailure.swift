#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The failure of a system call, by its `errno`.
package struct SystemFailure: Error, Equatable {
  /// The value of `errno`.
  let number: Int32

  init(_ number: Int32 = errno) { self.number = number }

  /// True if there is no such file or directory.
  package var isMissing: Bool { [ENOENT, ENOTDIR].contains(number) }
  /// True if the user lacks a permission, or the file system is read-only.
  package var isRefused: Bool { [EACCES, EPERM, EROFS].contains(number) }
  /// True if a signal ended the call before it did anything.
  package var isInterrupted: Bool { number == EINTR }
  /// True if nobody reads what is written.
  package var isOfBrokenPipe: Bool { number == EPIPE }
  /// The system's text for the failure.
  package var text: String { String(cString: strerror(number)) }
}
