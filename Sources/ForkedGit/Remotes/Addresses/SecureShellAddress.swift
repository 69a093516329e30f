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
