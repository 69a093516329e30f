/// A directory with some entries in place of others. What stays is copied in runs, without looking at it.
struct TreeSplice {
  /// The directory before, in git's order.
  let old: RawTree
  private var removed: [Int] = []
  private var added: [RawTree.Entry] = []

  init(of tree: RawTree) { old = tree.ordered }

  /// - Parameters:
  ///   - position: where the entry stands that goes; nil: none does.
  ///   - entry: what comes, at most one of each name.
  mutating func replace(_ position: Int?, by entry: RawTree.Entry?) {
    if let position { removed.append(position) }
    if let entry { added.append(entry) }
  }

  /// The object; nil where no entry is left. O(bytes + k log n) for k changes.
  func bytes() -> [UInt8]? {
    guard old.count + added.count > removed.count else { return nil }
    var (bytes, next, gone) = ([UInt8](), 0, removed.sorted()[...])
    bytes.reserveCapacity(old.bytes.count + added.count * 64)
    func keep(upTo end: Int) {
      while let first = gone.first, first < end {
        bytes += old.bytes(of: next..<first)
        next = first + 1
        gone = gone.dropFirst()
      }
      bytes += old.bytes(of: next..<end)
      next = end
    }
    for entry in added.sorted(by: RawTree.isOrdered) {
      keep(upTo: old.lowerBound(of: entry))
      bytes += entry.bytes
    }
    keep(upTo: old.count)
    return bytes
  }
}
