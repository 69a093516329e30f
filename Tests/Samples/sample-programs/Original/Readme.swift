// swift-format-ignore-file

import Forked
import ForkedMerge
import ForkedModel
import Foundation

// The samples of the readme of Forked. Two edits of "Fork Yeah" are missing in its text; their merge is "Fork yeah!!!".

struct AccumulatingInt: Mergeable {
    var value: Int = 0
    func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
        return AccumulatingInt(value: self.value + other.value - commonAncestor.value)
    }
}

enum TextByHand {
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

enum TextByMacro {
    @ForkedModel
    struct TextDocument {
        @Merged var text: String = ""
    }
}

enum ComplexText {
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

/// Every sample of the original's published documents, as written there, in the order of the documents. The program
/// prints what they promise, and `OriginalSamplesTests` compares that.
enum OriginalSamples {
    static func run() throws {
        try printFirstFork()
        try printAccumulatedResult()
        try printTextDocuments()
        try printModels()
        printOrderedRelationship()
        try printConsistentModels()
    }
}

func printFirstFork() throws {
    let uiFork = Fork(name: "ui")
    let intResource = QuickFork<Int>(initialValue: 0, forks: [uiFork])

    try intResource.update(uiFork, with: 1)
    try intResource.update(.main, with: 2)
    try intResource.mergeIntoMain(from: uiFork)
    let resultInt = try intResource.value(in: .main)!

    print("Int:", resultInt)
}

/// Merges the changes of main and of another fork in a resource, the latter made last.
func merged<Value: Mergeable>(
    _ base: Value, _ main: (inout Value) -> Void, _ other: (inout Value) -> Void
) throws -> Value {
    let fork = Fork(name: "other")
    let resource = QuickFork<Value>(initialValue: base, forks: [fork])
    var (mine, theirs) = (base, base)
    main(&mine)
    other(&theirs)
    try resource.update(.main, with: mine)
    try resource.update(fork, with: theirs)
    try resource.mergeIntoMain(from: fork)
    return try resource.value(in: .main) ?? base
}

func printAccumulatedResult() throws {
    let result = try merged(AccumulatingInt(value: 0)) { $0.value = 2 } _: { $0.value = 1 }
    print("AccumulatingInt:", result.value)
}

func printTextDocuments() throws {
    let byHand = try merged(TextByHand.TextDocument(text: "Fork Yeah")) {
        $0.text = "Fork Yeah!!!"
    } _: {
        $0.text = "Fork yeah"
    }
    let byMacro = try merged(TextByMacro.TextDocument(text: "Fork Yeah")) {
        $0.text = "Fork Yeah!!!"
    } _: {
        $0.text = "Fork yeah"
    }
    print("TextDocument:", byHand.text, "by hand,", byMacro.text, "by the macro")
    let complex = try merged(ComplexText.TextDocument(text: "Fork Yeah")) {
        $0.text = "Fork Yeah!!!"
        $0.tags = ["a"]
        $0.comment = "mine"
        $0.editCount.value += 1
        $0.cursorPosition = 7
    } _: {
        $0.text = "Fork yeah"
        $0.tags = ["b"]
        $0.editCount.value += 2
        $0.cursorPosition = 9
    }
    print(
        "TextDocument:", complex.text, complex.tags.sorted(), complex.comment, complex.editCount.value,
        complex.cursorPosition)
}
