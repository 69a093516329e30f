import ForkedTestSupport

/// Makes random histories: of `fork`'s commits and plain git's, with merges that took or put together values, renames,
/// reformatting, and trailers that don't count.
struct HistoryGenerator {
  private typealias Commit = ImportedHistory.Commit
  private typealias File = ImportedHistory.File

  private var random: SeededGenerator
  private var commits: [ImportedHistory.Commit] = []
  /// The greatest distance of a parent, and the percentage of commits with one more: much of both makes
  /// histories with many merge bases.
  private let shape: (reach: Int, merges: Int)

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    shape = random.pick([(6, 33), (12, 33), (12, 70)])
  }

  mutating func generate() -> [ImportedHistory.Commit] {
    let values = ["a": 0, "b": 0, "c": 0]
    let files = ["m.json", "n.json"].map { ($0, File(tag: $0, values: values, order: [1, 2, 3])) }
    commits = [
      Commit(
        parents: [], seconds: 1_600_000_000,
        files: Dictionary(files, uniquingKeysWith: { one, _ in one }))
    ]
    for _ in 0..<random.pick([5, 12, 25]) { commits.append(next()) }
    return commits
  }

  private mutating func next() -> Commit {
    var parents = [recent()]
    while random.below(100) < shape.merges, parents.count < 4 {
      let other = recent()
      if !parents.contains(other) { parents.append(other) }
    }
    let seconds = 1_600_000_000 + random.below(12)
    let exact = seconds * 1_000_000_000 + random.below(4)
    let trailers = random.pick([[], [exact], [exact], [exact, exact], [exact + 5_000_000_000]])
    return Commit(
      parents: parents, seconds: seconds, trailers: trailers,
      isResolved: random.below(5) == 0, files: edited(joined(parents)))
  }

  private mutating func recent() -> Int {
    commits.count - 1 - random.below(min(commits.count, shape.reach))
  }

  /// Of each file, and of each value in it, what one of the parents has.
  private mutating func joined(_ parents: [Int]) -> [String: File] {
    var files = commits[parents[0]].files
    for parent in parents.dropFirst() {
      for (path, theirs) in commits[parent].files.sorted(by: { $0.key < $1.key }) {
        guard var file = files[path] else {
          if random.below(2) == 0 { files[path] = theirs }
          continue
        }
        for key in ["a", "b", "c"] where random.below(2) == 0 {
          file.values[key] = theirs.values[key]
        }
        if random.below(2) == 0 { file.order = theirs.order }
        files[path] = file
      }
    }
    return files
  }

  private mutating func edited(_ files: [String: File]) -> [String: File] {
    var files = files
    for _ in 0..<random.below(4) {
      guard let path = files.keys.sorted().shuffled(using: &random).first, var file = files[path]
      else { break }
      switch random.below(12) {
      case 0: file.values[random.pick(["a", "b", "c"])] = nil
      case 1: file.order.shuffle(using: &random)
      case 2: file.isSpaced.toggle()
      case 3:
        files[path] = nil
        continue
      case 4:
        files[path] = nil
        files[random.pick(["m.json", "n.json", "r.json"])] = file
        continue
      case 5:
        // A copy, which is no rename: the file itself goes on.
        if files["r.json"] == nil { files["r.json"] = file }
        file.values["a"] = random.below(4)
      default: file.values[random.pick(["a", "b", "c"])] = random.below(4)
      }
      files[path] = file
    }
    return files
  }
}
