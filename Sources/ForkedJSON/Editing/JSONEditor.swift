/// Edits a document by JSON Pointer; every byte that no edit concerns stays as it is.
///
/// An edit that throws changes nothing. Each container on the path of an edit is opened once, in O(children). After
/// that, an edit takes O(path), and in an array also a shift of the elements after it.
public struct JSONEditor: Sendable {
  /// The document before the edits.
  public let document: JSONDocument
  private let limits: JSONLimits
  private var root: EditedValue
  /// An upper bound of the depth of the edited document.
  private var depth: Int
  private var size: Int

  /// Creates an editor of a document; the edited document will be within the limits.
  public init(_ document: JSONDocument, limits: JSONLimits = .standard) {
    self.document = document
    self.limits = limits
    root = .node(document.root)
    depth = document.depth
    size = document.bytes.count
  }

  /// The rewriting that the edits amount to, for `JSONDocument.rewritten`.
  /// - Complexity: O(opened containers).
  public var rewrite: JSONRewrite { root.rewrite }

  /// The bytes of the edited document.
  /// - Complexity: O(bytes).
  public var bytes: [UInt8] { document.rewritten(rewrite) }

  /// True if the root of the edited document is an array.
  public var isArray: Bool {
    switch root {
    case .node(let node): node.kind == .array
    case .opened(let container): !container.isObject
    }
  }

  /// Returns the file of the edited document, with the comments of what the edits keep.
  ///
  /// - Throws: an error if the file exceeds a limit.
  /// - Complexity: O(bytes).
  public func file() throws(JSONSyntaxError) -> [UInt8] { try document.rewrittenFile(rewrite) }

  /// Sets the value at a pointer.
  ///
  /// It replaces a value, adds a missing member after the others (but none on the path), or appends to an array at `-`.
  /// A value with the same bytes as the present one changes nothing.
  public mutating func set(_ pointer: JSONPointer, to value: JSONNode) throws(JSONEditError) {
    try reserve(value, at: pointer)
    guard let token = pointer.tokens.last else { return root.replace(with: .node(value)) }
    try edit(around: pointer) { (container) throws(JSONEditReason) in
      guard let place = try container.placeOfPresent(token) else {
        return try container.insert(.node(value), at: token)
      }
      container.children[place].value.replace(with: value)
    }
  }

  /// Adds a value as RFC 6902 does: a member is replaced or added after the others, and an element is inserted before
  /// the one at the index, or at the end for `-` or the array's length.
  public mutating func insert(_ value: JSONNode, at pointer: JSONPointer) throws(JSONEditError) {
    try reserve(value, at: pointer)
    try insert(.node(value), at: pointer)
  }

  /// Replaces an existing value.
  public mutating func replace(_ pointer: JSONPointer, with value: JSONNode) throws(JSONEditError) {
    try reserve(value, at: pointer)
    guard let token = pointer.tokens.last else { return root.replace(with: value) }
    try edit(around: pointer) { (container) throws(JSONEditReason) in
      container.children[try container.place(of: token)].value.replace(with: value)
    }
  }

  /// Removes the member or element at a pointer.
  public mutating func unset(_ pointer: JSONPointer) throws(JSONEditError) {
    _ = try take(pointer)
  }

  /// Moves a value; the target is resolved after the value has been removed (RFC 6902, section 4.4).
  public mutating func move(
    from source: JSONPointer, to target: JSONPointer
  ) throws(JSONEditError) {
    if source == target { return _ = try value(at: source) }
    guard !source.isPrefix(of: target) else {
      throw JSONEditError(pointer: target, reason: .movedIntoItself)
    }
    let removal = try take(source)
    do throws(JSONEditError) {
      let (value, height) = (removal.child.value, depth - source.tokens.count)
      if target.tokens.count + height > limits.depth {
        try reserve(depth: node(value, at: source).depth, size: 0, at: target)
      } else {
        try reserve(depth: height, size: 0, at: target)
      }
      try insert(value, at: target, commented: removal.child.commented)
    } catch {
      try restore(removal, at: source)
      throw error
    }
  }

  /// Adds a copy of a value at another pointer.
  public mutating func copy(
    from source: JSONPointer, to target: JSONPointer
  ) throws(JSONEditError) {
    let value = try value(at: source)
    try reserve(node(value, at: source), at: target)
    try insert(value, at: target)
  }

  /// Throws unless the value at a pointer equals that one.
  public mutating func test(_ pointer: JSONPointer, equals value: JSONNode) throws(JSONEditError) {
    guard try node(self.value(at: pointer), at: pointer) == value else {
      throw JSONEditError(pointer: pointer, reason: .unequal)
    }
  }

  /// Returns true if there is a value at a pointer.
  public mutating func contains(_ pointer: JSONPointer) -> Bool {
    do throws(JSONEditError) {
      _ = try value(at: pointer)
      return true
    } catch {
      return false
    }
  }

  /// Applies an RFC 7396 merge patch to the whole document.
  public mutating func merge(_ patch: JSONNode) throws(JSONEditError) {
    try reserve(patch, at: JSONPointer())
    root.merge(patch)
  }

