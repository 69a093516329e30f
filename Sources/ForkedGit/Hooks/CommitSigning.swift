/// The signing of commits by the program that git's configuration names, as `git commit -S` does it.
///
/// Source: git-config(1), `commit.gpgSign`, `gpg.format`, `gpg.<format>.program`, `user.signingKey`, and git's
/// gpg-interface.c.
struct CommitSigning {
  private enum Format: String {
    case openpgp, x509, ssh

    var program: String {
      switch self {
      case .openpgp: "gpg"
      case .x509: "gpgsm"
      case .ssh: "ssh-keygen"
      }
    }
  }

  private let settings: Configuration
  private let format: Format
  private let program: String
  private let key: String
  /// The directory of temporary files.
  private let directory: String

  /// Returns the signing that the configuration asks for; nil if commits are not signed.
  ///
  /// - Parameter committer: The committer, whose key is used if `user.signingKey` is not set.
  /// - Throws: Kind `invalid` for an unknown format, or if no key is known.
  init?(
    configuredIn settings: Configuration, committer: Signature, directory: String
  ) throws(GitError) {
    guard try settings.bool("commit.gpgSign") == true else { return nil }
    let name = try settings.string("gpg.format") ?? "openpgp"
    guard let format = Format(rawValue: name) else {
      throw GitError(.invalid, "gpg.format must be openpgp, ssh or x509", context: name)
    }
    let general = format == .openpgp ? try settings.string("gpg.program") : nil
    self.settings = settings
    self.format = format
    self.directory = directory
    program = try settings.string("gpg.\(name).program") ?? general ?? format.program
    if let configured = try settings.string("user.signingKey"), !configured.isEmpty {
      key = configured
    } else if format == .ssh {
      key = try Self.usualKey(settings)
    } else {
      key = "\(committer.name) <\(committer.email)>"
    }
  }

  /// The first key that `gpg.ssh.defaultKeyCommand` prints.
  private static func usualKey(_ settings: Configuration) throws(GitError) -> String {
    let command = try settings.string("gpg.ssh.defaultKeyCommand")
    let outcome = try command.map { command throws(GitError) in
      try ChildProcess.run(
        ["/bin/sh", "-c", command], environment: settings.environment)
    }
    let lines = outcome?.text.split(separator: "\n") ?? []
    if let key = lines.first(where: { $0.hasPrefix("ssh-") || $0.hasPrefix("key::") }) {
      return String(key)
    }
    throw GitError(
      .invalid, "commit.gpgSign is set, but neither user.signingKey nor gpg.ssh.defaultKeyCommand")
  }

  /// Returns the signature of a commit.
  ///
  /// - Throws: Kind `refused` if the program makes no signature; `notFound` if it is not installed.
  func signature(of commit: [UInt8]) throws(GitError) -> String {
    format == .ssh ? try sshSignature(of: commit) : try gnupgSignature(of: commit)
  }

  private func gnupgSignature(of commit: [UInt8]) throws(GitError) -> String {
    let outcome = try ChildProcess.run(
      [settings.expanded(program), "--status-fd=2", "-bsau", key],
      environment: settings.environment,
      input: commit)
    guard outcome.isSuccess, outcome.errors.contains("[GNUPG:] SIG_CREATED ") else {
      throw failure(outcome)
    }
    return outcome.text
  }

  private func sshSignature(of commit: [UInt8]) throws(GitError) -> String {
    let file = "\(directory)sign-\(Machine.process())"
    let files = [file, file + ".sig", file + ".key"]
    try Files.makeParent(of: file)
    for name in files { unlink(name) }
    defer { for name in files { unlink(name) } }
    try Files.write(commit, to: file)
    let literal = key.hasPrefix("key::") ? String(key.dropFirst(5)) : key
    let isLiteral = literal != key || key.hasPrefix("ssh-")
    if isLiteral { try Files.write(Array((literal + "\n").utf8), to: files[2]) }
    let outcome = try ChildProcess.run(
      [settings.expanded(program), "-Y", "sign", "-n", "git", "-f"]
        + [isLiteral ? files[2] : settings.expanded(key)] + (isLiteral ? ["-U"] : []) + [file],
      environment: settings.environment)
    guard outcome.isSuccess, let signature = try Files.read(files[1]) else {
      throw failure(outcome)
    }
    return String(decoding: signature, as: UTF8.self)
  }

  private func failure(_ outcome: ProcessOutcome) -> GitError {
    let reason = outcome.errors.split(separator: "\n").filter { !$0.hasPrefix("[GNUPG:]") }.last
    return GitError(
      .refused, "the commit could not be signed" + (reason.map { ": \($0)" } ?? ""),
      context: program)
  }
}
