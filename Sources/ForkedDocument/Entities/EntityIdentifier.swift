import Forked
public import ForkedJSON
public import ForkedSchema

/// The global identifier of an entity, as in `Person-42`.
///
/// All objects with one identifier are the same entity, in any document. Identifiers are equal and ordered by their
/// bytes.
public struct EntityIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The identifier's text.
  public let text: JSONString

  /// Creates an identifier.
  public init(_ text: JSONString) { self.text = text }

  /// Creates the identifier of the entity that a whole document is; nil if the document is no entity.
  public init?(of document: JSONDocument, plan: FieldPlan) {
    guard let identifier = plan.fitting([document.root]).identifier(of: document.root) else {
      return nil
    }
    self = identifier
  }

  /// Returns true if the bytes of one identifier precede those of the other.
  public static func < (left: EntityIdentifier, right: EntityIdentifier) -> Bool {
    left.text < right.text
  }

  /// The text, with a lone surrogate escaped as in JSON.
  public var description: String { text.description }
}

extension FieldPlan {
  /// Returns the identifier of a value; nil if the value is no entity, or lacks a field of its identifier.
  ///
  /// Fields are strings, numbers (`1.0` is `1`), true or false.
  func identifier(of value: JSONNode) -> EntityIdentifier? {
    guard value.kind == .object, let template = entityIdentity else { return nil }
    var text: [UInt8] = []
    for part in template.parts {
      switch part {
      case .text(let literal): text += literal.utf8
      case .field(let key):
        guard let field = value[key]?.identifierText else { return nil }
        text += field
      }
    }
    return EntityIdentifier(JSONString(wtf8: text))
  }
}

extension JSONNode {
  fileprivate var identifierText: [UInt8]? {
    switch kind {
    case .string: string?.utf8
    case .number: number?.literal
    case .true: Array("true".utf8)
    case .false: Array("false".utf8)
    case .null, .object, .array: nil
    }
  }
}

/// Two sides' different entities at one property.
struct EntityReplacement {
  /// The side that alone replaced the entity; nil if both did.
  let onlyChange: MergeSide?

  /// Compares the entities; nil unless ours and theirs each hold one, and not the same one.
  init?(base: JSONNode?, ours: JSONNode?, theirs: JSONNode?, _ plan: FieldPlan) {
    guard plan.entityIdentity != nil, let our = ours.flatMap(plan.identifier),
      let their = theirs.flatMap(plan.identifier), our != their
    else { return nil }
    let old = base.flatMap(plan.identifier)
    onlyChange = old == their ? .ours : old == our ? .theirs : nil
  }

  init?(_ versions: Versions, _ plan: FieldPlan) {
    self.init(base: versions.base, ours: versions.ours, theirs: versions.theirs, plan)
  }
}
