import Forked
import ForkedModel
import Foundation
import Testing

// The examples of the document "ForkedModel", as written there. Slips of its text:
// - "Customizing Merge Behavior" uses a `Comment` that only "Recursive Merging" declares: that one is meant.
// - "Working with Optional Properties" uses a `NoteItem` that is declared nowhere: any Identifiable will do.
// - Three examples declare a `Document`: here each stands in a namespace of its own.
// - `UUID` needs `import Foundation`.

private enum BasicModel {
  @ForkedModel
  struct User {
    var name: String = ""
    var age: Int = 0
  }
}

private enum MergedProperties {
  @ForkedModel
  struct Note {
    @Merged var title: String = ""  // Uses a text merging algorithm
    @Merged var tags: Set<String> = []  // Uses a special set merging algorithm
    @Merged var pages: [String] = []  // Uses array merging algorithm
    @Merged var metadata: [String: Int] = [:]  // Uses dictionary merging
  }
}

private enum Customizing {
  @ForkedModel
  struct Document {
    // Explicitly use text merging for string content
    @Merged(using: .textMerge) var content: String = ""

    // Use array merging for ordered lists
    @Merged(using: .arrayMerge) var sections: [String] = []

    // Special merge for arrays of identifiable items
    @Merged(using: .arrayOfIdentifiableMerge) var comments: [Comment] = []

    // Use set merging for unordered collections
    @Merged(using: .setMerge) var categories: Set<String> = []

    // Use dictionary merging for key-value data
    @Merged(using: .dictionaryMerge) var metadata: [String: String] = [:]
  }
}

private struct NoteItem: Identifiable, Equatable {
  var id = 0
  var text = ""
}

private enum OptionalProperties {
  @ForkedModel
  struct NoteWithOptionals {
    var title: String = ""
    @Merged var description: String?
    @Merged(using: .arrayOfIdentifiableMerge) var items: [NoteItem]?
  }
}

private enum CustomTypes {
  struct Counter: Mergeable {
    var value: Int = 0

    func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
      Counter(value: self.value + other.value - commonAncestor.value)
    }
  }

  @ForkedModel
  struct Document {
    @Merged var wordCount: Counter = Counter()
  }
}

@ForkedModel
private struct Comment: Identifiable {
  var id: UUID = UUID()
  @Merged var text: String = ""
}

@ForkedModel
private struct BlogPost {
  @Merged var title: String = ""
  @Merged(using: .arrayOfIdentifiableMerge) var comments: [Comment] = []
}

private enum RecursiveDictionary {
  @ForkedModel
  struct Document {
    @Merged(using: .dictionaryMerge) var sections: [String: Comment] = [:]
  }
}

@Suite struct ModelExamplesTests {
  /// Merges two edits of a value; the first dominates.
  private func merged<Model: Mergeable>(
    _ base: Model, _ one: (inout Model) -> Void, _ other: (inout Model) -> Void
  ) throws -> Model {
    var (mine, theirs) = (base, base)
    one(&mine)
    other(&theirs)
    return try mine.merged(withSubordinate: theirs, commonAncestor: base)
  }

  @Test func propertiesMergeEachForItself() throws {
    let user = try merged(BasicModel.User()) {
      $0.name = "Ann"
    } _: {
      $0.name = "Bob"
      $0.age = 7
    }
    #expect(user == BasicModel.User(name: "Ann", age: 7))
  }

  @Test func eachTypeHasItsStrategy() throws {
    let base = MergedProperties.Note(
      title: "Fork Yeah", tags: ["a", "b"], pages: ["1", "2", "3"], metadata: ["x": 1, "y": 1])
    let note = try merged(base) {
      $0.title = "Fork yeah"
      $0.tags = ["b", "c"]
      $0.pages = ["0", "1", "2", "3"]
      $0.metadata = ["x": 2, "y": 1]
    } _: {
      $0.title = "Fork Yeah!!!"
      $0.tags = ["a", "b", "d"]
      $0.pages = ["1", "3"]
      $0.metadata = ["x": 1, "z": 3]
    }
    #expect(note.title == "Fork yeah!!!")
    #expect(note.tags == ["b", "c", "d"])
    #expect(note.pages == ["0", "1", "3"])
    #expect(note.metadata == ["x": 2, "z": 3])
  }

  @Test func strategiesCanBeNamed() throws {
    let comment = Comment(text: "Hello")
    let base = Customizing.Document(comments: [comment])
    let document = try merged(base) {
      $0.content = "one "
      $0.comments[0].text = "Hello world"
      $0.categories = ["a"]
    } _: {
      $0.comments.insert(Comment(text: "new"), at: 0)
      $0.comments[1].text = "hello"
      $0.categories = ["b"]
      $0.metadata["k"] = "v"
      $0.sections = ["s"]
    }
    #expect(document.comments.map(\.text) == ["new", "hello world"])
    #expect(document.categories == ["a", "b"])
    #expect(document.metadata == ["k": "v"] && document.sections == ["s"])
    #expect(document.content == "one ")
  }

  @Test func optionalsOfEveryStrategy() throws {
    let base = OptionalProperties.NoteWithOptionals(
      description: "one two", items: [NoteItem(id: 1)])
    let note = try merged(base) {
      $0.description = "one and two"
      $0.items = nil
    } _: {
      $0.description = "one two three"
      $0.items?.append(NoteItem(id: 2))
    }
    #expect(note.description == "one and two three")
    #expect(note.items?.map(\.id) == [1, 2], "a value beats nil")
    let gone = try merged(base) {
      $0.description = nil
    } _: {
      $0.title = "title"
    }
    #expect(gone.description == nil && gone.title == "title")
    let both = try merged(OptionalProperties.NoteWithOptionals()) {
      $0.items = [NoteItem(id: 1)]
    } _: {
      $0.items = [NoteItem(id: 2)]
    }
    #expect(both.items?.map(\.id) == [1, 2])
  }

  @Test func customTypesUseTheirOwnMerge() throws {
    let document = try merged(CustomTypes.Document()) {
      $0.wordCount.value = 2
    } _: {
      $0.wordCount.value = 3
    }
    #expect(document.wordCount.value == 5)
  }

  @Test func elementsOfOneIdBecomeOne() throws {
    let id = UUID()
    let post = try merged(BlogPost()) {
      $0.comments = [Comment(id: id, text: "mine")]
    } _: {
      $0.comments = [Comment(id: id, text: "theirs"), Comment(text: "another")]
    }
    #expect(post.comments.map(\.id).filter { $0 == id }.count == 1 && post.comments.count == 2)
  }

  @Test func mergesAreRecursive() throws {
    let comment = Comment(text: "a b c")
    let post = try merged(BlogPost(comments: [comment])) {
      $0.comments[0].text = "a B c"
    } _: {
      $0.comments[0].text = "a b c d"
    }
    #expect(post.comments == [Comment(id: comment.id, text: "a B c d")])
    let document = try merged(RecursiveDictionary.Document(sections: ["x": comment])) {
      $0.sections["x"]?.text = "a B c"
    } _: {
      $0.sections["x"]?.text = "a b c d"
    }
    #expect(document.sections["x"]?.text == "a B c d")
  }
}
