/// What a value becomes, said as far as it differs from a source document.
/// Whoever makes one never changes bytes that it doesn't mention.
public enum JSONRewrite: Sendable {
  /// A value of the source, byte for byte (may stand at another place of the same container).
  case keep(JSONNode)
  /// A value from elsewhere (or of another depth of the source), re-indented to fit its new place.
  case take(JSONNode)
  /// A new scalar, or a compact JSON text, given as its bytes.
  case literal([UInt8])
  /// The object of the source at `like`, with these entries in place of its members.
  case object(like: JSONNode, [Entry])
  /// The array of the source at `like`, with these entries in place of its elements.
  case array(like: JSONNode, [Entry])

  /// What stands between two commas of a container.
  public enum Entry: Sendable {
    /// A member (key from the source: kept byte for byte; from elsewhere: its literal) ...
    case member(key: JSONNode, JSONRewrite)
    /// ... with a key that no document has.
    case newMember(key: JSONString, JSONRewrite)
    /// An element of an array.
    case element(JSONRewrite)
    /// A conflict for a person: the entries as each side has them, between git's conflict markers, each
    /// marker on a line of its own. The output is no JSON then. An alternative may have no entries.
    case conflict(Conflict)
  }

  /// What each side has where they disagree.
  public struct Conflict: Sendable {
    /// The entries of our side.
    public var ours: [Entry]
    /// The entries of the common ancestor, to be shown between both sides (git's diff3 style).
    public var base: [Entry]?
    /// The entries of their side.
    public var theirs: [Entry]

    /// A conflict of these alternatives.
    public init(ours: [Entry], base: [Entry]?, theirs: [Entry]) {
      self.ours = ours
      self.base = base
      self.theirs = theirs
    }
  }
}

/// How conflict markers look.
public struct ConflictMarkers: Sendable {
  /// How many characters each marker has.
  public var size: Int
  /// Label of our side, of the common ancestor, of their side; none where empty.
  public var ours: String, base: String, theirs: String

  /// Markers as git has them, unless an argument says otherwise.
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
  /// The bytes of this document with its root rewritten: everything that the rewrite keeps stays byte for
  /// byte (indentation, key order, number spelling, escapes, line endings, byte order mark, final line ending);
  /// what is new imitates its surroundings.
  ///
  /// Whichever side of a conflict is chosen, what remains is JSON, as far as commas go.
  ///
  /// - Parameters:
  ///   - root: What becomes of the root.
  ///   - markers: How conflicts are marked.
  /// - Complexity: O(size of the result).
  public func rewritten(_ root: JSONRewrite, markers: ConflictMarkers = .init()) -> [UInt8] {
    var printer = RewritePrinter(document: self, markers: markers)
    return printer.print(root)
  }
}
