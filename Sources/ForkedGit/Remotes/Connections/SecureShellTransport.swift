import CLibgit2

/// libgit2's smart protocol over ``SecureShell``.
enum SecureShellTransport {
  private struct Subtransport {
    var base: git_smart_subtransport
    var shell: Unmanaged<SecureShell>
    /// The stream. libgit2 asks for the same one again after the list of refs.
    var stream: UnsafeMutablePointer<git_smart_subtransport_stream>?
  }

  /// Creates a transport. It retains the shell: libgit2 closes it once more while freeing the transport.
  static func make(
    _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_transport>?>?, _ owner: OpaquePointer?,
    _ shell: SecureShell
  ) -> Int32 {
    var definition = git_smart_subtransport_definition()
    definition.rpc = 0
    definition.param = Unmanaged.passUnretained(shell).toOpaque()
    definition.callback = { out, _, parameter in
      guard let out, let parameter else { return -1 }
      let made = UnsafeMutablePointer<Subtransport>.allocate(capacity: 1)
      made.initialize(
        to: Subtransport(
          base: SecureShellTransport.subtransport,
          shell: Unmanaged.fromOpaque(parameter).retain(), stream: nil))
      out.pointee = UnsafeMutableRawPointer(made)
        .assumingMemoryBound(to: git_smart_subtransport.self)
      return 0
    }
    return git_transport_smart(out, owner, &definition)
  }

  private static var subtransport: git_smart_subtransport {
    git_smart_subtransport(
      action: { out, transport, _, action in
        guard let out, let transport else { return -1 }
        return SecureShellTransport.answer(SecureShellTransport.layout(transport)) {
          shell throws(GitError) in
          switch action {
          case GIT_SERVICE_UPLOADPACK_LS: try shell.start("git-upload-pack")
          case GIT_SERVICE_RECEIVEPACK_LS: try shell.start("git-receive-pack")
          default: break
          }
          out.pointee = SecureShellTransport.currentStream(of: transport)
        }
      },
      close: { transport in
        guard let transport else { return -1 }
        SecureShellTransport.layout(transport).pointee.shell.takeUnretainedValue().end()
        return 0
      },
      free: { transport in
        guard let transport else { return }
        SecureShellTransport.layout(transport).pointee.shell.release()
        SecureShellTransport.layout(transport).deallocate()
      })
  }

  private static func currentStream(
    of transport: UnsafeMutablePointer<git_smart_subtransport>
  ) -> UnsafeMutablePointer<git_smart_subtransport_stream> {
    if let current = SecureShellTransport.layout(transport).pointee.stream { return current }
    let made = UnsafeMutablePointer<git_smart_subtransport_stream>.allocate(capacity: 1)
    made.initialize(to: stream(of: transport))
    SecureShellTransport.layout(transport).pointee.stream = made
    return made
  }

  private static func stream(
    of transport: UnsafeMutablePointer<git_smart_subtransport>
  ) -> git_smart_subtransport_stream {
    git_smart_subtransport_stream(
      subtransport: transport,
      read: { stream, buffer, count, read in
        guard let transport = stream?.pointee.subtransport, let read else { return -1 }
        return SecureShellTransport.answer(SecureShellTransport.layout(transport)) {
          shell throws(GitError) in
          read.pointee = try shell.read(into: buffer, count)
        }
      },
      write: { stream, buffer, count in
        guard let transport = stream?.pointee.subtransport else { return -1 }
        return SecureShellTransport.answer(SecureShellTransport.layout(transport)) {
          shell throws(GitError) in
          try shell.write(buffer, count)
        }
      },
      free: { stream in
        guard let stream else { return }
        if let transport = stream.pointee.subtransport {
          SecureShellTransport.layout(transport).pointee.stream = nil
        }
        stream.deallocate()
      })
  }

  private static func layout(
    _ transport: UnsafeMutablePointer<git_smart_subtransport>
  ) -> UnsafeMutablePointer<Subtransport> {
    UnsafeMutableRawPointer(transport).assumingMemoryBound(to: Subtransport.self)
  }

  /// Runs a callback of libgit2 and returns 0. If it throws, the result is -1, and the connection finds the error in
  /// the shell.
  private static func answer(
    _ transport: UnsafeMutablePointer<Subtransport>,
    _ body: (SecureShell) throws(GitError) -> Void
  ) -> Int32 {
    let shell = transport.pointee.shell.takeUnretainedValue()
    do throws(GitError) {
      try body(shell)
      return 0
    } catch {
      shell.fail(error)
      git_error_set_str(Int32(GIT_ERROR_SSH.rawValue), error.message)
      return -1
    }
  }
}
