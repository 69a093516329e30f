/// Equal integers for equal lists of integers, from 0 on in the order in which lists are first met.
public struct ListNumbers: Sendable {
  private var joined: [Int] = []
  /// The end of each list.
  private var ends: [Int] = []
  private var places = HashedPlaces(capacity: 0)

  /// No list is known yet.
  public init() {}

  /// The number of lists so far.
  public var count: Int { ends.count }

  /// The number of that list, a new one if it is new. Complexity: O(its length) in expectation.
  public mutating func number(of list: [Int]) -> Int {
    let hash = list.withUnsafeBytes { ContentHash.of($0) }
    let known = places.insert(ends.count, hash: hash) { place in
      joined[(place > 0 ? ends[place - 1] : 0)..<ends[place]].elementsEqual(list)
    }
    if let known { return known }
    joined += list
    ends.append(joined.count)
    return ends.count - 1
  }
}
