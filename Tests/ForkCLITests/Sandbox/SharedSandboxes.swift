import ForkedTestSupport
import Foundation
import Testing

extension Sandbox {
  private static let begun = Locked<[String: Task<Sandbox, any Error>]>([:])

  /// A copy of a sandbox whose `data` several tests begin with. It is made once for each set of values.
  ///
  /// - Parameter values: what it is made of.
  static func shared(
    _ values: Any..., file: String = #fileID, name: String = #function,
    _ make: @escaping @Sendable () async throws -> Sandbox
  ) async throws -> Sandbox {
    let task = begun.with { begun in
      let key = "\(file) \(name) \(values)"
      let task = begun[key] ?? Task { try await make().keptUntilExit() }
      begun[key] = task
      return task
    }
    return try await copy(of: task.value)
  }

  private static let roots = Locked<[String]>([])

  /// This sandbox, which lives as long as the process, so that no `deinit` removes it.
  private func keptUntilExit() -> Sandbox {
    let isFirst = Self.roots.with { roots in
      roots.append(root)
      return roots.count == 1
    }
    guard isFirst else { return self }
    atexit {
      for root in Sandbox.roots.with({ $0 }) { try? FileManager.default.removeItem(atPath: root) }
    }
    return self
  }
}
