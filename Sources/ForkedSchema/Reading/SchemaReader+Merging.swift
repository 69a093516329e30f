import ForkedJSON

/// The reading of the keywords that `fork` adds.
extension SchemaReader {
  func readMerge(_ value: JSONNode, of schema: Int) {
    switch value.kind {
    case .string:
      guard let strategy = strategy(value) else { return }
      declare(MergeDeclaration(strategy: strategy), of: schema)
    case .object: readMergeObject(value, of: schema)
    default:
      refuse(
        value, "x-merge must be a strategy's name, or an object",
        hint: #"for instance {"using": "arrayOfIdentifiableMerge", "id": "/id"}"#)
    }
  }

  private func declare(_ declaration: MergeDeclaration, of schema: Int) {
    var declaration = declaration
    if declaration.strategy.options.contains("position"), declaration.position == nil {
      declaration.position = MergeDeclaration.defaultPosition
    }
    guard !declaration.putsPositionsInIds else {
      return refuse(
        subschemas[schema].value(of: .merge),
        "an element's id and its position must be different members",
        hint: "positions are random numbers, which would replace the ids")
    }
    change(schema) { $0.merge = declaration }
  }

  private func strategy(_ value: JSONNode) -> MergeStrategy? {
    guard let name = value.string else {
      refuse(value, "a strategy must be a string")
      return nil
    }
    guard let strategy = strategies.named(name) else {
      let hint = Nearest.hint(for: name.description, among: strategies.map(\.name))
      refuse(value, "unknown strategy \(name)", hint: hint)
      return nil
    }
    return strategy
  }

  private func readMergeObject(_ value: JSONNode, of schema: Int) {
    guard let using = value["using"] else {
      return refuse(
        value, "x-merge names no strategy",
        hint: "\"using\" names it: \(strategies.list)")
    }
    let strategy = strategy(using)
    var declaration = MergeDeclaration(strategy: strategy ?? .manual)
    for option in value.members {
      guard let name = option.key.string, name != "using", allows(name, at: option.key, strategy)
      else { continue }
      switch name {
      case "id": declaration.identity = identity(option.value)
      case "command": declaration.command = command(option.value)
      default: declaration.position = position(option.value)
      }
    }
    if strategy != nil { declare(declaration, of: schema) }
  }

  func readMoves(_ value: JSONNode, of schema: Int) {
    guard value.kind == .true || value.kind == .false else {
      return refuse(
        value, "x-moves is true or false",
        hint: "false: changes do not follow what the other side moved")
    }
    change(schema) { $0.ignoresMoves = value.kind == .false }
  }

  private func allows(_ option: JSONString, at key: JSONNode, _ strategy: MergeStrategy?) -> Bool {
    let known = ["using", "id", "position", "command"]
    let text = option.description
    guard known.contains(where: { $0.utf8.elementsEqual(option.utf8) }) else {
      refuse(key, "x-merge has no option \(text)", hint: Nearest.hint(for: text, among: known))
      return false
    }
    guard let strategy, !strategy.options.contains(where: { $0.utf8.elementsEqual(option.utf8) })
    else { return true }
    let takers = strategies.filter { $0.options.contains(text) }.map(\.name)
    refuse(
      key, "\(strategy.name) takes no option \(text)",
      hint: "\(takers.joined(separator: " and ")) \(takers.count == 1 ? "does" : "do")")
    return false
  }

  private func identity(_ value: JSONNode) -> [JSONPointer] {
    let parts = value.kind == .array ? Array(value.elements) : [value]
    if parts.isEmpty {
      refuse(value, "an id needs at least one pointer")
    }
    var pointers: [JSONPointer] = []
    for part in parts {
      guard let pointer = idPointer(part) else { continue }
      if pointers.contains(pointer) {
        refuse(part, "\(pointer) is listed twice")
      }
      pointers.append(pointer)
    }
    return pointers
  }

  private func idPointer(_ value: JSONNode) -> JSONPointer? {
    guard let text = value.string else {
      refuse(value, "an id is a JSON Pointer, or an array of them", hint: "for instance /id")
      return nil
    }
    guard text.utf8.first == UInt8(ascii: "/") else {
      refuse(
        value,
        text.utf8.isEmpty ? "an id is a part of the element" : "\(text) is not a JSON Pointer",
        hint: "a pointer starts with a slash: /\(text.utf8.isEmpty ? "id" : text)")
      return nil
    }
    do { return try JSONPointer(parsing: text) } catch {
      refuse(value, "\(text) is not a JSON Pointer: \(error.message)")
      return nil
    }
  }

  private func position(_ value: JSONNode) -> JSONString? {
    guard let name = value.string, let first = name.utf8.first else {
      refuse(value, "position is the name of a member", hint: "for instance position")
      return nil
    }
    guard first != UInt8(ascii: "/") else {
      refuse(value, "position is the name of a member, not a pointer")
      return nil
    }
    return name
  }

  private func command(_ value: JSONNode) -> JSONString? {
    if let text = value.string, !text.utf8.isEmpty { return text }
    refuse(
      value, "command is the text of the command that writes the value again",
      hint: "for instance npm install")
    return nil
  }

  func readDefaultMerge(_ value: JSONNode, of schema: Int) {
    guard isRoot(schema, "x-default-merge", at: value) else { return }
    defaultMerge = value.string?.exactString.flatMap(DefaultMerge.init)
    if defaultMerge == nil { refuse(value, "x-default-merge is mostRecent or manual") }
  }

  func readIdentity(_ value: JSONNode, of schema: Int) {
    let example = "for instance Person-{id}"
    guard let text = value.string?.exactString else {
      return refuse(value, "x-identity must be a string", hint: example)
    }
    do {
      let template = try IdentityTemplate(parsing: text)
      change(schema) { $0.identity = template }
    } catch {
      refuse(value, "\(text) is not an identifier template: \(error.message)", hint: example)
    }
  }

  func readDocuments(_ value: JSONNode, of schema: Int) {
    guard isRoot(schema, "x-documents", at: value) else { return }
    guard value.kind == .object else {
      return refuse(value, "x-documents must be an object of schemas")
    }
    for member in value.members {
      guard let pattern = member.key.string else { continue }
      let below = child(.documents, member.value, of: schema)
      do {
        documents.append((try Glob(pattern), below))
      } catch {
        refuse(
          member.key, "'\(pattern)' is not a valid pattern: \(error.message)", hint: error.hint)
      }
    }
    for tie in Glob.ties(among: documents.map(\.glob)) {
      let (first, second) = (documents[tie.first].glob, documents[tie.second])
      refuse(
        subschemas[second.schema].node,
        tie.areAlike
          ? "\(second.glob.text) names the same documents as \(first.text)"
          : "\(second.glob.text) and \(first.text) can name one document, and neither is more specific",
        hint: tie.areAlike ? "keep one of them" : "begin one of them with more literal text")
    }
  }

  private func isRoot(_ schema: Int, _ keyword: String, at value: JSONNode) -> Bool {
    if schema == root { return true }
    refuse(value, "\(keyword) has no effect here", hint: "it belongs to the root of \(rootFile)")
    return false
  }
}

/// The declaration of `x-merge` for a value.
struct MergeDeclaration: Hashable {
  var strategy: MergeStrategy
  /// The pointers to the parts of an element's id; empty if none is declared.
  var identity: [JSONPointer] = []
  var position: JSONString?
  /// The command that writes a generated value again.
  var command: JSONString?

  static let defaultPosition: JSONString = "position"

  /// True if the member that holds an element's position is, or holds, a part of its id.
  var putsPositionsInIds: Bool {
    let ids = identity.isEmpty ? [JSONPointer(["id"])] : identity
    return position.map { name in ids.contains { $0.tokens.first == name } } ?? false
  }
}

extension [MergeStrategy] {
  /// The names for a hint.
  var list: String { map(\.name).joined(separator: ", ") }

  fileprivate func named(_ name: JSONString) -> MergeStrategy? {
    first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}
