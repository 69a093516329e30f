// CONTRACT (stub): the public surface that the other rooms build on.

public enum JSONKind: UInt8, Sendable { case object, array, string, number, `true`, `false`, null }

/// A parsed JSON text: its bytes as they came, and an index of its values.
public final class JSONDocument: Sendable {
  public let bytes: [UInt8]
  /// Throws on anything RFC 8259 forbids, duplicate keys, invalid UTF-8, or a passed limit.
  public init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONSyntaxError) {
    fatalError("stub")
  }
  public var root: JSONNode { fatalError("stub") }
}

public struct JSONLimits: Sendable {
  public var depth: Int  // 512? decide and document (100_000 levels must be refused clearly)
  public var bytes: Int  // 1 GiB
  public static let standard = JSONLimits(depth: 1000, bytes: 1 << 30)
}

public struct JSONSyntaxError: Error, Sendable {
  public enum Reason: Sendable, Equatable {
    case unexpected  // refine: unexpectedByte, unterminatedString, duplicateKey(JSONString, first: TextPosition), ...
  }
  public var reason: Reason
  public var position: TextPosition
}

/// 1-based line, 1-based column in Unicode scalars, byte offset.
public struct TextPosition: Sendable, Hashable {
  public var offset: Int, line: Int, column: Int
}

/// One value of a document. `==` and `hash` go by JSON value (merge.md, "When are two values equal"):
/// decoded strings by scalars, numbers by exact decimal value, objects whatever the member order.
public struct JSONNode: Hashable, Sendable {
  public var document: JSONDocument { fatalError("stub") }
  public var kind: JSONKind { fatalError("stub") }
  /// The bytes of the value in its document, without surrounding white space.
  public var range: Range<Int> { fatalError("stub") }
  public var bytes: ArraySlice<UInt8> { fatalError("stub") }
  /// Same bytes (memcmp, no allocation): a cheap sufficient test of equality.
  public func hasSameBytes(as other: JSONNode) -> Bool { fatalError("stub") }
  /// Whether this is the very same place of the very same document.
  public func isIdentical(to other: JSONNode) -> Bool { fatalError("stub") }
  /// Number of elements or members; O(children).
  public var count: Int { fatalError("stub") }
  /// The elements of an array, in order; empty for anything else.
  public var elements: JSONElements { fatalError("stub") }
  /// The members of an object, in document order; empty for anything else.
  public var members: JSONMembers { fatalError("stub") }
  /// The member with that key; O(members), nil where there is none or self is no object.
  public func member(_ key: JSONString) -> JSONMember? { fatalError("stub") }
  public subscript(_ key: JSONString) -> JSONNode? { member(key)?.value }
  /// The decoded string; nil for anything but a string.
  public var string: JSONString? { fatalError("stub") }
  /// The exact decimal value; nil for anything but a number.
  public var number: ExactDecimal? { fatalError("stub") }
  /// The value at the pointer below this one; nil where there is none.
  public func value(at pointer: JSONPointer) -> JSONNode? { fatalError("stub") }
  /// Canonical bytes (keys sorted, no white space, canonical numbers and escapes): equal exactly for equal
  /// values, and an order that doesn't depend on formatting.
  public var canonicalBytes: [UInt8] { fatalError("stub") }
  public static func == (a: JSONNode, b: JSONNode) -> Bool { fatalError("stub") }
  public func hash(into hasher: inout Hasher) { fatalError("stub") }
}

public struct JSONMember: Sendable {
  public let key: JSONNode
  public let value: JSONNode
}

public struct JSONElements: Sequence, Sendable {
  public struct Iterator: IteratorProtocol { public mutating func next() -> JSONNode? { nil } }
  public func makeIterator() -> Iterator { Iterator() }
}

public struct JSONMembers: Sequence, Sendable {
  public struct Iterator: IteratorProtocol { public mutating func next() -> JSONMember? { nil } }
  public func makeIterator() -> Iterator { Iterator() }
}

