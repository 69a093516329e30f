/// Three versions of a document in a temporary directory.
struct Files {
  private let workshop: Workshop
  private let versions: Versions<String>
  let base: String
  let ours: String
  let theirs: String
  let bytes: Int
  /// A schema for them, if they have one.
  private var schema: String?

  init(_ versions: Versions<String>, schema: String? = nil) throws {
    self.versions = versions
    let workshop = try Workshop()
    self.workshop = workshop
    base = try workshop.write(versions.base, to: "base.json")
    ours = try workshop.write(versions.ours, to: "ours.json")
    theirs = try workshop.write(versions.theirs, to: "theirs.json")
    self.schema = try schema.map { try workshop.write($0, to: "schema.json") }
    bytes = [versions.base, versions.ours, versions.theirs].reduce(0) { $0 + $1.utf8.count }
  }

  /// The merge driver as git runs it.
  func driver(_ fork: String, path: String) -> [String] {
    [fork, "merge-driver", base, ours, theirs, "--path", path, "--marker-size", "7"]
  }

  /// `fork merge-file`, which leaves the files alone.
  func merge(_ fork: String) -> [String] {
    [fork, "merge-file", "-p", "-q", ours, base, theirs]
      + (schema.map { ["--schema", $0] } ?? [])
  }

  /// `git merge-file`, which leaves the files alone.
  var gitMerge: [String] { ["git", "merge-file", "-p", "-q", ours, base, theirs] }

  /// Both programs write the merged text over ours: git's would have conflict markers in it.
  func restoreOurs() throws {
    _ = try workshop.write(versions.ours, to: "ours.json")
  }
}
