/// An object or array while it is being edited.
struct EditedContainer: Sendable {
  /// The key of a member; elements have none.
  enum Key: Sendable {
    case node(JSONNode)
    case new(JSONString)
  }

  struct Child: Sendable {
    var key: Key?
    var value: EditedValue
    /// The key or element of a document whose comments stand beside the child; nil for a new one.
    var commented: JSONNode?
    var isRemoved = false
  }

  /// A removed child, with its former index.
  struct Removal {
    var child: Child
    var place: Int
  }

  /// The container before the edits, or the one whose layout is imitated.
  let like: JSONNode
  /// The children; a removed member stays in the list without its value, a removed element doesn't.
  var children: [Child] = []
  private var places: [JSONString: Int] = [:]

  /// Creates a container without children.
  init(emptyLike node: JSONNode) { like = node }

  /// Opens the container at a node.
  /// - Complexity: O(children).
  init(_ node: JSONNode) {
    like = node
    children.reserveCapacity(node.count)
    places.reserveCapacity(node.kind == .object ? node.count : 0)
    for member in node.members {
      places[member.key.string ?? ""] = children.count
      children.append(
        Child(key: .node(member.key), value: .node(member.value), commented: member.key))
    }
    for element in node.elements {
      children.append(Child(key: nil, value: .node(element), commented: element))
    }
  }

  /// Opens an array with the elements of another one. Equal elements, each once, are those that it had.
  /// - Complexity: O(bytes), in expectation.
  init(_ array: JSONNode, holdingElementsOf new: JSONNode) {
    like = array
    var known: [[UInt8]: [JSONNode]] = [:]
    for element in array.elements.reversed() {
      known[element.compactBytes, default: []].append(element)
    }
    children = new.elements.map { element in
      let former = known[element.compactBytes]?.popLast()
      return Child(key: nil, value: .node(former ?? element), commented: former)
    }
  }

  var isObject: Bool { like.kind == .object }

  /// Returns the index of a reference token.
  func place(of token: JSONString) throws(JSONEditReason) -> Int {
    if isObject {
      guard let place = places[token] else { throw .noSuchMember(token) }
      return place
    }
    let place = try insertionPlace(of: token)
    guard place < children.count else { throw .noSuchElement(token, count: children.count) }
    return place
  }

  /// Returns the index of a member or element to replace; nil for a new member, and for the end of an array.
  func placeOfPresent(_ token: JSONString) throws(JSONEditReason) -> Int? {
    if isObject { return places[token] }
    return token == "-" ? nil : try place(of: token)
  }

  /// Returns the index in an array at which a reference token inserts.
  private func insertionPlace(of token: JSONString) throws(JSONEditReason) -> Int {
    if token == "-" { return children.count }
    guard let index = token.arrayIndex else { throw .notAnIndex(token) }
    guard index <= children.count else { throw .noSuchElement(token, count: children.count) }
    return index
  }

  /// Sets a member, or inserts an element.
  /// - Parameter commented: the key or element that the value had, if it was moved.
  mutating func insert(
    _ value: EditedValue, at token: JSONString, commented: JSONNode? = nil
  ) throws(JSONEditReason) {
    if isObject {
      set(token, to: value)
      if let commented, let place = places[token] { children[place].commented = commented }
    } else {
      let place = try insertionPlace(of: token)
      children.insert(Child(key: nil, value: value, commented: commented), at: place)
    }
  }

  /// Replaces a member's value, or adds the member after the others.
  mutating func set(_ key: JSONString, to value: EditedValue) {
    if let place = places[key] {
      children[place].value.replace(with: value)
    } else {
      places[key] = children.count
      children.append(Child(key: .new(key), value: value))
    }
  }

  /// Removes a member or an element.
  mutating func remove(_ token: JSONString) throws(JSONEditReason) -> Removal {
    let place = try place(of: token)
    let removal = Removal(child: children[place], place: place)
    if isObject { remove(key: token) } else { children.remove(at: place) }
    return removal
  }

  /// Merges a member with its patch.
  mutating func merge(_ patch: JSONNode, at key: JSONString) {
    if patch.kind == .null { return remove(key: key) }
    if let place = places[key] { return children[place].value.merge(patch) }
    var value = EditedValue.node(patch)
    if patch.kind == .object {
      value = .opened(EditedContainer(emptyLike: patch))
      value.merge(patch)
    }
    set(key, to: value)
  }

  /// Removes a member if there is one.
  private mutating func remove(key: JSONString) {
    guard let place = places.removeValue(forKey: key) else { return }
    children[place].isRemoved = true
    children[place].value = .node(like)
  }

  /// Undoes a removal, after which nothing else must have been edited.
  mutating func restore(_ token: JSONString, _ removal: Removal) {
    if isObject {
      children[removal.place] = removal.child
      places[token] = removal.place
    } else {
      children.insert(removal.child, at: removal.place)
    }
  }
}

extension EditedContainer.Child {
  /// Returns the child's entry in a rewriting, with the comments that stand beside the child.
  func entry(of value: JSONRewrite) -> JSONRewrite.Entry {
    let entry: JSONRewrite.Entry =
      switch key {
      case .node(let key): .member(key: key, value)
      case .new(let key): .newMember(key: key, value)
      case nil: .element(value)
      }
    guard let commented, entry.sourceNode?.isIdentical(to: commented) != true else { return entry }
    return .beside(commented, entry)
  }
}
