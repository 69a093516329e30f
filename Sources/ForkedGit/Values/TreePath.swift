/// A path in a tree, as the bytes that git stores: parts between slashes, with no slash at either end.
///
/// Any bytes are possible, since a tree may come from anyone; ``DocumentPath`` is the verified form. Paths are equal
/// and ordered by their bytes.
public struct TreePath: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The bytes; none for the root.
  public let bytes: [UInt8]

  /// The root of a tree.
  public static let root = TreePath(bytes: [])

  /// Creates a path from bytes.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates a path from text, as UTF-8.
  public init(_ string: String) {
    bytes = Array(string.utf8)
  }

  /// Creates a path from a literal, as UTF-8.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The path as text; nil if the bytes are not UTF-8.
  public var string: String? { String(validating: bytes, as: UTF8.self) }

  /// True if this is the root.
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

  /// The path of an entry of that name in this directory.
  public func appending(_ name: some Collection<UInt8>) -> TreePath {
    TreePath(bytes: isRoot ? Array(name) : bytes + [UInt8(ascii: "/")] + name)
  }

  /// True if this path is the directory or is anywhere in it. Every path is in the root.
  public func isWithin(_ directory: TreePath) -> Bool {
    if directory.isRoot { return true }
    guard bytes.starts(with: directory.bytes) else { return false }
    return bytes.count == directory.bytes.count
      || bytes[directory.bytes.count] == UInt8(ascii: "/")
  }
}

extension TreePath: Comparable, CustomStringConvertible {
  /// True if the bytes of the left path are ordered before those of the right one.
  public static func < (left: TreePath, right: TreePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The path as text, with bytes that are not UTF-8 replaced.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension TreePath {
  /// Verifies that the path cannot leave a work tree or enter `.git`. Any other bytes are left to git.
  ///
  /// - Throws: Kind `invalidPath`.
  func validateForTree() throws(GitError) {
    guard let reason = structuralFault else { return }
    throw GitError(.invalidPath(reason), "the path \(reason)", context: description)
  }

  /// Verifies in addition that the path can be the name of a document.
  func validateAsDocument() throws(InvalidPath) {
    if let reason = structuralFault ?? textualFault {
      throw InvalidPath(path: self, reason: reason)
    }
  }

  private var structuralFault: InvalidPath.Reason? {
    if bytes.isEmpty { return .empty }
    if bytes.first == UInt8(ascii: "/") { return .absolute }
    if bytes.last == UInt8(ascii: "/") { return .trailingSlash }
    if bytes.count > 4095 { return .tooLong }
    if bytes.contains(0) { return .controlCharacter }
    return components.lazy.compactMap(Self.fault).first
  }

  private static func fault(of name: ArraySlice<UInt8>) -> InvalidPath.Reason? {
    if name.isEmpty { return .emptyComponent }
    if name.count > 255 { return .tooLong }
    if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return .dots }
    return isGitDirectory(name) ? .gitDirectory : nil
  }

  private var textualFault: InvalidPath.Reason? {
    if bytes.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }) { return nil }
    guard let string else { return .notUTF8 }
    let isControl = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .control }
    if string.unicodeScalars.contains(where: isControl) { return .controlCharacter }
    return bytes.contains(UInt8(ascii: "\\")) ? .backslash : nil
  }

  /// True if a file system can take the name for `.git`. Source: git's `is_ntfs_dotgit` and `is_hfs_dotgit`.
  private static func isGitDirectory(_ name: ArraySlice<UInt8>) -> Bool {
    isNTFSGitDirectory(name) || isHFSGitDirectory(name)
  }

  /// True if NTFS takes the name for `.git`.
  ///
  /// NTFS ignores case, dots and spaces at the end, and stream names after a colon. It knows the short name, and takes
  /// a backslash for a separator.
  private static func isNTFSGitDirectory(_ name: ArraySlice<UInt8>) -> Bool {
    name.split(separator: UInt8(ascii: "\\")).contains { part in
      let stem = part.prefix { $0 != UInt8(ascii: ":") }.map(lowercased)
      let end = stem.lastIndex { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: " ") } ?? -1
      let trimmed = stem[..<(end + 1)]
      return trimmed.elementsEqual(".git".utf8) || trimmed.elementsEqual("git~1".utf8)
    }
  }

  /// True if HFS+ takes the name for `.git`.
  ///
  /// HFS+ ignores case and these invisible characters. For names without them, NTFS's rule is stricter.
  private static func isHFSGitDirectory(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.contains(where: { $0 >= 0x80 }),
      let text = String(validating: name, as: UTF8.self)
    else { return false }
    let visible = text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: false
      default: true
      }
    }
    return visible.map { $0.properties.lowercaseMapping }.joined() == ".git"
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension InvalidPath.Reason: CustomStringConvertible {
  /// The reason, to be written after "the path".
  public var description: String {
    switch self {
    case .empty: "is empty"
    case .absolute: "begins with a slash"
    case .trailingSlash: "ends with a slash"
    case .emptyComponent: "contains two slashes side by side"
    case .dots: "leads out of the repository, or a part of it is '.' or '..'"
    case .gitDirectory: "has a part that git or a file system would read as '.git'"
    case .controlCharacter: "contains a control character"
    case .backslash: "contains a backslash"
    case .notUTF8: "is not UTF-8"
    case .tooLong: "is longer than file systems allow"
    }
  }
}

extension InvalidPath: CustomStringConvertible {
  /// The path and the reason, in one line.
  public var description: String {
    "'\(path.description.unicodeScalars.map { $0.escaped(asASCII: false) }.joined())' \(reason)"
  }
}
