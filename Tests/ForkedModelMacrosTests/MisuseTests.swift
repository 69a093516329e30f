import Testing

/// Errors of declarations, at the line that is wrong.
@Suite struct MisuseTests {
  @Test func classesAreNoModels() {
    expectMisuse(
      "@ForkedModel final «class Note { var title = \"\" }",
      "@ForkedModel is for structs: values that can be copied, compared and merged",
      fixIt: "make it a struct",
      fixed: "@ForkedModel final struct Note { var title = \"\" }")
    expectMisuse(
      "@ForkedModel «enum Note { case a }",
      "@ForkedModel is for structs: values that can be copied, compared and merged")
    expectMisuse(
      "@ForkedModel «actor Note { var title = \"\" }",
      "@ForkedModel is for structs: values that can be copied, compared and merged")
  }

  @Test(arguments: [
    ("String", "\"\""), ("[Int]", "[]"), ("[String: Int]", "[:]"), ("Set<Int>", "[]"),
    ("Int", "0"), ("Bool", "false"), ("Optional<Int>", "nil"), ("Person", "<#default#>"),
  ])
  func everyPropertyNeedsADefault(type: String, value: String) {
    expectMisuse(
      "@ForkedModel struct Note { var «title: \(type) }",
      "'title' needs a default value, as every property of a model does",
      fixIt: "write '= \(value)'",
      fixed: "@ForkedModel struct Note { var title: \(type) = \(value) }")
  }

  @Test func constants() {
    expectMisuse(
      "@ForkedModel struct Note { «let id: Int }",
      "a merge can't set a constant: make it a 'var' with a default value",
      fixIt: "make it a 'var'", fixed: "@ForkedModel struct Note { var id: Int }")
    expectMisuse(
      "@ForkedModel struct Note { @Merged «let title = \"\" }",
      "a constant is what it is in every version: there is nothing to merge",
      fixIt: "make it a 'var'", fixed: "@ForkedModel struct Note { @Merged var title = \"\" }")
  }

  @Test func lazyProperties() {
    expectMisuse(
      "@ForkedModel struct Note { lazy var «cache: Int = 1 }",
      "a lazy property can't be compared or merged: store the value, or compute it",
      fixIt: "remove 'lazy'", fixed: "@ForkedModel struct Note { var cache: Int = 1 }")
  }

  @Test func strategiesThatDoNotSuitTheType() {
    expectMisuse(
      "@ForkedModel struct Note { @Merged(using: «.textMerge) var pages: [String] = [] }",
      ".textMerge merges String, and 'pages' is [String]",
      fixIt: "use .arrayMerge",
      fixed: "@ForkedModel struct Note { @Merged(using: .arrayMerge) var pages: [String] = [] }")
    expectMisuse(
      "@ForkedModel struct Note { @Merged(using: «.counterMerge) var title: String? }",
      ".counterMerge merges numbers, and 'title' is String?",
      fixIt: "use .textMerge",
      fixed: "@ForkedModel struct Note { @Merged(using: .textMerge) var title: String? }")
    expectMisuse(
      "@ForkedModel struct Note { «@Merged var views: Int = 0 }",
      "Int has no merge of its own: the most recent wins without @Merged",
      fixIt: "remove @Merged", fixed: "@ForkedModel struct Note { var views: Int = 0 }")
    expectMisuse(
      "@ForkedModel struct Note { @Merged(using: «choice) var title: String = \"\" }",
      "name a strategy here: .automatic, .mergeableProtocol, .mostRecent, .textMerge, .arrayMerge, "
        + ".arrayOfIdentifiableMerge, .setMerge, .dictionaryMerge, .counterMerge, .maxMerge, "
        + ".minMerge, .versionMerge, .orderedMerge")
  }

  @Test func twoStrategies() {
    expectMisuse(
      "@ForkedModel struct Note { @Merged «@Merged(using: .textMerge) var title: String = \"\" }",
      "one property, one strategy: it has @Merged already", fixIt: "remove @Merged",
      fixed: "@ForkedModel struct Note { @Merged var title: String = \"\" }")
    expectMisuse(
      "@ForkedModel struct Note { @Merged «@Backed var title: String = \"\" }",
      "one property, one strategy: it has @Merged already", fixIt: "remove @Backed",
      fixed: "@ForkedModel struct Note { @Merged var title: String = \"\" }")
  }

