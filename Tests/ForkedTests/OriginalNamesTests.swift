import Forked
import Foundation
import Testing

/// Names of the original package Forked: what is written here must compile.
@Suite("the original's names of Forked")
struct OriginalNamesTests {
  private struct Opaque {}

  @Test("quick forks without a value, with forks only, and with nil")
  func quickForks() throws {
    let ui = Fork(name: "ui")
    let resources = [
      QuickFork<Int>(), QuickFork<Int>(forks: [ui]), QuickFork<Int>(initialValue: nil),
      QuickFork<Int>(forkNames: ["ui"]),
    ]
    for resource in resources {
      #expect(try resource.value(in: .main) == nil)
      #expect(try resource.mostRecentVersionOfMain() == .initialVersion)
      try resource.update(.main, with: 1)
      try resource.syncAllForks()
      #expect(try resource.forks.allSatisfy { try resource.value(in: $0) == 1 })
    }
    #expect(resources.map { $0.has(ui) } == [false, true, false, true])
  }

  @Test("errors by their names, which patterns can bind")
  func errors() throws {
    struct Mine: Error {}
    let (resource, gone) = (QuickFork<Int>(), Fork(name: "gone"))
    #expect(throws: Forked.Error.self) { try resource.value(in: gone) }
    #expect(throws: Forked.Error.attemptToAccessNonExistentFork(gone)) {
      try resource.value(in: gone)
    }
    do {
      try resource.create(.main)
    } catch Forked.Error.attemptToCreateExistingFork(let fork) {
      #expect(fork == .main)
    }
    let version: Forked.Version = .initialVersion
    let errors: [Forked.Error] = [
      .attemptToCreateExistingFork(gone), .attemptToAccessNonExistentFork(gone),
      .attemptToDeleteProtectedFork(gone), .attemptToReplaceExistingVersion(version, gone),
      .attemptToAccessNonExistentVersion(version, gone),
    ]
    let short: [ForkedError] = [
      .forkExists(gone), .noSuchFork(gone), .forkIsProtected(gone), .versionExists(version, gone),
      .noSuchVersion(version, gone),
    ]
    #expect(errors == short)
  }

  @Test("names with the module in front")
  func qualified() {
    let fork: Forked.Fork = Fork(name: "ui")
    let commit: Forked.Commit<Int> = Commit(content: .resource(1), version: Version(count: 3))
    let change: Forked.ForkChange = ForkChange(fork: fork, version: commit.version)
    let resource: Forked.QuickFork<Int> = Forked.ForkedResource(initialValue: 1)
    func store<Kind: Forked.Repository>(of resource: Forked.ForkedResource<Kind>) -> Kind {
      resource.repository
    }
    let repository: Forked.AtomicRepository<Int> = store(of: resource)
    let forks: [Forked.Fork] = repository.forks
    let persistent: any Forked.Persistent = repository
    #expect(change.version.count == 3 && forks == [.main] && persistent is AtomicRepository<Int>)
  }

  @Test("commits of any resource are hashable")
  func commits() {
    let one = Commit(content: .resource(Opaque()), version: Version(count: 1))
    let two = Commit(content: .resource(Opaque()), version: Version(count: 2))
    #expect(Set([one, two, one]).count == 2)
    let numbers = [1, 2].map { Commit(content: .resource($0), version: Version(count: 1)) }
    #expect(numbers[0] != numbers[1])
  }

  @Test("forks and has do not throw, also in generic code")
  func listing() throws {
    func names<R: Repository>(of resource: ForkedResource<R>) -> [String] {
      resource.has(.main) ? resource.forks.map(\.name) : []
    }
    func stored<R: Repository>(in repository: R) -> [Fork] { repository.forks }
    func listed<R: SharedRepository>(in resource: ForkedResource<R>) throws -> [Fork] {
      try resource.has(.main) ? resource.forks : []
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let quick = QuickFork<Int>()
    let files = try ForkedResource(repository: FileRepository(rootDirectory: folder))
    let own = try ForkedResource(repository: OwnRepository())
    #expect(names(of: quick) == ["main"] && names(of: files) == ["main"])
    #expect(names(of: own) == ["main"])
    #expect(stored(in: own.repository) == [.main] && stored(in: files.repository) == [.main])
    #expect(try listed(in: own) == [.main])
  }

  @Test("a repository of a program's own")
  func ownRepository() throws {
    let (resource, ui) = (try ForkedResource(repository: OwnRepository()), Fork(name: "ui"))
    try resource.update(.main, with: 1)
    try resource.create(ui)
    try resource.update(ui, with: 2)
    try resource.syncAllForks()
    #expect(try resource.forks.map { try resource.value(in: $0) } == [2, 2])
  }

  @Test("a model's version is read only, and the package has versions")
  func versions() {
    struct Model: VersionedModel {
      static let currentModelVersion = 2
      let modelVersion: Int?
    }
    let versions: [Int?] = [2, nil, 3]
    #expect(versions.map { Model(modelVersion: $0).canLoadModelVersion } == [true, true, false])
    #expect(forkedVersion.split(separator: ".").count == 3 && forkedAPIVersion >= 1)
  }
}

/// A repository as a program for the original declares it.
private final class OwnRepository: Repository {
  private var stored: [Fork: [Version: CommitContent<Int>]] = [:]

  var forks: [Fork] { stored.keys.sorted { $0.name < $1.name } }

  func create(_ fork: Fork, withInitialCommit commit: Commit<Int>) throws {
    stored[fork] = [commit.version: commit.content]
  }

  func delete(_ fork: Fork) throws { stored[fork] = nil }

  func versions(storedIn fork: Fork) throws -> Set<Version> { Set(stored[fork, default: [:]].keys) }

  func content(of fork: Fork, at version: Version) throws -> CommitContent<Int> {
    stored[fork]?[version] ?? .none
  }

  func store(_ commit: Commit<Int>, in fork: Fork) throws {
    stored[fork]?[commit.version] = commit.content
  }

  func removeCommit(at version: Version, from fork: Fork) throws { stored[fork]?[version] = nil }
}
