import ForkedDocument
import ForkedJSON
import ForkedMerge
import ForkedSchema
import ForkedTestSupport
import Testing

/// The positions of lists that were written in the desired order.
@Suite struct OrderedListsTests {
  private let plan: FieldPlan

  init() throws {
    plan = try ForkedDocumentTests.plan(
      """
      {"properties": {"steps": {"type": "array", "x-merge": {"using": "orderedMerge", "id": "/id"},
        "items": {"properties": {"parts":
          {"type": "array", "x-merge": {"using": "orderedMerge", "position": "at"}}}}}}}
      """)
  }

  private func repaired(
    _ text: String, since former: String? = nil
  ) throws -> (text: String, repairs: [OrderedLists.Repair]) {
    var random = SeededGenerator(seed: 1)
    let repaired = try OrderedLists.repaired(
      parse(text), since: former.map(parse), plan: plan, using: &random)
    let written = String(decoding: repaired.bytes, as: UTF8.self)
    #expect(try OrderedLists.problems(in: parse(written), plan: plan).isEmpty)
    return (written, repaired.repairs)
  }

  private func list(_ elements: (String, String?)...) -> String {
    let lines = elements.map { id, position in
      "    { \"id\": \"\(id)\"" + (position.map { ", \"position\": \($0)" } ?? "") + ", \"t\": 1 }"
    }
    return "{\n  \"steps\": [\n\(lines.joined(separator: ",\n"))\n  ]\n}\n"
  }

  private func positions(_ text: String) throws -> [Int?] {
    try json(text)["steps"]?.elements.map { $0["position"]?.number?.int } ?? []
  }

  @Test func aListInOrderStaysByteForByte() throws {
    let text = list(("a", "1e2"), ("b", "200.0"), ("c", "9007199254740991"))
    #expect(try repaired(text, since: nil).text == text)
  }

  @Test func oneWithoutAPositionGetsOneAndNoOtherByteChanges() throws {
    let former = list(("a", "100"), ("b", "200"))
    let (text, repairs) = try repaired(
      list(("a", "100"), ("x", nil), ("b", "200")), since: former)
    let position = try #require(try positions(text)[1])
    #expect((101...199).contains(position))
    #expect(text == list(("a", "100"), ("x", "\(position)"), ("b", "200")))
    #expect(repairs.map(\.drawn) == [1] && repairs.map(\.changed) == [0])
  }

  @Test func reorderedElementsChangeTheFewest() throws {
    let former = list(("a", "100"), ("b", "200"), ("c", "300"), ("d", "400"))
    let (text, repairs) = try repaired(
      list(("d", "400"), ("a", "100"), ("b", "200"), ("c", "300")), since: former)
    #expect(try positions(text).dropFirst() == [100, 200, 300])
    #expect(repairs.map(\.changed) == [1])
  }

  @Test func withoutAnyPositionTheFormerOnesCount() throws {
    let former = list(("a", "100"), ("b", "200"), ("c", "300"))
    let (text, _) = try repaired(list(("c", nil), ("a", nil), ("b", nil)), since: former)
    #expect(try positions(text).dropFirst() == [100, 200])
    let same = try repaired(list(("a", nil), ("b", nil), ("c", nil)), since: former)
    #expect(try positions(same.text) == [100, 200, 300])
  }

  @Test(arguments: [
    "1.5", "\"3\"", "null", "true", "9007199254740992", "-9007199254740992", "1e400",
    "123456789012345678901234567890", "[1]",
  ])
  func invalidPositionsAreReplaced(value: String) throws {
    let (text, repairs) = try repaired(list(("a", "100"), ("b", value), ("c", "300")))
    let found = try positions(text)
    #expect(found[0] == 100 && found[2] == 300)
    #expect(repairs.map(\.drawn) == [1])
  }

  @Test func equalPositionsStandByIdOrOneIsDrawn() throws {
    let right = list(("a", "100"), ("b", "100"), ("c", "300"))
    #expect(try repaired(right).text == right)
    let (text, repairs) = try repaired(list(("b", "100"), ("a", "100"), ("c", "300")))
    #expect(repairs.map(\.changed) == [1])
    #expect(try positions(text).compactMap { $0 }.count { $0 == 100 } == 1)
  }

