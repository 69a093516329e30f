import Forked
public import ForkedJSON
public import ForkedSchema

/// The global identifier of a model, as in `Person-42`: objects that have it are one thing, wherever they stand.
/// Identifiers are equal and ordered by their bytes.
public struct ModelIdentifier: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The identifier's text.
  public let text: JSONString

  /// An identifier of that text.
  public init(_ text: JSONString) { self.text = text }

  /// The identifier of the model that a whole document is; nil where it is none.
  public init?(of document: JSONDocument, plan: FieldPlan) {
    guard let identifier = plan.fitting([document.root]).identifier(of: document.root) else {
      return nil
    }
    self = identifier
  }

  /// True if the bytes of one identifier stand before those of the other.
  public static func < (left: ModelIdentifier, right: ModelIdentifier) -> Bool {
    left.text < right.text
  }

  /// The text; a lone surrogate as JSON escapes it.
  public var description: String { text.description }
}

extension FieldPlan {
  /// The identifier of a value; nil where it is no model, or lacks a field that its identifier is made of. Fields are
  /// strings, numbers (`1.0` is `1`), true or false.
  func identifier(of value: JSONNode) -> ModelIdentifier? {
    guard value.kind == .object, let template = modelIdentity else { return nil }
    var text: [UInt8] = []
    for part in template.parts {
      switch part {
      case .text(let literal): text += literal.utf8
      case .field(let key):
        guard let field = value[key]?.identifierText else { return nil }
        text += field
      }
    }
    return ModelIdentifier(JSONString(wtf8: text))
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

/// Different models at one place.
struct ModelReference {
  /// The side that alone put another model there; nil: both did.
  let onlyChange: MergeSide?

  /// Nil where ours and theirs hold the same model, or not both of them one.
  init?(base: JSONNode?, ours: JSONNode?, theirs: JSONNode?, _ plan: FieldPlan) {
    guard plan.modelIdentity != nil, let our = ours.flatMap(plan.identifier),
      let their = theirs.flatMap(plan.identifier), our != their
    else { return nil }
    let old = base.flatMap(plan.identifier)
    onlyChange = old == their ? .ours : old == our ? .theirs : nil
  }

  init?(_ versions: Versions, _ plan: FieldPlan) {
    self.init(base: versions.base, ours: versions.ours, theirs: versions.theirs, plan)
  }
}
