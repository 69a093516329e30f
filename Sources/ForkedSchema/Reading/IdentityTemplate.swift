public import ForkedJSON

/// The template of an entity's identifier: literal text and fields in braces, as in `Person-{id}`.
public struct IdentityTemplate: Sendable, Hashable {
  /// A part of the template.
  public enum Part: Sendable, Hashable {
    /// Text that every identifier has in this place.
    case text(String)
    /// The value of a member of the object.
    case field(JSONString)
  }

  /// The parts: at least one field, and no two adjacent texts.
  public var parts: [Part]

  /// Parses a template.
  /// - Throws: ``Refusal`` if a brace has no partner, a field has no name or a pointer in its place, or there is no
  ///   field.
  init(parsing text: String) throws(Refusal) {
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
      throw Refusal(message: "it has no field, so all objects would have one identifier")
    }
  }

  private mutating func append(text: Substring.UnicodeScalarView) {
    if !text.isEmpty { parts.append(.text(String(text))) }
  }
}
