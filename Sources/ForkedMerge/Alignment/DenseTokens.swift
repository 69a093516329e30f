/// Arbitrary tokens renumbered to `0..<bound`, so that tables indexed by token stay as small as the input.
struct DenseTokens {
  /// The inputs in their order, renumbered; equal tokens stay equal, different ones different.
  var sequences: [[Int]]
  /// Greater than every renumbered token, and O(number of elements).
  var bound: Int

  init(_ sequences: [Int]...) {
    let total = sequences.reduce(0) { $0 + $1.count }
    let limit = total * 2 + 1024
    if sequences.allSatisfy({ $0.allSatisfy { $0 >= 0 && $0 < limit } }) {
      self.sequences = sequences
      bound = limit
      return
    }
    var numbers: [Int: Int] = [:]
    self.sequences = sequences.map { $0.map { Self.number(of: $0, in: &numbers) } }
    bound = numbers.count
  }

  private static func number(of token: Int, in numbers: inout [Int: Int]) -> Int {
    if let known = numbers[token] { return known }
    let number = numbers.count
    numbers[token] = number
    return number
  }
}
