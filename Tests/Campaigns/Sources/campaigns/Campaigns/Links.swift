import Glibc

/// A path of the work tree is a symbolic link that leads out of the repository: nothing there is read or changed.
struct Links {
  static let name = "links"

  private static let settings = [
    ".fork", ".fork/schema.json", ".gitattributes", ".gitignore", ".mailmap",
  ]
  private static let secret = #"{"title":"secret of the user"}"#

  let context: Context

  func run() {
    let scenarios = Scenario.all.filter {
      $0.makes.isEmpty && ![.bare, .empty].contains($0.scene) && !$0.step.isOfGit
    }
    let tries = context.references(Self.name, scenarios).flatMap { reference in
      Self.paths(reference).filter { context.takes("links/\(reference.scenario.key)/\($0)") }
        .map { (reference, $0) }
    }
    context.make(tries, of: Self.name, key: { "'\($0.scenario.key)' \($1)" }) { attempt, place in
      problems(of: attempt.0, attempt.1, in: place)
    }
  }

  /// The paths of all files before and after the command, and of their directories.
  private static func paths(_ reference: Reference) -> [String] {
    var paths = Set(settings)
    for file in Set(reference.before.files.keys).union(reference.after.files.keys)
    where file.hasPrefix("repo/") && !file.hasPrefix("repo/.git/") {
      var parts = file.split(separator: "/").dropFirst()
      while !parts.isEmpty {
        paths.insert(parts.joined(separator: "/"))
        parts.removeLast()
      }
    }
    return paths.sorted()
  }

  private func problems(of reference: Reference, _ path: String, in place: Place) -> [String] {
    place.copy(reference.template)
    let outside = place.path + "/outside"
    Files.make(outside)
    link(place.scene + "/repo/" + path, to: outside + "/target")
    let before = contents(outside)
    let result = place.run(reference.scenario.step)
    var problems: [String] = []
    if result.crash != nil { problems.append(result.summary) }
    if contents(outside) != before { problems.append("something outside changed") }
    let stored = place.run(.git("log", "--all", "--reflog", "-Ssecret of the user", "--format=%H"))
    let isShown = (result.output + result.errors).contains("secret of the user")
    if isShown || !stored.output.isEmpty { problems.append("something outside was read") }
    return problems.isEmpty ? [] : problems + ["its output: \(result.summary)"]
  }

  /// Puts a link at a path, in place of what is there, which moves to the target.
  private func link(_ path: String, to target: String) {
    var parent = ""
    for part in path.split(separator: "/").dropLast() {
      parent += "/" + part
      Files.make(parent)
    }
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      rename(path, target)
    } else {
      Files.write(Self.secret, to: target)
      unlink(path)
    }
    symlink(target, path)
  }

  private func contents(_ directory: String) -> [String: [UInt8]?] {
    Dictionary(
      Files.all(below: directory).map { ($0, Files.bytes(directory + "/" + $0)) }
    ) { $1 }
  }
}
