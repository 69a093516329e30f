import ForkedStore
import Testing

@testable import ForkCLI

@Suite("the line of progress, by a clock of its own")
struct ProgressMeterTests {
  private static let second: UInt64 = 1_000_000_000

  private static func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "drawn only after the delay, of half a second or of GIT_PROGRESS_DELAY",
    arguments: [(nil, 5), ("", 5), ("soon", 5), ("0", 0), ("2", 20)] as [(String?, UInt64)])
  func delay(setting: String?, tenths: UInt64) {
    var meter = ProgressMeter(delay: setting)
    let start = 7 * Self.second
    for tenth in 0...30 {
      let line = meter.drawing(
        Progress("reading", Int(tenth)), now: start + UInt64(tenth) * Self.second / 10)
      #expect((line != nil) == (UInt64(tenth) >= tenths))
    }
  }

  @Test("drawn ten times a second, and at once when another part of the work begins")
  func pause() {
    var meter = ProgressMeter(delay: "0")
    #expect(meter.drawing(Progress("reading", 1), now: Self.second) != nil)
    #expect(meter.drawing(Progress("reading", 2), now: Self.second + 99_000_000) == nil)
    #expect(meter.drawing(Progress("writing", 0), now: Self.second + 99_000_000) != nil)
    #expect(meter.drawing(Progress("writing", 1), now: Self.second + 199_000_000) != nil)
  }

  @Test(
    "numbers in groups, the rate and the time that is left",
    arguments: [
      (Progress("reading", 0, of: 9), 0, "reading: 0 of 9"),
      (Progress("reading", 1_234_567), 249_999_999, "reading: 1,234,567"),
      (Progress("reading", 3_000), 2 * second, "reading: 3,000 (1,500/s)"),
      (Progress("reading", 20, of: 300), 2 * second, "reading: 20 of 300 (10/s, 28 s left)"),
      (Progress("reading", 1, of: 200), second, "reading: 1 of 200 (1/s, 3 min 19 s left)"),
      (Progress("reading", 1, of: 7_201), second, "reading: 1 of 7,201 (1/s, 2 h 0 min left)"),
      (Progress("reading", 0, of: 9), second, "reading: 0 of 9 (0/s)"),
    ] as [(Progress, UInt64, String)])
  func text(progress: Progress, nanoseconds: UInt64, expected: String) {
    #expect(ProgressMeter.text(progress, nanoseconds: nanoseconds) == expected)
  }
}
