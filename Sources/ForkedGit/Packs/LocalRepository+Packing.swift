extension LocalRepository {
  /// Whether there are so many packs or single objects that git would pack them together, had it been the one to
  /// write the last of them.
  ///
  /// Source: git-gc(1), `--auto`, and its settings `gc.auto` and `gc.autoPackLimit`: one of 256 directories is counted.
  public func wantsPacking() throws(GitError) -> Bool {
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
}
