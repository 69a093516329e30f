/// A path from a value to one inside it (RFC 6901).
public struct JSONPointer: Hashable, Sendable {
  /// The reference tokens, decoded, from the outermost on. None: the value itself.
  public var tokens: [JSONString]

  /// The pointer of these tokens.
  public init(_ tokens: [JSONString] = []) { self.tokens = tokens }

  /// The pointer that leads one member further.
  public func appending(_ token: JSONString) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// The pointer that leads one element further.
  public func appending(index: Int) -> JSONPointer { appending(JSONString(String(index))) }

  /// The pointer without its last token; nil where it has none.
  public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(tokens.dropLast()) }

  /// True if `other` is this pointer or leads to something below it.
  public func isPrefix(of other: JSONPointer) -> Bool { other.tokens.starts(with: tokens) }
}

extension JSONPointer: Comparable {
  /// By tokens, each by scalars.
  public static func < (a: JSONPointer, b: JSONPointer) -> Bool {
    a.tokens.lexicographicallyPrecedes(b.tokens)
  }
}

extension JSONPointer: CustomStringConvertible {
  /// As in `/a~1b/0`. A lone surrogate is written as JSON escapes it, `\ud800`, and a backslash that would be read as the
  /// beginning of such an escape as `\u005c`: so ``init(parsing:)-(String)`` gives the pointer back.
  public var description: String {
    String(decoding: escaped { JSONString.escapingSurrogates(in: $0.utf8) }, as: UTF8.self)
  }

  /// The pointer as a string of a document has it (RFC 6901, section 5); lone surrogates are kept.
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

/// Why a text is no JSON Pointer.
public struct JSONPointerError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text that was to be a pointer.
  public var text: String
  /// The fault.
  public var message: String

  /// The text and what is wrong with it.
  public var description: String { "\"\(text)\" is no JSON Pointer: \(message)" }
}

extension JSONPointer {
  /// The pointer that the text stands for (RFC 6901, section 3), as ``description`` writes it: `\ud800` is a lone
  /// surrogate.
  ///
  /// - Throws: where it is neither empty nor begins with `/`, and for a `~` without `0` or `1` behind it.
  public init(parsing text: String) throws(JSONPointerError) {
    try self.init(parsing: JSONString(unescapingSurrogatesIn: text))
  }

  /// The pointer that a string of a document stands for, which escapes nothing but `~` and `/`.
  public init(parsing string: JSONString) throws(JSONPointerError) {
    let (bytes, text) = (string.utf8, string.description)
    guard bytes.first ?? UInt8(ascii: "/") == UInt8(ascii: "/") else {
      throw JSONPointerError(text: text, message: "it is not empty and does not begin with \"/\"")
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

extension JSONString {
  /// The array index that it is as a reference token: digits without a leading zero.
  public var arrayIndex: Int? {
    guard let first = utf8.first, utf8.count <= 18, utf8.allSatisfy(\.isDigit) else { return nil }
    guard first != .zero || utf8.count == 1 else { return nil }
    return utf8.reduce(0) { $0 * 10 + Int($1 - .zero) }
  }
}
