// swift-format-ignore-file

import Forked
import ForkedModel
import Foundation

// The samples of the document "ForkedModel". Several declare a `Document`, so each stands in a namespace. `NoteItem` is
// declared nowhere in the text.

enum BasicModel {
    @ForkedModel 
    struct User {
        var name: String = ""
        var age: Int = 0
    }
}

enum MergedProperties {
    @ForkedModel
    struct Note {
        @Merged var title: String = ""             // Uses a text merging algorithm
        @Merged var tags: Set<String> = []         // Uses a special set merging algorithm
        @Merged var pages: [String] = []           // Uses array merging algorithm
        @Merged var metadata: [String:Int] = [:]   // Uses dictionary merging
    }
}

enum CustomizedMerging {
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
        @Merged(using: .dictionaryMerge) var metadata: [String:String] = [:]
    }
}

struct NoteItem: Identifiable, Equatable {
    var id = 0
}

enum OptionalProperties {
    @ForkedModel
    struct NoteWithOptionals {
        var title: String = ""
        @Merged var description: String?
        @Merged(using: .arrayOfIdentifiableMerge) var items: [NoteItem]?
    }
}

enum CustomTypes {
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
struct Comment: Identifiable {
    var id: UUID = UUID()
    @Merged var text: String = ""
}

@ForkedModel
struct BlogPost {
    @Merged var title: String = ""
    @Merged(using: .arrayOfIdentifiableMerge) var comments: [Comment] = []
}

enum RecursiveMerging {
    @ForkedModel
    struct Document {
        @Merged(using: .dictionaryMerge) var sections: [String: Comment] = [:]
    }
}

func printModels() throws {
    let user = try merged(BasicModel.User()) {
        $0.name = "Ann"
        $0.age = 6
    } _: {
        $0.age = 7
    }
    print("User:", user.name, user.age)

    let note = try merged(MergedProperties.Note(title: "Fork Yeah", pages: ["1", "2"], metadata: ["x": 1])) {
        $0.title = "Fork Yeah!!!"
        $0.tags = ["a"]
        $0.pages = ["0", "1", "2"]
        $0.metadata["x"] = 2
    } _: {
        $0.title = "Fork yeah"
        $0.tags = ["b"]
        $0.pages = ["1", "3"]
        $0.metadata["y"] = 3
    }
    print("Note:", note.title, note.tags.sorted(), note.pages, note.metadata.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })

    let comment = Comment(text: "one two")
    let document = try merged(CustomizedMerging.Document(comments: [comment])) {
        $0.comments[0].text = "One two"
        $0.categories = ["a"]
        $0.sections = ["s"]
    } _: {
        $0.comments[0].text = "one two three"
        $0.comments.append(Comment(text: "new"))
        $0.categories = ["b"]
        $0.metadata = ["k": "v"]
        $0.content = "text"
    }
    print("Document:", document.content, document.sections, document.comments.map(\.text), document.categories.sorted(), document.metadata)

    let optionals = try merged(OptionalProperties.NoteWithOptionals(items: [NoteItem(id: 1)])) {
        $0.description = "text"
        $0.items?.append(NoteItem(id: 2))
    } _: {
        $0.items = nil
    }
    print("NoteWithOptionals:", optionals.description ?? "nil", optionals.items?.map(\.id) ?? [])

    let counted = try merged(CustomTypes.Document()) { $0.wordCount.value = 2 } _: { $0.wordCount.value = 3 }
    print("Counter:", counted.wordCount.value)

    let post = try merged(BlogPost(comments: [comment])) {
        $0.comments[0].text = "One two"
    } _: {
        $0.comments.insert(Comment(text: "new"), at: 0)
        $0.comments[1].text = "one two three"
    }
    print("BlogPost:", post.comments.map(\.text), Set(post.comments.map(\.id)).count)

    let recursive = try merged(RecursiveMerging.Document(sections: ["x": comment])) {
        $0.sections["x"]?.text = "One two"
    } _: {
        $0.sections["x"]?.text = "one two three"
    }
    print("Recursive:", recursive.sections["x"]?.text ?? "nil")
}
