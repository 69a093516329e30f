import Foundation
import Glibc
import Synchronization
import Testing

/// A way to reach a remote repository.
enum Transport: String, CaseIterable, CustomTestStringConvertible {
  case path, secureShell, http, https, git

  var testDescription: String { rawValue }

  /// The files that its server needs.
  private var files: [String] {
    switch self {
    case .path, .git: []
    case .secureShell: ["/usr/sbin/sshd"]
    case .http: ["/usr/sbin/lighttpd"]
    case .https: ["/usr/sbin/lighttpd", "/usr/lib/lighttpd/mod_openssl.so", "/usr/bin/openssl"]
    }
  }

  /// The transports whose server is installed.
  static let installed = allCases.filter { $0.files.allSatisfy(FileManager.default.fileExists) }

  var isInstalled: Bool { Self.installed.contains(self) }
}

/// A git server on loopback, which serves all that lies in a sandbox. It ends with its test.
final class LoopbackServer: Sendable {
  let sandbox: Sandbox
  let transport: Transport
  let port: Int
  private let start: String
  private let process = Mutex<pid_t?>(nil)

  init(_ transport: Transport, in sandbox: Sandbox) async throws {
    self.sandbox = sandbox
    self.transport = transport
    port = try Self.freePort()
    start = try await Self.prepare(transport, port, sandbox)
    try await run()
  }

  deinit { stop() }

  /// The address of a repository of the sandbox, for a client.
  func url(_ repository: String = "hub.git", private isPrivate: Bool = false) -> String {
    switch transport {
    case .path: sandbox.path(repository)
    case .secureShell: "ssh://127.0.0.1:\(port)\(sandbox.path(repository))"
    case .http: "http://127.0.0.1:\(port)/\(isPrivate ? "private" : "git")/\(repository)"
    // Debian's libgit2 knows no certificate of a number.
    case .https: "https://localhost:\(port)/\(isPrivate ? "private" : "git")/\(repository)"
    case .git: "git://127.0.0.1:\(port)/\(repository)"
    }
  }

  /// The environment that a client needs to connect.
  var environment: [String: String] {
    switch transport {
    case .path, .http, .git: [:]
    case .https: ["GIT_SSL_CAINFO": sandbox.path("web/certificate.pem")]
    case .secureShell:
      [
        "GIT_SSH_COMMAND":
          "ssh -F none -i \(sandbox.path("ssh"))/key -o UserKnownHostsFile=\(sandbox.path("ssh"))/known"
          + " -o StrictHostKeyChecking=yes -o BatchMode=yes"
      ]
    }
  }

  /// Starts it, again where it was stopped.
  func run() async throws {
    if start.isEmpty { return }
    let script = """
      setsid bash -c 'echo $$ > \(sandbox.path("server.pid")); exec \(start)' >\(sandbox.path("server.log")) 2>&1 < /dev/null &
      until (echo > /dev/tcp/127.0.0.1/\(port)) 2> /dev/null; do
        kill -0 $! || { cat \(sandbox.path("server.log")) >&2; exit 1; }
        sleep 0.05
      done
      """
    try await sandbox.run("bash", ["-c", script], in: ".").succeed()
    let id = try #require(
      pid_t(sandbox.read("server.pid").trimmingCharacters(in: .whitespacesAndNewlines)))
    process.withLock { $0 = id }
  }

  /// Ends it and all that it started, with the time to take locks away: a git that is killed leaves its own.
  func stop() {
    let id = process.withLock { id in
      defer { id = nil }
      return id
    }
    guard let id, id > 1 else { return }
    kill(-id, SIGTERM)
    for _ in 0..<12_000 where Self.isRunning(group: id) { usleep(5_000) }
    kill(-id, SIGKILL)
  }

  /// True if a process of that group runs. One that has ended still takes signals where nobody waits for it.
  private static func isRunning(group: pid_t) -> Bool {
    guard kill(-group, 0) == 0 else { return false }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.contains { name in
      guard pid_t(name) != nil,
        let bytes = FileManager.default.contents(atPath: "/proc/\(name)/stat")
      else { return false }
      // State, parent and group follow the command, which stands in brackets and may hold any.
      let fields =
        String(decoding: bytes, as: UTF8.self).split(separator: ")").last?
        .split(separator: " ") ?? []
      return fields.count > 2 && fields[0] != "Z" && pid_t(fields[2]) == group
    }
  }

  /// Ports that servers of this process have, or had: one that is away comes back to its own.
  private static let taken = Mutex<Set<Int>>([])

  /// A port that the system gives to nobody who does not ask for it, so that it stays free while its server is away;
  /// the next one is free too.
  private static func freePort() throws -> Int {
    for _ in 0..<1_000 {
      let port = Int.random(in: 10_000..<16_000) * 2
      guard taken.withLock({ $0.insert(port).inserted }) else { continue }
      do {
        close(try listen(at: port).descriptor)
        return port
      } catch { continue }
    }
    throw CancellationError()
  }

  /// A socket that takes connections and never says anything.
  static func listen(at port: Int = 0) throws -> (descriptor: Int32, port: Int) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    // Closed connections of a former server hold the port for a while.
    var isOn: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    address.sin_port = in_port_t(port).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) | Glibc.listen(descriptor, 100)
          | getsockname(descriptor, $0, &size)
      }
    }
    guard code == 0 else {
      close(descriptor)
      throw CancellationError()
    }
    return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
  }
}

