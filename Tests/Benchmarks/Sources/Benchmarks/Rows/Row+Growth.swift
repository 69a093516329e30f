import Forked
import ForkedMerge

/// Time per byte or element as the work grows.
extension Row {
  /// 10 KB to 10 MB of text, 10,000 to 1,000,000 elements.
  func runGrowth() {
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
