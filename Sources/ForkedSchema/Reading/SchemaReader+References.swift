import ForkedJSON

/// The resolution of `$ref`, `$dynamicRef` and `$schema`.
extension SchemaReader {
  struct UnresolvedReference {
    let schema: Int
    let keyword: Keyword
    let value: JSONNode
  }

  func resolveLater(_ keyword: Keyword, _ value: JSONNode, of schema: Int) {
    waiting.append(UnresolvedReference(schema: schema, keyword: keyword, value: value))
  }

  /// Resolves all references; these may lead to files that have not been read yet, with further references.
  func followReferences() throws {
    repeat {
      readPending()
      let isLast = waiting.isEmpty
      let next = isLast ? postponed : waiting
      if isLast { postponed = [] } else { waiting = [] }
      for reference in next { try resolve(reference, mayWait: !isLast) }
      readPending()
    } while !waiting.isEmpty || !postponed.isEmpty
    for resource in resources.indices { try readVocabularies(of: resource) }
  }

  private func resolve(_ reference: UnresolvedReference, mayWait: Bool) throws {
    let value = reference.value
    guard let text = value.string?.exactString else {
      return refuse(value, "\(reference.keyword.rawValue) must be a string")
    }
    do {
      let uri = SchemaURI(text)
      let place = try SchemaReference.place(uri.fragment ?? "")
      guard let resource = try resource(for: uri, text, from: reference, mayWait: mayWait) else {
        return
      }
      guard let target = find(place, in: resource) else {
        return refuse(value, "\(text) does not exist", hint: suggestion(for: place, in: resource))
      }
      refer(reference, to: target, place)
    } catch let refusal as Refusal {
      refuse(value, refusal.message, hint: refusal.hint)
    }
  }

  /// Adds a reference; a dynamic one is resolved by name only if its static target is a dynamic anchor (Core, 8.2.3.2).
  private func refer(
    _ reference: UnresolvedReference, to target: Int, _ place: SchemaReference.Place
  ) {
    change(reference.schema) { $0.references.append(target) }
    guard reference.keyword == .dynamicReference else {
      return change(reference.schema) { $0.staticReference = target }
    }
    var dynamic = DynamicReference(target: target)
    if case .anchor(let name) = place,
      resources[subschemas[target].resource].dynamicAnchors[name] == target
    {
      dynamic.name = name
    }
    change(reference.schema) { $0.dynamicReference = dynamic }
  }

  // MARK: Resources

  /// Returns the resource of a reference; nil if the reference was refused or is postponed.
  private func resource(
    for uri: SchemaURI, _ text: String, from reference: UnresolvedReference, mayWait: Bool
  ) throws -> Int? {
    let own = subschemas[reference.schema].resource
    if uri.isFragment { return own }
    let name = uri.resolved(from: resources[own].base).resource
    if let known = resourcesByURI[name] { return known }
    if let bytes = try StandardSchema.text(of: name) ?? sources.resource(name.description) {
      return parse(bytes, name: name.description)
    }
    if mayWait, uri.isAbsolute, uri.scheme != "fork" {
      postponed.append(reference)
      return nil
    }
    let path = try SchemaReference.file(text, from: subschemas[reference.schema].file.name)
    return try file(path, from: reference)
  }

  private func file(_ path: String, from reference: UnresolvedReference) throws -> Int? {
    if let known = files[JSONString(path)] { return known }
    let isBuiltIn = path.utf8.starts(with: BuiltInSchema.scheme.utf8)
    let bytes = isBuiltIn ? BuiltInSchema.named(path)?.text() : try sources.file(path)
    if let bytes { return parse(bytes, name: path) }
    let names = BuiltInSchema.all.map(\.name)
    refuse(
      reference.value,
      isBuiltIn ? "unknown built-in schema \(path)" : "there is no file \(path)",
      hint: isBuiltIn ? Nearest.hint(for: path, among: names) : nil)
    return nil
  }

  /// Reads the vocabularies of a resource from its meta-schema, if that is available.
  private func readVocabularies(of resource: Int) throws {
    let root = subschemas[resources[resource].root].node
    guard let name = root["$schema"]?.string?.exactString.map({ SchemaURI($0).resource }),
      name != StandardSchema.draft
    else { return }
    let known = resourcesByURI[name].map { subschemas[resources[$0].root].node }
    guard let metaSchema = try known ?? parsed(sources.resource(name.description)) else { return }
    changeResource(resource) { $0.vocabularies = Vocabularies(metaSchema: metaSchema) }
  }

  private func parsed(_ bytes: [UInt8]?) throws -> JSONNode? {
    try bytes.map { try JSONDocument(parsing: $0).root }
  }

  // MARK: Places

  private func find(_ place: SchemaReference.Place, in resource: Int) -> Int? {
    let root = resources[resource].root
    switch place {
    case .anchor(let name):
      return resources[resource].anchors[name] ?? resources[resource].dynamicAnchors[name]
    case .pointer(let pointer):
      if pointer.tokens.isEmpty { return root }
      return value(at: pointer, in: resource).map {
        index(of: $0, in: resource, of: resources[resource].file)
      }
    }
  }

  /// Returns a name similar to the missing one; for the first mistakes only, since it takes time.
  private func suggestion(for place: SchemaReference.Place, in resource: Int) -> String? {
    guard mistakes.count < 100, case .pointer(let pointer) = place, let last = pointer.tokens.last
    else { return nil }
    let parent = JSONPointer(Array(pointer.tokens.dropLast()))
    let names = value(at: parent, in: resource)?.members.prefix(100)
      .compactMap { $0.key.string?.exactString }
    return names.flatMap { Nearest.name(to: last.description, among: $0) }
      .map { "did you mean #\(parent.appending(JSONString($0)))?" }
  }
}
