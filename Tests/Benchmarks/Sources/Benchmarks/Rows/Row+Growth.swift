import Forked
import ForkedMerge

/// Time per byte or element as the work grows.
extension Row {
  /// 10 KB to 10 MB of text, 10,000 to 1,000,000 elements, and documents that grow fourfold.
  func runGrowth() throws {
    let sizes = [10_000, 100_000, 1_000_000, 10_000_000]
    showGrowth("text in lines", sizes) { Self.textMerge($0, wordsInLine: 12) }
    showGrowth("text in one line", sizes) { Self.textMerge($0, wordsInLine: .max) }
    let counts = [10_000, 100_000, 1_000_000]
    showGrowth("arrays, all different", counts) {
      Self.arrayMerge(Sequences.differentElements(count: $0))
    }
    showGrowth("arrays, alphabet of 4", counts) {
      Self.arrayMerge(Sequences.repeatedElements(count: $0, alphabet: 4))
    }
    for shape in DocumentShape.all { try showGrowth(shape) }
  }

  /// `fork merge-file` beside `git merge-file` on a document and on one of four times the size.
  private func showGrowth(_ shape: DocumentShape) throws {
    let fork = try forkProgram()
    let sizes = [shape.count, shape.count * 4]
    let costs = try sizes.map { count in
      let files = try Files(shape.versions(count), schema: shape.schema)
      return try Comparison(runs: 5) {
        let child = try Child.run(files.merge(fork))
        guard child.status <= 1 else { throw Failure("fork merge-file left \(child.status)") }
        return child.cost
      } peer: {
        try Child.run(files.gitMerge).cost
      }.medians()
    }
    let figures = zip(sizes, costs).map { size, costs in
      "\(size): \(Benchmarks.time(costs.ours.processor)), git merge-file "
        + Benchmarks.time(costs.peer.processor)
    }
    let (small, large) = (costs[0], costs[1])
    show(
      "growth, \(shape.name)",
      "\(figures.joined(separator: ", ")); grows "
        + "\(rounded(large.ours.processor / small.ours.processor)) x, "
        + "\(rounded(large.ours.processor / large.peer.processor)) x git", goal: "4 x, 3 x git")
  }

  /// Two texts of 1 MB that have nothing in common.
  func runUnrelated() {
    let texts = Sequences.unrelated(bytes: 1_000_000)
    let time = median(of: 3) {
      keep(
        TextMerge.merge(base: texts.base, ours: texts.ours, theirs: texts.theirs, first: .ours))
    }
    show("two unrelated texts of 1 MB", Benchmarks.time(time), goal: "under 1 s")
  }

  private func showGrowth(_ name: String, _ sizes: [Int], _ work: (Int) -> () -> Void) {
    let times = sizes.map { size in
      let run = work(size)
      return median(of: size > 1_000_000 ? 3 : 9, run) / Double(size)
    }
    let figures = zip(sizes, times).map { "\($0): \(rounded($1 * 1e9)) ns" }
    show(
      "growth, \(name)",
      "\(figures.joined(separator: ", ")) each, grows \(rounded((times.last ?? 0) / times[0])) x",
      goal: "2 x")
  }

  private static func textMerge(_ bytes: Int, wordsInLine: Int) -> () -> Void {
    let texts = Sequences.text(bytes: bytes, wordsInLine: wordsInLine, seed: 7)
    return {
      keep(
        TextMerge.merge(base: texts.base, ours: texts.ours, theirs: texts.theirs, first: .ours))
    }
  }

  private static func arrayMerge(_ arrays: Versions<[Int]>) -> () -> Void {
    {
      keep(
        SequenceMerge(base: arrays.base, ours: arrays.ours, theirs: arrays.theirs)
          .merged(first: .ours))
    }
  }
}
