import ForkedMerge
import ForkedModel
import Foundation
import Testing

// The examples of the documents about ordered relationships, as written there, without SwiftData: no `@Model`.

private class SubItem {
  init() {}

  var superitem: Item.OrderedSubItem? = nil
}

private final class Item {
  @OrderedRelationship
  var orderedSubItems: [OrderedSubItem]? = []

  init() {}
}

private struct Step: Identifiable, Equatable, Codable {
  var id: Int
  var text = ""
}

@ForkedModel
private struct Recipe: Codable {
  @OrderedRelationship(itemClassName: "Step", arrayVariableName: "steps")
  var sortedSteps: [SortedStep]? = []
}

@ForkedModel
private struct Shelf {
  @OrderedRelationship private(set) var orderedBooks: Array<OrderedBooks> = []
}

private typealias Books = Step

@Suite struct OrderedExamplesTests {
  @Test func itemsComeInTheOrderThatTheyWereSet() {
    let item = Item()
    let (a, b, c) = (SubItem(), SubItem(), SubItem())
    item.subItems = [a, b, c]
    #expect(item.subItems.elementsEqual([a, b, c]) { $0 === $1 })
    let before = item.orderedSubItems?.map(\.position)
    item.subItems = [a, c, b]
    #expect(item.subItems.elementsEqual([a, c, b]) { $0 === $1 })
    let kept = Set(before ?? []).intersection(item.orderedSubItems?.map(\.position) ?? [])
    #expect(kept.count == 2, "one element changed")
    b.superitem = item.orderedSubItems?.first
    #expect(b.superitem?.item === a)
  }

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

  @Test func namesAreInferredWithoutTheFirstWord() {
    var shelf = Shelf()
    shelf.books = [Books(id: 1)]
    #expect(shelf.books.map(\.id) == [1])
  }
}