  /// A position that the order contradicts is restored.
  @Test func aPositionWithoutAMoveIsNoMove() throws {
    let former = list(("a", "100"), ("b", "200"), ("c", "300"))
    let (text, repairs) = try repaired(
      list(("a", "100"), ("b", "200"), ("c", "150")), since: former)
    #expect(text == former)
    #expect(repairs.map(\.restored) == [1] && repairs.map(\.changed) == [0])
  }

  @Test func aNewPositionThatFitsStays() throws {
    let former = list(("a", "100"), ("b", "200"), ("c", "300"))
    let wanted = list(("c", "50"), ("a", "100"), ("b", "200"))
    #expect(try repaired(wanted, since: former).text == wanted)
  }

  @Test func listsInListsAreFoundAgainByTheirElements() throws {
    let former = #"{"steps":[{"id":1,"position":1,"parts":[{"id":7,"at":70},{"id":8,"at":80}]}]}"#
    let wanted =
      #"{"steps":[{"id":2},{"id":1,"parts":[{"id":8},{"id":7}]}]}"#
    let (text, repairs) = try repaired(wanted, since: former)
    #expect(repairs.count == 2)
    #expect(text.contains(#""id":1,"position":1,"#) || text.contains(#""position":1}"#))
    #expect(text.contains("70") != text.contains("80"))
  }

  @Test func aScalarCannotStandInAList() throws {
    let error = #expect(throws: OrderedLists.Problem.self) {
      try repaired(#"{"steps":[{"id":1},7]}"#)
    }
    #expect(error?.pointer.description == "/steps/1")
  }

  @Test func problemsNameTheFirstOfEachListAndBothKinds() throws {
    let cases: [(String, [String])] = [
      (list(("a", "100"), ("b", "50")), ["order of its positions"]),
      (list(("a", nil)), ["has no \"position\""]), (list(("a", "1.5")), ["not 1.5"]),
      (list(("a", "1"), ("a", "2")), ["share an id"]),
      (list(("a", "9007199254740993")), ["JavaScript"]),
      (
        #"{"steps":[{"id":1},{"t":1},{}]}"#,
        ["has no id; 1 more has no id of their own", "has no"]
      ),
      (list(("a", "3"), ("a", "2")), ["/steps/0 has it too", "2 comes after 3"]),
      (list(("b", "1"), ("a", "1")), ["two elements at 1 are not in the order of"]),
      (#"{"steps":[{},7]}"#, ["an object, not a number"]),
    ]
    for (text, words) in cases {
      let problems = OrderedLists.problems(in: try parse(text), plan: plan)
      #expect(problems.count == words.count, "\(problems)")
      for (problem, words) in zip(problems, words) { #expect(problem.message.contains(words)) }
    }
  }

  @Test func listsWithElementsWithoutAnIdOfTheirOwnAreNamedWhereTheyWereWritten() throws {
    let doubled = list(("a", "1"), ("a", "2"))
    let cases: [(String, since: String?, String?)] = [
      (doubled, nil, "/steps"), (doubled, list(("a", "1"), ("b", "2")), "/steps"),
      (doubled + " ", doubled, nil),
      (#"{"steps":[{"id":1,"parts":[{}]}]}"#, nil, "/steps/0/parts"),
      (#"{"steps":[{"id":1},{"id":"1"},{"id":true}]}"#, nil, nil),
      (#"{"steps":[{"id":1},{"id":1.0}]}"#, nil, "/steps"),
      (#"{"steps":[{"id":null}]}"#, nil, "/steps"),
    ]
    var random = SeededGenerator(seed: 1)
    for (text, former, pointer) in cases {
      let found = try OrderedLists.repaired(
        parse(text), since: former.map(parse), plan: plan, using: &random
      ).listsWithoutIdentities.map(\.description)
      #expect(found == (pointer.map { [$0] } ?? []), "\(text)")
    }
  }

  @Test func manyElementsAtOnce() throws {
    let ids = (0..<5000).map { "{\"id\":\($0)}" }
    let (text, repairs) = try repaired("{\"steps\":[" + ids.joined(separator: ",") + "]}")
    #expect(repairs.map(\.drawn) == [5000])
    let reversed = try json(text)["steps"]?.elements.reversed()
    let turned = "{\"steps\":[" + (reversed ?? []).map(\.description).joined(separator: ",") + "]}"
    #expect(try repaired(turned, since: text).repairs.map(\.changed) == [4999])
  }
}
