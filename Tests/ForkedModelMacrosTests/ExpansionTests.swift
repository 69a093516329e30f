import Testing

/// The expansion of `@ForkedModel` for every form of property.
@Suite struct ExpansionTests {
  @Test func plainPropertiesAndStrategies() {
    expectExpansion(
      """
      @ForkedModel
      struct Note {
        var title: String = ""
        @Merged var text: String = ""
        @Merged var tags: Set<String>?
        @Merged(using: .counterMerge) var views: Int = 0
        @Merged(using: PropertyMerge.arrayOfIdentifiableMerge) var comments: [Comment] = []
      }
      """,
      """
      struct Note {
        var title: String = ""
        var text: String = ""
        var tags: Set<String>?
        var views: Int = 0
        var comments: [Comment] = []
      }

      extension Note: ForkedModel.MergeableModel {
        static func visitProperties<Visitor: ForkedModel.PropertyVisitor<Self>>(
          _ visitor: inout Visitor
        ) throws(Visitor.Failure) {
          try visitor.visit("title", \\Self.title, PropertyMergers.mostRecent(\\Self.title))
          try visitor.visit("text", \\Self.text, PropertyMergers.automatic(\\Self.text))
          try visitor.visit("tags", \\Self.tags, PropertyMergers.automatic(\\Self.tags))
          try visitor.visit("views", \\Self.views, PropertyMergers.counterMerge(\\Self.views))
          try visitor.visit("comments", \\Self.comments, PropertyMergers.arrayOfIdentifiableMerge(\\Self.comments))
        }
      }
      """)
  }

  @Test func storedAndComputedProperties() {
    expectVisits(
      """
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
      """,
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

  @Test func conditionsStayConditions() {
    expectExpansion(
      """
      @ForkedModel
      struct Note {
        #if os(Linux)
        var a = 1
        #elseif DEBUG
        @Merged var b: String = ""
        #else
        var c = 1
        #endif
      }
      """,
      """
      struct Note {
        #if os(Linux)
        var a = 1
        #elseif DEBUG
        var b: String = ""
        #else
        var c = 1
        #endif
      }

      extension Note: ForkedModel.MergeableModel {
        static func visitProperties<Visitor: ForkedModel.PropertyVisitor<Self>>(
          _ visitor: inout Visitor
        ) throws(Visitor.Failure) {
          #if os(Linux)
          try visitor.visit("a", \\Self.a, PropertyMergers.mostRecent(\\Self.a))
          #elseif DEBUG
          try visitor.visit("b", \\Self.b, PropertyMergers.automatic(\\Self.b))
          #else
          try visitor.visit("c", \\Self.c, PropertyMergers.mostRecent(\\Self.c))
          #endif
        }
      }
      """)
  }

  @Test func namesFollowCodingKeys() {
    expectVisits(
      """
        var title = ""
        var draft = ""
        var date = 0
        enum CodingKeys: String, CodingKey {
          case title = "t", date
        }
      """,
      [
        #"visit("t", \Self.title, PropertyMergers.mostRecent(\Self.title))"#,
        #"visit(nil, \Self.draft, PropertyMergers.mostRecent(\Self.draft))"#,
        #"visit("date", \Self.date, PropertyMergers.mostRecent(\Self.date))"#,
      ])
  }

  @Test func noVersion() {
    expectExpansion(
      """
      @ForkedModel(version: nil)
      struct Note {
        let kind = 1
      }
      """,
      """
      struct Note {
        let kind = 1
      }

      extension Note: ForkedModel.MergeableModel {
        static func visitProperties<Visitor: ForkedModel.PropertyVisitor<Self>>(
          _ visitor: inout Visitor
        ) throws(Visitor.Failure) {
          try visitor.visitConstant("kind")
        }
      }
      """)
  }

  @Test func versionsAndAccess() {
    expectExpansion(
      """
      @ForkedModel(version: 3)
      public struct Note {
      }
      """,
      """
      public struct Note {

        public static let currentModelVersion: Int = 3

        public var modelVersion: Int? = Self.currentModelVersion
      }

      extension Note: ForkedModel.MergeableModel, ForkedModel.VersionedModel {
        public static func visitProperties<Visitor: ForkedModel.PropertyVisitor<Self>>(
          _ visitor: inout Visitor
        ) throws(Visitor.Failure) {
          try visitor.visitVersion("modelVersion", \\Self.modelVersion, current: Self.currentModelVersion)
        }
      }
      """)
  }

  @Test(arguments: [
    ("", ""), ("internal ", ""), ("public ", "public "), ("package ", "package "),
    ("private ", "fileprivate "), ("fileprivate ", "fileprivate "),
  ])
  func theAccessLevelIsThatOfTheType(written: String, expanded: String) {
    expectExpansion(
      """
      @ForkedModel
      \(written)struct Note {
        let kind = 1
      }
      """,
      """
      \(written)struct Note {
        let kind = 1
      }

      extension Note: ForkedModel.MergeableModel {
        \(expanded)static func visitProperties<Visitor: ForkedModel.PropertyVisitor<Self>>(
          _ visitor: inout Visitor
        ) throws(Visitor.Failure) {
          try visitor.visitConstant("kind")
        }
      }
      """)
  }

  @Test func backedProperties() {
    expectExpansion(
      """
      struct Note {
        @Backed var title: String = ""
        @Backed(by: .mergeableArray) public private(set) var pages: Array<Int> = [1]
      }
      """,
      """
      struct Note {
        var title: String {
          get {
            _forked_backed_title.value
          }
          set {
            _forked_backed_title.value = newValue
          }
        }

        var _forked_backed_title: ForkedModel.ValueBacking<String> = .init("")
        public private(set) var pages: Array<Int> {
          get {
            _forked_backed_pages.values
          }
          set {
            _forked_backed_pages.values = newValue
          }
        }

        public var _forked_backed_pages: ForkedModel.ArrayBacking<Array<Int>> = .init([1])
      }
      """)
    expectVisits(
      "  @Backed(by: .mergeableSet) var tags: Set<Int> = []",
      [
        #"visit("_forked_backed_tags", \Self._forked_backed_tags, "#
          + #"PropertyMergers.mergeableProtocol(\Self._forked_backed_tags))"#
      ])
  }

  @Test func orderedRelationships() {
    expectExpansion(
      """
      struct Item {
        @OrderedRelationship
        var orderedSubItems: [OrderedSubItem]? = []
        @OrderedRelationship(itemClassName: "Page", arrayVariableName: "leaves")
        private var all: Array<Sorted> = []
      }
      """,
      """
      struct Item {
        var orderedSubItems: [OrderedSubItem]? = []

        typealias OrderedSubItem = ForkedModel.OrderedItem<SubItem>

        var subItems: [SubItem] {
          get {
            OrderedSubItem.items(of: orderedSubItems)
          }
          set {
            OrderedSubItem.arrange(newValue, in: &orderedSubItems)
          }
        }
        private var all: Array<Sorted> = []

        private typealias Sorted = ForkedModel.OrderedItem<Page>

        private var leaves: [Page] {
          get {
            Sorted.items(of: all)
          }
          set {
            Sorted.arrange(newValue, in: &all)
          }
        }
      }
      """)
    expectVisits(
      "  @OrderedRelationship var orderedParts: [OrderedPart] = []",
      [
        #"visit("orderedParts", \Self.orderedParts, PropertyMergers.orderedMerge(\Self.orderedParts))"#
      ])
  }
}
