import Forked
import ForkedMerge
import ForkedModel

/// The program of the tutorial about models and mergers.
enum ModelsTutorial {
  @ForkedModel
  struct Recipe {
    var portions = 2
    @Merged var title: String = ""
    @Merged var tags: Set<String> = []
    @Merged(using: .arrayOfIdentifiableMerge) var steps: [Step] = []
  }

  @ForkedModel
  struct Step: Identifiable {
    var id: Int = 0
    @Merged var text: String = ""
    @Merged var minutes: Duration = Duration()
  }

  struct Duration: Mergeable {
    var count = 0

    func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
      let longer = try MaxMerger().merge(
        count, withSubordinate: other.count, commonAncestor: commonAncestor.count)
      return Duration(count: longer)
    }
  }

  static func run() throws {
    let base = Recipe(title: "Lentil soup", steps: [Step(id: 1, text: "Wash the lentils")])

    var kitchen = base
    kitchen.portions = 4
    kitchen.title = "Red lentil soup"
    kitchen.tags.insert("quick")
    kitchen.steps[0].minutes = Duration(count: 2)

    var train = base
    train.title = "Lentil soup with lemon"
    train.tags.insert("vegan")
    train.steps[0].text = "Wash the lentils twice"
    train.steps.append(Step(id: 2, text: "Cook"))

    let merged = try kitchen.merged(withSubordinate: train, commonAncestor: base)
    print(merged.title)  // Red lentil soup with lemon
    print(merged.portions, merged.tags.sorted())  // 4 ["quick", "vegan"]
    for step in merged.steps { print(step.text, step.minutes.count) }

    let phone = Fork(name: "phone")
    let recipe = QuickFork<Recipe>(initialValue: base, forks: [phone])
    try recipe.update(phone, with: train)
    try recipe.update(.main, with: kitchen)
    try recipe.syncAllForks()
    print(try recipe.value(in: phone) == merged)  // true
  }
}
