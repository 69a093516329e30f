import ForkedTestSupport
import Foundation
import Testing

/// The repositories with which most tests begin: each is made once, and copied for each test.
enum SharedSandboxes {
  /// `fork init`.
  static let plain = Task {
    try await made { try await $0.fork("init", "data", in: ".").succeed() }
  }
  /// `fork init --bare`.
  static let bare = Task {
    try await made { try await $0.fork("init", "data", "--bare", in: ".").succeed() }
  }
  /// `git init` and `fork install`.
  static let installed = Task { try await made { try await $0.beginRepository(in: "data") } }

  private static let roots = Locked<[String]>([])

  private static func made(_ make: (Sandbox) async throws -> Void) async throws -> Sandbox {
    let sandbox = try Sandbox()
    removeAtExit(sandbox.root)
    try await make(sandbox)
    return sandbox
  }

  /// They live as long as the process, so no `deinit` removes them.
  private static func removeAtExit(_ root: String) {
    let isFirst = roots.with { roots in
      roots.append(root)
      return roots.count == 1
    }
    guard isFirst else { return }
    atexit {
      for root in SharedSandboxes.roots.with({ $0 }) {
        try? FileManager.default.removeItem(atPath: root)
      }
    }
  }
}
