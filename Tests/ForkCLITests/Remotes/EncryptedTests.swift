import Testing

@Suite(
  "https",
  .enabled(if: Transport.https.isInstalled, "lighttpd-mod-openssl or openssl is not installed"))
struct EncryptedTests {
  @Test("a certificate that nobody vouches for, or of another name, is refused: 77")
  func refused() async throws {
    let (world, server) = try await World.withHub(.https)
    let state = try await world.state()
    for command in ["fetch", "push", "pull", "exchange"] {
      try await world.fork(command).fail(77, saying: "certificate of 'localhost' is not trusted")
    }
    #expect(try await world.state() == state)
    let url = server.url().replacingOccurrences(of: "localhost", with: "127.0.0.1")
    try await world.git("config", "remote.origin.url", url).succeed()
    try await world.fork("fetch", environment: server.environment).fail(
      77, saying: "certificate of '127.0.0.1' is not trusted")
    try await world.run("fork", ["clone", server.url(), "c"], in: ".").fail(
      77, saying: "certificate")
    #expect(!world.exists("c"))
  }

  @Test(
    "git's settings say whom to trust",
    arguments: ["http.sslCAInfo", "http.%.sslCAInfo", "http.sslVerify", "http.%.sslVerify"])
  func settings(pattern: String) async throws {
    let (world, server) = try await World.withHub(.https)
    let origin = "https://localhost:\(server.port)"
    let key = pattern.replacingOccurrences(of: "%", with: origin)
    let isFile = key.hasSuffix("CAInfo")
    try await world.fork("fetch").expect(status: 77)
    try await world.git(
      "config", key, isFile ? world.path("web/certificate.pem") : "false"
    ).succeed()
    try await world.fork("fetch").succeed()
    if pattern.contains("%") {
      try await world.git("config", "remote.origin.url", server.url() + "/").succeed()
      try await world.git("config", "--unset", key).succeed()
      let other = pattern.replacingOccurrences(of: "%", with: "https://other.example")
      try await world.git(
        "config", other, isFile ? world.path("web/certificate.pem") : "false"
      ).succeed()
      try await world.fork("fetch").expect(status: 77)
    }
    // The environment is asked first, as by git.
    try await world.fork("fetch", environment: ["GIT_SSL_CAINFO": "/dev/null"]).fail(
      74, saying: "/dev/null")
  }
}
