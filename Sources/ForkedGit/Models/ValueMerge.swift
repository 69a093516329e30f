import Forked

/// Two versions of a repository, of which the model's document merges as a value and any other
/// document by lines.
struct ValueMerge<Model: Codable & Equatable & SendableMetatype> {
  private let pair: CommitPair
  private let coding: ModelCoding<Model>
  private var repository: LocalRepository { pair.repository }

  init(_ pair: CommitPair) {
    self.pair = pair
    coding = ModelCoding(path: pair.path)
  }

  /// The tree of both.
  ///
  /// - Throws: ``MergeRefusal`` where another document can't be merged; what the model's rule throws.
  func tree() throws -> ObjectID {
    let bases = try repository.mergeBases(of: pair.ours, and: pair.theirs)
    let ours = try repository.tree(ofCommit: pair.ours)
    let merged = try repository.mergeTrees(
      base: ancestor(of: bases), ours: ours, theirs: repository.tree(ofCommit: pair.theirs),
      opensAlike: true)
    var (edit, refused) = (merged.edit, [TreePath]())
    for diverged in merged.diverged + merged.alike.compactMap(twoChanges) {
      if diverged.path == pair.path.treePath {
        let entry = try mergeModel(diverged, bases)
        if let entry { edit.set(diverged.path, to: entry) } else { edit.remove(diverged.path) }
      } else if let entry = try mergeLines(diverged) {
        edit.set(diverged.path, to: entry)
      } else {
        refused.append(diverged.path)
      }
    }
    guard refused.isEmpty else { throw MergeRefusal(paths: refused) }
    return try repository.apply(edit, to: ours)
  }

  /// Two increments to the same number are two: the model's own rule is asked where both sides
  /// changed it alike too.
  private func twoChanges(_ alike: TreeChange) -> TreeMerge.Diverged? {
    guard alike.path == pair.path.treePath else { return nil }
    return TreeMerge.Diverged(
      path: alike.path, base: alike.old, ours: alike.new, theirs: alike.new)
  }

  private func ancestor(of bases: [ObjectID]) throws -> ObjectID? {
    try VirtualAncestor(repository) { ours, theirs in
      try ValueMerge(
        CommitPair(
          repository: repository, ours: ours, theirs: theirs, path: pair.path,
          surroundings: pair.surroundings)
      ).tree()
    }.tree(of: bases)
  }

  private func mergeModel(_ diverged: TreeMerge.Diverged, _ bases: [ObjectID]) throws -> TreeEntry?
  {
    let recency = PathRecency(repository, path: diverged.path, bases: bases)
    let isOursLater = try recency.isLater(pair.ours, than: pair.theirs)
    let sides = isOursLater ? (diverged.ours, diverged.theirs) : (diverged.theirs, diverged.ours)
    let merged = try content(of: sides.0)
      .merged(withSubordinate: content(of: sides.1), commonAncestor: content(of: diverged.base))
    guard let model = merged.resource else { return nil }
    let mode = diverged.ours?.mode ?? diverged.theirs?.mode ?? .file
    return TreeEntry(mode: mode, id: try repository.writeBlob(coding.encode(model)))
  }

  private func content(of entry: TreeEntry?) throws -> CommitContent<Model> {
    guard let entry else { return .none }
    guard entry.mode.isRegularFile else { throw MergeRefusal(paths: [pair.path.treePath]) }
    return .resource(try coding.decode(repository.blob(entry.id)))
  }

  private func mergeLines(_ diverged: TreeMerge.Diverged) throws -> TreeEntry? {
    guard let ours = diverged.ours, let theirs = diverged.theirs, ours.mode.isRegularFile,
      ours.mode == theirs.mode, diverged.base?.mode.isRegularFile != false
    else { return nil }
    let base = try diverged.base.map { try repository.blob($0.id) } ?? []
    let (text, isClean) = try LineMerge().merge(
      base: base, ours: repository.blob(ours.id), theirs: repository.blob(theirs.id))
    return isClean ? TreeEntry(mode: ours.mode, id: try repository.writeBlob(text)) : nil
  }
}
