import CLibgit2

extension LocalRepository {
  /// Whether there are so many packs or single objects that git would pack them together, had it been the one to
  /// write the last of them.
  ///
  /// Source: git-gc(1), `--auto`, and its settings `gc.auto` and `gc.autoPackLimit`: one of 256 directories is counted;
  /// git-maintenance(1), `maintenance.auto`.
  public func wantsPacking() throws(GitError) -> Bool {
    if try settings.bool("maintenance.auto") == false { return false }
    let mostObjects = try settings.integer("gc.auto") ?? 6_700
    if mostObjects <= 0 { return false }
    let objects = commonDirectory + "objects/"
    let counted = Files.names(in: objects + "17").count { $0.utf8.count == 38 }
    if counted > (mostObjects - 1) / 256 + 1 { return true }
    let mostPacks = try settings.integer("gc.autoPackLimit") ?? 50
    let packs = Set(Files.names(in: objects + "pack"))
    let loosePacks = packs.filter {
      $0.hasSuffix(".pack") && !packs.contains($0.dropLast(4) + "keep")
    }
    return mostPacks > 0 && loosePacks.count > mostPacks
  }

  /// Lets git pack objects together, as it does itself after a commit: beside whoever reads and writes, for as long as it
  /// takes. No hook runs.
  ///
  /// - Returns: False where git is not installed.
  public func startPacking() throws(GitError) -> Bool {
    var environment = settings.environment
    environment["GIT_DIR"] = commonDirectory
    for name in ["GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"] {
      environment[name] = nil
    }
    let commands = [
      // It goes on by itself, unless gc.autoDetach keeps it.
      ["maintenance", "run", "--auto", "--quiet"],
      // With the paths that each commit changed, which walks through the history of a document skip by.
      ["commit-graph", "write", "--reachable", "--changed-paths", "--no-progress"],
    ]
    do throws(GitError) {
      for command in commands {
        _ = try ChildProcess.run(
          ["git", "-c", "core.hooksPath=/dev/null"] + command, environment: environment, input: "")
      }
    } catch  where error.kind == .notFound {
      return false
    }
    try check("git_odb_refresh") { git_odb_refresh(odb.pointer) }
    return true
  }
}
