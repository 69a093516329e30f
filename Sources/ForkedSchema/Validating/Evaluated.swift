/// The members or elements of one value that some subschema has looked at, by position.
struct Evaluated {
  /// Whether anybody asks.
  let isWanted: Bool
  private var marks: [Bool]
  private var areAll = false

  /// For values of whose parts nobody asks.
  static let unwanted = Evaluated(isWanted: false, count: 0)

  /// None yet, of so many.
  init(count: Int) { self.init(isWanted: true, count: count) }

  private init(isWanted: Bool, count: Int) {
    self.isWanted = isWanted
    marks = Array(repeating: false, count: count)
  }

  /// None yet, for a subschema that may turn out not to describe the value.
  var emptied: Evaluated { Evaluated(isWanted: isWanted, count: marks.count) }

  var count: Int { marks.count }

  subscript(position: Int) -> Bool { areAll || marks[position] }

  mutating func mark(_ position: Int) {
    if isWanted { marks[position] = true }
  }

  mutating func markAll() { areAll = true }

  mutating func formUnion(_ other: Evaluated) {
    guard isWanted, !areAll else { return }
    areAll = other.areAll
    guard !areAll else { return }
    for position in marks.indices where other.marks[position] { marks[position] = true }
  }
}
