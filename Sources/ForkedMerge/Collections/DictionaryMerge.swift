public import Forked

/// Three-way merge of dictionaries, key by key, over tokens for keys and values.
public enum DictionaryMerge {
  /// One key, with its place in each of the inputs that has it, and what became of its value.
  public struct Entry: Sendable, Hashable {
    /// Index of the key in base, if base has it.
    public var base: Int?
    /// Index of the key in ours, if ours has it.
    public var ours: Int?
    /// Index of the key in theirs, if theirs has it.
    public var theirs: Int?
    /// Who changed the value; absence is a value too.
    public var change: Change
  }

  /// Who changed one value.
  public enum Change: Sendable, Hashable {
    /// Nobody did.
    case none
    /// Ours did, so its value stands, or its absence.
    case byOurs
    /// Theirs did, so its value stands, or its absence.
    case byTheirs
    /// Both did, to the same value or to absence.
    case alike
    /// Both did, and differently: the caller merges the values, or decides between value and absence.
    case contested
  }

  /// A dictionary as parallel lists of keys and values, both tokens.
  public struct Input: Sendable, Hashable {
    /// The keys, each once; of a repeated one only the first counts.
    public var keys: [Int]
    /// The values of `keys`, as many.
    public var values: [Int]

    /// A dictionary of these keys and values. A key without a value has the value 0.
    public init(keys: [Int], values: [Int]) {
      self.keys = keys
      self.values = values
    }

    func value(at place: Int?) -> Int? {
      place.map { $0 < values.count ? values[$0] : 0 }
    }
  }

  /// Every key of the three, in the order of base, then the additions of `first`, then the other's.
  ///
  /// - Complexity: O(n).
  public static func entries(
    base: Input, ours: Input, theirs: Input, first: MergeSide
  ) -> [Entry] {
    KeyAlignment(base: base.keys, ours: ours.keys, theirs: theirs.keys, first: first).entries
      .map { key in
        let change = change(
          base: base.value(at: key.base), ours: ours.value(at: key.ours),
          theirs: theirs.value(at: key.theirs))
        return Entry(base: key.base, ours: key.ours, theirs: key.theirs, change: change)
      }
  }

  /// Who changed a value, from equal tokens for equal values; `nil` is absence.
  public static func change(base: Int?, ours: Int?, theirs: Int?) -> Change {
    switch (ours == base, theirs == base) {
    case (true, true): .none
    case (false, true): .byOurs
    case (true, false): .byTheirs
    case (false, false): ours == theirs ? .alike : .contested
    }
  }
}

/// Unique keys of three inputs, each with its places in them.
struct KeyAlignment {
  struct Entry {
    var base: Int?
    var ours: Int?
    var theirs: Int?
  }

  /// In the order of base, then what `first` added, then what only the other added.
  private(set) var entries: [Entry] = []

  /// O(n). Of a repeated key only the first counts.
  init(base: [Int], ours: [Int], theirs: [Int], first: MergeSide) {
    let dense = DenseTokens(base[...], ours[...], theirs[...])
    let places = dense.sequences.map { Self.places(of: $0, bound: dense.bound) }
    var listed = [Bool](repeating: false, count: dense.bound)
    let sides = first == .ours ? [0, 1, 2] : [0, 2, 1]
    entries.reserveCapacity(max(base.count, ours.count, theirs.count))
    for side in sides {
      for token in dense.sequences[side] where !listed[token] {
        listed[token] = true
        entries.append(
          Entry(
            base: Self.known(places[0][token]), ours: Self.known(places[1][token]),
            theirs: Self.known(places[2][token])))
      }
    }
  }

  private static func places(of tokens: ArraySlice<Int>, bound: Int) -> [Int32] {
    var places = [Int32](repeating: -1, count: bound)
    for (index, token) in tokens.enumerated() where places[token] < 0 {
      places[token] = Int32(truncatingIfNeeded: index)
    }
    return places
  }

  private static func known(_ place: Int32) -> Int? { place < 0 ? nil : Int(place) }
}
