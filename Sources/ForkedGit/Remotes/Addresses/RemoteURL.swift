/// The address of a remote repository.
public struct RemoteURL: Hashable, Sendable {
  /// The protocols.
  enum Kind: Hashable, Sendable {
    case path(String)
    case secureShell(SecureShellAddress)
    case other
  }

  /// The address as it was given.
  public let text: String
  let kind: Kind

  /// Parses an address: a path, `file`, `ssh`, `http`, `https`, `git`, or `user@host:path`.
  ///
  /// Source: git-clone(1), "GIT URLS".
  ///
  /// - Throws: Kind `unsupported` for any other address, such as `ext::` and other helpers; `invalid` for one that a
  ///   program could take for an option.
  public init(_ text: String) throws(GitError) {
    self.text = text
    guard !text.isEmpty, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw GitError(.invalid, "this is not the address of a repository", context: text)
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
    case "http", "https", "git": return .other
    case "ssh", "git+ssh", "ssh+git":
      return .secureShell(try SecureShellAddress(authorityAndPath: rest, of: text))
    default: throw unsupported(text)
    }
  }

  /// The protocol of an address without a scheme: a colon before the first slash separates a host from a path.
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
      .unsupported, "only paths, file, ssh, http, https and git are supported", context: text)
  }

  /// The address without a password, for messages.
  public var shown: String {
    guard let start = text.firstRange(of: "://")?.upperBound else { return text }
    let authority = text[start...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":")
    else { return text }
    return String(text[..<colon] + text[at...])
  }

  /// The host of an address with a scheme, without the port.
  var host: String {
    guard let start = text.firstRange(of: "://")?.upperBound else { return "" }
    let authority = text[start...].prefix { $0 != "/" }
    let host = authority.split(separator: "@").last ?? ""
    return String(host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" })
  }

  /// The address for `ssh`; nil for other protocols.
  var secureShell: SecureShellAddress? {
    if case .secureShell(let address) = kind { address } else { nil }
  }

  /// The last part of the path, without `.git`: the default directory of a clone.
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

  /// The address, with a relative path resolved in a directory.
  public func relative(to directory: String) throws(GitError) -> RemoteURL {
    guard case .path(let path) = kind, !path.hasPrefix("/") else { return self }
    return try RemoteURL((directory.hasSuffix("/") ? directory : directory + "/") + path)
  }
}

extension String {
  /// The text with sequences such as `%41` decoded. Other percent signs stay.
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

/// The address of a repository that is reached by `ssh`.
struct SecureShellAddress: Hashable, Sendable {
  /// The argument for `ssh`: `user@host`, or the host alone.
  var destination: String
  var port: String?
  var path: String

  /// Parses `[user@]host[:port]/path`, the part after `ssh://`.
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

  /// Parses `[user@]host:path`; nil for anything else.
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

  /// Refuses a host or a path that begins with a dash: `ssh`, or the server's program, would take it for an option.
  private func refuseOptions(_ url: String) throws(GitError) {
    let isNumber = port?.utf8.allSatisfy { (0x30...0x39).contains($0) } ?? true
    let host = destination.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    guard isNumber, !host.isEmpty, !host.hasPrefix("-"), !destination.hasPrefix("-"), !path.isEmpty,
      !path.hasPrefix("-"), !(destination + path).utf8.contains(where: { $0 < 0x20 })
    else { throw Self.invalid(url) }
  }

  private static func invalid(_ url: String) -> GitError {
    GitError(.invalid, "this is not a safe address for ssh", context: url)
  }
}
