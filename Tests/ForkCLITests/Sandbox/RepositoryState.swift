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
}
