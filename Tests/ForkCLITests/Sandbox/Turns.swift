import Foundation

/// The programs that run at once, as many as keep the machine busy.
///
/// The last one that waits is the next: tests that have begun end before others go on, so that few repositories are there
/// at once.
actor Turns {
  static let ofPrograms = Turns()

  /// At least as many as `ExchangeTests` runs at once.
  private var free = max(24, 2 * ProcessInfo.processInfo.activeProcessorCount)
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated func take<Value>(_ run: () async throws -> Value) async throws -> Value {
    await begin()
    do {
      let value = try await run()
      await end()
      return value
    } catch {
      await end()
      throw error
    }
  }

  private func begin() async {
    guard free == 0 else { return free -= 1 }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func end() {
    if let next = waiting.popLast() { next.resume() } else { free += 1 }
  }
}
