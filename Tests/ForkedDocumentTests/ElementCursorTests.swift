import ForkedTestSupport
import Testing

@testable import ForkedDocument
@testable import ForkedJSON

@Suite("Elements of another version, asked for in order")
struct ElementCursorTests {
  @Test(
    "a cursor finds the same elements as a table by name",
    arguments: LawSeeds.range(usually: 300))
  func sameAsTable(seed: UInt64) throws {
    var random = SeededGenerator(drawnFrom: seed)
    let kind = random.below(3)
    func array(of ids: [Int]) throws -> JSONNode {
      let texts = ids.map { id in
        switch kind {
        case 0: "{\"id\":\"\(id)\",\"n\":\(random.below(3))}"
        case 1: "\(id)"
        default: "\"\(id)\""
        }
      }
      return try JSONDocument(parsing: Array("[\(texts.joined(separator: ","))]".utf8)).root
    }
    let ids = Array((0..<random.below(9)).map { $0 }.shuffled(using: &random))
    let asked = try array(of: ids)
    let naming: ElementNaming =
      [.identity([JSONPointer(["id"])]), .place, .value][kind]
    for _ in 0..<10 {
      // Elements that are missing, moved, added, or there twice.
      var others = ids.filter { _ in !random.oneIn(6) }
      for _ in 0..<random.below(3) {
        others.insert(random.below(12), at: random.below(others.count + 1))
      }
      if random.oneIn(4) { others.shuffle(using: &random) }
      let other = random.oneIn(10) ? nil : try array(of: others)
      var cursor = ElementCursor(other, naming)
      let table = naming.table(of: other)
      for name in naming.names(of: asked.elements) {
        let found = cursor.element(name)
        #expect(found?.index == table[name]?.index, "\(ids) in \(others)")
      }
    }
  }
}
