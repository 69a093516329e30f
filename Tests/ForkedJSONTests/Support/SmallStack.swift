import Foundation

/// Runs work on a thread with 512 KB of stack, as secondary threads have them on some systems.
func onSmallStack(_ work: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
    let thread = Thread { done.resume(with: Result { try work() }) }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}
