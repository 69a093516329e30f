/// A case of a law that can be made smaller.
protocol Shrinking {
  associatedtype Smaller: Sequence<Self>
  /// Cases with less in them, the boldest first.
  var smaller: Smaller { get }
}

extension Shrinking {
  /// A smaller case that still breaks the law: without what doesn't matter.
  /// - Parameter breaks: whether a case breaks the law.
  func minimized(_ breaks: (Self) -> Bool) -> Self {
    var smallest = self
    var attempts = 2000
    while let smaller = smallest.smaller.first(where: { candidate in
      attempts -= 1
      return attempts > 0 && breaks(candidate)
    }) {
      smallest = smaller
    }
    return smallest
  }

  func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension LawCase: Shrinking {
  var smaller: some Sequence<LawCase> {
    let kinds: [() -> [LawCase]] = [
      { simplerSettings }, { withoutOneStepInAll }, { withOneEditLess }, { withoutOnePart },
    ]
    return kinds.lazy.flatMap { $0() }
  }

  private var simplerSettings: [LawCase] {
    var cases: [LawCase] = []
    for index in styles.indices where styles[index] != .plain {
      cases.append(changed { $0.styles[index] = .plain })
    }
    if policy != nil { cases.append(changed { $0.policy = nil }) }
    if later != nil { cases.append(changed { $0.later = nil }) }
    return cases
  }

  /// The case without a value that all three have at one pointer.
  private var withoutOneStepInAll: [LawCase] {
    trees[0].ways.compactMap { way in
      let steps = trees[0].steps(way[...])
      let ways = trees.map { $0.way(steps[...]) }
      let trimmed = zip(trees, ways).compactMap { tree, way in
        way.flatMap { tree.replacing($0[...], with: nil) }
      }
      return trimmed.count == 3 ? changed { $0.trees = trimmed } : nil
    }
  }

  /// With base's part where a side has another.
  private var withOneEditLess: [LawCase] {
    [1, 2].flatMap { side in
      trees[side].ways.compactMap { way in
        guard let original = trees[0].way(trees[side].steps(way[...])[...]),
          let part = trees[0][original[...]], part != trees[side][way[...]],
          let tree = trees[side].replacing(way[...], with: part)
        else { return nil }
        return changed { $0.trees[side] = tree }
      }
    }
  }

  private var withoutOnePart: [LawCase] {
    trees.indices.flatMap { index in
      trees[index].ways.compactMap { way in
        trees[index].replacing(way[...], with: nil).map { tree in
          changed { $0.trees[index] = tree }
        }
      }
    }
  }
}
