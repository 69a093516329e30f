import CLibgit2

extension Configuration {
  /// All entries whose keys match a regular expression, the winning ones last. Sections and names are in lower
  /// case, what stands between them as it was written.
  func entries(matching pattern: String) throws(GitError) -> [(key: String, value: String)] {
    let snapshot = try self.snapshot()
    let iterator = try Handle.make(
      "git_config_iterator_glob_new", release: git_config_iterator_free, context: pattern
    ) { git_config_iterator_glob_new($0, snapshot.pointer, pattern) }
    var (entry, entries) = (UnsafeMutablePointer<git_config_entry>?.none, [(String, String)]())
    while git_config_next(&entry, iterator.pointer) == 0, let found = entry?.pointee {
      guard let name = found.name else { continue }
      entries.append((String(cString: name), found.value.map { String(cString: $0) } ?? ""))
    }
    return entries.map { (key: $0.0, value: $0.1) }
  }

  /// The values of `http.<name>` and of `http.<url>.<name>` for an address that matches, the general ones first.
  ///
  /// Source: git-config(1), `http.<url>.*`: scheme, host and port are the same, and the path begins with that one.
  func httpValues(_ name: String, for url: String) throws(GitError) -> [String] {
    let general = try values("http.\(name)")
    let special = try entries(matching: #"^http\..+\.\#(name)$"#).filter { entry in
      Self.covers(String(entry.key.dropFirst(5).dropLast(name.utf8.count + 1)), url)
    }
    return general + special.sorted { $0.key.utf8.count < $1.key.utf8.count }.map(\.value)
  }

  private static func covers(_ pattern: String, _ url: String) -> Bool {
    guard let wanted = parts(pattern), let given = parts(url) else { return false }
    guard wanted.scheme == given.scheme, isSameHost(wanted.host, given.host) else { return false }
    let path = wanted.path.hasSuffix("/") ? String(wanted.path.dropLast()) : wanted.path
    return path.isEmpty || given.path == path || given.path.hasPrefix(path + "/")
  }

  private static func isSameHost(_ pattern: String, _ host: String) -> Bool {
    let (wanted, given) = (pattern.split(separator: "."), host.split(separator: "."))
    return wanted.count == given.count && zip(wanted, given).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// Scheme, host with a port that isn't the usual one, and path; whoever logs in is left out.
  private static func parts(_ url: String) -> (scheme: String, host: String, path: String)? {
    guard let end = url.firstRange(of: "://") else { return nil }
    let scheme = url[..<end.lowerBound].lowercased()
    let authority = url[end.upperBound...].prefix { $0 != "/" }
    let host = (authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority)
      .lowercased()
    let usual = scheme == "https" ? ":443" : ":80"
    return (
      scheme, host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host,
      String(url[authority.endIndex...])
    )
  }
}
