import CLibgit2
import Synchronization

extension NetworkConnection {
  /// The callbacks that libgit2 uses while it talks to the server. The connection must outlive the call.
  func callbacks() -> git_remote_callbacks {
    var callbacks = git_remote_callbacks()
    callbacks.version = UInt32(GIT_REMOTE_CALLBACKS_VERSION)
    callbacks.payload = Unmanaged.passUnretained(self).toOpaque()
    callbacks.credentials = { out, _, _, allowed, payload in
      answer(payload) { connection throws(GitError) in
        try connection.provideCredentials(out, allowed: allowed)
      }
    }
    callbacks.certificate_check = { _, isValid, host, payload in
      answer(payload) { connection throws(GitError) in
        let name = host.map { String(cString: $0) } ?? ""
        try connection.place.come(to: name, by: .certificate)
        if isValid != 0 { return 0 }
        guard try connection.verifiesCertificates else { return 0 }
        throw GitError(.untrusted, "the certificate of '\(name)' is not trusted")
      }
    }
    callbacks.transfer_progress = { progress, payload in
      answer(payload) { connection throws(GitError) in
        guard let progress = progress?.pointee else { return 0 }
        let stage = RemoteStage.receiving
        connection.options.progress(
          stage, Int(progress.received_objects), Int(progress.total_objects))
        return try connection.goOn()
      }
    }
    callbacks.pack_progress = { _, done, total, payload in
      answer(payload) { connection throws(GitError) in
        connection.options.progress(.packing, Int(done), Int(total))
        return try connection.goOn()
      }
    }
    callbacks.push_transfer_progress = { done, total, _, payload in
      answer(payload) { connection throws(GitError) in
        connection.options.progress(.sending, Int(done), Int(total))
        return try connection.goOn()
      }
    }
    callbacks.push_update_reference = { name, reason, payload in
      answer(payload) { connection throws(GitError) in
        guard let name, let reason else { return 0 }
        connection.refusals[String(cString: name)] = String(cString: reason)
        return 0
      }
    }
    callbacks.sideband_progress = { text, count, payload in
      answer(payload) { connection throws(GitError) in
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(max(0, count)))
        connection.complaints.add(bytes)
        connection.options.onMessage(String(decoding: bytes, as: UTF8.self))
        return try connection.goOn()
      }
    }
    if shell != nil {
      callbacks.transport = { out, owner, payload in
        answer(payload) { connection throws(GitError) in
          guard let shell = connection.shell else { return -1 }
          return SecureShellTransport.make(out, owner, shell)
        }
      }
    }
    return callbacks
  }

  private func goOn() throws(GitError) -> Int32 {
    try options.checkInterruption()
    return 0
  }

  private func provideCredentials(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, allowed: UInt32
  ) throws(GitError) -> Int32 {
    guard allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0 else {
      throw GitError(.untrusted, "the server asks for an unsupported kind of login")
    }
    try place.requireFirst()
    let credential = try credentials.fill()
    return git_credential_userpass_plaintext_new(out, credential.username, credential.password)
  }
}

/// Runs a callback of libgit2. If it throws, the result is "ended by the user", and the connection keeps the error.
private func answer(
  _ payload: UnsafeMutableRawPointer?,
  _ body: (NetworkConnection) throws(GitError) -> Int32
) -> Int32 {
  guard let payload else { return -1 }
  let connection = Unmanaged<NetworkConnection>.fromOpaque(payload).takeUnretainedValue()
  do throws(GitError) {
    return try body(connection)
  } catch {
    connection.failure = connection.failure ?? error
    git_error_set_str(Int32(GIT_ERROR_CALLBACK.rawValue), error.message)
    return GIT_EUSER.rawValue
  }
}

extension NetworkConnection {
  /// True if a server must present a certificate that can be verified.
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
    try TrustedCertificates(file: file, directory: directory).set()
  }
}

/// The certificates that libgit2 trusts, in the whole process; without a file and a directory, those of the system.
///
/// libgit2 frees the previous ones while other threads may be reading them, so the same ones are not set twice.
private struct TrustedCertificates: Equatable {
  var file: String?
  var directory: String?

  private static let current = Mutex<TrustedCertificates?>(nil)

  func set() throws(GitError) {
    try Self.current.withLock { current throws(GitError) in
      guard current != self else { return }
      try check("git_libgit2_opts", context: file ?? directory) {
        file == nil && directory == nil
          ? fork_git_set_system_certificates() : fork_git_set_certificates(file, directory)
      }
      current = self
    }
  }
}
