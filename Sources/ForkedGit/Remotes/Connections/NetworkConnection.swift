import CLibgit2
import Forked
import Glibc

/// A connection to a server by libgit2.
final class NetworkConnection: RemoteConnection {
  private(set) var state = RemoteState()
  let repository: LocalRepository
  let url: RemoteURL
  let options: RemoteOptions
  let credentials: CredentialHelper
  let shell: SecureShell?
  let place: ServerAddress
  /// The error of a callback that ended the call, if any.
  var failure: GitError?
  /// The server's reasons for the refs that it did not update.
  var refusals: [String: String] = [:]
  /// The error messages of git on the server.
  var complaints = ServerComplaints()
  private let remote: Handle
  private let staged: StagedRepository
  private let headers: [String]

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - url: The address of the server.
  ///   - direction: The direction: fetch or push.
  ///   - repository: The repository to send objects from or store them in.
  ///   - known: Refs to commits that the server is known to have.
  ///   - options: The options for the connection.
  /// - Throws: Kinds `unreachable`, `untrusted`, `notFound`, `interrupted`.
  init(
    to url: RemoteURL, direction: git_direction, for repository: LocalRepository,
    knowing known: [Reference], options: RemoteOptions
  ) throws(GitError) {
    self.repository = repository
    self.url = url
    self.options = options
    credentials = CredentialHelper(for: url, in: repository)
    if case .secureShell(let address) = url.kind {
      shell = SecureShell(address, for: repository)
    } else {
      shell = nil
    }
    headers = try Self.headers(for: url, in: repository)
    place = ServerAddress(sendsSecrets: headers.contains(where: Self.isSecret))
    staged = try StagedRepository(
      of: repository, references: known.map { ($0.name.rawValue, $0.target) })
    remote = try Self.makeRemote(url, in: staged)
    // A server may redirect from http to https.
    if url.text.hasPrefix("http") { try trustCertificates() }
    try call("git_remote_connect_ext") { headers in
      var (callbacks, headers) = (callbacks(), headers)
      return fork_git_remote_connect(remote.pointer, direction, &callbacks, &headers)
    }
    try credentials.approve()
    try readState()
  }

  deinit { git_remote_disconnect(remote.pointer) }

  private static func makeRemote(
    _ url: RemoteURL, in repository: StagedRepository
  ) throws(GitError) -> Handle {
    var create = git_remote_create_options()
    git_remote_create_options_init(&create, UInt32(GIT_REMOTE_CREATE_OPTIONS_VERSION))
    create.repository = repository.handle.pointer
    create.flags =
      GIT_REMOTE_CREATE_SKIP_INSTEADOF.rawValue
      | GIT_REMOTE_CREATE_SKIP_DEFAULT_FETCHSPEC.rawValue
    return try Handle.make(
      "git_remote_create_with_opts", release: git_remote_free, context: url.shown
    ) { git_remote_create_with_opts($0, url.text, &create) }
  }

  /// The extra headers for requests. An empty value cancels those before it.
  ///
  /// Source: git-config(1), `http.extraHeader`.
  private static func headers(
    for url: RemoteURL, in repository: LocalRepository
  ) throws(GitError) -> [String] {
    guard url.kind == .http else { return [] }
    let values = try repository.settings.httpValues("extraheader", for: url.text)
    return Array(values.split(separator: "", omittingEmptySubsequences: false).last ?? [])
  }

  /// True for the headers that curl sends only to the first host. Source: CURLOPT_UNRESTRICTED_AUTH(3).
  private static func isSecret(_ header: String) -> Bool {
    let name = header.prefix { $0 != ":" }.lowercased()
    return ["authorization", "proxy-authorization", "cookie"].contains(name)
  }

  private func readState() throws(GitError) {
    var (heads, count) = (UnsafeMutablePointer<UnsafePointer<git_remote_head>?>?.none, 0)
    try check("git_remote_ls", context: url.shown) {
      git_remote_ls(&heads, &count, remote.pointer)
    }
    for head in UnsafeBufferPointer(start: heads, count: count).compactMap({ $0?.pointee }) {
      guard let name = head.name else { continue }
      state.add(
        String(cString: name), ObjectID(head.oid),
        symbolic: head.symref_target.map { String(cString: $0) })
    }
    state.refuseCollisions()
  }

  func download(_ forks: [Fork]) throws(GitError) -> IncomingPack? {
    let incoming = try IncomingPack(in: staged.directory + "/incoming/", repository.durability())
    repository.pending.incoming = incoming
    defer { repository.pending.incoming = nil }
    let names = forks.sorted().map { "refs/heads/\($0.name):refs/fork/fetched/\($0.name)" }
    try call("git_remote_download") { headers in
      names.withStringArray { specifications in
        var (specifications, callbacks, headers) = (specifications, callbacks(), headers)
        return fork_git_remote_download(remote.pointer, &specifications, &callbacks, &headers)
      }
    }
    return incoming
  }

