import Forked

/// The reason why git failed, from what it said.
///
/// git has no other answer than its messages. One that is not known here means that the server was not reached.
struct RemoteFailure {
  let error: GitError

  init(_ talk: RemoteTalk, for url: RemoteURL, _ known: GitError.Kind? = nil) {
    let said = talk.lines.joined(separator: "\n") + "\n" + (talk.complaint ?? "")
    let kind = known ?? Self.kind(said)
    let reason = Self.reason(in: talk, kind).replacing(url.text, with: url.shown)
    var error = GitError(kind, reason, context: url.shown)
    if let message = Self.message(kind, said, reason, url) {
      error.message = message
    } else if kind == .unreachable, let complaint = talk.complaint {
      error.message += ": " + complaint
    }
    if kind == .ownership { error.context = Self.quoted(after: "repository at", in: said) }
    self.error = error
  }

  /// The words of git for each kind of failure, the most specific ones first.
  private static let words: [(GitError.Kind, [String])] = [
    (.ownership, ["dubious ownership"]),
    (.refused, ["symlink"]),
    (.unsupported, ["' not allowed", "mismatched algorithms"]),
    (.shallow, ["is shallow", "shallow update", "shallow roots"]),
    (.raceLost, ["unadvertised object", "not our ref"]),
    (
      .untrusted,
      [
        "Host key verification failed", "IDENTIFICATION HAS CHANGED", ": Permission denied (",
        "Too many authentication failures", "no mutual signature", "No supported authentication",
        "Authentication failed", "could not read Username", "could not read Password",
        "returned error: 401", "returned error: 403", "returned error: 30", "certificate",
        "SSL ",
      ]
    ),
    (
      .notFound,
      [
        "does not appear to be a git repository", "not a git repository", "' not found",
        "repository not exported", "does not exist",
      ]
    ),
    (.untrusted, ["remote error: "]),
    (.io, ["No space left on device", "Input/output error"]),
    (.permission, ["Permission denied", "Read-only file system"]),
    (
      .invalid,
      [
        "fsck error", "did not send all necessary objects", "unable to read", "missing ",
        "bad object", "bad tree", "bad commit", "unknown object type", "inflate",
        "unresolved delta",
        "invalid index-pack output", "pack is corrupted", "SHA1 COLLISION", "pack signature",
        "too large", "overflows", "garbage",
      ]
    ),
  ]

  private static func kind(_ said: String) -> GitError.Kind {
    let isCut = ["early EOF", "unexpected disconnect", "hung up", "too slow", "timed out"]
      .contains(where: said.contains)
    let kind = words.first { $0.1.contains(where: said.contains) }?.0 ?? .unreachable
    // What arrived of a pack whose end is missing is no sign of damage, unless the server says so.
    return kind == .invalid && isCut && !said.contains("fsck error")
      && !said.contains("unable to read") ? .unreachable : kind
  }

  private static func message(
    _ kind: GitError.Kind, _ said: String, _ reason: String, _ url: RemoteURL
  ) -> String? {
    switch kind {
    case .shallow: "the remote is a shallow clone, and the history that is needed is not in it"
    case .ownership: "the repository belongs to another user"
    case .refused: "there is a symbolic link among the objects: " + reason
    case .untrusted: shellMessage(said, url) ?? webMessage(said, reason, url)
    case .notFound where said.contains("does not appear to be a git repository"):
      "there is no git repository at that address"
    case .notFound: "the server has no such repository"
    case .invalid where said.contains(": hasDot"):
      "the remote's history has an invalid path: " + reason
    case .invalid where isIncomplete(said): "the remote's history is incomplete: " + reason
    case .invalid: "the pack that was received is damaged: " + reason
    case .unreachable where said.contains("too slow") || said.contains("timed out"):
      "the server sent nothing in time: " + reason
    default: nil
    }
  }

  private static func isIncomplete(_ said: String) -> Bool {
    ["necessary objects", "unable to read", "missing "].contains(where: said.contains)
  }

  private static func webMessage(_ said: String, _ reason: String, _ url: RemoteURL) -> String? {
    if said.contains("certificate") || said.contains("SSL ") {
      return "the certificate of '\(url.host)' is not trusted: " + reason
    }
    if said.contains("could not read") {
      return "the server asks for credentials, and git has none: " + reason
    }
    if said.contains("Authentication failed") { return "the server refused the credentials" }
    if said.contains("returned error: 30") {
      return "the server redirects to another address, which does not get the headers of "
        + "http.extraHeader: " + reason
    }
    return "the server denies access: " + reason
  }

  private static func shellMessage(_ said: String, _ url: RemoteURL) -> String? {
    let host = url.host
    if said.contains("IDENTIFICATION HAS CHANGED") {
      return "the host key of '\(host)' has changed"
    }
    if said.contains("Host key verification failed") {
      // A hint is pasted, so it has no characters that a shell would interpret.
      let isPlain = url.shown.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || "@.-_:/".contains($0))
      }
      return "the host key of '\(host)' is not known"
        + (isPlain ? ": 'git ls-remote \(url.shown)' shows it and asks if you trust it" : "")
    }
    return said.contains(": Permission denied (") ? "'\(host)' refused all keys and passwords" : nil
  }

  /// The line that gives the reason: the last error that says more than that there was one.
  private static func reason(in talk: RemoteTalk, _ kind: GitError.Kind) -> String {
    // What a server says of its own damage, git knows only as a pack without an end.
    if kind == .invalid, let complaint = talk.complaint { return complaint }
    let vague = [
      "Could not read from remote repository", "the remote end hung up", "failed to push some refs",
      "Please make sure you have", "and the repository exists", "invalid index-pack output",
      "index-pack failed", "Cloning into", "error processing", "did not send all necessary",
    ]
    let telling = talk.lines.filter { line in !vague.contains(where: line.contains) }
    let error = telling.lastIndex { RemoteTalk.complaint(in: $0) != nil }
    guard let start = error ?? telling.indices.last else {
      return talk.lines.compactMap(RemoteTalk.complaint).last ?? talk.lines.last
        ?? "the connection ended before an answer"
    }
    // "unable to connect to example.org:", and each address that was tried.
    let end = telling[start].hasSuffix(":") ? telling.endIndex : start + 1
    let reason = telling[start..<end].joined(separator: " ")
    return RemoteTalk.complaint(in: reason) ?? reason
  }

  private static func quoted(after words: String, in text: String) -> String? {
    guard let start = text.firstRange(of: words + " '")?.upperBound else { return nil }
    return String(text[start...].prefix { $0 != "'" })
  }
}

extension RemoteFailure {
  /// True for the reason of a ref whose update was lost on the way.
  static func isLoss(_ reason: String) -> Bool { reason.contains("failed to report status") }

  /// The error for a refused update. What git says about an update by another client means a lost race; all others are
  /// the server's decision.
  ///
  /// - Throws: Kind `shallow` if the server lacks the history below the end of this repository.
  static func refusal(
    _ reason: String, _ talk: RemoteTalk, of fork: Fork
  ) throws(GitError) -> GitError {
    if reason.contains("shallow") { throw .shallow }
    let races = [
      "failed to update ref", "lock", "fetch first", "already exists", "non-fast-forward", "stale",
    ]
    let words = [reason] + [talk.complaint].compactMap { $0 }
    return GitError(
      races.contains(where: reason.contains) ? .raceLost : .refused, words.joined(separator: ": "),
      context: fork.name)
  }
}
