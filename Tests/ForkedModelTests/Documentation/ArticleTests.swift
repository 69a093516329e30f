import Forked
import ForkedMerge
import ForkedModel
import ForkedTestSupport
import Foundation
import Testing

// The samples of the articles of Forked, ForkedMerge and ForkedModel, in their order. `everySampleIsHere` compares.

private enum ForkedArticle {
  struct AccumulatingInt: Mergeable {
    var value: Int = 0
    func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
      AccumulatingInt(value: self.value + other.value - commonAncestor.value)
    }
  }

  actor Model {
    private(set) var count = 0
    func set(count: Int) { self.count = count }
  }
}

extension ForkedArticle.AccumulatingInt: Codable {}

private enum ModelArticle {
  @ForkedModel
  struct Comment: Identifiable, Codable {
    var id: Int = 0
    @Merged var text: String = ""
  }

  @ForkedModel
  struct Note: Codable {
    var state = "draft"
    @Merged var title: String = ""
    @Merged var tags: Set<String> = []
    @Merged var summary: String?
    @Merged(using: .counterMerge) var views: Int = 0
    @Merged(using: .arrayOfIdentifiableMerge) var comments: [Comment] = []
  }

  @ForkedModel(version: 2)
  struct Letter: Codable {
    @Merged var text: String = ""
  }

  struct Step: Identifiable, Equatable, Codable {
    var id = 0
  }

  @ForkedModel
  struct Recipe: Codable {
    @OrderedRelationship var orderedSteps: [OrderedStep]? = []
  }
}

@Suite("The samples of the articles")
struct ArticleTests {
  private typealias AccumulatingInt = ForkedArticle.AccumulatingInt
  private typealias Note = ModelArticle.Note

  @Test("a change is lost in an actor")
  func race() async {
    let model = ForkedArticle.Model()
    let count = await model.count  // 0
    await model.set(count: count + 1)  // by the window
    await model.set(count: count + 2)  // by the task, which read 0 as well
    #expect(await model.count == 2)
  }

  @Test("a fork for each part")
  func forks() async throws {
    let window = Fork(name: "window")
    let task = Fork(name: "task")
    let count = QuickFork<Int>(initialValue: 0, forks: [window, task])

    try count.update(window, with: 1)
    try count.update(task, with: 2)

    try count.syncAllForks()
    let merged = try count.value(in: .main)  // 2: the later change wins
    #expect(merged == 2)
  }

  /// Compiled only: the stream ends with the resource.
  private func observe(
    _ count: QuickFork<Int>, _ window: Fork, _ show: (Int?) -> Void
  ) async throws {
    for await change in count.changeStream where change.fork == window {
      show(try count.value(in: window))
    }
  }

  @Test("storage, in a file and in a folder")
  func storage() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "count.json")
    do {
      let repository = try AtomicRepository<AccumulatingInt>(managedFileURL: url)
      let count = try ForkedResource(repository: repository)
      try count.update(.main, with: AccumulatingInt(value: 1))
      try repository.persist()
    }
    let stored = try AtomicRepository<AccumulatingInt>(managedFileURL: url)
    #expect(try ForkedResource(repository: stored).value(in: .main)?.value == 1)

    let (old, new) = (folder.appending(path: "old"), folder.appending(path: "new"))
    try FileManager.default.createDirectory(
      at: old.appending(path: "main"), withIntermediateDirectories: true)
    try Data("1".utf8).write(to: old.appending(path: "main/1"))
    let repository = try FileRepository(rootDirectory: new, importing: old)
    #expect(repository.forks == [.main])
  }

  @Test("mergers")
  func mergers() throws {
    let merged = try TextMerger().merge(
      "Fork yeah", withSubordinate: "Fork Yeah!!!", commonAncestor: "Fork Yeah")
    // "Fork yeah!!!"
    #expect(merged == "Fork yeah!!!")

    let merger = DictionaryMerger<String, [String: Int]>(
      values: DictionaryMerger(values: CounterMerger()))
    let counts = try merger.merge(
      ["a": ["b": 2]], withSubordinate: ["a": ["b": 3]], commonAncestor: ["a": ["b": 1]])
    #expect(counts == ["a": ["b": 4]])

    var tags: MergeableSet<String> = []
    let replica = Replica(clock: { HybridTime(nanoseconds: 1) }, random: { 7 })
    Replica.$current.withValue(replica) { tags.insert("draft") }
    #expect(tags.values == ["draft"])
  }

  @Test("models")
  func models() throws {
    let before = Note(title: "Fork Yeah", summary: "one", views: 1)
    let mine = Note(title: "Fork yeah", summary: "one", views: 3)
    let theirs = Note(title: "Fork Yeah!!!", summary: "two", views: 2)
    let merged = try mine.merged(withSubordinate: theirs, commonAncestor: before)
    #expect(merged == Note(title: "Fork yeah!!!", summary: "two", views: 4))
    #expect(ModelArticle.Letter().modelVersion == 2)
    var recipe = ModelArticle.Recipe()
    recipe.steps = [ModelArticle.Step(id: 1), ModelArticle.Step(id: 2)]
    #expect(recipe.orderedSteps?.map(\.item.id) == [1, 2])
  }

  @Test(
    "every sample of an article is in this file",
    arguments: [
      "Forked/Forked.docc/Changing-one-value-from-many-places.md",
      "Forked/Forked.docc/Programs-written-for-the-original.md",
      "ForkedMerge/ForkedMerge.docc/TwoVersionsOfOneValue.md",
      "ForkedModel/ForkedModel.docc/AModelThatMerges.md",
    ])
  func everySampleIsHere(article: String) throws {
    let samples = try ArticleSamples(of: article, compiledIn: #filePath)
    #expect(!samples.isEmpty && samples.missing == [])
  }
}
