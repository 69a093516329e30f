/// Places of a sequence that are taken by their tokens, of equal ones the first one first.
package struct WaitingPlaces {
  /// The first place of each token that is still there.
  private var first: [Int: Int] = [:]
  /// For each place the next one with the same token; -1 behind the last.
  private var next: [Int]

  /// - Parameter places: in ascending order.
  /// - Complexity: O(tokens) in expectation.
  package init(_ places: some BidirectionalCollection<Int>, of tokens: [Int]) {
    next = Array(repeating: -1, count: tokens.count)
    first.reserveCapacity(places.count)
    for place in places.reversed() {
      next[place] = first.updateValue(place, forKey: tokens[place]) ?? -1
    }
  }

  /// True if there are none.
  package var isEmpty: Bool { first.isEmpty }

  /// Takes the first place with that token; nil where there is none.
  package mutating func take(_ token: Int) -> Int? {
    guard let place = first[token], place >= 0 else { return nil }
    first[token] = next[place]
    return place
  }
}
