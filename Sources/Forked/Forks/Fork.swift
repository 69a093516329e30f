/// A named line of versions; in git, a branch.
///
/// Two forks are equal exactly when their names hold the same bytes.
public struct Fork: Sendable, CustomStringConvertible {
  /// The name, without `refs/heads/`.
  public let name: String

  /// The main fork, with which other forks are merged by default.
  public static let main = Fork(name: "main")

  /// Creates a fork with this name, which is not checked.
  ///
  /// Repositories in memory take any name. For names from outside, and for git, use ``init(validating:)``.
  public init(name: String) {
    self.name = name
  }

  /// Creates a fork whose name git accepts for a branch.
  ///
  /// - Parameter name: The name, without `refs/heads/`.
  /// - Throws: ``InvalidForkName`` with the reason.
  /// - Complexity: O(length of the name). Source: git-check-ref-format(1), `--branch`.
  public init(validating name: String) throws(InvalidForkName) {
    if let reason = InvalidForkName.reason(against: name) {
      throw InvalidForkName(name: name, reason: reason)
    }
    self.name = name
  }

  /// The name.
  public var description: String { name }

  /// True if it is the main fork, which cannot be deleted.
  public var isProtected: Bool { self == .main }
}

extension Fork: Codable {
  /// Writes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  /// Reads a name, which is not checked.
  public init(from decoder: any Decoder) throws {
    self.init(name: try decoder.singleValueContainer().decode(String.self))
  }
}

extension Fork: Hashable, Comparable {
  /// True if both names hold the same bytes.
  public static func == (left: Fork, right: Fork) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8)
  }

  /// Hashes the bytes of the name.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
  }

  /// True if the bytes of one name are ordered before those of the other.
  public static func < (left: Fork, right: Fork) -> Bool {
    left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
  }
}

/// A name that git does not accept for a branch.
public struct InvalidForkName: Error, Hashable, Sendable {
  /// The rule for branch names that a name breaks.
  public enum Reason: Hashable, Sendable {
    /// The name has no characters.
    case empty
    /// The name is `HEAD` or `@`, which mean something else.
    case reserved
    /// The name begins with `-`, so that commands would take it for an option.
    case leadingDash
    /// A part between slashes is empty.
    case emptyComponent
    /// A part between slashes begins with a dot.
    case leadingDot
    /// The name ends with a dot.
    case trailingDot
    /// A part between slashes ends with `.lock`.
    case lockSuffix
    /// The name holds `..` or `@{`.
    case sequence(String)
    /// The name holds a control character, a space or one of `~^:?*[\`.
    case character(Unicode.Scalar)
  }

  /// The name as given.
  public let name: String
  /// The rule that the name breaks.
  public let reason: Reason

  static func reason(against name: String) -> Reason? {
    if name.isEmpty { return .empty }
    if name == "HEAD" || name == "@" { return .reserved }
    if name.utf8.first == UInt8(ascii: "-") { return .leadingDash }
    return forbiddenScalar(in: name) ?? forbiddenSequence(in: name) ?? forbiddenComponent(in: name)
  }

  private static func forbiddenScalar(in name: String) -> Reason? {
    let forbidden: Set<Unicode.Scalar> = [" ", "~", "^", ":", "?", "*", "[", "\\", "\u{7F}"]
    return name.unicodeScalars.first { $0.value < 0x20 || forbidden.contains($0) }
      .map(Reason.character)
  }

  private static func forbiddenSequence(in name: String) -> Reason? {
    for (first, second) in zip(name.utf8, name.utf8.dropFirst()) {
      switch (first, second) {
      case (UInt8(ascii: "."), UInt8(ascii: ".")): return .sequence("..")
      case (UInt8(ascii: "@"), UInt8(ascii: "{")): return .sequence("@{")
      default: continue
      }
    }
    return nil
  }

  private static func forbiddenComponent(in name: String) -> Reason? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for part in parts {
      if part.isEmpty { return .emptyComponent }
      if part.first == UInt8(ascii: ".") { return .leadingDot }
      if part.suffix(5).elementsEqual(".lock".utf8) { return .lockSuffix }
    }
    return name.utf8.last == UInt8(ascii: ".") ? .trailingDot : nil
  }
}

extension InvalidForkName: CustomStringConvertible {
  /// The name and the problem, in one line.
  public var description: String { "'\(name)' is not a valid fork name: \(reason)" }
}

extension InvalidForkName.Reason: CustomStringConvertible {
  /// The problem, as the end of a sentence.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .reserved: "it is reserved"
    case .leadingDash: "it begins with '-'"
    case .emptyComponent: "it begins or ends with '/' or contains '//'"
    case .leadingDot: "a part of it begins with '.'"
    case .trailingDot: "it ends with '.'"
    case .lockSuffix: "a part of it ends with '.lock'"
    case .sequence(let sequence): "it contains '\(sequence)'"
    case .character(let scalar): "it contains the character '\(scalar.escaped(asASCII: true))'"
    }
  }
}
