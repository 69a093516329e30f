import ForkedTestSupport

/// The numbers of outcomes of a format.
struct RecordTally {
  let format: RecordFormat
  private(set) var engine = Counts()
  /// The engine's results where git merged, too.
  private(set) var engineBesideGit = Counts()
  private(set) var git = Counts()
  private var byLines = 0
  /// Conflicts of the engine where git's lines have none, and those of them where these are right.
  private var leftBesideGit = (all: 0, right: 0)

  init(format: RecordFormat) { self.format = format }

  var row: String {
    """
    records, \(format.rawValue): \(engine.text), by lines \(byLines); \
    beside git: right \(engineBesideGit["right"]), wrong \(engineBesideGit["wrong"]); \
    git: right \(git["right"]), \(git.text); \
    left where git is clean \(leftBesideGit.all), of which git is right in \(leftBesideGit.right)
    """
  }

  /// Merges, and counts how that ended.
  mutating func add(_ lawCase: RecordCase, comparesGit: Bool) throws -> RecordVerdict {
    var lines: [UInt8]??
    func merged() throws -> [UInt8]? {
      if let lines { return lines }
      let new = try lawCase.mergedByGit()
      lines = .some(new)
      return new
    }
    let result = try lawCase.merged(orByLines: merged)
    let verdict = lawCase.verdict(of: result)
    engine.add(verdict, of: lawCase)
    if case .lineMerge? = result.decisions.first?.outcome { byLines += 1 }
    if comparesGit {
      engineBesideGit.add(verdict, of: lawCase)
      let gitVerdict = try merged().map { lawCase.verdict(of: $0) } ?? .conflict
      git.add(gitVerdict, of: lawCase)
      if verdict == .conflict, gitVerdict != .conflict {
        leftBesideGit.all += 1
        leftBesideGit.right += gitVerdict == .right ? 1 : 0
      }
    }
    return verdict
  }
}

extension Counts {
  fileprivate mutating func add(_ verdict: RecordVerdict, of lawCase: RecordCase) {
    add(verdict.name)
    if ![.conflict, .refused].contains(verdict) { add("clean") }
    if verdict.isWrong, lawCase.policy == .mostRecent { add("wrong by recency") }
  }

  fileprivate var text: String {
    text(
      "clean", "conflict", "refused", "wrong", "wrong by recency", "revived", "unclear", "coarse")
  }
}
