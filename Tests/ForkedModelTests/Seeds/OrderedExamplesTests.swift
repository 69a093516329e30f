import ForkedMerge
import ForkedModel
import Foundation
import Testing

// What the documents about ordered relationships promise.

private struct Step: Identifiable, Equatable, Codable {
  var id: Int
  var text = ""
}

@ForkedModel
private struct Recipe: Codable {
  @OrderedRelationship(itemClassName: "Step", arrayVariableName: "steps")
  var sortedSteps: [SortedStep]? = []
}

@Suite struct OrderedExamplesTests {
  @Test func oneInsertionChangesOneElement() {
    var recipe = Recipe()
    recipe.steps = [Step(id: 1), Step(id: 3)]
    let before = recipe.sortedSteps ?? []
    recipe.steps.insert(Step(id: 2), at: 1)
    let after = recipe.sortedSteps ?? []
    #expect(after.map(\.item.id) == [1, 2, 3])
    #expect([after[0], after[2]] == before)
    #expect(before[0].position < after[1].position && after[1].position < before[1].position)
  }

  @Test func anElementBetween100And104GetsAPositionBetweenThem() {
    var positions: Set<Int> = []
    for _ in 0..<200 {
      var recipe = Recipe()
      recipe.sortedSteps = [
        .init(position: Position(100), item: Step(id: 1)),
        .init(position: Position(104), item: Step(id: 3)),
      ]
      recipe.steps.insert(Step(id: 2), at: 1)
      positions.formUnion((recipe.sortedSteps ?? []).map(\.position.value))
    }
    #expect(positions == [100, 101, 102, 103, 104])
  }

  @Test func twoDevicesInsertAtOneIndex() throws {
    var base = Recipe()
    base.steps = [Step(id: 1), Step(id: 9)]
    var (one, other) = (base, base)
    one.steps.insert(Step(id: 2), at: 1)
    other.steps.insert(Step(id: 3), at: 1)
    other.steps[0].text = "Mix"
    let merged = try one.merged(withSubordinate: other, commonAncestor: base)
    #expect(try merged == other.merged(withSubordinate: one, commonAncestor: base))
    #expect(Set(merged.steps.map(\.id)) == [1, 2, 3, 9])
    #expect(merged.steps.first?.text == "Mix" && merged.steps.last?.id == 9)
    let decoded = try JSONDecoder().decode(Recipe.self, from: JSONEncoder().encode(merged))
    #expect(decoded == merged)
  }
}
