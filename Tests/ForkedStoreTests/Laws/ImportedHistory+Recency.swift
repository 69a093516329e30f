/// Recency by its definition, over the commits in memory: simple, slow, and with nothing of the engine in it.
extension ImportedHistory {
  /// The object that is followed through history.
  enum Followed: CaseIterable {
    case a, b, c, order

    func value(in file: File?) -> [Int]? {
      switch self {
      case .a: file?.values["a"].map { [$0] }
      case .b: file?.values["b"].map { [$0] }
      case .c: file?.values["c"].map { [$0] }
      case .order: file?.order
      }
    }
  }

  /// The commits below all merge bases of two commits.
  func floor(_ one: Int, _ other: Int) -> Set<Int> {
    let common = histories[one].intersection(histories[other])
    let bases = common.filter { base in
      !common.contains { $0 != base && histories[$0].contains(base) }
    }
    return bases.map { histories[$0] }.reduce(common) { $0.intersection($1) }
  }

  /// The commits that made what stands at a path, seen from a commit: through all parents that hold the same. What
  /// `fork` put together was made by those who made its parts.
  func makers(
    of followed: Followed, at path: String, from commit: Int, above floor: Set<Int>
  ) -> Set<Int> {
    var makers: Set<Int> = []
    var seen: Set<String> = []
    func visit(_ commit: Int, _ path: String) {
      guard !floor.contains(commit), seen.insert("\(commit) \(path)").inserted else { return }
      let value = followed.value(in: commits[commit].files[path])
      let origins = commits[commit].parents.map {
        ($0, formerPath(of: path, in: commit, before: $0))
      }
      let alike = origins.filter { followed.value(in: commits[$0.0].files[$0.1]) == value }
      if alike.isEmpty, !commits[commit].combines { makers.insert(commit) }
      let parts = alike.isEmpty && commits[commit].combines ? origins : alike
      for (parent, path) in parts { visit(parent, path) }
    }
    visit(commit, path)
    return makers
  }

  /// The path of a file in a parent: another one, if the same bytes are gone there.
  private func formerPath(of path: String, in commit: Int, before parent: Int) -> String {
    let (old, new) = (commits[parent].files, commits[commit].files)
    guard let text = new[path]?.text, old[path] == nil else { return path }
    return old.keys.sorted().first { new[$0] == nil && old[$0]?.text == text } ?? path
  }
}
