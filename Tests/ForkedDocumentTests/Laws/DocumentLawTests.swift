import Foundation
import Forked
import ForkedDocument
import ForkedJSON
import ForkedMerge
import ForkedTestSupport
import Testing

/// The laws of merging (law 4 apart, which needs a history), for random documents with and without a schema.
///
/// `FORK_LAW_CASES` sets how many cases each law is tried on, `FORK_LAW_SEED` the first seed.
@Suite struct DocumentLawTests {
  static let count = LawSeeds.count(usually: 300)
  static let firstSeed = LawSeeds.first

  static var seeds: Range<UInt64> { firstSeed..<firstSeed + UInt64(count) }

  @Test(arguments: Law.allCases)
  func holds(_ law: Law) throws {
    var failures = 0
    for seed in Self.seeds where failures < 3 {
      let lawCase = try LawCase(seed: seed)
      guard let violation = law.violation(by: lawCase) else { continue }
      failures += 1
      let smallest = lawCase.minimized { law.violation(by: $0) != nil }
      Issue.record(
        """
        \(law): \(violation)
        \(lawCase.trail)
        minimized: \(law.violation(by: smallest) ?? "")
        \(smallest.trail)
        """)
    }
  }
}

/// The invariants of every merge.
enum Law: String, CaseIterable {
  case oneSideAlone, bothAlike, symmetric, nothingLost, quiet, audited, sorted

  /// The violation of the law by a case; nil if there is none.
  func violation(by lawCase: LawCase) -> String? {
    do {
      switch self {
      case .oneSideAlone: return try Self.oneSideAlone(lawCase)
      case .bothAlike: return try Self.bothAlike(lawCase)
      case .symmetric: return try Self.symmetric(lawCase)
      case .nothingLost: return try Self.nothingLost(lawCase)
      case .quiet: return try Self.quiet(lawCase)
      case .audited: return try Self.audited(lawCase)
      case .sorted: return try Self.sorted(lawCase)
      }
    } catch {
      return "\(error)"
    }
  }

  /// If one side alone changed, it is the result: ours with every byte, theirs as a value.
  private static func oneSideAlone(_ lawCase: LawCase) throws -> String? {
    let ours = try lawCase.merge(.base, .ours, .base).run()
    guard ours.isClean, ours.bytes == (try lawCase.document(.ours).bytes) else {
      return "ours alone changed: \(ours.summary)"
    }
    let merge = try lawCase.merge(.base, .base, .theirs)
    let theirs = try merge.run()
    let merged = try JSONDocument(parsing: theirs.bytes)
    guard theirs.isClean, merged.root == merge.theirs.root else {
      return "theirs alone changed: \(theirs.summary)"
    }
    return try LawQuietness(merge, theirs, lawCase.shape ?? .free).violations.first
  }

  private static func bothAlike(_ lawCase: LawCase) throws -> String? {
    guard lawCase.shape?.holdsCounter != true else { return nil }
    let result = try lawCase.merge(.base, .ours, .ours).run()
    let isOurs = try result.isClean && result.bytes == lawCase.document(.ours).bytes
    return isOurs ? nil : result.summary
  }

  private static func symmetric(_ lawCase: LawCase) throws -> String? {
    let results = try [lawCase, lawCase.swapped].map { try $0.merge().run() }
    guard results[0].isClean, results[1].isClean else {
      let isSame = results[0].conflicts.count == results[1].conflicts.count
      return isSame ? nil : results.map(\.summary).joined(separator: "\n")
    }
    let merged = try results.map { try JSONDocument(parsing: $0.bytes).root }
    let isSame = merged[0].isSame(as: merged[1], lawCase.shape ?? .free)
    return isSame ? nil : results.map(\.summary).joined(separator: "\n")
  }

  private static func nothingLost(_ lawCase: LawCase) throws -> String? {
    let merge = try lawCase.merge()
    let result = try merge.run()
    guard result.conflicts.isEmpty else { return nil }
    let shape = lawCase.shape ?? .free
    // What a position becomes depends on its neighbours: that is for the laws of ordered lists.
    func content(_ document: JSONDocument) throws -> JSONNode {
      guard shape.holdsOrdered else { return document.root }
      return try json(LawStyle.plain.document(LawTree(contentOf: document.root, shape)))
    }
    var comparison = LawComparison(result)
    comparison.compare(
      .init(
        base: try merge.base.map(content), ours: try content(merge.ours),
        theirs: try content(merge.theirs),
        merged: try content(JSONDocument(parsing: result.bytes))), shape)
    return comparison.violations.first.map { "\($0) in \(result.summary)" }
  }

  private static func quiet(_ lawCase: LawCase) throws -> String? {
    let merge = try lawCase.merge()
    let result = try merge.run()
    guard result.conflicts.isEmpty else { return nil }
    let merged = try JSONDocument(parsing: result.bytes)
    let quietness = try LawQuietness(merge, result, lawCase.shape ?? .free)
    if let violation = quietness.violations.first {
      return "\(violation) in \(result.summary)"
    }
    let isOneStyle =
      merge.ours.root.count > 1 && lawCase.styles[0].isUniform
      && lawCase.styles.allSatisfy { $0 == lawCase.styles[0] }
    let text = lawCase.styles[1].document(LawTree(merged.root))
    return isOneStyle && result.bytes != Array(text.utf8) ? "style: \(result.summary)" : nil
  }

  private static func audited(_ lawCase: LawCase) throws -> String? {
    let result = try lawCase.merge().run()
    return result.defects.first.map { "\($0) in \(result.summary)" }
  }

  /// If ordered lists are in order on both sides, so they are in the result.
  private static func sorted(_ lawCase: LawCase) throws -> String? {
    let merge = try lawCase.merge()
    let result = try merge.run()
    guard result.conflicts.isEmpty else { return nil }
    func problems(_ document: JSONDocument) -> [OrderedLists.Problem] {
      OrderedLists.problems(in: document, plan: merge.plan)
    }
    guard problems(merge.ours).isEmpty, problems(merge.theirs).isEmpty else { return nil }
    let found = try problems(JSONDocument(parsing: result.bytes)).first
    return found.map { "\($0.pointer): \($0.message) in \(result.summary)" }
  }
}

extension MergeResult<[UInt8]> {
  fileprivate var summary: String {
    let reports = decisions.map { "\($0.pointer) \($0.outcome.name)" }
    return "\(text) \(reports) \(conflicts.map { $0.pointer })"
  }
}
