/// A search in the sorted ids of a pack's index or of a commit graph.
enum SortedIDs {
  /// The distance of the second probe from the first.
  private static let firstReach = 8

  /// Returns the position of an id among those that have the same first byte; nil if it is not there.
  ///
  /// Ids are hashes, so they are spread evenly. The search begins where the id is then, and reaches further from there.
  ///
  /// - Parameter idAt: Returns the id at a position of the range.
  /// - Complexity: O(log ids), mostly within a few lines of the processor's cache.
  @inline(__always)
  static func position(
    of id: ObjectID, in range: Range<Int>, _ idAt: (Int) -> ObjectID
  ) -> Int? {
    var (low, high) = (range.lowerBound, range.upperBound)
    var place = low + Int(UInt64(range.count).multipliedFullWidth(by: id.high << 8).high)
    var reach = firstReach
    while low < high {
      let found = idAt(place)
      if found == id { return place }
      if found < id {
        low = place + 1
        place = min(low + reach, (low + high) / 2)
      } else {
        high = place
        place = max(high - reach, (low + high) / 2)
      }
      reach = min(reach * 2, range.count)
    }
    return nil
  }
}
