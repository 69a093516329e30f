/// What a text is cut into: coarse pieces first, finer ones only where both sides touched a coarse one.
enum TextGrain {
  case line, word, cluster

  var finer: TextGrain? {
    switch self {
    case .line: .word
    case .word: .cluster
    case .cluster: nil
    }
  }

  /// The ends of the pieces of `range`, ascending; no piece is empty, none splits a grapheme cluster.
  func ends(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [Int] {
    switch self {
    case .line: Self.lineEnds(in: bytes, range)
    case .word: WordBreaker(bytes: bytes, end: range.upperBound).ends(from: range.lowerBound)
    case .cluster: Self.clusterEnds(in: bytes, range)
    }
  }

  /// A line ends with LF, so with CR LF too; there is always a cluster boundary after either.
  private static func lineEnds(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> [Int] {
    var ends: [Int] = []
    for index in range where bytes[index] == 10 { ends.append(index + 1) }
    if let last = ends.last ?? Optional(range.lowerBound), last < range.upperBound {
      ends.append(range.upperBound)
    }
    return ends
  }

  private static func clusterEnds(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> [Int] {
    guard range.contains(where: { bytes[$0] >= 0x80 || bytes[$0] == 13 }) else {
      return range.map { $0 + 1 }
    }
    var end = range.lowerBound
    return String(decoding: bytes[range], as: UTF8.self).map { cluster in
      end += cluster.utf8.count
      return end
    }
  }
}
