/// Everything of a repository that a refused command must leave as it was.
struct RepositoryState: Equatable {
  var references: String
  var head: String
  var status: String
  var files: [String]
}

extension Sandbox {
  /// The state of `data`.
  func state() async throws -> RepositoryState {
    RepositoryState(
      references: try await git("for-each-ref").text,
      head: try await git("symbolic-ref", "HEAD").text,
      status: try await git("status", "--porcelain", "--untracked-files=all").text,
      files: try await git("ls-files", "--stage").lines)
  }

  /// Expects that neither git nor the user finds anything wrong with `data`.
  ///
  /// `git fsck` complains of packs that git's maintenance in the background replaces meanwhile; a fault is there the next
  /// time too.
  func isSound(bare: Bool = false) async throws -> Bool {
    var check = try await git("fsck", "--strict", "--no-dangling")
    for _ in 0..<2 where check.status != 0 || !check.errorText.isEmpty {
      print("git fsck ends with \(check.status): \(check.errorText)")
      check = try await git("fsck", "--strict", "--no-dangling")
    }
    let status = bare ? "" : try await git("status", "--porcelain").text
    return check.status == 0 && check.errorText.isEmpty && status.isEmpty
  }
}
