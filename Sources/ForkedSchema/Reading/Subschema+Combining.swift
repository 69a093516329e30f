/// How many steps reading a schema may take. Combinations of subschemas can be exponentially many; a schema
/// that anybody wrote to be read stays far below.
struct WorkLimit {
  private var left: Int

  init(for subschemas: Int) { left = 1_000_000 + 64 * subschemas }

  /// Returns false when the limit is passed.
  mutating func spend(_ steps: Int) -> Bool {
    left -= min(steps, left + 1)
    return left >= 0
  }
}

extension [Subschema] {
  /// The schemas that together describe one value: these, what they refer to, and their `allOf`; nearest
  /// first. nil where the limit is passed. O(result), references included.
  func combining(_ seeds: [Int], _ limit: inout WorkLimit) -> [Int]? {
    if seeds.count == 1, self[seeds[0]].references.isEmpty, self[seeds[0]].allOf.isEmpty {
      return limit.spend(1) ? seeds : nil
    }
    var combined = seeds
    var known = Set(seeds)
    var next = 0
    while next < combined.count {
      let schema = self[combined[next]]
      next += 1
      guard limit.spend(1 + schema.references.count + schema.allOf.count) else { return nil }
      for below in schema.references + schema.allOf where known.insert(below).inserted {
        combined.append(below)
      }
    }
    return combined
  }
}
