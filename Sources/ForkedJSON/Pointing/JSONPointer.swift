/// A path from a value to one inside it (RFC 6901).
public struct JSONPointer: Hashable, Sendable {
  /// The decoded reference tokens, from the outermost on; none for the value itself.
  public var tokens: [JSONString]

  /// Creates a pointer of these tokens.
  public init(_ tokens: [JSONString] = []) { self.tokens = tokens }

  /// Returns the pointer to a member of this pointer's value.
  public func appending(_ token: JSONString) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// Returns the pointer to an element of this pointer's value.
  public func appending(index: Int) -> JSONPointer { appending(JSONString(arrayIndex: index)) }

  /// The pointer without its last token; nil if it has none.
  public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(tokens.dropLast()) }

  /// Returns true if `other` is this pointer or points to a value below it.
  public func isPrefix(of other: JSONPointer) -> Bool { other.tokens.starts(with: tokens) }
}

extension JSONPointer: Comparable {
  /// Compares pointers by tokens, and these by scalars.
  public static func < (a: JSONPointer, b: JSONPointer) -> Bool {
    a.tokens.lexicographicallyPrecedes(b.tokens)
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The text of the pointer, as in `/a~1b/0`.
  ///
  /// A lone surrogate is escaped as in JSON, `\ud800`, and a backslash that would begin such an escape as `\u005c`. So
  /// ``init(parsing:)-(String)`` returns the same pointer.
  public var description: String {
    String(decoding: escaped { JSONString.escapingSurrogates(in: $0.utf8) }, as: UTF8.self)
  }

  /// The pointer as a string of a document (RFC 6901, section 5); lone surrogates are kept.
  public var string: JSONString { JSONString(wtf8: escaped(\.utf8)) }

  private func escaped(_ bytes: (JSONString) -> [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for token in tokens {
      result.append(UInt8(ascii: "/"))
      for byte in bytes(token) {
        switch byte {
        case UInt8(ascii: "~"): result += "~0".utf8
        case UInt8(ascii: "/"): result += "~1".utf8
        default: result.append(byte)
        }
      }
    }
    return result
  }
}

/// The error for a text that is not a JSON Pointer.
public struct JSONPointerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text that is not valid.
  public var text: String
  /// The description of the error.
  public var message: String

  /// The text with the description of the error.
  public var description: String { "\"\(text)\" is not a JSON Pointer: \(message)" }
}

extension JSONPointer {
  /// Parses a text (RFC 6901, section 3) in the form of ``description``: `\ud800` is a lone surrogate.
  ///
  /// - Throws: an error if the text is not empty and does not begin with `/`, or if `0` or `1` is missing after a `~`.
  public init(parsing text: String) throws(JSONPointerError) {
    try self.init(parsing: JSONString(unescapingSurrogatesIn: text))
  }

  /// Parses a string of a document, in which only `~` and `/` are escaped.
  public init(parsing string: JSONString) throws(JSONPointerError) {
    let (bytes, text) = (string.utf8, string.description)
    guard bytes.first ?? UInt8(ascii: "/") == UInt8(ascii: "/") else {
      throw JSONPointerError(text: text, message: "it must be empty or begin with \"/\"")
    }
    tokens = []
    for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst()
    {
      guard let token = Self.unescape(part) else {
        throw JSONPointerError(text: text, message: "\"~\" is not followed by \"0\" or \"1\"")
      }
      tokens.append(JSONString(wtf8: token))
    }
  }

  private static func unescape(_ part: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = part
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        result.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): result.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): result.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return result
  }
}

/// The pointers to all keys and values of a document.
public struct JSONPointerIndex: Sendable {
  private static let element: JSONString = "-"
  private let document: JSONDocument
  /// The container of each key and value, with its key's ordinal or its index.
  private var steps: [(container: UInt32, place: UInt32)]

  /// Finds the containers of all keys and values.
  /// - Complexity: O(values).
  public init(_ document: JSONDocument) {
    self.document = document
    let nodes = document.nodes
    steps = Array(repeating: (0, 0), count: nodes.indices.count)
    for container in nodes.indices where nodes.kind(at: container).isContainer {
      let children = nodes.children(of: container)
      for (index, child) in children.enumerated() {
        let place = children.valueOffset == 1 ? child : index
        let step = (UInt32(truncatingIfNeeded: container), UInt32(truncatingIfNeeded: place))
        steps[child] = step
        steps[child + children.valueOffset] = step
      }
    }
  }

  /// Returns the pointer to the value with an ordinal, or to the member of the key with it.
  /// - Complexity: O(depth).
  public subscript(ordinal: Int) -> JSONPointer {
    JSONPointer(tokens(of: ordinal) { JSONString(arrayIndex: $0) })
  }

  /// Returns the keys on the path to a value or member, with `-` for each element.
  /// - Complexity: O(depth).
  public func keys(of ordinal: Int) -> [JSONString] { tokens(of: ordinal) { _ in Self.element } }

  /// Returns true if a value or member is an element, or in one.
  /// - Complexity: O(depth).
  public func isInArray(_ ordinal: Int) -> Bool {
    sequence(first: ordinal) { $0 > 0 ? container(of: $0) : nil }.dropFirst()
      .contains { document.nodes.kind(at: $0) == .array }
  }

  /// Returns the container of a value or key that is not the root.
  func container(of ordinal: Int) -> Int { Int(steps[ordinal].container) }

  private func tokens(of ordinal: Int, element: (Int) -> JSONString) -> [JSONString] {
    var tokens: [JSONString] = []
    var node = ordinal
    while node > 0 {
      let (container, place) = (container(of: node), Int(steps[node].place))
      tokens.append(
        document.nodes.kind(at: container) == .object
          ? document.node(at: place).string ?? "" : element(place))
      node = container
    }
    return tokens.reversed()
  }
}

extension JSONString {
  /// Creates the reference token of an array index, which is not negative.
  public init(arrayIndex index: Int) {
    var digits: [UInt8] = []
    var rest = index.magnitude
    repeat {
      digits.append(.zero + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    digits.reverse()
    self.init(wtf8: digits)
  }

  /// The array index of a reference token: digits without a leading zero; nil for any other token.
  public var arrayIndex: Int? {
    guard let first = utf8.first, utf8.count <= 18, utf8.allSatisfy(\.isDigit) else { return nil }
    guard first != .zero || utf8.count == 1 else { return nil }
    return utf8.reduce(0) { $0 * 10 + Int($1 - .zero) }
  }
}
