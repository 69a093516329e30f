import ForkedGit
import ForkedGitTestSupport
import Foundation
import Testing

@Suite struct OpeningTests {
  private func failure(_ body: () throws -> LocalRepository) -> GitError? {
    #expect(throws: GitError.self) { _ = try body() }
  }

  @Test func aRepositoryIsFoundFromAnyDirectoryInIt() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit(["a/b/c": "1"])
    let inside = sandbox.work.appending(path: "a/b").path
    let options = LocalRepository.OpenOptions(environment: sandbox.environment)
    let found = try LocalRepository.discover(from: inside, options: options)
    #expect(found.workTreePath == sandbox.work.path + "/" && !found.isBare)
    #expect(
      failure { try LocalRepository.open(at: inside, options: options) }?.kind == .notARepository)
    let outside = sandbox.root.path
    #expect(
      failure { try LocalRepository.discover(from: outside, options: options) }?.kind
        == .notARepository)
  }

  @Test func aBareRepositoryWhoseConfigurationIsEmptyHasNoWorkTree() throws {
    let sandbox = try GitSandbox(bare: true)
    try Data().write(to: sandbox.work.appending(path: "config"))
    let options = LocalRepository.OpenOptions(environment: sandbox.environment)
    #expect(try LocalRepository.open(at: sandbox.work.path, options: options).isBare)
    #expect(try LocalRepository.discover(from: sandbox.work.path, options: options).isBare)
    #expect(try Data(contentsOf: sandbox.work.appending(path: "config")).isEmpty)
  }

  @Test(arguments: [nil, "false"]) func aBareRepositoryMayHaveToBeNamed(bare: String?) throws {
    let sandbox = try GitSandbox()
    try sandbox.git("init", "-q", "--bare", "inner.git")
    if let bare { try sandbox.git("config", "-f", "inner.git/config", "core.bare", bare) }
    try sandbox.git("config", "--global", "safe.bareRepository", "explicit")
    let options = LocalRepository.OpenOptions(environment: sandbox.environment)
    for place in ["inner.git", "inner.git/refs"] {
      let inside = sandbox.work.appending(path: place).path
      let error = failure { try LocalRepository.discover(from: inside, options: options) }
      #expect(error?.kind == .unnamedRepository, "\(place)")
      #expect(throws: GitSandbox.Failure.self) { try sandbox.git("-C", inside, "status") }
    }
    for place in ["", ".git"] {
      let inside = sandbox.work.appending(path: place).path
      #expect(try !LocalRepository.discover(from: inside, options: options).isBare)
    }
    _ = try LocalRepository.discover(
      from: sandbox.root.path, gitDirectory: "work/inner.git", options: options)
  }

  @Test func gitDirectoryAndWorkTreeCanBeNamed() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit(["a": "1"])
    let options = LocalRepository.OpenOptions(environment: sandbox.environment)
    let elsewhere = sandbox.root.appending(path: "home").path
    let named = try LocalRepository.discover(
      from: elsewhere, gitDirectory: "../work/.git", options: options)
    #expect(named.workTreePath == elsewhere + "/")
    let both = try LocalRepository.discover(
      from: elsewhere, gitDirectory: "../work/.git", workTree: "../work", options: options)
    #expect(both.workTreePath == sandbox.work.path + "/")
    #expect(try both.status().isEmpty)
    let bare = try GitSandbox(bare: true)
    let found = try LocalRepository.discover(
      from: elsewhere, gitDirectory: bare.work.path, options: .init(environment: bare.environment))
    #expect(found.isBare && found.workTreePath == nil)
  }

  @Test func unsupportedRepositoriesAreRefusedClearly() throws {
    let modern = try GitSandbox(initialized: false)
    try modern.git("init", "-q", "--object-format=sha256")
    let error = failure { try modern.open() }
    #expect(error?.kind == .unsupported && error?.message.contains("SHA-256") == true)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
  func aRepositoryOfAnotherUserNeedsPermission() throws {
    let sandbox = try GitSandbox()
    _ = try sandbox.run(["chown", "-R", "1234", sandbox.work.path])
    let error = failure { try sandbox.open() }
    #expect(error?.kind == .ownership && error?.context == sandbox.work.path)
    for value in [sandbox.work.path, "*", sandbox.root.path + "/*"] {
      try sandbox.git("config", "--global", "safe.directory", value)
      _ = try sandbox.open()
    }
    try sandbox.git("config", "--global", "--add", "safe.directory", "")
    #expect(failure { try sandbox.open() }?.kind == .ownership)
    try sandbox.git("config", "--global", "--unset-all", "safe.directory")
    sandbox.set("SUDO_UID", to: "1234")
    _ = try sandbox.open()
    sandbox.set("SUDO_UID", to: nil)
  }

  @Test func aRepositorysOwnWordDoesNotMakeItSafe() throws {
    guard geteuid() == 0 else { return }
    let sandbox = try GitSandbox()
    try sandbox.git("config", "safe.directory", "*")
    _ = try sandbox.run(["chown", "-R", "1234", sandbox.work.path])
    #expect(failure { try sandbox.open() }?.kind == .ownership)
  }

  @Test func aRepositoryThatIsThereIsOpened() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    let repository = try LocalRepository.initialize(
      at: sandbox.work.path, bare: false, initialBranch: "other",
      options: .init(environment: sandbox.environment))
    #expect(try repository.head() == .branch(.main, tip: first))
  }

  @Test func objectsAreCheckedForTheirKind() throws {
    let sandbox = try GitSandbox()
    let commit = try sandbox.commit(["a": "12"])
    let repository = try sandbox.open()
    let blob = try sandbox.id("HEAD:a")
    #expect(try repository.blob(blob) == Array("12".utf8) && repository.blobSize(blob) == 2)
    #expect(try LocalRepository.blobID(of: Array("12".utf8)) == blob)
    #expect(try repository.contains(blob))
    let none = try #require(ObjectID(hex: String(repeating: "1", count: 40)))
    #expect(try !repository.contains(none))
    func kind(_ body: () throws -> Void) -> GitError.Kind? {
      #expect(throws: GitError.self) { try body() }?.kind
    }
    #expect(kind { _ = try repository.blob(commit) } == .invalid)
    #expect(kind { _ = try repository.commit(blob) } == .invalid)
    #expect(kind { _ = try repository.blob(none) } == .notFound)
  }

  @Test func idsAreReadAndPrinted() throws {
    let hex = "00ff10203040506070809aabcdef0123456789fe"
    let id = try #require(ObjectID(hex: hex.uppercased()))
    #expect(id.hex == hex && ObjectID(bytes: (0..<20).map { id[$0] }) == id)
    #expect(ObjectID(hex: hex.dropLast()) == nil && ObjectID(hex: hex.dropLast() + "g") == nil)
    #expect(ObjectID(bytes: [1, 2]) == nil)
    let later = try #require(ObjectID(hex: "00ff10203040506070809aabcdef0123456789ff"))
    #expect(id < later)
  }
}
