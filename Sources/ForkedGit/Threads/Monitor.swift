import Glibc

/// A value that several threads share: one at a time changes it, and the others can wait until it has changed.
///
/// It is sendable although the compiler cannot check that: the value is touched only while the mutex is held.
final class Monitor<Value: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Changes the value, and wakes the threads that wait.
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return body(&value)
  }

  /// Waits until a function of the value gives a result. The function may change the value.
  ///
  /// - Parameter lookingUp: Called from time to time while the thread waits.
  func wait<Result>(
    lookingUp: () -> Void = {}, for body: (inout Value) -> Result?
  ) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      var time = Self.time(after: Self.pause)
      if pthread_cond_timedwait(changed, mutex, &time) == ETIMEDOUT { lookingUp() }
    }
  }

  private static var pause: Duration { .milliseconds(50) }

  private static func time(after pause: Duration) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let nanoseconds = time.tv_nsec + Int(pause.components.attoseconds / 1_000_000_000)
    time.tv_sec += Int(pause.components.seconds) + nanoseconds / 1_000_000_000
    time.tv_nsec = nanoseconds % 1_000_000_000
    return time
  }
}
