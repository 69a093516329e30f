/// The rewriting of a value, described by its differences from a source document: bytes that it doesn't mention never
/// change.
public enum JSONRewrite: Sendable {
  /// A value of the source, byte for byte, possibly at another place of the same container.
  case keep(JSONNode)
  /// A value from elsewhere, or from another depth of the source, re-indented for its new place.
  case take(JSONNode)
  /// A new scalar, or a compact JSON text, as its bytes.
  case literal([UInt8])
  /// The object of the source at `like`, with these entries in place of its members.
  case object(like: JSONNode, [Entry])
  /// The array of the source at `like`, with these entries in place of its elements.
  case array(like: JSONNode, [Entry])

  /// An entry of a container.
  public enum Entry: Sendable {
    /// A member with a key of a document; a key of the source is kept byte for byte.
    case member(key: JSONNode, JSONRewrite)
    /// A member with a new key.
    case newMember(key: JSONString, JSONRewrite)
    /// An element of an array.
    case element(JSONRewrite)
    /// An entry beside which the comments of this key or element stand too: it was moved, or stands in its place.
    indirect case beside(JSONNode, Entry)
    /// A conflict that is left to the user.
    ///
    /// The entries of each side are printed between git's conflict markers, each marker on its own line. The output is
    /// then no JSON. An alternative may have no entries.
    case conflict(Conflict)
  }

  /// The entries of each side of a conflict.
  public struct Conflict: Sendable {
    /// The entries of our side.
    public var ours: [Entry]
    /// The entries of the base, which are shown between both sides (git's diff3 style); nil if they are not shown.
    public var base: [Entry]?
    /// The entries of their side.
    public var theirs: [Entry]

    /// Creates a conflict of these alternatives.
    public init(ours: [Entry], base: [Entry]?, theirs: [Entry]) {
      self.ours = ours
      self.base = base
      self.theirs = theirs
    }
  }
}

/// The appearance of conflict markers.
public struct ConflictMarkers: Sendable {
  /// The number of characters of each marker.
  public var size: Int
  /// The labels of our side, of the base and of their side; none if empty.
  public var ours: String, base: String, theirs: String

  /// Creates markers, by default those of git.
  public init(
    size: Int = 7, ours: String = "ours", base: String = "base", theirs: String = "theirs"
  ) {
    self.size = size
    self.ours = ours
    self.base = base
    self.theirs = theirs
  }
}

extension JSONDocument {
  /// Returns the bytes of this document with its root rewritten.
  ///
  /// Everything that the rewriting keeps stays byte for byte: indentation, key order, number spelling, escapes, line
  /// endings, byte order mark, final line ending. New parts imitate the formatting around them.
  ///
  /// Whichever side of a conflict is chosen, the commas of the remaining text are those of valid JSON.
  ///
  /// - Parameters:
  ///   - root: the rewriting of the root.
  ///   - markers: the appearance of conflict markers.
  /// - Complexity: O(size of the result).
  public func rewritten(_ root: JSONRewrite, markers: ConflictMarkers = .init()) -> [UInt8] {
    var printer = RewritePrinter(document: self, markers: markers)
    return printer.print(root)
  }

  /// Returns the bytes of the file with the root of this document rewritten, which must have no conflicts.
  ///
  /// The comments stay beside the members and elements that the rewriting keeps.
  /// - Throws: an error if the result exceeds a limit.
  /// - Complexity: O(size of the result).
  public func rewrittenFile(_ root: JSONRewrite) throws(JSONSyntaxError) -> [UInt8] {
    guard noted != nil else { return rewritten(root) }
    let printed = try PrintedRewrite(of: self, root, duplicateKeys: .kept)
    return printed.file(with: printed.commentsOfOrigins, former: comments)
  }
}
