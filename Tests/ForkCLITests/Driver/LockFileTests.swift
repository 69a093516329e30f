import Testing

@Suite("lock files")
struct LockFileTests {
  @Test("a hash over the whole file: ours, and the command that writes it again")
  func composer() async throws {
    let lock = { (version: String, hash: String) in
      """
      {
        "content-hash": "\(hash)",
        "packages": [
          { "name": "v/leaf", "version": "\(version)", "dist": {"reference": "r\(version)"} }
        ]
      }

      """
    }
    let sandbox = try await Sandbox.withBranches(
      lock("v1.0.0", "h0"), ours: lock("v1.1.0", "h1"), theirs: lock("v1.2.0", "h2"),
      at: "composer.lock", installing: ["--pattern", "composer.lock"])
    let merge = try await sandbox.git("merge", "-q", "--no-edit", "theirs")
    try merge.succeed()
    #expect(merge.errorText.contains("run `composer update --lock` to write it again"), "\(merge)")
    #expect(try sandbox.read("data/composer.lock") == lock("v1.2.0", "h1"))
  }
}
