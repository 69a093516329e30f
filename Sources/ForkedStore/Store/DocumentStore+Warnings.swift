import ForkedGit
import Glibc

extension DocumentStore {
  /// Says once what a repository asks for when commits are made and does not get.
  func warnOfWhatIsNotRun() throws {
    if caches.hasLookedAtHooks { return }
    let configuration = repository.configuration()
    if try configuration.bool("commit.gpgSign") == true {
      sayOnce("commit.gpgSign is set, but fork does not sign commits")
    }
    let directory = try hooksDirectory(configuration)
    let hooks = Self.hooks.filter { access("\(directory)/\($0)", X_OK) == 0 }
    if !hooks.isEmpty {
      sayOnce("fork runs no hooks, so these do not run: \(hooks.joined(separator: ", "))")
    }
    caches.hasLookedAtHooks = true
  }

  /// Packs objects together where git would. Nothing that was asked for depends on it, so a failure is only said.
  func packObjects() {
    do {
      guard try repository.wantsPacking(), try !repository.startPacking() else { return }
      sayOnce("many packs or single objects have piled up: 'git gc' packs them together")
    } catch {
      sayOnce("objects could not be packed together: " + StoreError(translating: error).message)
    }
  }

  /// What git runs when a commit is made.
  private static let hooks = [
    "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-merge-commit",
    "post-merge", "reference-transaction",
  ]

  /// Source: git-config(1), `core.hooksPath`: a relative one starts where hooks run.
  private func hooksDirectory(_ configuration: Configuration) throws -> String {
    guard let path = try configuration.string("core.hooksPath") else {
      return repository.commonDirectory + "hooks"
    }
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/") { return (environment.variables["HOME"] ?? "") + path.dropFirst() }
    return (repository.workTreePath ?? repository.gitDirectory) + path
  }

  /// Tells the person the first time that it happens in this repository.
  func sayOnceInRepository(_ name: String, _ notice: String) throws {
    guard environment.hearsNotices, try repository.remember("said-\(name)") else { return }
    sayOnce(notice)
  }

  /// Tells the person, the first time.
  func sayOnce(_ notice: String) {
    caches.say(notice) { environment.notify(notice) }
  }
}
