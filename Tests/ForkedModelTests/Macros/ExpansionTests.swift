import Testing

/// The expansion of the macros for every form of property.
@Suite struct ExpansionTests {
  /// All types whose expansions are looked at, by unlike names.
  private static let compiled = CompiledSource(
    """
    import ForkedModel

    @ForkedModel
    struct Plain {
      var title: String = ""
      @Merged var text: String = ""
      @Merged var tags: Set<String>?
      @Merged(using: .counterMerge) var views: Int = 0
      @Merged(using: PropertyMerge.arrayOfIdentifiableMerge) var comments: [Comment] = []
    }

    @ForkedModel
    struct Forms {
      var a = 1, b: Int = 2, c: Int?
      let constant = 3
      private(set) var limited = ""
      var observed = 0 { didSet {} }
      var computed: Int { 1 }
      var both: Int { get { 1 } set {} }
      static let kind = 1
      static var shared = 2
      var (x, y) = (1, 2)
      var `default` = 0
      func method() {}
    }

    @ForkedModel
    struct Conditional {
      #if os(Linux)
      var a = 1
      #elseif DEBUG
      @Merged var b: String = ""
      #else
      var c = 1
      #endif
    }

    @ForkedModel
    struct Coded {
      var title = ""
      var draft = ""
      var date = 0
      enum CodingKeys: String, CodingKey {
        case title = "t", date
      }
    }

    @ForkedModel(version: nil)
    struct Unversioned {
      let kind = 1
    }

    @ForkedModel(version: 3)
    public struct Versioned {
    }

    @ForkedModel internal struct InternalAccess { let kind = 1 }
    @ForkedModel public struct PublicAccess { let kind = 1 }
    @ForkedModel package struct PackageAccess { let kind = 1 }
    @ForkedModel private struct PrivateAccess { let kind = 1 }
    @ForkedModel fileprivate struct FileAccess { let kind = 1 }

    struct BackedOnes {
      @Backed var title: String = ""
      @Backed(by: .mergeableArray) public private(set) var pages: Array<Int> = [1]
    }

    @ForkedModel
    struct BackedModel {
      @Backed(by: .mergeableSet) var tags: Set<Int> = []
    }

    struct SubItem {}
    struct Page {}
    struct Part {}

    struct Ordered {
      @OrderedRelationship
      var orderedSubItems: [OrderedSubItem]? = []
      @OrderedRelationship(itemClassName: "Page", arrayVariableName: "leaves")
      private var all: Array<Sorted> = []
    }

    @ForkedModel
    struct OrderedModel {
      @OrderedRelationship var orderedParts: [OrderedPart] = []
    }

    struct Contained {
      @OrderedRelationship(containingClassName: "Item") var orderedParts: [OrderedPart] = []
    }

    struct Cascading {
      @OrderedRelationship(deleteRule: .cascade) var orderedParts: [OrderedPart] = []
    }
    """)

