import CLibgit2
import Glibc

/// A plain socket for libgit2 that gives up on a silent server. That of libgit2 1.5 waits for ever.
///
/// TLS and `http` are built on it.
enum SocketStream {
  private struct Layout {
    var base: git_stream
    var host: String
    var port: String
    var descriptor: Int32 = -1
  }

  /// Registers the stream in place of libgit2's own.
  static func register() throws(GitError) {
    var registration = git_stream_registration()
    registration.version = GIT_STREAM_VERSION
    registration.`init` = { out, host, port in
      guard let out, let host, let port else { return -1 }
      let stream = UnsafeMutablePointer<Layout>.allocate(capacity: 1)
      stream.initialize(
        to: Layout(
          base: SocketStream.functions(), host: String(cString: host), port: String(cString: port)))
      out.pointee = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: git_stream.self)
      return 0
    }
    try check("git_stream_register") { git_stream_register(GIT_STREAM_STANDARD, &registration) }
  }

  private static func functions() -> git_stream {
    var stream = git_stream()
    stream.version = GIT_STREAM_VERSION
    stream.connect = { stream in
      SocketStream.using(stream) { layout throws(GitError) in
        try ServerAddress.current?.come(to: "\(layout.host):\(layout.port)", by: .socket)
        layout.descriptor = try SocketStream.connect(to: layout.host, layout.port)
        return 0
      }
    }
    stream.read = { stream, buffer, count in
      SocketStream.using(stream) { layout throws(GitError) in
        try ServerTimeout.current.read(layout.descriptor, into: buffer, count)
      }
    }
    stream.write = { stream, buffer, count, _ in
      SocketStream.using(stream) { layout throws(GitError) in
        try ServerTimeout.current.write(layout.descriptor, buffer, count)
        return count
      }
    }
    stream.close = { stream in
      SocketStream.using(stream) { layout throws(GitError) in
        if layout.descriptor >= 0 { Glibc.close(layout.descriptor) }
        layout.descriptor = -1
        return 0
      }
    }
    stream.free = { stream in
      guard let stream else { return }
      let layout = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: Layout.self)
      if layout.pointee.descriptor >= 0 { Glibc.close(layout.pointee.descriptor) }
      layout.deinitialize(count: 1)
      layout.deallocate()
    }
    return stream
  }

  /// Runs a callback of libgit2. If it throws, the result is -1, and the message is set as libgit2's error.
  private static func using<Result: FixedWidthInteger>(
    _ stream: UnsafeMutablePointer<git_stream>?,
    _ body: (inout Layout) throws(GitError) -> Result
  ) -> Result {
    guard let stream else { return Result(truncatingIfNeeded: -1) }
    do throws(GitError) {
      return try body(
        &UnsafeMutableRawPointer(stream).assumingMemoryBound(to: Layout.self).pointee)
    } catch {
      git_error_set_str(Int32(GIT_ERROR_NET.rawValue), error.message)
      return Result(truncatingIfNeeded: -1)
    }
  }

  /// Connects to the first address of the host that answers.
  private static func connect(to host: String, _ port: String) throws(GitError) -> Int32 {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, port, &hints, &found)
    defer { if let found { freeaddrinfo(found) } }
    guard code == 0 else {
      let reason = String(cString: gai_strerror(code))
      throw GitError(.unreachable, "cannot find the host '\(host)': \(reason)")
    }
    var failure = GitError(.unreachable, "the host '\(host)' has no address")
    var next = found
    while let address = next?.pointee {
      do throws(GitError) {
        return try connect(to: address, named: "\(host):\(port)")
      } catch {
        failure = error
      }
      next = address.ai_next
    }
    throw failure
  }

  private static func connect(to address: addrinfo, named name: String) throws(GitError) -> Int32 {
    let kind = address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.ai_family, kind, address.ai_protocol)
    guard descriptor >= 0 else { throw .system("socket", path: name) }
    do throws(GitError) {
      var code: Int32 = 0
      if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
        code = errno == EINPROGRESS ? try outcomeOfConnecting(descriptor) : errno
      }
      guard code == 0 else {
        throw GitError(
          .unreachable, "cannot connect to \(name): \(String(cString: strerror(code)))")
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func outcomeOfConnecting(_ descriptor: Int32) throws(GitError) -> Int32 {
    try ServerTimeout.current.wait(for: POLLOUT, on: descriptor)
    var (code, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    return code
  }
}
