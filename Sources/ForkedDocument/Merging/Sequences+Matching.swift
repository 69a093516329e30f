import Forked
import ForkedJSON
import ForkedSchema

/// The matching of elements in the three versions.
extension Sequences {
  /// Gives one token to the versions of each element that both sides still have, and to elements of both that may be
  /// one.
  mutating func matchElements(_ rows: () -> ElementRows?, firstToken: Int) {
    let withContainers = [base, ours, theirs].count { $0.contains { $0.kind.isContainer } }
    guard withContainers > 1, let rows = rows() else { return }
    elements = rows
    let sides = (
      MatchedSide(rows.rows.pairs { $0.ours }, base: baseTokens, side: oursTokens),
      MatchedSide(rows.rows.pairs { $0.theirs }, base: baseTokens, side: theirsTokens)
    )
    hasMoves = sides.0.hasMoves || sides.1.hasMoves
    var next = firstToken
    let counts = baseTokens.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    for row in rows.rows {
      // Of equal elements nothing tells which one it is.
      if let element = row.base, counts[baseTokens[element]] != 1 { continue }
      name(row, movedBy: sides, next)
      next += 1
    }
    for pair in rows.open { noteOpen(pair, movedBy: sides) }
  }

  /// Gives tokens to an element's versions: one to those that are one element in the sequences, and that merge by
  /// their parts.
  private mutating func name(
    _ row: ElementRows.Row, movedBy sides: (MatchedSide, MatchedSide), _ token: Int
  ) {
    switch (row.base, row.ours, row.theirs) {
    case (let element?, let our?, let their?):
      // Elements that nobody changed are known by their values: equal ones may be each other.
      isMatched[element] =
        baseTokens[element] != oursTokens[our] || baseTokens[element] != theirsTokens[their]
      if !isMatched[element] { return }
      (baseTokens[element], oursTokens[our], theirsTokens[their]) = (token, token, token)
    case (let element?, let our?, nil):
      if baseTokens[element] != oursTokens[our], sides.0.isMoved(element) {
        uncertain.ours[our] = Versions(base: base[element], ours: ours[our])
      }
    case (let element?, nil, let their?):
      if baseTokens[element] != theirsTokens[their], sides.1.isMoved(element) {
        uncertain.theirs[their] = Versions(base: base[element], theirs: theirs[their])
      }
    case (nil, let our?, let their?) where !isLines:
      guard oursTokens[our] != theirsTokens[their] else { return }
      addNamesakes(our, their)
      (oursTokens[our], theirsTokens[their]) = (token, token)
    default: break
    }
  }

  /// Notes an element of a side that may be one that the other side changed, moved or deleted, or one that the other
  /// side added.
  private mutating func noteOpen(
    _ pair: ElementRows.Row, movedBy sides: (MatchedSide, MatchedSide)
  ) {
    switch (pair.base, pair.ours, pair.theirs) {
    case (let element?, let our?, _) where !sides.1.keeps(element):
      uncertain.ours[our] = Versions(base: base[element], ours: ours[our])
    case (let element?, _, let their?) where !sides.0.keeps(element):
      uncertain.theirs[their] = Versions(base: base[element], theirs: theirs[their])
    case (nil, let our?, let their?) where !isLines:
      guard namesakes.ours[our] == nil, namesakes.theirs[their] == nil else { return }
      addNamesakes(our, their)
      theirsTokens[their] = oursTokens[our]
    default: break
    }
  }

  private mutating func addNamesakes(_ our: Int, _ their: Int) {
    (namesakes.ours[our], namesakes.theirs[their]) = (their, our)
    let parts = Versions(ours: ours[our], theirs: theirs[their])
    if uncertain.ours[our] == nil { uncertain.ours[our] = parts }
    if uncertain.theirs[their] == nil { uncertain.theirs[their] = parts }
  }
}
