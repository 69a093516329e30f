import ForkedJSON
import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedSchema

/// A draft identifies elements by the smallest combination of members that is unique in all versions of an array.
///
/// `FORK_LAW_CASES` sets the number of cases, `FORK_LAW_SEED` the first seed.
@Suite struct LearnedIdentityTests {
  private static let seeds = LawSeeds.range(usually: 1000)

  private static let names = ["a", "b", "c", "d"]

  @Test func smallestCombination() throws {
    var learned = 0
    for seed in Self.seeds {
      let arrays = Self.arrays(seed: seed)
      let expected = Self.identity(of: arrays)
      let found = try Self.drafted(from: arrays)
      learned += found.isEmpty ? 0 : 1
      #expect(found == expected, "seed \(seed): \(arrays)")
    }
    #expect(learned * 20 > Self.seeds.count)
  }

  /// Versions of one array, or several arrays of one field, as lists of records.
  private static func arrays(seed: UInt64) -> [[[Int]]] {
    var generator = SeededGenerator(seed: seed)
    let sizes = names.map { _ in generator.below(7) + 1 }
    return (0...generator.below(3)).map { _ in
      (0..<5 + generator.below(5)).map { _ in
        sizes.map { generator.below($0) }
      }
    }
  }

  /// The members that the definition names; none if one member is unique alone, as its name is not that of an id.
  private static func identity(of arrays: [[[Int]]]) -> [String] {
    let subsets = (1..<1 << names.count).map { bits in
      names.indices.filter { bits >> $0 & 1 == 1 }
    }.filter { $0.count < 4 }
    let unique = subsets.filter { columns in
      arrays.allSatisfy { records in
        Set(records.map { record in columns.map { record[$0] } }).count == records.count
      }
    }
    guard let size = unique.map(\.count).min(), size > 1 else { return [] }
    let smallest = unique.filter { $0.count == size }
    return smallest.count == 1 ? smallest[0].map { names[$0] } : []
  }

  private static func drafted(from arrays: [[[Int]]]) throws -> [String] {
    // Some of the arrays are in documents of their own, which one group of the draft describes.
    let paths = arrays.indices.map { "rows/\($0 % 2).json" }
    var inference = SchemaInference(
      documents: Array(Set(paths)).sorted(), leavingConflicts: false)
    for (path, records) in zip(paths, arrays) {
      let rows = records.map { record in
        let members = zip(names, record).map { "\"\($0)\": \"\($1)\"" }
        return "{\(members.joined(separator: ", "))}"
      }
      let text = "{\"rows\": [\(rows.joined(separator: ", "))]}"
      inference.add(version: try JSONDocument(parsing: Array(text.utf8)).root, of: path)
    }
    let draft = try JSONDocument(parsing: inference.draft().bytes).root
    let documents = try #require(draft["x-documents"]?.members.first { _ in true }?.value)
    let ids = documents["properties"]?["rows"]?["x-merge"]?["id"]
    return ids?.elements.compactMap { $0.string?.utf8.dropFirst() }.map {
      String(decoding: $0, as: UTF8.self)
    } ?? []
  }
}
