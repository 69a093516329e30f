import Testing

/// A declaration that is wrong, one line, and what is said of it at the text behind `«`.
struct Misuse: Sendable {
  let marked: String
  let message: String
  var isError = true
  /// What the first change that is offered says, and what it makes of the line.
  var fixIt: String?
  var fixed: String?

  init(
    _ marked: String, _ message: String, isError: Bool = true, fixIt: String? = nil,
    fixed: String? = nil
  ) {
    (self.marked, self.message, self.isError) = (marked, message, isError)
    (self.fixIt, self.fixed) = (fixIt, fixed)
  }

  var line: String { marked.replacing("«", with: "") }
  var column: Int { marked.utf8.prefix { $0 != 0xC2 }.count + 1 }
}

/// Errors of declarations, at the text that is wrong.
@Suite struct MisuseTests {
  /// All declarations, each in an enumeration of its own: the one of number n stands in line 3n + 3.
  private static let compiled = CompiledSource(
    "import ForkedModel\n"
      + rows.enumerated().map { "enum Case\($0) {\n\($1.line)\n}\n" }.joined())

  @Test(arguments: rows.indices) func isSaid(number: Int) throws {
    let misuse = Self.rows[number]
    let said = try #require(Self.compiled).diagnostics.filter { $0.line == 3 * number + 3 }
    #expect(said.map(\.message) == [misuse.message], "\(misuse.marked)")
    guard let diagnostic = said.first else { return }
    #expect(diagnostic.isError == misuse.isError, "\(misuse.marked)")
    #expect(diagnostic.column == misuse.column, "\(misuse.marked)")
    #expect(diagnostic.fixIt?.message == misuse.fixIt, "\(misuse.marked)")
    if let fixIt = diagnostic.fixIt, let fixed = misuse.fixed {
      var bytes = Array(misuse.line.utf8)
      bytes.replaceSubrange(fixIt.range, with: Array(fixIt.text.utf8))
      #expect(String(decoding: bytes, as: UTF8.self) == fixed)
    }
  }

  private static let rows: [Misuse] =
    declarations
    + defaults.map { type, value in
      Misuse(
        "@ForkedModel struct Note { var «title: \(type) }",
        "'title' needs a default value, as every property of a model does",
        fixIt: "write '= \(value)'",
        fixed: "@ForkedModel struct Note { var title: \(type) = \(value) }")
    }
    + idleArguments.map { argument, reason in
      Misuse(
        "struct Item { @OrderedRelationship(«\(argument)) var orderedItems: [OrderedItem] = [] }",
        reason, isError: false)
    }

  /// Types, and the default value that is offered.
  private static let defaults = [
    ("String", "\"\""), ("[Int]", "[]"), ("[String: Int]", "[:]"), ("Set<Int>", "[]"),
    ("Int", "0"), ("Bool", "false"), ("Optional<Int>", "nil"), ("Person", "<#default#>"),
  ]

  /// Arguments without effect, and why they have none.
  private static let idleArguments = [
    (
      "inverseRelationshipName: \"item\"",
      "the inverse is not maintained: an item that held its element would hold itself"
    ),
    (
      "deleteRule: .nullify",
      "the elements are always deleted with their container, since they are part of its value"
    ),
  ]

