import ForkedJSON

/// `x-together`.
extension SchemaReader {
  func readTogether(_ value: JSONNode, of schema: Int) {
    switch value.kind {
    case .true: change(schema) { $0.together = TogetherRule() }
    case .array:
      let properties = pointers(value)
      change(schema) { $0.together = TogetherRule(properties: properties) }
    case .object: readTogetherObject(value, of: schema)
    default:
      refuse(
        value, "x-together is true, a list of pointers to properties, or an object",
        hint: #"for instance {"by": "/version", "unit": ["/url", "/integrity"]}"#)
    }
  }

  private func readTogetherObject(_ value: JSONNode, of schema: Int) {
    var rule = TogetherRule()
    for option in value.members {
      guard let name = option.key.string else { continue }
      switch name {
      case "by": rule.by = pointer(option.value)
      case "properties": rule.properties = pointers(option.value)
      case "unit" where option.value.kind == .true: rule.unit = nil
      case "unit": rule.unit = pointers(option.value)
      default:
        refuse(
          option.key, "x-together has no option \(name)",
          hint: Nearest.hint(for: name.description, among: ["by", "properties", "unit"]))
      }
    }
    change(schema) { $0.together = rule }
  }

  private func pointers(_ value: JSONNode) -> Set<JSONPointer> {
    guard value.kind == .array else {
      refuse(
        value, "a list of pointers to properties belongs here", hint: #"for instance ["/url"]"#)
      return []
    }
    return Set(value.elements.compactMap(pointer))
  }

  /// Reads the pointer to a property of the object.
  private func pointer(_ value: JSONNode) -> JSONPointer? {
    if let text = value.string, let pointer = try? JSONPointer(parsing: text),
      !pointer.tokens.isEmpty
    {
      return pointer
    }
    refuse(
      value, "a pointer to a property of the object belongs here", hint: "for instance /version")
    return nil
  }

  /// Refuses `x-together` where strategies of the members contradict it.
  func refuseTogetherClash(_ schema: Int, _ limit: inout WorkLimit) {
    guard let rule = subschemas[schema].together else { return }
    let node = subschemas[schema].value(of: .together)
    if let types = subschemas[schema].types, !types.contains(.object) {
      refuse(node, "x-together belongs to a schema of objects, and this is of type \(types.text)")
    }
    if let by = rule.by, let strategy = strategy(of: by, in: schema, &limit), !strategy.namesSide {
      refuse(
        node["by"] ?? node, "\(strategy.name) of \(by) chooses no side",
        hint: "one of \(strategies.filter(\.namesSide).list)")
    }
    for key in rule.unit?.sorted() ?? [] {
      guard let strategy = strategy(of: key, in: schema, &limit), strategy.combines else {
        continue
      }
      refuse(
        node["unit"] ?? node,
        "\(key) of a unit is taken from one side, and its own strategy is \(strategy.name)",
        hint: "remove its x-merge, or remove it from the unit")
    }
  }

  private func strategy(
    of pointer: JSONPointer, in schema: Int, _ limit: inout WorkLimit
  ) -> MergeStrategy? {
    var below = [schema]
    for key in pointer.tokens {
      guard let combined = subschemas.combining(below, &limit) else { return nil }
      below = combined.flatMap { subschemas[$0].schemas(forKey: key) }
    }
    guard let described = subschemas.combining(below, &limit) else { return nil }
    return described.lazy.compactMap { self.subschemas[$0].merge?.strategy }.first
  }
}
