/// Why an edit can't be made.
public struct JSONEditError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Where the edit was to be made.
  public var pointer: JSONPointer
  /// Why it can't.
  public var reason: JSONEditReason

  /// As in `"/a/b": there is no member "a"`.
  public var description: String { "\"\(pointer)\": \(reason)" }
}

/// Why an edit can't be made, without the place.
public enum JSONEditReason: Error, Sendable, Equatable {
  /// An object on the way, or at its end, has no such member.
  case noSuchMember(JSONString)
  /// An array on the way, or at its end, is shorter.
  case noSuchElement(JSONString, count: Int)
  /// An array is reached, and the reference token is neither an index nor `-`.
  case notAnIndex(JSONString)
  /// The pointer goes on below a value that holds no others.
  case notAContainer(JSONKind)
  /// A document has to have a root.
  case rootRemoved
  /// A value was to be moved into itself.
  case movedIntoItself
  /// The value isn't the one that was expected.
  case unequal
  /// The document would be nested deeper than the limit.
  case tooDeep(limit: Int)
  /// The document would have more bytes than the limit.
  case tooLong(limit: Int)
}

extension JSONEditReason: CustomStringConvertible {
  /// For people.
  public var description: String {
    switch self {
    case .noSuchMember(let key):
      "there is no member \(String(decoding: key.literal, as: UTF8.self))"
    case .noSuchElement(let token, let count):
      "there is no element \(token) in an array of \(count)"
    case .notAnIndex(let token): "\"\(token)\" is no array index"
    case .notAContainer(let kind): "the way leads through a value of kind \(kind)"
    case .rootRemoved: "the whole document can't be taken away"
    case .movedIntoItself: "a value can't be moved into itself"
    case .unequal: "the value is not the expected one"
    case .tooDeep(let limit): "the document would be nested deeper than \(limit) levels"
    case .tooLong(let limit): "the document would be longer than \(limit) bytes"
    }
  }
}