  private static let declarations = [
    Misuse(
      "@ForkedModel final «class Note { var title = \"\" }",
      "@ForkedModel is for structs: values that can be copied, compared and merged",
      fixIt: "make it a struct", fixed: "@ForkedModel final struct Note { var title = \"\" }"),
    Misuse(
      "@ForkedModel «enum Note { case a }",
      "@ForkedModel is for structs: values that can be copied, compared and merged"),
    Misuse(
      "@ForkedModel «actor Note { var title = \"\" }",
      "@ForkedModel is for structs: values that can be copied, compared and merged"),
    Misuse(
      "@ForkedModel struct Note { «let id: Int }",
      "a merge can't set a constant: make it a 'var' with a default value",
      fixIt: "make it a 'var'", fixed: "@ForkedModel struct Note { var id: Int }"),
    Misuse(
      "@ForkedModel struct Note { @Merged «let title = \"\" }",
      "a constant is what it is in every version: there is nothing to merge",
      fixIt: "make it a 'var'", fixed: "@ForkedModel struct Note { @Merged var title = \"\" }"),
    Misuse(
      "@ForkedModel struct Note { lazy var «cache: Int = 1 }",
      "a lazy property can't be compared or merged: store the value, or compute it",
      fixIt: "remove 'lazy'", fixed: "@ForkedModel struct Note { var cache: Int = 1 }"),
    Misuse(
      "@ForkedModel struct Note { @Merged(using: «.textMerge) var pages: [String] = [] }",
      ".textMerge merges String, and 'pages' is [String]", fixIt: "use .arrayMerge",
      fixed: "@ForkedModel struct Note { @Merged(using: .arrayMerge) var pages: [String] = [] }"),
    Misuse(
      "@ForkedModel struct Note { @Merged(using: «.counterMerge) var title: String? }",
      ".counterMerge merges numbers, and 'title' is String?", fixIt: "use .textMerge",
      fixed: "@ForkedModel struct Note { @Merged(using: .textMerge) var title: String? }"),
    Misuse(
      "@ForkedModel struct Note { «@Merged var views: Int = 0 }",
      "Int has no merge of its own: the most recent wins without @Merged", fixIt: "remove @Merged",
      fixed: "@ForkedModel struct Note { var views: Int = 0 }"),
    Misuse(
      "@ForkedModel struct Note { @Merged(using: «choice) var title: String = \"\" }",
      "name a strategy here: .automatic, .mergeableProtocol, .mostRecent, .textMerge, .arrayMerge, "
        + ".arrayOfIdentifiableMerge, .setMerge, .dictionaryMerge, .counterMerge, .maxMerge, "
        + ".minMerge, .versionMerge, .orderedMerge"),
    Misuse(
      "@ForkedModel struct Note { @Merged «@Merged(using: .textMerge) var title: String = \"\" }",
      "one property, one strategy: it has @Merged already", fixIt: "remove @Merged",
      fixed: "@ForkedModel struct Note { @Merged var title: String = \"\" }"),
    Misuse(
      "@ForkedModel struct Note { @Merged «@Backed var title: String = \"\" }",
      "one property, one strategy: it has @Merged already", fixIt: "remove @Backed",
      fixed: "@ForkedModel struct Note { @Merged var title: String = \"\" }"),
    Misuse(
      "@ForkedModel struct Note { «@Merged var a = \"\", b: [Int] = [] }",
      "a strategy is for one property: write '@Merged var a = \"\"' and '@Merged var b: [Int] = []'"
    ),
    Misuse(
      "@ForkedModel struct Note { «@Merged var title: String { \"\" } }",
      "a computed property stores nothing, so there is nothing to merge", fixIt: "remove @Merged",
      fixed: "@ForkedModel struct Note { var title: String { \"\" } }"),
    Misuse(
      "@ForkedModel struct Note { «@Merged static var title = \"\" }",
      "a property of the type is not part of the value, so there is nothing to merge",
      fixIt: "remove @Merged", fixed: "@ForkedModel struct Note { static var title = \"\" }"),
    Misuse(
      "struct Note { «@Merged var title = \"\" }",
      "@Merged belongs on a property of a struct that has @ForkedModel"),
    Misuse("struct Note { «@Backed let title = \"\" }", "@Backed belongs on a stored 'var'"),
    Misuse("struct Note { @Backed var «title = \"\" }", "write the type: 'title' is stored by it"),
    Misuse(
      "struct Note { @Backed var «title: String }",
      "'title' needs a default value to be stored as a replicated type"),
    Misuse(
      "struct Note { @Backed(by: «PropertyBacking.allCases[0]) var title: String = \"\" }",
      "name a replicated type here: .mergeableValue, .mergeableArray, .mergeableSet, "
        + ".mergeableDictionary"),
    Misuse(
      "struct Item { @OrderedRelationship var orderedItems: «Int = 0 }",
      "write an array of a type that isn't declared, such as '[OrderedSubItem]? = []': "
        + "the macro declares it"),
    Misuse(
      "struct Item { @OrderedRelationship var orderedItems: [«Items] = [] }",
      "'Items' has no first word to leave out: begin it with a word of its own, such as "
        + "'OrderedItems', or give itemClassName"),
    Misuse(
      "struct Item { @OrderedRelationship var «items: [OrderedItem] = [] }",
      "'items' has no first word to leave out: begin it with a word of its own, such as "
        + "'orderedItems', or give arrayVariableName"),
    Misuse(
      "struct Item { @OrderedRelationship(arrayVariableName: «\"a b\") var items: [OrderedItem] = [] }",
      "arrayVariableName is a name, written as a string"),
  ]
}
