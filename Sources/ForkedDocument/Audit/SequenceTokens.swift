import ForkedJSON

/// Equal integers for the equal elements of arrays.
enum ValueTokens {
  /// - Parameter key: a member that is not compared.
  static func of(_ arrays: [JSONElementList?], apartFrom key: JSONString? = nil) -> [[Int]] {
    var numbers = JSONValueNumbers()
    var known: [[[UInt8]]: Int] = [:]
    return arrays.map { list in
      list?.map { element in
        guard let key else { return numbers.number(of: element) }
        let (parts, next) = (element.parts(apartFrom: key), known.count)
        if let number = known[parts] { return number }
        known[parts] = next
        return next
      } ?? []
    }
  }
}

/// Four versions of an array as tokens: equal integers for equal elements, and for matched versions of one element.
struct SequenceTokens {
  private var tokens: [[Int]]
  private let elements: [JSONElementList?]
  private var next: Int
  /// The number of conflicts so far for which ours has no element.
  private var absentCount = 0

  /// The elements that are not checked by their parts.
  var list: ListConservation { ListConservation(tokens.map { $0.filter { $0 >= 0 } }) }

  /// True if elements may be versions of other elements.
  var hasContainers: Bool { elements.contains { $0?.holdsContainers ?? false } }

  /// - Parameter key: the member that holds ids which may only count the elements, if they are numbers: then a number
  ///   is no part of an element.
  init(_ versions: FourVersions, countedBy key: JSONString?) {
    elements = versions.all.map { $0.map { JSONElementList($0) } }
    let areNumbers = elements.allSatisfy { list in
      list?.allSatisfy { element in key.map { element[$0]?.kind == .number } ?? false } ?? true
    }
    tokens = ValueTokens.of(elements, apartFrom: areNumbers ? key : nil)
    next = tokens.reduce(0) { $0 + $1.count }
  }

  /// The objects that stand in one place of all versions, between neighbours that no side moved, where both sides
  /// changed some of their members.
  var pairsInPlace: [ReportedPair] {
    list.windows.filter { windows in windows.allSatisfy { $0.count == windows[0].count } }
      .flatMap { windows in
        windows[0].indices.compactMap { offset in
          pair(windows.map { $0.lowerBound + offset - windows[0].lowerBound })
        }
      }
  }

  private func pair(_ places: [Int]) -> ReportedPair? {
    guard Set((0..<3).map { tokens[$0][places[$0]] }).count == 3,
      let base = elements[0]?[places[0]],
      let ours = elements[1]?[places[1]], let theirs = elements[2]?[places[2]],
      ours.isVersion(of: base), theirs.isVersion(of: base)
    else { return nil }
    return ReportedPair(
      index: places[3], versions: FourVersions(base: base, ours: ours, theirs: theirs))
  }

  /// Gives the versions of an element a token of their own, or removes them if one side deleted it, or both added it:
  /// then nothing tells which of two places is its own.
  /// - Parameters:
  ///   - isLeft: true if it is left to the user, so that the indices of the report count the version that is not in
  ///     the result.
  ///   - chosen: what the user chose; `.some(nil)` for nothing, nil if they decided nothing here.
  /// - Returns: the versions; nil if one of them doesn't exist.
  mutating func take(
    _ pair: ReportedPair, isLeft: Bool, chosen: JSONNode??
  ) -> FourVersions? {
    var parts = pair.versions
    let hasBoth = parts.ours != nil && parts.theirs != nil
    let token = hasBoth && parts.base != nil ? next : -1
    next += 1
    for (version, part) in parts.all.enumerated() {
      guard let part else { continue }
      guard let place = elements[version]?.place(of: part) else { return nil }
      tokens[version][place] = token
    }
    let index = pair.index - absentCount
    let kept = elements[3].flatMap { $0.indices.contains(index) ? $0[index] : nil }
    // Where it is left to the user, the audited document has our version.
    let isOneSides = kept != nil && kept.isSame(as: parts.ours ?? (isLeft ? nil : parts.theirs))
    if case .some(.none) = chosen { return parts }
    if hasBoth || isOneSides || chosen != nil && kept != nil {
      guard let kept else { return nil }
      tokens[3][index] = token
      parts.merged = kept
    } else if isLeft {
      absentCount += 1
    }
    return parts
  }
}
