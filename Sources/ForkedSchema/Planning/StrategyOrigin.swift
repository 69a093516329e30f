public import ForkedJSON

/// Where a strategy comes from.
public enum StrategyOrigin: Sendable, Hashable {
  /// `x-merge` in a schema file; the pointer leads to it.
  case declared(file: String, pointer: JSONPointer)
  /// A standard keyword (`uniqueItems`, `properties`, ...); the pointer leads to it.
  case keyword(String, file: String, pointer: JSONPointer)
  /// Nothing declared: the defaults decide from the values.
  case inferred
}
