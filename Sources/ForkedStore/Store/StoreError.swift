public import ForkedJSON

/// Why a use case could not do what it was asked: what happened, where, and what to do.
public struct StoreError: Error, Sendable {
  /// What sort of failure it is, as far as a script should tell them apart.
  public enum Kind: Sendable, Hashable {
    /// Conflicts remain.
    case conflicts
    /// The request itself is wrong: a bad document path, arguments that exclude each other.
    case usage
    /// A document, schema or patch is not what it must be.
    case invalidData
    /// No such repository, fork, revision or document.
    case notFound
    /// A remote could not be reached.
    case unavailable
    /// A defect of this program.
    case defect
    /// Something stands where the new thing should be, or its place cannot be made.
    case cannotCreate
    /// Reading or writing failed.
    case inputOutput
    /// Nothing is wrong but the moment: a lock is held, an expectation failed, a race was lost too often.
    case tryAgain
    /// Not permitted.
    case notPermitted
    /// Something would be lost or undone that only a person can decide about.
    case refused
    /// Somebody asked to stop.
    case interrupted
  }

  /// The place that a failure concerns.
  public struct Place: Sendable, Hashable {
    /// The document (or file) as the person would name it.
    public var document: String?
    /// The property.
    public var pointer: JSONPointer?
    /// Line and column, for text that does not parse.
    public var position: TextPosition?

    /// - Parameters:
    ///   - document: the document (or file) as the person would name it.
    ///   - pointer: the property.
    ///   - position: line and column, for text that does not parse.
    public init(
      document: String? = nil, pointer: JSONPointer? = nil, position: TextPosition? = nil
    ) {
      self.document = document
      self.pointer = pointer
      self.position = position
    }
  }

  /// What sort of failure it is.
  public var kind: Kind
  /// What happened, in one sentence without a full stop.
  public var message: String
  /// Where it happened, if that is one place.
  public var place: Place?
  /// What to do about it.
  public var hint: String?

  /// - Parameters:
  ///   - kind: what sort of failure it is.
  ///   - message: what happened, in one sentence without a full stop.
  ///   - place: where it happened, if that is one place.
  ///   - hint: what to do about it.
  public init(_ kind: Kind, _ message: String, at place: Place? = nil, hint: String? = nil) {
    self.kind = kind
    self.message = message
    self.place = place
    self.hint = hint
  }
}

extension StoreError.Place: CustomStringConvertible {
  /// `document#pointer:line:column`, as far as it is known.
  public var description: String {
    let name = document ?? ""
    let property = pointer.map { $0.tokens.isEmpty ? "" : "#\($0)" } ?? ""
    let lines = position.map { ":\($0.line):\($0.column)" } ?? ""
    return name + property + lines
  }
}
