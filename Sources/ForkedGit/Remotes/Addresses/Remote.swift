import CLibgit2
public import Forked

/// A remote repository, as git's configuration names it.
public struct Remote: Hashable, Sendable {
  /// The name, such as `origin`; nil for a remote that was given by its address.
  public var name: String?
  /// The address to fetch from.
  public var url: RemoteURL
  /// The address to push to.
  public var pushURL: RemoteURL

  /// Creates a remote that need not be in the configuration.
  public init(name: String? = nil, url: RemoteURL, pushURL: RemoteURL? = nil) {
    self.name = name
    self.url = url
    self.pushURL = pushURL ?? url
  }

  /// The tracking ref of a fork, which names its last known version on the remote; nil if the remote has no name.
  public func tracking(_ fork: Fork) -> ReferenceName? {
    trackingPrefix.map { ReferenceName(unchecked: $0 + fork.name) }
  }

  /// The prefix of the names of all its tracking refs.
  public var trackingPrefix: String? { name.map { "refs/remotes/\($0)/" } }
}

extension LocalRepository {
  /// The names of the remotes, ordered.
  public func remoteNames() throws(GitError) -> [String] {
    let keys = try settings.entries(of: "remote", named: ["url"]).map(\.key)
    return Set(keys.map { String($0.dropFirst(7).dropLast(4)) }).sorted()
  }

  /// The remote of that name; nil if the configuration has none.
  public func remote(named name: String) throws(GitError) -> Remote? {
    guard let url = try settings.values("remote.\(name).url").first else { return nil }
    let pushURL = try settings.values("remote.\(name).pushurl").first
    var push = pushURL
    if push == nil { push = try rewritten(url, by: "pushinsteadof") }
    return Remote(name: name, url: try address(url), pushURL: try address(push ?? url))
  }

  /// The address after the rules of `url.<base>.insteadOf`. Relative paths are made absolute as in git.
  public func address(_ text: String) throws(GitError) -> RemoteURL {
    try RemoteURL(try rewritten(text, by: "insteadof") ?? text)
      .relative(to: workTreePath ?? gitDirectory)
  }

  /// The address after the rule with the longest match; nil if no rule matches. Source: git-config(1),
  /// `url.<base>.insteadOf`.
  private func rewritten(_ text: String, by rule: String) throws(GitError) -> String? {
    let rules = try settings.entries(of: "url", named: [rule])
    let matches = rules.filter { text.hasPrefix($0.value) }
    let longest = matches.max { $0.value.utf8.count < $1.value.utf8.count }
    return longest.map {
      String($0.key.dropFirst(4).dropLast(rule.utf8.count + 1)) + text.dropFirst($0.value.count)
    }
  }

  /// Adds a remote to the configuration.
  public func addRemote(named name: String, url: String) throws(GitError) {
    try settings.changing(.local) { () throws(GitError) in
      try settings.set("remote.\(name).url", to: url, in: .local)
      try settings.set(
        "remote.\(name).fetch", to: "+refs/heads/*:refs/remotes/\(name)/*", in: .local)
    }
  }

  /// Removes a remote from the configuration, with its tracking refs and all settings that name it.
  ///
  /// The configuration is changed last: if that fails, the remote still has its name and can be removed again.
  public func removeRemote(named name: String) throws(GitError) {
    let prefix = "refs/remotes/\(name)/"
    try Files.remove(commonDirectory + prefix + "HEAD")
    for reference in try references(withPrefix: prefix) {
      try compareAndSwap(reference.name, from: reference.target, to: nil, reflog: nil)
    }
    let entries =
      try settings.entries(of: "remote") + settings.entries(of: "branch", named: ["remote"])
    try settings.changing(.local) { () throws(GitError) in
      for (key, value, _) in entries {
        let isOwn = key.hasPrefix("remote.\(name).")
        let follows = key.hasPrefix("branch.") && value == name
        guard isOwn || follows else { continue }
        try settings.unset(key, in: .local)
        if follows { try settings.unset(key.dropLast(6) + "merge", in: .local) }
      }
    }
  }
}

extension Configuration {
  /// The entries of the subsections of a section, the winning ones last. Sections and names are in lower case,
  /// subsections as they were written.
  ///
  /// libgit2 would match keys by a regular expression. But it leaks memory for each key that does not match, if it was
  /// built with PCRE2.
  ///
  /// - Parameter names: The names of the entries; nil: all.
  func entries(
    of section: String, named names: Set<String>? = nil
  ) throws(GitError) -> [Entry] {
    try Self.entries(of: handle).filter { key, _, _ in
      guard key.hasPrefix(section + "."), let dot = key.lastIndex(of: "."),
        key.utf8.distance(from: key.startIndex, to: dot) > section.utf8.count
      else { return false }
      return names?.contains(String(key[key.index(after: dot)...])) ?? true
    }
  }
}
