import ForkedJSON

/// The rewriting of a document with values at other places.
struct RelocatedDocument {
  /// A container that gets values: one of the document, or a new one like that of another version.
  enum Container: Hashable {
    case known(Int)
    case new(ContainerLocation)
  }

  private enum Content {
    case value(JSONNode)
    case container(like: JSONNode, keeping: [JSONMember])
  }

  private struct Addition {
    var key: JSONNode?
    var content: Content
  }

  let root: JSONNode
  private var removed: Set<Int> = []
  private var renamed: [Int: JSONNode] = [:]
  /// The new entries of a container, by the value before them; -1 at the start.
  private var added: [Container: [Int: [Addition]]] = [:]
  /// The ordinals of the changed containers.
  private var changed: [Int] = []

  init(_ document: JSONDocument) { root = document.root }

  /// Leaves a value out, in a container of the document.
  mutating func remove(_ value: JSONNode, from container: JSONNode) {
    removed.insert(value.ordinal)
    changed.append(container.ordinal)
  }

  /// Gives a member another key.
  mutating func rename(_ value: JSONNode, of object: JSONNode, to key: JSONNode) {
    renamed[value.ordinal] = key
    changed.append(object.ordinal)
  }

  /// Adds a value of the document to a container.
  /// - Parameter predecessor: the ordinal of the value behind which it stands; -1 at the start.
  mutating func add(
    _ value: JSONNode, under key: JSONNode?, to container: Container, behind predecessor: Int
  ) {
    add(Addition(key: key, content: .value(value)), to: container, behind: predecessor)
  }

  /// Adds a container like that of another version, and returns it.
  /// - Parameter kept: the members of the model that it has.
  mutating func addContainer(
    like model: JSONNode, keeping kept: [JSONMember], under key: JSONNode?,
    to container: Container, behind predecessor: Int
  ) -> Container {
    add(
      Addition(key: key, content: .container(like: model, keeping: kept)), to: container,
      behind: predecessor)
    return .new(ContainerLocation(model))
  }

  private mutating func add(_ addition: Addition, to container: Container, behind predecessor: Int)
  {
    added[container, default: [:]][predecessor, default: []].append(addition)
    if case .known(let ordinal) = container { changed.append(ordinal) }
  }

  /// Returns the document as it would be if the values had always been at their new places; nil if a value would be
  /// lost, or a key stand twice.
  /// - Complexity: O(bytes, and relocations), in expectation.
  func document(_ duplicateKeys: JSONDuplicateKeys) -> JSONDocument? {
    var printing = Printing(self, AscendingNumbers(changed))
    let rewrite = printing.rewritten(root)
    let count = added.values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.count } }
    guard printing.count == count else { return nil }
    return try? JSONDocument(
      parsing: root.document.rewritten(rewrite), duplicateKeys: duplicateKeys)
  }

  private struct Printing {
    let relocated: RelocatedDocument
    let changed: AscendingNumbers
    /// The number of additions so far.
    var count = 0

    init(_ relocated: RelocatedDocument, _ changed: AscendingNumbers) {
      self.relocated = relocated
      self.changed = changed
    }

    private func holdsChange(_ node: JSONNode) -> Bool {
      node.kind.isContainer && changed.areIn(node.ordinals)
    }

    mutating func rewritten(_ node: JSONNode) -> JSONRewrite {
      guard holdsChange(node) else { return .keep(node) }
      let added = relocated.added[.known(node.ordinal)] ?? [:]
      var entries = (added[-1] ?? []).map { entry($0) }
      if node.kind == .object {
        for member in node.members {
          if !relocated.removed.contains(member.value.ordinal) {
            let key = relocated.renamed[member.value.ordinal] ?? member.key
            entries.append(.member(key: key, rewritten(member.value)))
          }
          for addition in added[member.value.ordinal] ?? [] { entries.append(entry(addition)) }
        }
        return .object(like: node, entries)
      }
      for element in node.elements {
        if !relocated.removed.contains(element.ordinal) {
          entries.append(.element(rewritten(element)))
        }
        for addition in added[element.ordinal] ?? [] { entries.append(entry(addition)) }
      }
      return .array(like: node, entries)
    }

    private mutating func entry(_ addition: Addition) -> JSONRewrite.Entry {
      count += 1
      let value: JSONRewrite
      switch addition.content {
      case .value(let node): value = holdsChange(node) ? rewritten(node) : .take(node)
      case .container(let model, let kept):
        let added = relocated.added[.new(ContainerLocation(model))] ?? [:]
        let members = kept.map { JSONRewrite.Entry.member(key: $0.key, .take($0.value)) }
        let entries = members + (added[-1] ?? []).map { entry($0) }
        value =
          model.kind == .object ? .object(like: model, entries) : .array(like: model, entries)
      }
      return addition.key.map { .member(key: $0, value) } ?? .element(value)
    }
  }
}
