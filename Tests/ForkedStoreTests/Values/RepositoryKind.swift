import Forked
import ForkedGit
import ForkedGitTestSupport
import ForkedStore
import ForkedTestSupport
import Foundation

/// A number that merges as a counter does.
struct Tally: Mergeable, Codable, Sendable {
  var count: Int

  func merged(withSubordinate other: Self, commonAncestor: Self) -> Self {
    Tally(count: count + other.count - commonAncestor.count)
  }
}

/// Every kind of repository, each with one sandbox around it.
enum RepositoryKind: String, CaseIterable, Sendable {
  case atomic, atomicFile, file, git, gitWithWorkTree

  /// True if it forgets what it is told is not needed any more.
  var forgets: Bool { self != .git && self != .gitWithWorkTree }

  /// Runs a test on one of this kind.
  ///
  /// - Parameter test: Takes the repository as it begins, a function that stores a resource as the
  ///   repository has it, and one that opens the repository again.
  func run(_ test: any RepositoryTest) throws {
    switch self {
    case .atomic:
      let repository = AtomicRepository<Tally>()
      try test.run(repository, reopened: { repository }, as: { $0 }, kind: self)
    case .atomicFile:
      let folder = try TemporaryDirectory()
      let url = folder.url.appending(path: "deep/er/tallies.json")
      let repository = Last(try AtomicRepository<Tally>(managedFileURL: url))
      try test.run(
        repository.value,
        reopened: {
          try repository.value.persist()
          repository.value = try AtomicRepository(managedFileURL: url)
          return repository.value
        }, as: { $0 }, kind: self)
    case .file:
      let folder = try TemporaryDirectory()
      let repository = try FileRepository(rootDirectory: folder.url)
      try test.run(
        repository, reopened: { try FileRepository(rootDirectory: folder.url) },
        as: { try JSONEncoder().encode($0) }, kind: self)
    case .git, .gitWithWorkTree:
      let sandbox = try GitSandbox(bare: self == .git)
      try test.run(
        sandbox.tallies(), reopened: { try sandbox.tallies() }, as: { $0 }, kind: self)
      try sandbox.git("fsck", "--strict", "--no-dangling")
    }
  }
}

/// A test for repositories of any kind.
protocol RepositoryTest {
  func run<R: SharedRepository>(
    _ repository: R, reopened: () throws -> R, as resource: @escaping (Tally) throws -> R.Resource,
    kind: RepositoryKind
  ) throws
}

private final class Last<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

extension GitSandbox {
  var storeEnvironment: ForkedStore.Environment {
    var variables = environment
    variables["GIT_AUTHOR_DATE"] = nil
    variables["GIT_COMMITTER_DATE"] = nil
    return ForkedStore.Environment(variables: variables, user: "ada", host: "example.org")
  }

  func tallies(at path: String = "tallies/one.json") throws -> GitRepository<Tally> {
    try GitRepository(at: work, path: path, environment: storeEnvironment)
  }
}
