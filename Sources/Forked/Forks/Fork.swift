/// A named line of versions; in git, a branch.
///
/// Two forks are equal exactly when their names hold the same bytes.
public struct Fork: Sendable, CustomStringConvertible {
  /// The name, without `refs/heads/`.
  public let name: String

  /// The hub that other forks are merged with by default.
  public static let main = Fork(name: "main")

  /// A fork of that name, taken as it is.
  ///
  /// Repositories in memory take any name; for names from outside, and for git, use
  /// ``init(validating:)``.
  public init(name: String) {
    self.name = name
  }

  /// A fork whose name git accepts for a branch.
  ///
  /// - Parameter name: The name, without `refs/heads/`.
  /// - Throws: ``InvalidForkName``, which says why.
  /// - Complexity: O(length of the name). Source: git-check-ref-format(1), `--branch`.
  public init(validating name: String) throws(InvalidForkName) {
    if let reason = InvalidForkName.reason(against: name) {
      throw InvalidForkName(name: name, reason: reason)
    }
    self.name = name
  }

  /// The name.
  public var description: String { name }

  /// Whether it is the hub, which cannot be deleted.
  public var isProtected: Bool { self == .main }
}

extension Fork: Codable {
  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// Reads a name, as it is.
  public init(from decoder: any Decoder) throws {
    self.init(name: try decoder.singleValueContainer().decode(String.self))
  }
}

extension Fork: Hashable, Comparable {
  /// Whether both names hold the same bytes.
  public static func == (left: Fork, right: Fork) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8)
  }

  /// Hashes the bytes of the name.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
  }

  /// Whether the bytes of one name stand before those of the other.
  public static func < (left: Fork, right: Fork) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}
