/// The numbers of outcomes, by their names: a row of a law.
public struct Counts: Sendable {
  private var numbers: [String: Int] = [:]

  /// Creates a row without any outcome.
  public init() {}

  /// The number of an outcome.
  public subscript(name: String) -> Int {
    get { numbers[name, default: 0] }
    set { numbers[name] = newValue }
  }

  /// Counts one case that has all these outcomes.
  public mutating func add(_ names: String...) {
    for name in names { self[name] += 1 }
  }

  /// The numbers of these outcomes, each behind its name.
  public func text(_ names: String...) -> String {
    names.map { "\($0) \(self[$0])" }.joined(separator: ", ")
  }
}
