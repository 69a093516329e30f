import Testing

@Suite(
  "https",
  .enabled(if: Transport.https.isInstalled, "lighttpd-mod-openssl or openssl is not installed"))
struct EncryptedTests {
  @Test("an untrusted certificate, or one of another name, is refused: 77")
  func refused() async throws {
    let (sandbox, server) = try await Sandbox.withHub(.https)
    let state = try await sandbox.state()
    for command in ["fetch", "push", "pull", "exchange"] {
      try await sandbox.fork(command).fail(
        77, printing: "certificate of 'localhost' is not trusted")
    }
    #expect(try await sandbox.state() == state)
    let url = server.url().replacingOccurrences(of: "localhost", with: "127.0.0.1")
    try await sandbox.git("config", "remote.origin.url", url).succeed()
    try await sandbox.fork("fetch", environment: server.environment).fail(
      77, printing: "certificate of '127.0.0.1' is not trusted")
    try await sandbox.run("fork", ["clone", server.url(), "c"], in: ".").fail(
      77, printing: "certificate")
    #expect(!sandbox.exists("c"))
  }

  @Test(
    "git's settings decide which certificates are trusted",
    arguments: ["http.sslCAInfo", "http.%.sslCAInfo", "http.sslVerify", "http.%.sslVerify"])
  func settings(pattern: String) async throws {
    let (sandbox, server) = try await Sandbox.withHub(.https)
    let origin = "https://localhost:\(server.port)"
    let key = pattern.replacingOccurrences(of: "%", with: origin)
    let isFile = key.hasSuffix("CAInfo")
    try await sandbox.fork("fetch").expect(status: 77)
    try await sandbox.git(
      "config", key, isFile ? sandbox.path("web/certificate.pem") : "false"
    ).succeed()
    try await sandbox.fork("fetch").succeed()
    if pattern.contains("%") {
      try await sandbox.git("config", "remote.origin.url", server.url() + "/").succeed()
      try await sandbox.git("config", "--unset", key).succeed()
      let other = pattern.replacingOccurrences(of: "%", with: "https://other.example")
      try await sandbox.git(
        "config", other, isFile ? sandbox.path("web/certificate.pem") : "false"
      ).succeed()
      try await sandbox.fork("fetch").expect(status: 77)
    }
    // The environment is asked first, as by git.
    let isVerified = pattern != "http.sslVerify"
    try await sandbox.fork("fetch", environment: ["GIT_SSL_CAINFO": "/dev/null"])
      .expect(status: isVerified ? 77 : 0)
  }
}
