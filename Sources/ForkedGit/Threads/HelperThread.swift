import CLibgit2
import Glibc

/// A thread beside the main one. It takes no signals: these are for the main thread, whose system calls they end.
struct HelperThread {
  private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Starts a thread; nil if the system allows no more.
  init?(_ body: @escaping @Sendable () -> Void) {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let start = Unmanaged.passRetained(Start(body))
    var (thread, attributes) = (pthread_t(), pthread_attr_t())
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    let code = pthread_create(
      &thread, &attributes,
      { start in
        start.map { Unmanaged<Start>.fromOpaque($0).takeRetainedValue().body() }
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      start.release()
      return nil
    }
    self.thread = thread
  }

  /// The main thread's usual size: documents may be nested deep, and what a thread gets else depends on the limits of
  /// the user.
  private static let stackSize = 8 << 20

  /// Waits until the thread has ended.
  func join() { pthread_join(thread, nil) }

  /// The number of threads that can run beside the main one: the other processors that the process may use.
  static let processors = max(0, min(Int(fork_processor_count()), mostProcessors) - 1)

  /// The largest number of processors that are used: more would wait for memory.
  private static let mostProcessors = 8
}