  private mutating func insert(
    _ value: EditedValue, at pointer: JSONPointer, commented: JSONNode? = nil
  ) throws(JSONEditError) {
    guard let token = pointer.tokens.last else { return root.replace(with: value) }
    try edit(around: pointer) { (container) throws(JSONEditReason) in
      try container.insert(value, at: token, commented: commented)
    }
  }

  private mutating func take(
    _ pointer: JSONPointer
  ) throws(JSONEditError) -> EditedContainer.Removal {
    guard let token = pointer.tokens.last else {
      throw JSONEditError(pointer: pointer, reason: .rootRemoved)
    }
    return try edit(around: pointer) { (container) throws(JSONEditReason) in
      try container.remove(token)
    }
  }

  private mutating func restore(
    _ removal: EditedContainer.Removal, at pointer: JSONPointer
  ) throws(JSONEditError) {
    try edit(around: pointer) { $0.restore(pointer.tokens.last ?? "", removal) }
  }

  private mutating func value(at pointer: JSONPointer) throws(JSONEditError) -> EditedValue {
    guard let token = pointer.tokens.last else { return root }
    return try edit(around: pointer) { (container) throws(JSONEditReason) in
      container.children[try container.place(of: token)].value
    }
  }

  /// Returns a value as it is after the edits, in a document of its own if it was edited.
  /// - Complexity: O(1) for a value that was not edited, else O(bytes).
  private func node(
    _ value: EditedValue, at pointer: JSONPointer
  ) throws(JSONEditError) -> JSONNode {
    if case .node(let node) = value { return node }
    do {
      let bytes = document.rewritten(value.rewrite)
      return try JSONDocument(parsing: bytes, limits: limits, duplicateKeys: .kept).root
    } catch {
      throw JSONEditError(pointer: pointer, reason: .tooLong(limit: limits.bytes))
    }
  }

  /// Edits the container of the member or element at a pointer.
  private mutating func edit<Result>(
    around pointer: JSONPointer,
    _ body: (inout EditedContainer) throws(JSONEditReason) -> Result
  ) throws(JSONEditError) -> Result {
    do throws(JSONEditReason) {
      return try root.edit(at: pointer.tokens.dropLast(), body)
    } catch {
      throw JSONEditError(pointer: pointer, reason: error)
    }
  }

  private mutating func reserve(
    _ value: JSONNode, at pointer: JSONPointer
  ) throws(JSONEditError) {
    try reserve(depth: value.depth, size: value.range.count, at: pointer)
  }

  /// Refuses an edit that would exceed a limit.
  private mutating func reserve(
    depth height: Int, size: Int, at pointer: JSONPointer
  ) throws(JSONEditError) {
    let needed = pointer.tokens.count + height
    guard needed <= limits.depth else {
      throw JSONEditError(pointer: pointer, reason: .tooDeep(limit: limits.depth))
    }
    guard size <= limits.bytes - self.size else {
      throw JSONEditError(pointer: pointer, reason: .tooLong(limit: limits.bytes))
    }
    depth = max(depth, needed)
    self.size += size
  }
}

/// The error for an edit that isn't possible.
public struct JSONEditError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The pointer of the edit.
  public var pointer: JSONPointer
  /// The reason for the error.
  public var reason: JSONEditReason

  /// The description, as in `"/a/b": there is no member "a"`.
  public var description: String { "\"\(pointer)\": \(reason)" }
}

/// The reason why an edit isn't possible.
public enum JSONEditReason: Error, Sendable, Equatable {
  /// An object on the path, or at its end, has no such member.
  case noSuchMember(JSONString)
  /// An array on the path, or at its end, has no such element.
  case noSuchElement(JSONString, count: Int)
  /// The reference token for an array is neither an index nor `-`.
  case notAnIndex(JSONString)
  /// The pointer continues below a scalar.
  case notAContainer(JSONKind)
  /// The root of a document can't be removed.
  case rootRemoved
  /// A value was to be moved into itself.
  case movedIntoItself
  /// The value isn't the expected one.
  case unequal
  /// The document would exceed the limit of levels.
  case tooDeep(limit: Int)
  /// The document would exceed the limit of bytes.
  case tooLong(limit: Int)
}

extension JSONEditReason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .noSuchMember(let key):
      "there is no member \(String(decoding: key.literal, as: UTF8.self))"
    case .noSuchElement(let token, let count):
      "there is no element \(token) in an array of \(count)"
    case .notAnIndex(let token): "\"\(token)\" is not an array index"
    case .notAContainer(let kind): "the pointer passes through a value of kind \(kind)"
    case .rootRemoved: "the root of a document can't be removed"
    case .movedIntoItself: "a value can't be moved into itself"
    case .unequal: "the value is not the expected one"
    case .tooDeep(let limit): "the document would be nested deeper than \(limit) levels"
    case .tooLong(let limit): "the document would be longer than \(limit) bytes"
    }
  }
}
