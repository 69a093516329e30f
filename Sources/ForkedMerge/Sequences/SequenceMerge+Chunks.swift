extension SequenceMerge {
  static func chunks(of alignment: ThreeWayAlignment) -> [SequenceChunk] {
    let script = ThreeWayScript(alignment)
    var list = ChunkList()
    var element = 0
    for insertion in script.insertions {
      list.append(elements: element..<insertion.gap, of: script)
      list.append(insertion, of: script)
      element = insertion.end
    }
    list.append(elements: element..<alignment.base.count, of: script)
    return list.chunks
  }
}

/// Chunks as they are found, each starting where the last one ended.
private struct ChunkList {
  enum Kind { case unchanged, byOurs, byTheirs, alike, contested }

  private(set) var chunks: [SequenceChunk] = []
  private var last: Kind?
  private var base = 0..<0
  private var ours = 0..<0
  private var theirs = 0..<0

  mutating func append(elements: Range<Int>, of script: ThreeWayScript) {
    for element in elements {
      let (our, their) = (script.ourPlaces[element] >= 0, script.theirPlaces[element] >= 0)
      let kind: Kind = our ? (their ? .unchanged : .byTheirs) : (their ? .byOurs : .alike)
      append(kind, base: 1, ours: our ? 1 : 0, theirs: their ? 1 : 0)
    }
  }

  mutating func append(_ insertion: Insertion, of script: ThreeWayScript) {
    let region = script.region(of: insertion)
    let (our, their) = (region.ours.count, region.theirs.count)
    append(
      kind(of: insertion, ours: our, theirs: their, in: script.alignment),
      base: region.base.count, ours: our, theirs: their)
  }

  private func kind(
    of insertion: Insertion, ours our: Int, theirs their: Int, in alignment: ThreeWayAlignment
  ) -> Kind {
    guard insertion.isByBoth else { return insertion.theirs.isEmpty ? .byOurs : .byTheirs }
    guard our == their else { return .contested }
    let ourStart = ours.upperBound
    let theirStart = theirs.upperBound
    let alike =
      alignment.ours[ourStart..<ourStart + our] == alignment.theirs[theirStart..<theirStart + their]
    return alike ? .alike : .contested
  }

  private mutating func append(_ kind: Kind, base: Int, ours: Int, theirs: Int) {
    let joins = kind == last && kind != .contested
    self.base = Self.next(after: self.base, count: base, joins: joins)
    self.ours = Self.next(after: self.ours, count: ours, joins: joins)
    self.theirs = Self.next(after: self.theirs, count: theirs, joins: joins)
    if joins { chunks.removeLast() }
    last = kind
    chunks.append(chunk(kind))
  }

  private static func next(after range: Range<Int>, count: Int, joins: Bool) -> Range<Int> {
    (joins ? range.lowerBound : range.upperBound)..<range.upperBound + count
  }

  private func chunk(_ kind: Kind) -> SequenceChunk {
    switch kind {
    case .unchanged: .unchanged(base: base, ours: ours, theirs: theirs)
    case .byOurs: .changedByOurs(base: base, ours: ours, theirs: theirs)
    case .byTheirs: .changedByTheirs(base: base, ours: ours, theirs: theirs)
    case .alike: .changedAlike(base: base, ours: ours, theirs: theirs)
    case .contested: .contested(base: base, ours: ours, theirs: theirs)
    }
  }
}
