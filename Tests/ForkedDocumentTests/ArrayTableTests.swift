import ForkedJSON
import Testing

@testable import ForkedDocument

@Suite("Tables of arrays")
struct ArrayTableTests {
  @Test("each list of arrays has its own value, which is found once", arguments: [1, 8, 9, 40])
  func values(count: Int) throws {
    let text = "[\((0..<count).map { "[\($0)]" }.joined(separator: ","))]"
    let document = try JSONDocument(parsing: Array(text.utf8))
    let same = try JSONDocument(parsing: Array(text.utf8))
    let keys = zip(document.root.elements, same.root.elements).flatMap { one, other in
      [[one, other], [other, one], [one], [one, nil], [nil, one]] as [[JSONNode?]]
    }
    let table = ArrayTable<Int>()
    for (number, key) in keys.enumerated() {
      #expect(table.value(of: key) { number } == number)
      for (known, key) in keys[...number].enumerated() {
        #expect(table.value(of: key) { -1 } == known)
      }
    }
  }
}
