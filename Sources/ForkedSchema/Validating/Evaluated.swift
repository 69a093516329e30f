/// The members or elements of one value that some subschema has looked at, by position.
struct Evaluated {
  /// Whether anybody asks.
  let isWanted: Bool
  private var marks: [Bool]
  /// The positions that are marked, in the order in which they were.
  private var marked: [Int] = []
  private var areAll = false

  /// For values of whose parts nobody asks.
  static let unwanted = Evaluated(isWanted: false, count: 0)

  /// None yet, of so many.
  init(count: Int) { self.init(isWanted: true, count: count) }

  private init(isWanted: Bool, count: Int) {
    self.isWanted = isWanted
    marks = Array(repeating: false, count: count)
  }

  subscript(position: Int) -> Bool { areAll || marks[position] }

  mutating func mark(_ position: Int) {
    guard isWanted, !marks[position] else { return }
    marks[position] = true
    marked.append(position)
  }

  mutating func markAll() { areAll = true }

  /// The marks there are at one moment.
  struct Checkpoint {
    fileprivate let count: Int
    fileprivate let areAll: Bool
  }

  var checkpoint: Checkpoint { Checkpoint(count: marked.count, areAll: areAll) }

  /// Takes back the marks made since, as the subschema that made them turned out not to describe the value. O(those marks).
  mutating func restore(_ checkpoint: Checkpoint) {
    for position in marked[checkpoint.count...] { marks[position] = false }
    marked.removeSubrange(checkpoint.count...)
    areAll = checkpoint.areAll
  }
}
