public import ForkedJSON

/// A model identifier's template: literal text and fields in braces, as in `Person-{id}`.
public struct IdentityTemplate: Sendable, Hashable {
  /// A part of the template.
  public enum Part: Sendable, Hashable {
    /// Text that every identifier has at this place.
    case text(String)
    /// The value of the object's own field.
    case field(JSONString)
  }

  /// At least one of them a field, no two texts side by side.
  public var parts: [Part]

  /// Why a text is no template.
  public struct Refusal: Error, Sendable {
    /// What is wrong, without a full stop.
    public var message: String
  }

  /// Reads a template; throws where a brace has no partner, a field no name, or a pointer in place of
  /// one, or there is no field at all.
  public init(parsing text: String) throws(Refusal) {
    parts = []
    var rest = text.unicodeScalars[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[brace] == "{" else { throw Refusal(message: "a } without its {") }
      append(text: rest[..<brace])
      rest = rest[rest.index(after: brace)...]
      guard let end = rest.firstIndex(where: { $0 == "{" || $0 == "}" }), rest[end] == "}" else {
        throw Refusal(message: "a { without its }")
      }
      guard end > rest.startIndex else { throw Refusal(message: "a field without a name") }
      guard rest.first != "/" else {
        throw Refusal(message: "a field is the name of a member, not a pointer")
      }
      parts.append(.field(JSONString(String(rest[..<end]))))
      rest = rest[rest.index(after: end)...]
    }
    append(text: rest)
    guard parts.contains(where: { if case .field = $0 { true } else { false } }) else {
      throw Refusal(message: "no field: all objects would be one")
    }
  }

  private mutating func append(text: Substring.UnicodeScalarView) {
    if !text.isEmpty { parts.append(.text(String(text))) }
  }
}
