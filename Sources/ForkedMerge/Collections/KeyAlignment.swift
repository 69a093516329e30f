import Forked

/// Unique keys of three inputs, each with its places in them.
struct KeyAlignment {
  struct Entry {
    var base: Int?
    var ours: Int?
    var theirs: Int?
  }

  /// In the order of base, then what `first` added, then what only the other added.
  private(set) var entries: [Entry] = []

  /// O(n). Of a repeated key only the first counts.
  init(base: [Int], ours: [Int], theirs: [Int], first: MergeSide) {
    let dense = DenseTokens(base[...], ours[...], theirs[...])
    let places = dense.sequences.map { Self.places(of: $0, bound: dense.bound) }
    var listed = [Bool](repeating: false, count: dense.bound)
    let sides = first == .ours ? [0, 1, 2] : [0, 2, 1]
    entries.reserveCapacity(max(base.count, ours.count, theirs.count))
    for side in sides {
      for token in dense.sequences[side] where !listed[token] {
        listed[token] = true
        entries.append(
          Entry(
            base: Self.known(places[0][token]), ours: Self.known(places[1][token]),
            theirs: Self.known(places[2][token])))
      }
    }
  }

  private static func places(of tokens: ArraySlice<Int>, bound: Int) -> [Int32] {
    var places = [Int32](repeating: -1, count: bound)
    for (index, token) in tokens.enumerated() where places[token] < 0 {
      places[token] = Int32(truncatingIfNeeded: index)
    }
    return places
  }

  private static func known(_ place: Int32) -> Int? { place < 0 ? nil : Int(place) }
}
