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
  /// As in `/a~1b/0`; lone surrogates replaced.
  public var description: String {
    tokens.map { "/" + Self.escape($0.description) }.joined()
  }

  private static func escape(_ token: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": result.append(contentsOf: "~0".unicodeScalars)
      case "/": result.append(contentsOf: "~1".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}
