import CLibgit2

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
    try check("git_libgit2_opts", context: file ?? directory) {
      fork_git_set_certificates(file, directory)
    }
  }
}
