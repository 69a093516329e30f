/// Where a remote repository is.
public struct RemoteURL: Hashable, Sendable {
  /// How it is reached.
  enum Kind: Hashable, Sendable {
    case path(String)
    case secureShell(SecureShellAddress)
    case http
    case git
  }

  /// The address as it was given.
  public let text: String
  let kind: Kind

  /// An address that this program reaches: a path, `file`, `ssh`, `http`, `https`, `git`, or `user@host:path`.
  ///
  /// - Throws: kind `unsupported` for any other, `ext::` and other helpers among them, and `invalid` for one that
  ///   a program could take for an option. Source: git-clone(1), "GIT URLS".
  public init(_ text: String) throws(GitError) {
    self.text = text
    guard !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw GitError(.invalid, "this is no address of a repository", context: text)
    }
    if let end = text.firstRange(of: "://") {
      kind = try Self.kind(
        scheme: text[..<end.lowerBound].lowercased(), rest: text[end.upperBound...], of: text)
    } else {
      kind = try Self.kind(withoutScheme: text)
    }
  }

  private static func kind(
    scheme: String, rest: Substring, of text: String
  ) throws(GitError) -> Kind {
    switch scheme {
    case "file": return .path(String(rest).removingPercentEncoding)
    case "http", "https": return .http
    case "git": return .git
    case "ssh", "git+ssh", "ssh+git":
      return .secureShell(try SecureShellAddress(authorityAndPath: rest, of: text))
    default: throw unsupported(text)
    }
  }

  /// A colon before the first slash parts a host from a path.
  private static func kind(withoutScheme text: String) throws(GitError) -> Kind {
    if let helper = text.firstRange(of: "::"), !text[..<helper.lowerBound].contains("/"),
      !text[..<helper.lowerBound].contains("[")
    {
      throw unsupported(text)
    }
    if let address = try SecureShellAddress(shorthand: text) { return .secureShell(address) }
    return .path(text)
  }

  private static func unsupported(_ text: String) -> GitError {
    GitError(
      .unsupported, "only paths, file, ssh, http, https and git are reached", context: text)
  }

  /// The address without the password that may stand in it, for messages.
  public var shown: String {
    guard let start = text.firstRange(of: "://")?.upperBound else { return text }
    let authority = text[start...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else { return text }
    return String(text[..<colon] + text[at...])
  }

  /// The last part of its path, without `.git`: what a clone is called.
  public var repositoryName: String {
    var path = text[...]
    if let start = text.firstRange(of: "://")?.upperBound {
      path = text[start...].drop { $0 != "/" }
    }
    var parts = path.split { $0 == "/" || $0 == ":" }
    if parts.count > 1, parts.last == ".git" { parts.removeLast() }
    let name = parts.last ?? ""
    return String(name.hasSuffix(".git") ? name.dropLast(4) : name)
  }

  /// The same address where it is a relative path: that path in a directory.
  public func relative(to directory: String) throws(GitError) -> RemoteURL {
    guard case .path(let path) = kind, !path.hasPrefix("/") else { return self }
    return try RemoteURL((directory.hasSuffix("/") ? directory : directory + "/") + path)
  }
}

extension String {
  /// The bytes that `%41` and its like stand for; what is no such sequence stays.
  var removingPercentEncoding: String {
    var (bytes, rest) = ([UInt8](), Array(utf8)[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A repository behind `ssh`.
struct SecureShellAddress: Hashable, Sendable {
  /// `user@host`, or the host alone.
  var destination: String
  var port: String?
  var path: String

  /// `[user@]host[:port]/path`, as it stands behind `ssh://`.
  init(authorityAndPath text: Substring, of url: String) throws(GitError) {
    guard let slash = text.firstIndex(of: "/") else { throw Self.invalid(url) }
    let authority = text[..<slash]
    let path = String(text[slash...]).removingPercentEncoding
    let user = authority.lastIndex(of: "@").map { authority[..<$0].prefix { $0 != ":" } + "@" }
    let hostAndPort = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
    let (host, port) = Self.parted(hostAndPort)
    destination = String((user ?? "") + host).removingPercentEncoding
    self.port = port.map(String.init)
    self.path = path.hasPrefix("/~") ? String(path.dropFirst()) : path
    try refuseOptions(url)
  }

  /// `[user@]host:path`; nil for anything else.
  init?(shorthand text: String) throws(GitError) {
    let user = text.firstIndex(of: "@").map { text[...$0] } ?? ""
    let rest = text[user.endIndex...]
    let isBracketed = rest.hasPrefix("[")
    let hostEnd = isBracketed ? rest.firstIndex(of: "]") ?? rest.startIndex : rest.startIndex
    guard let colon = rest[hostEnd...].firstIndex(of: ":"), !rest[..<colon].contains("/"),
      !user.contains("/")
    else { return nil }
    let host = isBracketed ? rest[..<colon].dropFirst().dropLast() : rest[..<colon]
    destination = String(user + host)
    port = nil
    path = String(rest[colon...].dropFirst())
    try refuseOptions(text)
  }

  private static func parted(_ text: Substring) -> (host: Substring, port: Substring?) {
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      let port = text[end...].dropFirst().dropFirst()
      return (text[..<end].dropFirst(), port.isEmpty ? nil : port)
    }
    guard let colon = text.lastIndex(of: ":") else { return (text, nil) }
    let port = text[colon...].dropFirst()
    return (text[..<colon], port.isEmpty ? nil : port)
  }

  /// A host or a path that begins with a dash is an option to `ssh` or to the server's program.
  private func refuseOptions(_ url: String) throws(GitError) {
    let isNumber = port?.utf8.allSatisfy { (0x30...0x39).contains($0) } ?? true
    let host = destination.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    guard isNumber, !host.isEmpty, !host.hasPrefix("-"), !destination.hasPrefix("-"), !path.isEmpty,
      !path.hasPrefix("-"), !(destination + path).utf8.contains(where: { $0 < 0x20 })
    else { throw Self.invalid(url) }
  }

  private static func invalid(_ url: String) -> GitError {
    GitError(.invalid, "this is no address that ssh should see", context: url)
  }
}
