/// Edits a document by JSON Pointer, leaving every byte that no edit concerns as it is.
///
/// An edit that throws changes nothing. Each container that an edit goes through is opened once, in time of its
/// children; after that an edit costs its path (in an array also a shift of the elements behind it).
public struct JSONEditor: Sendable {
  /// The document as it was.
  public let document: JSONDocument
  private let limits: JSONLimits
  private(set) var tree: EditedTree
  /// At least the depth of what there is now.
  private var depth: Int
  private var size: Int

  /// An editor of that document; what comes out will be within the limits.
  public init(_ document: JSONDocument, limits: JSONLimits = .standard) {
    self.document = document
    self.limits = limits
    tree = EditedTree(root: document.root)
    depth = document.depth
    size = document.bytes.count
  }

  /// What the edits amount to, to be printed by `JSONDocument.rewritten`. Complexity: O(opened containers).
  public var rewrite: JSONRewrite { tree.rewrite }

  /// The bytes of the edited document. Complexity: O(bytes).
  public var bytes: [UInt8] { document.rewritten(rewrite) }

  /// Sets what the pointer leads to: replaces a value, adds a missing member behind the others (but none on the
  /// way), appends to an array at `-`. A value that is spelled as the one that is there changes nothing.
  public mutating func set(_ pointer: JSONPointer, to value: JSONNode) throws(JSONEditError) {
    let new = EditedValue.node(value)
    try reserve(new, height: value.depth, size: value.range.count, at: pointer)
    guard let token = pointer.tokens.last else { return tree.root.replace(with: new) }
    try edit(pointer) { (tree) throws(JSONEditReason) in
      let parent = try tree.open(tree.slot(at: pointer.tokens.dropLast()))
      if tree.containers[parent].isObject || token == "-" {
        try tree.containers[parent].insert(new, at: token)
      } else {
        let place = try tree.containers[parent].place(of: token)
        tree.containers[parent][place].replace(with: new)
      }
    }
  }

  /// Adds a value as RFC 6902 does: a member is replaced or becomes the last one, an element comes before the
  /// one at the index, or last at `-` or the array's length.
  public mutating func insert(_ value: JSONNode, at pointer: JSONPointer) throws(JSONEditError) {
    try insert(.node(value), at: pointer, height: value.depth, size: value.range.count)
  }

  /// Replaces a value that is there.
  public mutating func replace(_ pointer: JSONPointer, with value: JSONNode) throws(JSONEditError) {
    try reserve(.node(value), height: value.depth, size: value.range.count, at: pointer)
    try edit(pointer) { (tree) throws(JSONEditReason) in
      try tree[tree.slot(at: pointer.tokens)].replace(with: .node(value))
    }
  }

  /// Takes away the member or element that the pointer leads to.
  public mutating func unset(_ pointer: JSONPointer) throws(JSONEditError) {
    _ = try take(pointer)
  }

  /// Moves a value; the place is found after it has been taken away (RFC 6902, section 4.4).
  public mutating func move(
    from source: JSONPointer, to target: JSONPointer
  ) throws(JSONEditError) {
    if source == target { return _ = try value(at: source) }
    guard !source.isPrefix(of: target) else {
      throw JSONEditError(pointer: target, reason: .movedIntoItself)
    }
    let removal = try take(source)
    do throws(JSONEditError) {
      let height = depth - source.tokens.count
      try insert(removal.child.value, at: target, height: height, size: 0)
    } catch {
      try restore(removal, at: source)
      throw error
    }
  }

  /// Copies a value to another place, where it is added.
  public mutating func copy(
    from source: JSONPointer, to target: JSONPointer
  ) throws(JSONEditError) {
    let value = try value(at: source)
    let (height, size) = (depth - source.tokens.count, tree.size(of: value))
    try reserve(value, height: height, size: size, at: target)
    try insert(tree.copy(of: value), at: target, height: height, size: 0)
  }

  /// Throws unless the pointer leads to a value equal to that one.
  public mutating func test(_ pointer: JSONPointer, equals value: JSONNode) throws(JSONEditError) {
    guard tree.isEqual(try self.value(at: pointer), to: value) else {
      throw JSONEditError(pointer: pointer, reason: .unequal)
    }
  }

  /// Applies an RFC 7396 merge patch to the whole document.
  mutating func merge(_ patch: JSONNode) throws(JSONEditError) {
    let size = patch.range.count
    try reserve(.node(patch), height: patch.depth, size: size, at: JSONPointer())
    tree.merge(patch)
  }

  private mutating func insert(
    _ value: EditedValue, at pointer: JSONPointer, height: Int, size: Int
  ) throws(JSONEditError) {
    try reserve(value, height: height, size: size, at: pointer)
    guard let token = pointer.tokens.last else { return tree.root.replace(with: value) }
    try edit(pointer) { (tree) throws(JSONEditReason) in
      let parent = try tree.open(tree.slot(at: pointer.tokens.dropLast()))
      try tree.containers[parent].insert(value, at: token)
    }
  }

  private mutating func take(
    _ pointer: JSONPointer
  ) throws(JSONEditError) -> EditedContainer.Removal {
    try edit(pointer) { (tree) throws(JSONEditReason) in
      guard let token = pointer.tokens.last else { throw .rootRemoved }
      let parent = try tree.open(tree.slot(at: pointer.tokens.dropLast()))
      return try tree.containers[parent].remove(token)
    }
  }

  private mutating func restore(
    _ removal: EditedContainer.Removal, at pointer: JSONPointer
  ) throws(JSONEditError) {
    try edit(pointer) { (tree) throws(JSONEditReason) in
      let parent = try tree.open(tree.slot(at: pointer.tokens.dropLast()))
      tree.containers[parent].restore(pointer.tokens.last ?? "", removal)
    }
  }

  private mutating func value(at pointer: JSONPointer) throws(JSONEditError) -> EditedValue {
    try edit(pointer) { (tree) throws(JSONEditReason) in try tree[tree.slot(at: pointer.tokens)] }
  }

  private mutating func edit<Result>(
    _ pointer: JSONPointer, _ body: (inout EditedTree) throws(JSONEditReason) -> Result
  ) throws(JSONEditError) -> Result {
    do throws(JSONEditReason) {
      return try body(&tree)
    } catch {
      throw JSONEditError(pointer: pointer, reason: error)
    }
  }

  /// Refuses what would pass a limit. Depths are measured only where the bounds known so far would.
  private mutating func reserve(
    _ value: EditedValue, height: Int, size: Int, at pointer: JSONPointer
  ) throws(JSONEditError) {
    var needed = pointer.tokens.count + height
    if needed > limits.depth {
      depth = tree.depth(of: tree.root)
      needed = pointer.tokens.count + tree.depth(of: value)
    }
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