/// A decoded JSON string, compared by Unicode scalars; lone surrogates are kept (as WTF-8).
public struct JSONString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  public let utf8: [UInt8]
  public init(_ string: String) { utf8 = Array(string.utf8) }
  public init(wtf8: [UInt8]) { utf8 = wtf8 }
  public init(stringLiteral value: String) { self.init(value) }
  /// nil where it holds a lone surrogate.
  public var exactString: String? { fatalError("stub") }
  /// For people: lone surrogates replaced.
  public var description: String { fatalError("stub") }
  /// As a JSON string literal with quotes, escaping only what must be.
  public var literal: [UInt8] { fatalError("stub") }
  public static func < (a: JSONString, b: JSONString) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}

/// An exact decimal number of any length: digits times a power of ten.
public struct ExactDecimal: Hashable, Comparable, Sendable, CustomStringConvertible {
  public init?(literal: some Collection<UInt8>) { fatalError("stub") }
  public init(_ value: Int) { fatalError("stub") }
  /// As the integer it is; nil where it is fractional or out of range.
  public var int: Int? { fatalError("stub") }
  /// nil where exponents lie so far apart that the result would pass the documented digit limit.
  public func adding(_ other: ExactDecimal) -> ExactDecimal? { fatalError("stub") }
  public func subtracting(_ other: ExactDecimal) -> ExactDecimal? { fatalError("stub") }
  /// A plain JSON number literal (`12`, `-0.5`, `1e400`).
  public var literal: [UInt8] { fatalError("stub") }
  public var description: String { fatalError("stub") }
  public static func < (a: ExactDecimal, b: ExactDecimal) -> Bool { fatalError("stub") }
}

/// RFC 6901.
public struct JSONPointer: Hashable, Comparable, Sendable, CustomStringConvertible {
  public var tokens: [JSONString]
  public init(_ tokens: [JSONString] = []) { self.tokens = tokens }
  public init(parsing text: String) throws(JSONPointerError) { fatalError("stub") }
  public func appending(_ token: JSONString) -> JSONPointer { JSONPointer(tokens + [token]) }
  public func appending(index: Int) -> JSONPointer { fatalError("stub") }
  public var description: String { fatalError("stub") }
  public static func < (a: JSONPointer, b: JSONPointer) -> Bool { fatalError("stub") }
}
public struct JSONPointerError: Error, Sendable { public var text: String; public var message: String }

/// What a value becomes, said as far as it differs from a source document.
/// Whoever makes one never changes bytes that it doesn't mention.
public indirect enum JSONRewrite: Sendable {
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

  public enum Entry: Sendable {
    /// A member (key from the source: kept byte for byte; from elsewhere: its literal) ...
    case member(key: JSONNode, JSONRewrite)
    /// ... with a key that no document has.
    case newMember(key: JSONString, JSONRewrite)
    case element(JSONRewrite)
    /// A conflict for a person: the entries as each side has them, between git's conflict markers, each
    /// marker on a line of its own. The output is no JSON then. An alternative may have no entries.
    case conflict(Conflict)
  }
  public struct Conflict: Sendable {
    public var ours: [Entry]
    public var base: [Entry]?  // present: diff3 style
    public var theirs: [Entry]
    public init(ours: [Entry], base: [Entry]?, theirs: [Entry]) {
      self.ours = ours
      self.base = base
      self.theirs = theirs
    }
  }
}

public struct ConflictMarkers: Sendable {
  public var size: Int
  public var ours: String, base: String, theirs: String  // labels
  public init(size: Int = 7, ours: String = "ours", base: String = "base", theirs: String = "theirs") {
    self.size = size
    self.ours = ours
    self.base = base
    self.theirs = theirs
  }
}

extension JSONDocument {
  /// The bytes of this document with its root rewritten: everything that the rewrite keeps stays byte for
  /// byte (law 5: indentation, key order, number spelling, escapes, line endings, BOM, final newline).
  /// O(size of the result).
  public func rewritten(_ root: JSONRewrite, markers: ConflictMarkers = .init()) -> [UInt8] {
    fatalError("stub")
  }
}
