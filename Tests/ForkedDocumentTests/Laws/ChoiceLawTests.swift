import Forked
import ForkedJSON
import ForkedTestSupport
import Testing

@testable import ForkedDocument

/// Each of the user's choices decides the conflict that was listed at its pointer, whatever is chosen for others:
/// a choice that removes an element moves no other choice to the next element.
///
/// `FORK_LAW_CASES` and `FORK_LAW_SEED` as for ``DocumentLawTests``.
@Suite struct ChoiceLawTests {
  @Test(arguments: ["arrayOfIdentifiableMerge", "orderedMerge", nil] as [String?])
  func choicesKeepTheirConflicts(strategy: String?) throws {
    for seed in DocumentLawTests.seeds { try checkChoices(seed, strategy) }
  }

  @Test func choicesOfElementsWithoutIDsKeepTheirConflicts() throws {
    for seed in DocumentLawTests.seeds { try checkChoices(seed, nil, haveIDs: false) }
  }

  private func checkChoices(_ seed: UInt64, _ strategy: String?, haveIDs: Bool = true) throws {
    var random = SeededGenerator(drawnFrom: seed)
    let elements = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      Element(&random)
    }
    let merge = try Element.merge(of: elements, by: strategy, haveIDs: haveIDs)
    var choices: [JSONPointer: ConflictChoice] = [:]
    var expected = elements.map(\.merged)
    var ours = expected
    var theirs = expected
    for conflict in try merge.run().conflicts {
      let place = try #require(
        elements.indices.first { conflict.ours.names($0) || conflict.theirs.names($0) }
          ?? conflict.path.place)
      let (choice, value) = elements[place].choice(&random)
      choices[conflict.pointer] = choice
      expected[place] = value
      (ours[place], theirs[place]) = (elements[place].ours, elements[place].theirs)
    }
    var decided = merge
    decided.choices = choices
    try expect(decided, expected, "seed \(seed): \(choices)")
    for (side, expected) in [(MergeSide.ours, ours), (.theirs, theirs)] {
      var preferring = merge
      preferring.policy = .prefer(side)
      try expect(preferring, expected, "seed \(seed): \(side) preferred")
    }
  }

  private func expect(_ merge: DocumentMerge, _ expected: [Int?], _ comment: Comment) throws {
    let result = try merge.run()
    #expect(result.isClean && result.defects.isEmpty, comment)
    let values = try JSONDocument(parsing: result.bytes).root["l"]?.elements.map {
      [$0["name"]?.description, $0["v"]?.description]
    }
    let wanted: [[String?]] = zip(expected.indices, expected).compactMap { place, value in
      value.map { ["\"e\(place)\"", String($0)] }
    }
    #expect(values == wanted, comment)
  }
}

/// One element of a list, with its value in each version; nil: it is not there.
private struct Element {
  let (base, ours, theirs): (Int, Int?, Int?)

  init(_ random: inout SeededGenerator) {
    base = 0
    ours = [0, 0, 1, nil].randomElement(using: &random) ?? 0
    theirs = [0, 0, 2, nil].randomElement(using: &random) ?? 0
  }

  /// The value without a conflict.
  var merged: Int? { ours == base ? theirs : theirs == base ? ours : ours ?? theirs }

  func choice(_ random: inout SeededGenerator) -> (ConflictChoice, Int?) {
    let all: [(ConflictChoice, Int?)] = [(.ours, ours), (.theirs, theirs), (.base, base)]
    return all.randomElement(using: &random) ?? all[0]
  }

  static func merge(
    of elements: [Element], by strategy: String?, haveIDs: Bool
  ) throws -> DocumentMerge {
    func document(_ value: (Element) -> Int?) throws -> JSONDocument {
      let list = zip(elements.indices, elements).compactMap { place, element in
        value(element).map {
          let id = haveIDs ? #""id":"e\#(place)","# : ""
          return #"{\#(id)"name":"e\#(place)","v":\#($0),"w":1,"position":\#((place + 1) * 1000)}"#
        }
      }
      return try parse(#"{"l":[\#(list.joined(separator: ","))]}"#)
    }
    let schema = strategy.map {
      #"{"properties":{"l":{"type":"array","x-merge":{"using":"\#($0)","id":"/id"},"#
        + #""items":{"properties":{"v":{"x-merge":"manual"}}}}}}"#
    }
    return DocumentMerge(
      base: try document { $0.base }, ours: try document { $0.ours },
      theirs: try document { $0.theirs }, plan: try schema.map(plan) ?? .none, policy: .manual)
  }
}

extension JSONNode? {
  /// True if it is the element of this number.
  fileprivate func names(_ place: Int) -> Bool { self?["name"]?.description == "\"e\(place)\"" }
}

extension PropertyPath {
  /// The number of the element that the path goes through.
  fileprivate var place: Int? {
    for case .element(_, let id) in steps {
      return id.first?.string?.exactString.flatMap { Int($0.dropFirst()) }
    }
    return nil
  }
}
