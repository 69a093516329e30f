import Forked
import Testing

@Suite struct HybridTimeTests {
  @Test func theNextTimeIsAfterEveryParentAndNotBeforeNow() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<1000 {
      let parents = (0..<3).map { _ in
        HybridTime(nanoseconds: .random(in: -10...10, using: &generator))
      }
      let now = HybridTime(nanoseconds: .random(in: -10...10, using: &generator))
      let next = HybridTime.next(after: parents, now: now)
      #expect(parents.allSatisfy { $0 < next } && next >= now, "\(parents) \(now)")
      let least = max(now.nanoseconds, (parents.map(\.nanoseconds).max() ?? .min) + 1)
      #expect(next.nanoseconds == least)
    }
  }

  @Test func secondsAreRoundedDownAndHeldInRange() {
    #expect(HybridTime(nanoseconds: 1_999_999_999).seconds == 1)
    #expect(
      HybridTime(seconds: 9_223_372_036, nanoseconds: 854_775_808) == .init(nanoseconds: .max))
    #expect(HybridTime(seconds: 253_402_300_800, nanoseconds: 1) == .init(nanoseconds: .max))
    #expect(HybridTime(seconds: -5, nanoseconds: 1) == .init(nanoseconds: -4_999_999_999))
    #expect(HybridTime(nanoseconds: -1).seconds == -1)
    #expect(HybridTime(nanoseconds: -1_000_000_000).seconds == -1)
    #expect(HybridTime(seconds: .max).nanoseconds == .max)
    #expect(HybridTime(seconds: .min).nanoseconds == .min)
    #expect(HybridTime(nanoseconds: .min).seconds == -9_223_372_037)
    let last = HybridTime(nanoseconds: .max)
    #expect(HybridTime.next(after: [last], now: last) == last)
  }
}
