/// A path in a tree, as the bytes that git keeps: parts between slashes, none at either end.
///
/// Any bytes are possible, since a tree may come from anyone; ``DocumentPath`` is the form that
/// was checked. Paths are equal and ordered by their bytes.
public struct TreePath: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The bytes; none for the root.
  public let bytes: [UInt8]

  /// The root of a tree.
  public static let root = TreePath(bytes: [])

  /// A path of these bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A path of the UTF-8 of that text.
  public init(_ string: String) {
    bytes = Array(string.utf8)
  }

  /// A path of the UTF-8 of that literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The path as text, or nil where the bytes are not UTF-8.
  public var string: String? { String(validating: bytes, as: UTF8.self) }

  /// Whether this is the root.
  public var isRoot: Bool { bytes.isEmpty }

  /// The parts between the slashes.
  public var components: [ArraySlice<UInt8>] {
    isRoot ? [] : bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  /// The last part, empty for the root.
  public var name: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// The path of the directory that holds this one; the root's is the root.
  public var parent: TreePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return .root }
    return TreePath(bytes: Array(bytes[..<slash]))
  }

  /// The path of something of that name in this directory.
  public func appending(_ name: some Collection<UInt8>) -> TreePath {
    TreePath(bytes: isRoot ? Array(name) : bytes + [UInt8(ascii: "/")] + name)
  }

  /// Whether this path is the directory or stands anywhere in it; every path is in the root.
  public func isWithin(_ directory: TreePath) -> Bool {
    if directory.isRoot { return true }
    guard bytes.starts(with: directory.bytes) else { return false }
    return bytes.count == directory.bytes.count
      || bytes[directory.bytes.count] == UInt8(ascii: "/")
  }
}

extension TreePath: Comparable, CustomStringConvertible {
  /// Whether the bytes of one path stand before those of the other.
  public static func < (left: TreePath, right: TreePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The path as text, with bytes that are not UTF-8 replaced.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}
