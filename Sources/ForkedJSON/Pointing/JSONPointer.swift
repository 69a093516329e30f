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

  /// Whether `other` is this pointer or leads to something below it.
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
