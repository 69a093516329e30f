import CLibgit2
import Synchronization

extension NetworkConnection {
  /// Whether a server must show a certificate that can be verified.
  ///
  /// Source: git-config(1), `http.sslVerify`; git(1), `GIT_SSL_NO_VERIFY`.
  var verifiesCertificates: Bool {
    get throws(GitError) {
      if repository.settings.environment["GIT_SSL_NO_VERIFY"] != nil { return false }
      let value = try repository.settings.httpValues("sslverify", for: url.text).last
      return !["false", "no", "off", "0"].contains(value?.lowercased())
    }
  }

  /// Makes libgit2 trust the certificates that git would.
  ///
  /// Source: git-config(1), `http.sslCAInfo` and `http.sslCAPath`; git(1), `GIT_SSL_CAINFO`.
  func trustCertificates() throws(GitError) {
    let environment = repository.settings.environment
    let files = try repository.settings.httpValues("sslcainfo", for: url.text)
    let directories = try repository.settings.httpValues("sslcapath", for: url.text)
    let file = environment["GIT_SSL_CAINFO"] ?? files.last
    let directory = environment["GIT_SSL_CAPATH"] ?? directories.last
    if file == nil, directory == nil { return }
    try TrustedCertificates(file: file, directory: directory).set()
  }
}

/// What libgit2 trusts, in the whole process.
///
/// It frees what it trusted before while other threads may be reading it, so nothing is set twice.
private struct TrustedCertificates: Equatable {
  var file: String?
  var directory: String?

  private static let current = Mutex<TrustedCertificates?>(nil)

  func set() throws(GitError) {
    try Self.current.withLock { current throws(GitError) in
      guard current != self else { return }
      try check("git_libgit2_opts", context: file ?? directory) {
        fork_git_set_certificates(file, directory)
      }
      current = self
    }
  }
}
