import ForkedJSON
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// An index must find what a search from the front finds.
@Suite struct ElementLookupTests {
  private static let ids = ["1", "1.0", "10e-1", "\"1\"", "null", "{\"a\":1}", "\"\\u0031\"", "2"]

  @Test func indexedArraysGiveTheSameElements() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let lookup = ElementLookup()
      let elements = (0..<1 + random.below(8)).map { place in
        let id = random.below(5) == 0 ? "" : "\"id\":\(random.pick(Self.ids)),"
        return random.below(9) == 0 ? "7" : "{\(id)\"place\":\(place)}"
      }
      let root = try JSONDocument(
        parsing: Array("{\"list\":[\(elements.joined(separator: ","))]}".utf8)
      ).root
      for _ in 0..<12 {
        let id = try JSONDocument(parsing: Array(random.pick(Self.ids).utf8)).root
        let path = PropertyPath([
          .key("list"), .element(identity: [JSONPointer(["id"])], id: [id]), .key("place"),
        ])
        let found = path.value(in: root, by: lookup)
        #expect(found == path.value(in: root), "seed \(seed): \(elements)")
      }
    }
  }
}
