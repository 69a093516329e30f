import Forked
import ForkedMerge
import ForkedModel
import Foundation
import Testing

// The examples of the document about Forked that concern models, as written there. Slips of its text:
// - The two edits of "Fork Yeah" are missing; the merge that it promises is "Fork yeah!!!".
// - `UUID` needs `import Foundation`.
// - Three examples declare a `TextDocument`: here each stands in a namespace of its own.

private struct AccumulatingInt: Mergeable {
  var value: Int = 0
  func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
    return AccumulatingInt(value: self.value + other.value - commonAncestor.value)
  }
}

private enum ByHand {
  struct TextDocument: Mergeable {
    var text: String = ""
    func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
      let newText = try TextMerger().merge(
        self.text,
        withSubordinate: other.text,
        commonAncestor: commonAncestor.text
      )
      return TextDocument(text: newText)
    }
  }
}

private enum ByMacro {
  @ForkedModel
  struct TextDocument {
    @Merged var text: String = ""
  }
}

private enum Complex {
  @ForkedModel
  struct TextDocument {
    var id: UUID = UUID()
    @Merged var text: String = ""
    @Merged var tags: Set<String> = []
    @Merged(using: .textMerge) var comment: String = ""
    @Merged var editCount: AccumulatingInt = .init()
    var cursorPosition: Int = 0
  }
}

@Suite struct ForkedExamplesTests {
  @Test func textByHandAndByMacro() throws {
    let byHand = try ByHand.TextDocument(text: "Fork yeah").merged(
      withSubordinate: .init(text: "Fork Yeah!!!"), commonAncestor: .init(text: "Fork Yeah"))
    #expect(byHand.text == "Fork yeah!!!")
    let byMacro = try ByMacro.TextDocument(text: "Fork yeah").merged(
      withSubordinate: .init(text: "Fork Yeah!!!"), commonAncestor: .init(text: "Fork Yeah"))
    #expect(byMacro.text == "Fork yeah!!!")
  }

  @Test func everyPropertyMergesByItself() throws {
    let base = Complex.TextDocument(text: "Fork", comment: "a b")
    var (one, other) = (base, base)
    one.text = "Fork it"
    one.editCount.value += 1
    one.cursorPosition = 7
    other.text = "The Fork"
    other.tags = ["x"]
    other.comment = "a b c"
    other.editCount.value += 2
    let merged = try one.merged(withSubordinate: other, commonAncestor: base)
    #expect(merged.text == "The Fork it" && merged.comment == "a b c" && merged.tags == ["x"])
    #expect(merged.editCount.value == 3 && merged.cursorPosition == 7 && merged.id == base.id)
  }

  @Test func modelsInAResource() throws {
    let ui = Fork(name: "ui")
    let resource = QuickFork<Complex.TextDocument>(
      initialValue: Complex.TextDocument(text: "Fork Yeah"), forks: [ui])
    var document = try #require(try resource.value(in: .main))
    document.text = "Fork yeah"
    try resource.update(.main, with: document)
    document = try #require(try resource.value(in: ui))
    document.text = "Fork Yeah!!!"
    document.editCount.value += 1
    try resource.update(ui, with: document)
    try resource.mergeIntoMain(from: ui)
    #expect(try resource.value(in: .main)?.text == "Fork yeah!!!")
    #expect(try resource.value(in: .main)?.editCount.value == 1)
  }
}
