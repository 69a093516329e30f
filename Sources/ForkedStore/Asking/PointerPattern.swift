public import ForkedJSON
import ForkedSchema

/// A JSON Pointer in which a token `*` stands for each member or element.
public struct PointerPattern: Sendable, Hashable {
  /// The pointer, with `*` where any member or element is meant.
  public let pointer: JSONPointer
  /// True if a token is `*`, so that it may name many values.
  public let hasWildcards: Bool

  private static let wildcard: JSONString = "*"

  /// Creates the pattern of a pointer.
  public init(_ pointer: JSONPointer) {
    self.pointer = pointer
    hasWildcards = pointer.tokens.contains(Self.wildcard)
  }

  private init(_ pointer: JSONPointer, hasWildcards: Bool) {
    self.pointer = pointer
    self.hasWildcards = hasWildcards
  }

  /// Creates the pattern that names one pointer, in which `*` is a key.
  init(exactly pointer: JSONPointer) { self.init(pointer, hasWildcards: false) }

  /// True if what is at the pointer is named, or is a part of what is named.
  func covers(_ other: JSONPointer) -> Bool {
    pointer.tokens.count <= other.tokens.count && agrees(with: other)
  }

  /// True if the pattern and the pointer agree up to the end of the shorter one.
  func agrees(with other: JSONPointer) -> Bool {
    zip(pointer.tokens, other.tokens).allSatisfy { token, key in
      token == key || hasWildcards && token == Self.wildcard
    }
  }

  /// The pattern of what is named in a value so deep.
  func dropFirst(_ count: Int) -> PointerPattern {
    PointerPattern(JSONPointer(Array(pointer.tokens.dropFirst(count))), hasWildcards: hasWildcards)
  }

  /// Calls a function with each value that is named, in document order, until it returns true.
  ///
  /// - Returns: true if the function returned true.
  /// - Complexity: O(members and elements on the way).
  func contains(
    in root: JSONNode, where isSought: (JSONNode, JSONPointer) throws -> Bool
  ) rethrows -> Bool {
    guard hasWildcards else {
      return try root.value(at: pointer).map { try isSought($0, pointer) } ?? false
    }
    var path: [JSONString] = []
    return try contains(pointer.tokens[...], in: root, &path, isSought)
  }

  private func contains(
    _ tokens: ArraySlice<JSONString>, in node: JSONNode, _ path: inout [JSONString],
    _ isSought: (JSONNode, JSONPointer) throws -> Bool
  ) rethrows -> Bool {
    guard let token = tokens.first else { return try isSought(node, JSONPointer(path)) }
    func visit(_ child: JSONNode, _ token: JSONString) throws -> Bool {
      path.append(token)
      defer { path.removeLast() }
      return try contains(tokens.dropFirst(), in: child, &path, isSought)
    }
    guard token == Self.wildcard else {
      guard let child = node.value(at: JSONPointer([token])) else { return false }
      return try visit(child, token)
    }
    for (index, child) in node.elements.enumerated() {
      if try visit(child, JSONString(arrayIndex: index)) { return true }
    }
    for member in node.members {
      if try visit(member.value, member.key.string ?? "") { return true }
    }
    return false
  }
}

/// Pointers that users typed, and which of them no document had: most likely a typing error.
struct PointerSearch {
  /// The number of documents without the value in which the nearest member is looked for.
  private static let mostSamples = 100

  let pattern: PointerPattern
  /// The number of documents in which the value was looked for.
  private(set) var count = 0
  /// True if a document had it.
  private(set) var isFound = false
  private var nearest: (depth: Int, pointer: JSONPointer)?

  init(_ pattern: PointerPattern) { self.pattern = pattern }

  /// Creates a search for a value at a pointer in which `*` is a key.
  init(exactly pointer: JSONPointer) { self.init(PointerPattern(exactly: pointer)) }

  /// Notes that a document has the value, or has not.
  mutating func note(_ found: Bool, in root: JSONNode) {
    count += 1
    if found { isFound = true }
    guard !isFound, count <= Self.mostSamples, let candidate = Self.nearest(to: pattern, in: root),
      candidate.depth > nearest?.depth ?? -1
    else { return }
    nearest = candidate
  }

  /// True if it was looked for, and no document had it.
  var isMissing: Bool { count > 0 && !isFound }

  /// As in `there is no /enabeld in any of 12 documents`.
  var message: String {
    count == 1
      ? "the document has no value at \(pattern.pointer)"
      : "none of \(count) documents has a value at \(pattern.pointer)"
  }

  /// The nearest member of a document; nil if none is near.
  var hint: String? { nearest.map { "did you mean \($0.pointer)?" } }

  private static func nearest(
    to pattern: PointerPattern, in root: JSONNode
  ) -> (depth: Int, pointer: JSONPointer)? {
    var node = root
    for (depth, token) in pattern.pointer.tokens.enumerated() {
      let first =
        token == "*"
        ? node.elements.first { _ in true } ?? node.members.first { _ in true }?.value
        : node.value(at: JSONPointer([token]))
      if let first {
        node = first
        continue
      }
      let keys = node.members.prefix(10_000).compactMap(\.key.string)
      let names = keys.map { JSONPointer([$0]).description }
      guard let name = Nearest.name(to: JSONPointer([token]).description, among: names),
        let index = names.firstIndex(of: name)
      else { return nil }
      var tokens = pattern.pointer.tokens
      tokens[depth] = keys[index]
      return (depth, JSONPointer(tokens))
    }
    return nil
  }
}
