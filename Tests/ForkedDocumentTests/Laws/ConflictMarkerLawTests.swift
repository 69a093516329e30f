import ForkedJSON
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// Whatever side is taken in each conflict's block, the file is JSON and holds what was taken.
@Suite struct ConflictMarkerLawTests {
  /// So many ways to decide the blocks of one document are tried.
  private static let most = 64

  @Test(arguments: [false, true])
  func anySideOfEachBlockIsJSON(showsBase: Bool) throws {
    var (conflicted, failures) = (0, 0)
    for seed in DocumentLawTests.seeds where failures < 3 {
      var lawCase = try LawCase(seed: seed)
      lawCase.policy = .manual
      guard let found = try Self.violation(by: lawCase, showsBase: showsBase) else { continue }
      conflicted += 1
      guard found.message != nil else { continue }
      failures += 1
      let smallest = lawCase.minimized {
        (try? Self.violation(by: $0, showsBase: showsBase))?.message != nil
      }
      let message = try Self.violation(by: smallest, showsBase: showsBase)?.message
      Issue.record("\(message ?? "")\n\(smallest.trail)")
    }
    if LawSeeds.isLong {
      #expect(failures > 0 || conflicted * 10 > DocumentLawTests.count)
    }
  }

  /// The violation of the law by a merge; nil if there is none, or no conflict.
  private static func violation(
    by lawCase: LawCase, showsBase: Bool
  ) throws -> (message: String?, Void)? {
    let merge = try lawCase.merge()
    let outcome = try merge.merged(showBase: showsBase)
    guard !outcome.conflicts.isEmpty else { return nil }
    let text = merge.bytes(of: outcome.value, markers: .init(), showBase: showsBase)
    let marked = MarkedText(text)
    let sides: [MarkedText.Side] = showsBase ? [.ours, .base, .theirs] : [.ours, .theirs]
    for choices in choices(among: sides, count: marked.blocks, seed: lawCase.seed) {
      var rest = choices[...]
      let wanted = try outcome.value.taking(&rest, merge)
      let chosen = marked.taking(choices)
      let found = try? JSONDocument(parsing: chosen).root
      guard rest.isEmpty, found == wanted, found != nil || chosen.isEmpty else {
        let texts = [text, chosen].map { String(decoding: $0, as: UTF8.self) }
        return ("\(choices) of\n\(texts[0])\nis\n\(texts[1])", ())
      }
    }
    return (nil, ())
  }

  /// All ways to choose, or some of them where they are many.
  private static func choices(
    among sides: [MarkedText.Side], count: Int, seed: UInt64
  ) -> [[MarkedText.Side]] {
    var all: [[MarkedText.Side]] = [[]]
    for _ in 0..<count where all.count * sides.count <= most {
      all = all.flatMap { choices in sides.map { choices + [$0] } }
    }
    if all[0].count == count { return all }
    var random = SeededGenerator(drawnFrom: seed)
    return (0..<most).map { _ in (0..<count).map { _ in random.pick(sides) } }
  }
}

extension MergedValue {
  /// The document with one choice for each conflict, in their order; nil where that is none.
  fileprivate func taking(
    _ choices: inout ArraySlice<MarkedText.Side>, _ merge: DocumentMerge
  ) throws -> JSONNode? {
    switch self {
    case .absent, .removed: nil
    case .value(let rewrite):
      try JSONDocument(parsing: merge.ours.rewritten(rewrite.taking(&choices))).root
    case .conflict:
      switch choices.popFirst() {
      case .ours: merge.ours.root
      case .base: merge.base?.root
      case .theirs: merge.theirs.root
      case nil: nil
      }
    }
  }
}

extension JSONRewrite {
  fileprivate func taking(_ choices: inout ArraySlice<MarkedText.Side>) -> JSONRewrite {
    switch self {
    case .keep, .take, .literal: self
    case .object(let like, let entries): .object(like: like, Self.taking(&choices, in: entries))
    case .array(let like, let entries): .array(like: like, Self.taking(&choices, in: entries))
    }
  }

  /// If a container holds only conflicts, and each of them may leave nothing there, no comma would do for
  /// all choices: they are decided together.
  private static func taking(
    _ choices: inout ArraySlice<MarkedText.Side>, in entries: [Entry]
  ) -> [Entry] {
    let areOne =
      !entries.isEmpty
      && entries.allSatisfy { entry in
        guard case .conflict(let conflict) = entry else { return false }
        return conflict.ours.isEmpty || conflict.theirs.isEmpty || conflict.base?.isEmpty ?? false
      }
    let common = areOne ? choices.popFirst() : nil
    return entries.flatMap { entry -> [Entry] in
      switch entry {
      case .member(let key, let value): [.member(key: key, value.taking(&choices))]
      case .newMember(let key, let value): [.newMember(key: key, value.taking(&choices))]
      case .element(let value): [.element(value.taking(&choices))]
      case .beside: [entry]
      case .conflict(let conflict):
        switch areOne ? common : choices.popFirst() {
        case .ours: conflict.ours
        case .base: conflict.base ?? []
        case .theirs: conflict.theirs
        case nil: []
        }
      }
    }
  }
}
