/// The numbers of outcomes of a format.
struct RecordTally {
  struct Counts {
    var conflict = 0
    var refused = 0
    var right = 0
    var coarse = 0
    var unclear = 0
    var revived = 0
    var wrong = 0
    /// Of the wrong ones: those where the later change wins.
    var wrongByRecency = 0
    /// Of the right ones: those that put a record elsewhere.
    var misplaced = 0
    var drifted = 0

    mutating func add(_ verdict: RecordVerdict, _ bytes: [UInt8], of lawCase: RecordCase) {
      if verdict == .right {
        let order = lawCase.order(of: bytes)
        misplaced += order.isMisplaced ? 1 : 0
        drifted += order.isDrifted ? 1 : 0
      }
      if verdict.isWrong, lawCase.policy == .mostRecent { wrongByRecency += 1 }
      switch verdict {
      case .conflict: conflict += 1
      case .refused: refused += 1
      case .right: right += 1
      case .coarse: coarse += 1
      case .unclear: unclear += 1
      case .revived: revived += 1
      case .wrong: wrong += 1
      }
    }

    /// Merges without a conflict.
    var clean: Int { right + coarse + unclear + revived + wrong }

    var text: String {
      "clean \(clean), conflict \(conflict), refused \(refused), wrong \(wrong) (\(wrongByRecency) by recency), revived \(revived)"
        + ", unclear \(unclear), coarse \(coarse), misplaced \(misplaced), drift \(drifted)"
    }
  }

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
    beside git: right \(engineBesideGit.right), wrong \(engineBesideGit.wrong); \
    git: right \(git.right), \(git.text); \
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
    engine.add(verdict, result.bytes, of: lawCase)
    if case .lineMerge? = result.decisions.first?.outcome { byLines += 1 }
    if comparesGit {
      engineBesideGit.add(verdict, result.bytes, of: lawCase)
      let bytes = try merged()
      let gitVerdict = bytes.map { lawCase.verdict(of: $0) } ?? .conflict
      git.add(gitVerdict, bytes ?? [], of: lawCase)
      if verdict == .conflict, gitVerdict != .conflict {
        leftBesideGit.all += 1
        leftBesideGit.right += gitVerdict == .right ? 1 : 0
      }
    }
    return verdict
  }
}
