import Glibc

/// The programs under test, and the directory where everything happens.
struct Surroundings {
  /// The built program.
  let fork: String
  /// The library that lets calls fail.
  let library: String
  /// A directory of this run; in memory where the system has one there.
  let directory: String

  init() throws {
    let given = getenv("FORK").map { String(cString: $0) } ?? "../../.build/debug/fork"
    guard let fork = Self.absolute(given) else {
      throw Mistake("there is no program \(given); build it, or name it by FORK")
    }
    guard let own = Self.absolute("/proc/self/exe") else { throw Mistake("cannot read /proc") }
    let library = own.dropLast("campaigns".count) + "libFaults.so"
    guard Files.exists(String(library)) else { throw Mistake("there is no library \(library)") }
    let places = [getenv("FORK_CAMPAIGNS").map { String(cString: $0) }, "/dev/shm", "/tmp"]
    guard let place = places.compactMap({ $0 }).first(where: { access($0, W_OK) == 0 }) else {
      throw Mistake("there is no directory to work in; name one by FORK_CAMPAIGNS")
    }
    (self.fork, self.library) = (fork, String(library))
    directory = "\(place)/campaigns-\(getpid())"
    Files.make(directory)
    Files.make(directory + "/bin")
    symlink(fork, directory + "/bin/fork")
  }

  private static func absolute(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Removes what this run has made.
  func remove() { run(["rm", "-rf", directory], streams: "/tmp") }

  /// Runs a program that is not under test.
  @discardableResult
  func run(_ words: [String], streams: String) -> Child.Result {
    Child(arguments: words, environment: environment(home: "/"), directory: "/")
      .run(streams: streams)
  }

  /// The variables of each process: nothing of the user's, and times that stand still, so that what is done twice gives the
  /// same commits.
  func environment(home: String) -> [String: String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return [
      "PATH": "\(directory)/bin:\(path)", "HOME": home, "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1",
      "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com",
      "GIT_AUTHOR_DATE": "1700000000 +0000",
      "GIT_COMMITTER_NAME": "C", "GIT_COMMITTER_EMAIL": "c@example.com",
      "GIT_COMMITTER_DATE": "1700000000 +0000",
    ]
  }
}

/// A mistake in the way that the campaigns were started.
struct Mistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
