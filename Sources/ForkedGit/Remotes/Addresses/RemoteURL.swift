/// The address of a remote repository.
public struct RemoteURL: Hashable, Sendable {
  /// The address as it was given.
  public let text: String
  /// The path on this machine; nil for any other address.
  let path: String?

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
      switch text[..<end.lowerBound].lowercased() {
      case "file": path = String(text[end.upperBound...]).removingPercentEncoding
      case "http", "https", "git", "ssh", "git+ssh", "ssh+git": path = nil
      default: throw Self.unsupported(text)
      }
    } else {
      // A colon before the first slash separates a host from a path.
      let start = text.prefix { $0 != "/" }
      if start.contains("::"), !start.contains("[") { throw Self.unsupported(text) }
      path = start.contains(":") ? nil : text
    }
    guard !authority.split(separator: "@").contains(where: { $0.hasPrefix("-") }) else {
      throw GitError(.invalid, "a program could take this address for an option", context: text)
    }
  }

  private static func unsupported(_ text: String) -> GitError {
    GitError(
      .unsupported, "only paths, file, ssh, http, https and git are supported", context: text)
  }

  /// The user and the host, with the port if there is a scheme; empty for a path.
  private var authority: Substring {
    if path != nil { return "" }
    if let start = text.firstRange(of: "://")?.upperBound {
      return text[start...].prefix { $0 != "/" }
    }
    let start = text.prefix { $0 != "/" }
    return start[..<(start.lastIndex(of: ":") ?? start.endIndex)]
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

  /// The host, without the port.
  var host: String {
    let host = authority.split(separator: "@").last ?? ""
    return String(host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" })
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
    guard let path, !path.hasPrefix("/") else { return self }
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
