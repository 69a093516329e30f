import ForkedTestSupport
import Testing

@testable import ForkedGit

@Suite struct SortedIDTests {
  /// Counts the probes of a search, and requires its result.
  private static func probes(for id: ObjectID, at expected: Int?, in ids: [ObjectID]) -> Int {
    var probes = 0
    let found = SortedIDs.position(of: id, in: 3..<(3 + ids.count)) { place in
      probes += 1
      return ids[place - 3]
    }
    #expect(found.map { $0 - 3 } == expected)
    return probes
  }

  private static func id(_ high: UInt64) -> ObjectID { ObjectID(high: high, middle: 1, low: 2) }

  @Test("every id is found, and no other, however many there are", arguments: 0...40)
  func all(count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let ids = (0..<count).map { _ in Self.id(random.next() >> 8 | 7 << 56) }.sorted()
    for (place, id) in ids.enumerated() { _ = Self.probes(for: id, at: place, in: ids) }
    for _ in 0..<20 {
      let id = Self.id(random.next() >> 8 | 7 << 56)
      _ = Self.probes(for: id, at: ids.firstIndex(of: id), in: ids)
    }
    for high in [7 << 56, 8 << 56 - 1] as [UInt64] {
      _ = Self.probes(for: Self.id(high), at: nil, in: ids)
    }
  }

  @Test("ids that are not spread evenly take no more than twice the steps of halving")
  func uneven() {
    // All of them but one are far from where the search begins.
    let ids = [Self.id(7 << 56)] + (0..<9_999).map { Self.id(8 << 56 - 10_000 + $0) }
    let most = ids.indices.map { Self.probes(for: ids[$0], at: $0, in: ids) }.max()
    #expect(most.map { $0 <= 2 * 14 } == true)
    var random = SeededGenerator(seed: 1)
    let even = (0..<10_000).map { _ in Self.id(random.next() >> 8 | 7 << 56) }.sorted()
    let sum = even.indices.reduce(0) { $0 + Self.probes(for: even[$1], at: $1, in: even) }
    #expect(sum < even.count * 14)
  }
}
