import ForkedJSON
import Testing

@testable import ForkedDocument
@testable import ForkedSchema

/// A strategy that no user has. This definition is all of it that would be in the source, beside its row in the list.
extension MergeStrategy {
  /// The longer of two texts; the user decides about two of equal length.
  fileprivate static let longestMerge = MergeStrategy(
    "longestMerge", types: .string,
    merging: .side { _, ours, theirs in
      let lengths = [ours, theirs].map { $0.string?.utf8.count ?? 0 }
      guard lengths[0] != lengths[1] else { return .incomparable }
      return .side(lengths[0] > lengths[1] ? .ours : .theirs)
    } audit: { _, ours, theirs in
      let surplus = ours.range.count - theirs.range.count
      return surplus == 0 ? .incomparable : .side(surplus > 0 ? .ours : .theirs)
    },
    words: "the longer text stands")
}

/// What a new strategy needs is its definition and its row in the list: schemas, merge, audit and reports ask these.
@Suite struct NewStrategyTests {
  private let base = #"{"name":"a","unit":{"id":1,"by":"a"}}"#
  private let ours = #"{"name":"abc","unit":{"id":2,"by":"ab"}}"#
  private let theirs = #"{"name":"ab","unit":{"id":3,"by":"abc"}}"#

  @Test func schemasNameIt() throws {
    let (plan, description) = (try plan(named), try plan(named).describe(json(ours)))
    #expect(plan.property("name").strategy == .longestMerge)
    #expect(description.contains { "\($0.pointer)" == "/name" && $0.strategy == .longestMerge })
    #expect(throws: SchemaError.self) { try self.plan(self.named, strategies: MergeStrategy.all) }
  }

  @Test(arguments: [
    (#"{"x-merge": "longestmerge"}"#, "longestMerge"),
    (#"{"x-merge": {"using": "longestMerge", "id": "/a"}}"#, "longestMerge takes no option id"),
    (#"{"type": "array", "x-merge": "longestMerge"}"#, "longestMerge merges values of type string"),
    (#"{"type": "string", "x-merge": "setMerge"}"#, "longestMerge"),
    (
      #"{"properties": {"n": {"x-merge": "setMerge"}}, "x-together": {"by": "/n"}}"#,
      "longestMerge"
    ),
  ])
  func mistakesAreAboutIt(schema: String, expected: String) throws {
    do {
      _ = try plan(schema)
      Issue.record("no mistake is found")
    } catch let error as SchemaError {
      #expect("\(error)".contains(expected))
    }
  }

  @Test func itMergesAndNamesTheSideOfAUnit() throws {
    let result = try merge().run()
    #expect(result.isClean)
    let merged = #"{"name":"abc","unit":{"id":3,"by":"abc"}}"#
    #expect(result.text == merged)
    #expect(result.decisions.contains { $0.strategy == .longestMerge && $0.decider == .strategy })
    let open = try merge(theirs: #"{"name":"xyz","unit":{"id":1,"by":"a"}}"#).run()
    #expect(open.conflicts.map(\.pointer.description) == ["/name"])
    #expect(open.defects.isEmpty)
  }

  @Test func theAuditKnowsIt() throws {
    let merge = try merge()
    let result = try merge.merged()
    let wrong = try parse(#"{"name":"ab","unit":{"id":3,"by":"abc"}}"#)
    let defects = merge.audit(
      wrong, decisions: result.decisions, conflicts: result.conflicts)
    #expect(defects.map(\.pointer.description) == ["/name"])
  }

  // MARK: -

  private let named = """
    { "properties": {
        "name": {"x-merge": "longestMerge"},
        "unit": {
          "properties": {"by": {"x-merge": "longestMerge"}},
          "x-together": {"by": "/by"} } } }
    """

  private func plan(
    _ schema: String, strategies: [MergeStrategy] = MergeStrategy.all + [.longestMerge]
  ) throws -> FieldPlan {
    let root = Array(#"{"x-documents": {"*.json": \#(schema)}}"#.utf8)
    return try SchemaSet(root: root, strategies: strategies) { _ in nil }
      .plan(forDocument: "a.json")
  }

  private func merge(theirs: String? = nil) throws -> DocumentMerge {
    try DocumentMerge([base, ours, theirs ?? self.theirs], plan: plan(named))
  }
}