extension LoopbackServer {
  private static func prepare(
    _ transport: Transport, _ port: Int, _ sandbox: Sandbox
  ) async throws -> String {
    switch transport {
    case .path: return ""
    case .git:
      return "git daemon --base-path=\(sandbox.root) --export-all --enable=receive-pack "
        + "--listen=127.0.0.1 --port=\(port) --reuseaddr"
    case .secureShell:
      try await makeKeys(port, sandbox)
      return "/usr/sbin/sshd -D -e -f \(sandbox.path("ssh/sshd_config"))"
    case .http, .https:
      let isEncrypted = transport == .https
      if isEncrypted { try await makeCertificate(sandbox) }
      try sandbox.write(
        webConfiguration(port, sandbox) + (isEncrypted ? encryption(sandbox) : redirection(port)),
        to: "web/lighttpd.conf")
      try sandbox.write("ada:secret\n", to: "web/users")
      return "/usr/sbin/lighttpd -D -f \(sandbox.path("web/lighttpd.conf"))"
    }
  }

  private static func makeCertificate(_ sandbox: Sandbox) async throws {
    let script = """
      mkdir -p web; cd web
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
        -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key.pem -out certificate.pem
      cat key.pem certificate.pem > server.pem
      """
    try await sandbox.run("bash", ["-c", script], in: ".").succeed()
  }

  /// At the next port, one that sends on to this one.
  private static func redirection(_ port: Int) -> String {
    """
    server.modules += ("mod_redirect")
    $SERVER["socket"] == "127.0.0.1:\(port + 1)" {
      url.redirect = ("^/" => "http://127.0.0.1:\(port)${url.path}${qsa}")
    }

    """
  }

  private static func encryption(_ sandbox: Sandbox) -> String {
    """
    server.modules += ("mod_openssl")
    ssl.engine = "enable"
    ssl.pemfile = "\(sandbox.path("web/server.pem"))"

    """
  }

  /// The server gives the shell another home, as its start-up files in the user's may do anything.
  private static func makeKeys(_ port: Int, _ sandbox: Sandbox) async throws {
    let configuration = """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(sandbox.path("ssh/host"))
      AuthorizedKeysFile \(sandbox.path("ssh/authorized"))
      StrictModes no
      UsePAM no
      PermitRootLogin yes
      MaxStartups 100
      PidFile none
      SetEnv HOME=\(sandbox.path("home"))

      """
    try sandbox.write(configuration, to: "ssh/sshd_config")
    let script = """
      mkdir -p /run/sshd 2> /dev/null; cd ssh
      ssh-keygen -q -t ed25519 -N '' -f host; ssh-keygen -q -t ed25519 -N '' -f key; cp key.pub authorized
      echo "[127.0.0.1]:\(port) $(cat host.pub)" > known
      """
    try await sandbox.run("bash", ["-c", script], in: ".").succeed()
  }

  private static func webConfiguration(_ port: Int, _ sandbox: Sandbox) -> String {
    """
    server.modules = ("mod_auth", "mod_authn_file", "mod_setenv", "mod_alias", "mod_cgi")
    server.document-root = "\(sandbox.path("web"))"
    server.bind = "127.0.0.1"
    server.port = \(port)
    alias.url = ("/git" => "/usr/lib/git-core/git-http-backend",
      "/private" => "/usr/lib/git-core/git-http-backend")
    setenv.add-environment = ("GIT_PROJECT_ROOT" => "\(sandbox.root)", "GIT_HTTP_EXPORT_ALL" => "1",
      "HOME" => "\(sandbox.path("home"))")
    auth.backend = "plain"
    auth.backend.plain.userfile = "\(sandbox.path("web/users"))"
    $HTTP["url"] =~ "^/(git|private)" { cgi.assign = ("" => "") }
    $HTTP["url"] =~ "^/private" {
      auth.require = ("" => ("method" => "basic", "realm" => "git", "require" => "valid-user"))
    }

    """
  }
}

extension Sandbox {
  /// A sandbox with an empty bare repository `hub.git` on a server, and one with a document in `data`, pushed to it.
  static func withHub(_ transport: Transport) async throws -> (Sandbox, LoopbackServer) {
    let sandbox = try await withRepository()
    try await sandbox.git("init", "-q", "--bare", "-b", "main", "hub.git", in: ".").succeed()
    try await sandbox.git("config", "http.receivepack", "true", in: "hub.git").succeed()
    try await sandbox.put(#"{"a":0,"b":0}"#)
    let server = try await LoopbackServer(transport, in: sandbox)
    try await sandbox.fork("remote", "add", "origin", server.url()).succeed()
    try await sandbox.fork("push", environment: server.environment).succeed()
    return (sandbox, server)
  }

  /// Another clone.
  func clone(_ server: LoopbackServer, _ directory: String, bare: Bool = false) async throws {
    try await run(
      "fork", ["clone", server.url(), directory] + (bare ? ["--bare"] : []), in: ".",
      environment: server.environment
    ).succeed()
  }
}
