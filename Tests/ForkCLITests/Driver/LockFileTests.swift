import Testing

@Suite("lock files")
struct LockFileTests {
  private static func npm(_ version: String, _ hash: String) -> String {
    """
    {
      "lockfileVersion": 3,
      "packages": {
        "node_modules/leaf": {
          "version": "\(version)",
          "resolved": "https://registry.example/leaf-\(version).tgz",
          "integrity": "sha512-\(hash)"
        }
      }
    }

    """
  }

  @Test("both sides update one package: the greater version, with its url and its hash")
  func npm() async throws {
    let newest = Self.npm("1.10.0", "Lm3w")
    let sandbox = try await Sandbox.withBranches(
      Self.npm("1.2.0", "A0zk"), ours: Self.npm("1.9.0", "Qx7e"), theirs: newest,
      at: "package-lock.json")
    try await sandbox.git("merge", "-q", "--no-edit", "theirs").succeed()
    #expect(try sandbox.read("data/package-lock.json") == newest)
    try await sandbox.expectSound()
  }

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

  @Test("without a schema, --prefer versions decides versions, and nothing else")
  func preferredVersions() async throws {
    let text = { (version: String, url: String, note: String) in
      #"{"dep":{"version":"\#(version)","url":"\#(url)"},"note":"\#(note)"}"# + "\n"
    }
    let sandbox = try Sandbox()
    for (name, content) in [
      ("base", text("1.0", "a", "x")), ("ours", text("1.9", "b", "y")),
      ("theirs", text("1.10", "c", "z")),
    ] { try sandbox.write(content, to: name + ".json") }
    let arguments = ["merge-file", "ours.json", "base.json", "theirs.json", "--json"]
    try await sandbox.run("fork", arguments + ["--prefer", "versions"], in: ".").expect(status: 1)
    let merged = try sandbox.read("ours.json")
    #expect(merged.contains(#"{"version":"1.10","url":"c"}"#), "\(merged)")
    #expect(merged.contains("<<<<<<<") && merged.contains(#""note":"y""#), "\(merged)")
  }
}
