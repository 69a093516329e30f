import Foundation
import Testing

@Suite("the libgit2 of the machine")
struct LibraryTests {
  private static let script = """
    mkdir libraries && cd libraries
    for minor in 5 6 7 8 9; do : > libgit2.so.1.$minor; done
    other=$(ldconfig -p | sed -n 's/.*libgit2\\.so\\.1\\..*=> //p' | head -n 1)
    """

  private func runWithout(_ others: String, in sandbox: Sandbox) async throws -> Outcome {
    let search = "PATH=$PATH:/sbin:/usr/sbin\n"
    try await sandbox.run("bash", ["-c", search + Self.script + others], in: ".").succeed()
    return try await sandbox.run(
      "fork", ["init", "data"], in: ".",
      environment: ["LD_LIBRARY_PATH": sandbox.path("libraries")])
  }

  @Test("if none can be loaded, the message names those that can be")
  func missing() async throws {
    let sandbox = try Sandbox()
    let refused = try await runWithout("", in: sandbox).expect(status: 127)
    #expect(
      refused.errorText.hasPrefix(
        "fork: cannot load libgit2; one of these is needed: libgit2.so.1.9 libgit2.so.1.8 "),
      "\(refused)")
    #expect(refused.errorText.contains("libgit2.so.1.5\n  hint:"), "\(refused)")
    #expect(!sandbox.exists("data/.git"))
  }

  @Test("if there is another version, the message names it")
  func unsupported() async throws {
    let sandbox = try Sandbox()
    let refused = try await runWithout("\nln -s \"$other\" libgit2.so.1.4", in: sandbox)
      .expect(status: 127)
    #expect(refused.errorText.contains("found, but not supported: libgit2.so.1.4\n"), "\(refused)")
  }
}
