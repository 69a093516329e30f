/// A child of the other version that shares rare parts with a child.
struct Claim {
  var place: Int
  var shared: Evidence
}

/// Finds the children that share the rarest parts with one.
struct ClaimSearch {
  private var sums: [Weight]
  private var touched: [Int] = []
  /// A part that more children hold proposes none of them: so the search is linear in the parts.
  private static let mostHolders = 32
  private static let mostClaims = 8

  init(count: Int) { sums = Array(repeating: 0, count: count) }

  /// Returns the children that share most, the best first.
  mutating func claims(
    of parts: ArraySlice<Int32>, _ holders: IntegerLists, _ weights: [Weight],
    shared: (Int) -> Evidence
  ) -> [Claim] {
    for part in parts where weights[Int(part)] > 0 {
      let list = holders[Int(part)]
      guard list.count <= Self.mostHolders else { continue }
      for place in list {
        if sums[Int(place)] == 0 { touched.append(Int(place)) }
        sums[Int(place)] += weights[Int(part)]
      }
    }
    touched.sort { (sums[$1], $0) < (sums[$0], $1) }
    let best = touched.prefix(Self.mostClaims).map {
      Claim(place: $0, shared: shared($0))
    }
    for place in touched { sums[place] = 0 }
    touched.removeAll(keepingCapacity: true)
    return best.filter { $0.shared.weight > 0 }
      .sorted { ($1.shared.weight, $0.place) < ($0.shared.weight, $1.place) }
  }
}
