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
