import Foundation
import Testing

@Suite("the libgit2 of the machine")
struct LibraryTests {
  @Test("if its version cannot be loaded, the message names it")
  func missing() async throws {
    let sandbox = try Sandbox()
    let script =
      "mkdir libraries; for minor in 5 6 7 8 9; do : > libraries/libgit2.so.1.$minor; done"
    try await sandbox.run("bash", ["-c", script], in: ".").succeed()
    let refused = try await sandbox.run(
      "fork", ["init", "data"], in: ".",
      environment: ["LD_LIBRARY_PATH": sandbox.path("libraries")]
    ).expect(status: 127)
    let lines = refused.errorText.split(separator: "\n")
    #expect(lines.count == 2, "\(refused)")
    #expect(lines[0].hasPrefix("fork: cannot load libgit2: "), "\(refused)")
    #expect(lines[0].contains("libraries/libgit2.so.1."), "\(refused)")
    #expect(lines[1].hasPrefix("  hint: the program was built with version 1."), "\(refused)")
    #expect(!sandbox.exists("data/.git"))
  }
}
