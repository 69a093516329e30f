import Forked
import ForkedDocument
import ForkedJSON
import ForkedMerge
import ForkedSchema
import ForkedTestSupport

/// Three versions of a random document, and what else a merge of them depends on.
struct LawCase {
  let seed: UInt64
  /// nil: without a schema.
  let shape: LawShape?
  private let plan: FieldPlan
  /// Base, ours and theirs.
  var trees: [LawTree]
  var styles: [LawStyle]
  var hasBase = true
  var later: MergeSide?
  var policy: ConflictPolicy?

  init(seed: UInt64) throws {
    self.seed = seed
    var generator = LawGenerator(random: SeededGenerator(drawnFrom: seed))
    let shape = generator.shape()
    let isDeclared = generator.random.oneIn(2)
    self.shape = isDeclared ? shape : nil
    plan = isDeclared ? try Self.plan(of: shape) : .none
    let base = generator.value(of: shape)
    let most = generator.random.pick([2, 4, 12])
    let ours = generator.edited(base, shape, times: generator.random.below(most + 1))
    let start = generator.random.oneIn(8) ? ours : base
    let theirs = generator.edited(start, shape, times: generator.random.below(most + 1))
    let style = LawStyle.random(&generator.random)
    let isOneStyle = generator.random.oneIn(2)
    styles = (0..<3).map { _ in isOneStyle ? style : .random(&generator.random) }
    trees = [base, ours, theirs]
    if generator.random.oneIn(3) { trees = trees.map { $0.respelled(&generator.random) } }
    hasBase = !generator.random.oneIn(10)
    later = generator.random.pick([.ours, .theirs, .theirs, nil])
    policy = generator.random.pick([
      nil, nil, .mostRecent, .manual, .prefer(.ours), .prefer(.theirs),
    ])
  }

  private static func plan(of shape: LawShape) throws -> FieldPlan {
    let schema = """
      {"x-default-merge": "mostRecent", "x-documents": {"*.json": \(shape.schema)}}
      """
    return try SchemaSet(root: Array(schema.utf8), load: { _ in nil }).plan(forDocument: "a.json")
  }

  // MARK: - Merging

  /// The bytes of base, ours or theirs.
  enum Version: Int { case base, ours, theirs }

  func document(_ version: Version) throws -> JSONDocument {
    try JSONDocument(
      parsing: Array(styles[version.rawValue].document(trees[version.rawValue]).utf8))
  }

  /// The merge of base, ours and theirs.
  func merge() throws -> DocumentMerge {
    try merge(hasBase ? .base : nil, .ours, .theirs)
  }

  /// The merge of any three of the versions.
  func merge(_ base: Version?, _ ours: Version, _ theirs: Version) throws -> DocumentMerge {
    DocumentMerge(
      base: try base.map(document), ours: try document(ours), theirs: try document(theirs),
      plan: plan, policy: policy, recency: { _ in later.map { Recency(later: $0) } })
  }

  /// The same merge of other trees, written in the same styles. They may have duplicate keys.
  func merge(of trees: [LawTree]) throws -> DocumentMerge {
    let texts = zip(styles, trees).map { Array($0.document($1).utf8) }
    var merge = try DocumentMerge(
      parsing: hasBase ? texts[0] : nil, ours: texts[1], theirs: texts[2], plan: plan)
    merge.policy = policy
    // Without history the order of two insertions depends on all that stands beside them.
    merge.recency = { _ in Recency(later: later ?? .ours) }
    return merge
  }

  /// The case with its sides exchanged.
  var swapped: LawCase {
    var swapped = self
    swapped.trees.swapAt(1, 2)
    swapped.styles.swapAt(1, 2)
    swapped.later = later?.other
    if case .prefer(let side)? = policy { swapped.policy = .prefer(side.other) }
    return swapped
  }

  /// Everything that it takes to run it again.
  var trail: String {
    let texts = zip(["base", "ours", "theirs"], zip(styles, trees)).map {
      "\($0): \($1.0.document($1.1))"
    }
    return """
      seed \(seed), later \(later.map(\.rawValue) ?? "unknown"), policy \(String(describing: policy)), \
      \(hasBase ? "with a base" : "without a base")
      schema: \(shape?.schema ?? "none")
      \(texts.joined(separator: "\n"))
      """
  }
}