  private func expectExpansion(
    of type: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let compiled = try #require(Self.compiled)
    #expect(
      withoutIndentation(compiled.expansion(of: type)) == withoutIndentation(expected),
      sourceLocation: sourceLocation)
    #expect(compiled.diagnostics.isEmpty, sourceLocation: sourceLocation)
  }

  /// The compiler indents what stands in braces in a way of its own.
  private func withoutIndentation(_ source: String) -> [Substring] {
    source.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
  }

  /// Expects these visits in the expansion of a model.
  private func expectVisits(
    of type: String, _ visits: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let lines = try #require(Self.compiled).expansion(of: type).split(separator: "\n")
    let found = lines.compactMap { line in
      line.range(of: "try visitor.").map { String(line[$0.upperBound...]) }
    }
    #expect(found == visits, sourceLocation: sourceLocation)
  }

  @Test func plainPropertiesAndStrategies() throws {
    try expectExpansion(
      of: "Plain",
      #"""
      extension Plain: Swift.Equatable, ForkedModel.MergeableModel {
        static func visitProperties<Visitor: ForkedModel.PropertyVisitor<Self>>(
          _ visitor: inout Visitor
        ) throws(Visitor.Failure) {
          try visitor.visit("title", \Self.title, PropertyMergers.mostRecent(\Self.title))
          try visitor.visit("text", \Self.text, PropertyMergers.automatic(\Self.text))
          try visitor.visit("tags", \Self.tags, PropertyMergers.automatic(\Self.tags))
          try visitor.visit("views", \Self.views, ForkedMerge.CounterMerger.merging(\Self.views))
          try visitor.visit("comments", \Self.comments, ForkedMerge.ArrayOfIdentifiableMerger.merging(\Self.comments))
        }
      }
      """#)
  }

  @Test func storedAndComputedProperties() throws {
    try expectVisits(
      of: "Forms",
      [
        #"visit("a", \Self.a, PropertyMergers.mostRecent(\Self.a))"#,
        #"visit("b", \Self.b, PropertyMergers.mostRecent(\Self.b))"#,
        #"visit("c", \Self.c, PropertyMergers.mostRecent(\Self.c))"#,
        #"visitConstant("constant")"#,
        #"visit("limited", \Self.limited, PropertyMergers.mostRecent(\Self.limited))"#,
        #"visit("observed", \Self.observed, PropertyMergers.mostRecent(\Self.observed))"#,
        #"visit("x", \Self.x, PropertyMergers.mostRecent(\Self.x))"#,
        #"visit("y", \Self.y, PropertyMergers.mostRecent(\Self.y))"#,
        #"visit("default", \Self.`default`, PropertyMergers.mostRecent(\Self.`default`))"#,
      ])
  }

  @Test func conditionsStayConditions() throws {
    try expectExpansion(
      of: "Conditional",
      #"""
      extension Conditional: Swift.Equatable, ForkedModel.MergeableModel {
        static func visitProperties<Visitor: ForkedModel.PropertyVisitor<Self>>(
          _ visitor: inout Visitor
        ) throws(Visitor.Failure) {
          #if os(Linux)
          try visitor.visit("a", \Self.a, PropertyMergers.mostRecent(\Self.a))
          #elseif DEBUG
          try visitor.visit("b", \Self.b, PropertyMergers.automatic(\Self.b))
          #else
          try visitor.visit("c", \Self.c, PropertyMergers.mostRecent(\Self.c))
          #endif
        }
      }
      """#)
  }

  @Test func namesFollowCodingKeys() throws {
    try expectVisits(
      of: "Coded",
      [
        #"visit("t", \Self.title, PropertyMergers.mostRecent(\Self.title))"#,
        #"visit(nil, \Self.draft, PropertyMergers.mostRecent(\Self.draft))"#,
        #"visit("date", \Self.date, PropertyMergers.mostRecent(\Self.date))"#,
      ])
  }

  @Test func versionsAndAccess() throws {
    try expectExpansion(
      of: "Unversioned",
      """
      extension Unversioned: Swift.Equatable, ForkedModel.MergeableModel {
        static func visitProperties<Visitor: ForkedModel.PropertyVisitor<Self>>(
          _ visitor: inout Visitor
        ) throws(Visitor.Failure) {
          try visitor.visitConstant("kind")
        }
      }
      """)
    try expectExpansion(
      of: "Versioned",
      #"""
      public static let currentModelVersion: Int = 3

      public var modelVersion: Int? = Self.currentModelVersion

      extension Versioned: Swift.Equatable, ForkedModel.MergeableModel, ForkedModel.VersionedModel {
        public static func visitProperties<Visitor: ForkedModel.PropertyVisitor<Self>>(
          _ visitor: inout Visitor
        ) throws(Visitor.Failure) {
          try visitor.visitVersion("modelVersion", \Self.modelVersion, current: Self.currentModelVersion)
        }
      }
      """#)
  }

  @Test(arguments: [
    ("InternalAccess", ""), ("PublicAccess", "public "), ("PackageAccess", "package "),
    ("PrivateAccess", "fileprivate "), ("FileAccess", "fileprivate "),
  ])
  func theAccessLevelIsThatOfTheType(name: String, access: String) throws {
    let expansion = try #require(Self.compiled).expansion(of: name)
    #expect(expansion.contains("\n  \(access)static func visitProperties<"), "\(expansion)")
  }

  @Test func backedProperties() throws {
    try expectExpansion(
      of: "BackedOnes",
      """
      var _forked_backed_title: ForkedModel.ValueBacking<String> = .init("")

      public var _forked_backed_pages: ForkedModel.ArrayBacking<Array<Int>> = .init([1])

      {
        get {
          _forked_backed_title.value
        }
        set {
          _forked_backed_title.value = newValue
        }
      }

      {
        get {
          _forked_backed_pages.values
        }
        set {
          _forked_backed_pages.values = newValue
        }
      }
      """)
    try expectVisits(
      of: "BackedModel",
      [
        #"visit("_forked_backed_tags", \Self._forked_backed_tags, "#
          + #"ForkedMerge.MergeableMerger.merging(\Self._forked_backed_tags))"#
      ])
  }

  @Test func orderedRelationships() throws {
    try expectExpansion(
      of: "Ordered",
      """
      typealias OrderedSubItem = ForkedModel.OrderedItem<SubItem>

      var subItems: [SubItem] {
        get {
          OrderedSubItem.items(of: orderedSubItems)
        }
        set {
          OrderedSubItem.arrange(newValue, in: &orderedSubItems)
        }
      }

      private typealias Sorted = ForkedModel.OrderedItem<Page>

      private var leaves: [Page] {
        get {
          Sorted.items(of: all)
        }
        set {
          Sorted.arrange(newValue, in: &all)
        }
      }
      """)
    try expectVisits(
      of: "OrderedModel",
      [
        #"visit("orderedParts", \Self.orderedParts, ForkedMerge.OrderedMerger.merging(\Self.orderedParts))"#
      ])
  }

  @Test(arguments: ["Contained", "Cascading"])
  func argumentsThatSayWhatIs(type: String) throws {
    try expectExpansion(
      of: type,
      """
      typealias OrderedPart = ForkedModel.OrderedItem<Part>

      var parts: [Part] {
        get {
          OrderedPart.items(of: orderedParts)
        }
        set {
          OrderedPart.arrange(newValue, in: &orderedParts)
        }
      }
      """)
  }
}
