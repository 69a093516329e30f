import ForkedGit
import ForkedGitTestSupport
import Foundation
import Testing

@Suite struct OpeningTests {
  private func failure(_ body: () throws -> LocalRepository) -> GitError? {
    #expect(throws: GitError.self) { _ = try body() }
  }

  @Test func aRepositoryIsFoundFromAnyDirectoryInIt() throws {
    let world = try World()
    try world.commit(["a/b/c": "1"])
    let inside = world.work.appending(path: "a/b").path
    let options = LocalRepository.OpenOptions(environment: world.environment)
    let found = try LocalRepository.discover(from: inside, options: options)
    #expect(found.workTreePath == world.work.path + "/" && !found.isBare)
    #expect(
      failure { try LocalRepository.open(at: inside, options: options) }?.kind == .notARepository)
    let outside = world.root.path
    #expect(
      failure { try LocalRepository.discover(from: outside, options: options) }?.kind
        == .notARepository)
  }

  @Test func aBareRepositoryWhoseConfigurationIsEmptyHasNoWorkTree() throws {
    let world = try World(bare: true)
    try Data().write(to: world.work.appending(path: "config"))
    let options = LocalRepository.OpenOptions(environment: world.environment)
    #expect(try LocalRepository.open(at: world.work.path, options: options).isBare)
    #expect(try LocalRepository.discover(from: world.work.path, options: options).isBare)
    #expect(try Data(contentsOf: world.work.appending(path: "config")).isEmpty)
  }

  @Test func gitDirectoryAndWorkTreeCanBeNamed() throws {
    let world = try World()
    try world.commit(["a": "1"])
    let options = LocalRepository.OpenOptions(environment: world.environment)
    let elsewhere = world.root.appending(path: "home").path
    let named = try LocalRepository.discover(
      from: elsewhere, gitDirectory: "../work/.git", options: options)
    #expect(named.workTreePath == elsewhere + "/")
    let both = try LocalRepository.discover(
      from: elsewhere, gitDirectory: "../work/.git", workTree: "../work", options: options)
    #expect(both.workTreePath == world.work.path + "/")
    #expect(try both.status().isEmpty)
    let bare = try World(bare: true)
    let found = try LocalRepository.discover(
      from: elsewhere, gitDirectory: bare.work.path, options: .init(environment: bare.environment))
    #expect(found.isBare && found.workTreePath == nil)
  }

  @Test func whatIsNotHandledIsRefusedClearly() throws {
    let modern = try World(initialized: false)
    try modern.git("init", "-q", "--object-format=sha256")
    let error = failure { try modern.open() }
    #expect(error?.kind == .unsupported && error?.message.contains("SHA-256") == true)
    let sparse = try World()
    try sparse.commit(["a/x": "1", "b/x": "1"])
    try sparse.git("sparse-checkout", "set", "a")
    #expect(failure { try sparse.open() }?.kind == .unsupported)
    let options = LocalRepository.OpenOptions(
      environment: sparse.environment, allowsSparseCheckout: true)
    _ = try LocalRepository.open(at: sparse.work.path, options: options)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a directory away"))
  func aRepositoryOfSomebodyElseNeedsAWord() throws {
    let world = try World()
    _ = try world.run(["chown", "-R", "1234", world.work.path])
    let error = failure { try world.open() }
    #expect(error?.kind == .ownership)
    #expect(
      error?.message.contains("git config --global --add safe.directory \(world.work.path)") == true
    )
    for value in [world.work.path, "*", world.root.path + "/*"] {
      try world.git("config", "--global", "safe.directory", value)
      _ = try world.open()
    }
    try world.git("config", "--global", "--add", "safe.directory", "")
    #expect(failure { try world.open() }?.kind == .ownership)
    try world.git("config", "--global", "--unset-all", "safe.directory")
    world.set("SUDO_UID", to: "1234")
    _ = try world.open()
    world.set("SUDO_UID", to: nil)
  }

  @Test func aRepositorysOwnWordDoesNotMakeItSafe() throws {
    guard geteuid() == 0 else { return }
    let world = try World()
    try world.git("config", "safe.directory", "*")
    _ = try world.run(["chown", "-R", "1234", world.work.path])
    #expect(failure { try world.open() }?.kind == .ownership)
  }

  @Test func aRepositoryThatIsThereIsOpened() throws {
    let world = try World()
    let first = try world.commit(["a": "1"])
    let repository = try LocalRepository.initialize(
      at: world.work.path, bare: false, initialBranch: "other",
      options: .init(environment: world.environment))
    #expect(try repository.head() == .branch(.main, tip: first))
  }

  @Test func objectsAreCheckedForTheirKind() throws {
    let world = try World()
    let commit = try world.commit(["a": "12"])
    let repository = try world.open()
    let blob = try world.id("HEAD:a")
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
