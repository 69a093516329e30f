/// A decoded JSON string, compared by Unicode scalars: two spellings that are only canonically equivalent
/// differ. Lone surrogates, which JSON can escape, are kept (as WTF-8).
public struct JSONString: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
  /// The scalars in UTF-8; a lone surrogate takes three bytes as in WTF-8.
  public let utf8: [UInt8]

  /// The string with the same scalars.
  public init(_ string: String) { utf8 = Array(string.utf8) }

  /// The string with these bytes, which must be WTF-8.
  public init(wtf8: [UInt8]) { utf8 = wtf8 }

  /// The string with the literal's scalars.
  public init(stringLiteral value: String) { self.init(value) }

  /// The same scalars; nil where one is a lone surrogate.
  public var exactString: String? { String(validating: utf8, as: UTF8.self) }

  /// By Unicode scalars.
  public static func < (a: JSONString, b: JSONString) -> Bool {
    a.utf8.lexicographicallyPrecedes(b.utf8)
  }
}

extension JSONString: CustomStringConvertible {
  /// For people: lone surrogates as JSON escapes them, `\ud800`.
  public var description: String {
    exactString ?? String(decoding: Self.escapingSurrogates(in: utf8), as: UTF8.self)
  }

  static func isSurrogate(at index: Int, in wtf8: [UInt8]) -> Bool {
    wtf8[index] == 0xED && index + 2 < wtf8.count && wtf8[index + 1] >= 0xA0
  }
}