  @Test func severalPropertiesInOneDeclaration() {
    expectMisuse(
      "@ForkedModel struct Note { «@Merged var a = \"\", b: [Int] = [] }",
      "a strategy is for one property: write '@Merged var a = \"\"' and '@Merged var b: [Int] = []'",
      alsoSaying: ["peer macro can only be applied to a single variable"])
  }

  @Test func propertiesThatStoreNothing() {
    expectMisuse(
      "@ForkedModel struct Note { «@Merged var title: String { \"\" } }",
      "a computed property stores nothing, so there is nothing to merge",
      fixIt: "remove @Merged", fixed: "@ForkedModel struct Note { var title: String { \"\" } }")
    expectMisuse(
      "@ForkedModel struct Note { «@Merged static var title = \"\" }",
      "a property of the type is not part of the value, so there is nothing to merge",
      fixIt: "remove @Merged", fixed: "@ForkedModel struct Note { static var title = \"\" }")
  }

  @Test func mergedOutsideAModel() {
    expectMisuse(
      "struct Note { «@Merged var title = \"\" }",
      "@Merged belongs on a property of a struct that has @ForkedModel")
  }

  @Test func backedProperties() {
    expectMisuse("struct Note { «@Backed let title = \"\" }", "@Backed belongs on a stored 'var'")
    expectMisuse(
      "struct Note { @Backed var «title = \"\" }", "write the type: 'title' is stored by it")
    expectMisuse(
      "struct Note { @Backed var «title: String }",
      "'title' needs a default value to be stored as a replicated type")
    expectMisuse(
      "struct Note { @Backed(by: «.text) var title: String = \"\" }",
      "name a replicated type here: .mergeableValue, .mergeableArray, .mergeableSet, "
        + ".mergeableDictionary")
  }

  @Test func orderedRelationships() {
    expectMisuse(
      "struct Item { @OrderedRelationship var orderedItems: «Int = 0 }",
      "write an array of a type that isn't declared, such as '[OrderedSubItem]? = []': "
        + "the macro declares it")
    expectMisuse(
      "struct Item { @OrderedRelationship var orderedItems: [«Items] = [] }",
      "'Items' has no first word to leave out: begin it with a word of its own, such as "
        + "'OrderedItems', or give itemClassName")
    expectMisuse(
      "struct Item { @OrderedRelationship var «items: [OrderedItem] = [] }",
      "'items' has no first word to leave out: begin it with a word of its own, such as "
        + "'orderedItems', or give arrayVariableName")
    expectMisuse(
      "struct Item { @OrderedRelationship(arrayVariableName: «\"a b\") var items: [OrderedItem] = [] }",
      "arrayVariableName is a name, written as a string")
  }

  @Test(arguments: [
    (
      "inverseRelationshipName: \"item\"",
      "the inverse is not maintained: an item that held its element would hold itself"
    ),
    (
      "deleteRule: .nullify",
      "the elements are always deleted with their container, since they are part of its value"
    ),
  ])
  func argumentsWithoutEffect(argument: String, reason: String) {
    expectMisuse(
      "struct Item { @OrderedRelationship(«\(argument)) var orderedItems: [OrderedItem] = [] }",
      reason, severity: .warning)
  }

  @Test(arguments: ["containingClassName: \"Item\"", "deleteRule: .cascade"])
  func argumentsThatSayWhatIs(argument: String) {
    expectExpansion(
      "struct Item {\n  @OrderedRelationship(\(argument)) var orderedParts: [OrderedPart] = []\n}",
      """
      struct Item {
        var orderedParts: [OrderedPart] = []

        typealias OrderedPart = ForkedModel.OrderedItem<Part>

        var parts: [Part] {
          get {
            OrderedPart.items(of: orderedParts)
          }
          set {
            OrderedPart.arrange(newValue, in: &orderedParts)
          }
        }
      }
      """)
  }
}