  func push(
    _ updates: [RemoteUpdate], reflog: ReflogEntry
  ) throws(GitError) -> [Fork: GitError] {
    // The server compares with the versions that it advertised on this connection, so these must be the expected ones.
    let (fresh, overtaken) = updates.partitioned { state.forks[$0.fork] == $0.old }
    var failures: [Fork: GitError] = [:]
    for update in overtaken {
      failures[update.fork] = GitError(
        .raceLost, "the remote's fork was updated meanwhile", context: update.fork.name)
    }
    if fresh.isEmpty { return failures }
    try upload(fresh)
    for update in fresh {
      guard let reason = refusals[ReferenceName.branch(update.fork).rawValue] else { continue }
      failures[update.fork] = refusal(reason, of: update)
    }
    return failures
  }

  private static func name(of update: RemoteUpdate) -> String {
    ReferenceName.branch(update.fork).rawValue
  }

  private func upload(_ updates: [RemoteUpdate]) throws(GitError) {
    try staged.setReferences(
      updates.compactMap { update in update.new.map { (Self.name(of: update), $0) } })
    let specifications = updates.map {
      ($0.new == nil ? ":" : Self.name(of: $0) + ":") + Self.name(of: $0)
    }
    try call("git_remote_upload") { headers in
      specifications.withStringArray { specifications in
        var (specifications, callbacks, headers) = (specifications, callbacks(), headers)
        return fork_git_remote_upload(remote.pointer, &specifications, &callbacks, &headers)
      }
    }
  }

  /// The error for a refused update. The messages of git for an update by another client mean a lost race; all others
  /// are the server's decision.
  private func refusal(_ reason: String, of update: RemoteUpdate) -> GitError {
    let races = [
      "failed to update ref", "lock", "fetch first", "already exists", "non-fast-forward",
      "failed to update", "incorrect old value",
    ]
    let isRace = races.contains(where: reason.contains)
    let words = [reason] + complaints.lines
    return GitError(
      isRace ? .raceLost : .refused, words.joined(separator: ": "), context: update.fork.name)
  }
}

extension NetworkConnection {
  /// Calls a libgit2 function that talks to the server. If it fails, throws the most specific error known.
  private func call(
    _ function: String, _ body: (git_strarray) -> Int32
  ) throws(GitError) {
    let timeout = ServerTimeout(silence: options.silence, isInterrupted: options.isInterrupted)
    failure = nil
    do throws(GitError) {
      try check(function, context: url.shown) {
        ServerAddress.$current.withValue(place) {
          ServerTimeout.$current.withValue(timeout) { headers.withStringArray(body) }
        }
      }
    } catch {
      if options.isInterrupted() { throw GitError(.interrupted, "interrupted") }
      var explained = failure ?? shell?.failure ?? place.failure ?? error.explained
      explained.context = explained.context ?? url.shown
      if explained.kind == .unreachable {
        explained.message = ([explained.message] + complaints.lines).joined(separator: ": ")
      }
      if explained.kind == .untrusted, place.isFirst { try credentials.reject() }
      throw explained
    }
  }
}

extension GitError {
  /// The error with a kind by which a program can decide, and a clearer message.
  fileprivate var explained: GitError {
    var error = self
    switch git_error_t(UInt32(bitPattern: errorClass)) {
    case _ where code == GIT_EAUTH.rawValue || code == GIT_ECERTIFICATE.rawValue:
      error.kind = .untrusted
    case GIT_ERROR_HTTP where message.contains("code: 404"):
      (error.kind, error.message) = (.notFound, "the server has no such repository")
    case GIT_ERROR_HTTP where message.contains("code: 401") || message.contains("code: 403"):
      (error.kind, error.message) = (.untrusted, "the server denies access: \(message)")
    case GIT_ERROR_NET where message.hasPrefix("remote error"):
      error.kind = message.contains("repository not exported") ? .notFound : .untrusted
    case GIT_ERROR_SSL: error.kind = .untrusted
    case GIT_ERROR_NET, GIT_ERROR_HTTP, GIT_ERROR_SSH: error.kind = .unreachable
    case _ where code == GIT_EEOF.rawValue: error.kind = .unreachable
    default: break
    }
    return error
  }
}

extension [String] {
  /// Calls a closure with the texts as libgit2's string array.
  func withStringArray<Result>(_ body: (git_strarray) -> Result) -> Result {
    let copies = map { UnsafeMutablePointer<CChar>?.some(strdup($0)) }
    defer { for copy in copies { free(copy) } }
    var pointers = copies
    return pointers.withUnsafeMutableBufferPointer {
      body(git_strarray(strings: $0.baseAddress, count: $0.count))
    }
  }
}

extension Array {
  /// The elements that match a predicate, and the others, each in their order.
  func partitioned(by isFirst: (Element) -> Bool) -> (first: [Element], second: [Element]) {
    (filter(isFirst), filter { !isFirst($0) })
  }
}
