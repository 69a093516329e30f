import ForkedJSON

/// The reading of keywords that assert properties of values themselves.
extension SchemaReader {
  func readAssertion(_ keyword: Keyword, _ value: JSONNode, of schema: Int) {
    switch keyword {
    case .type: readTypes(value, of: schema)
    case .const: change(schema) { $0.assertions.constant = value }
    case .enumeration: readEnumeration(value, of: schema)
    case .required: readRequired(value, of: schema)
    case .dependentRequired: readDependentRequired(value, of: schema)
    case .uniqueItems: readUniqueItems(value, of: schema)
    case .pattern: readPattern(value, of: schema)
    case .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum:
      readNumber(keyword, value, of: schema)
    default: readCount(keyword, value, of: schema)
    }
  }

  private func readTypes(_ value: JSONNode, of schema: Int) {
    let listed = value.kind == .array ? Array(value.elements) : [value]
    var types: JSONType = []
    for node in listed {
      guard let name = node.string else {
        refuse(value, "type must be a type's name, or an array of names")
        return
      }
      guard let type = JSONType.named(name) else {
        let hint = Nearest.hint(for: name.description, among: JSONType.allNames)
        refuse(value, "unknown type \(name)", hint: hint)
        return
      }
      types.formUnion(type)
    }
    change(schema) { $0.types = types }
  }

  private func readEnumeration(_ value: JSONNode, of schema: Int) {
    guard value.kind == .array else {
      return refuse(value, "enum must be an array of values")
    }
    change(schema) { $0.assertions.enumeration = Array(value.elements) }
  }

  private func readRequired(_ value: JSONNode, of schema: Int) {
    guard let names = names(value) else {
      return refuse(value, "required must be an array of strings")
    }
    change(schema) { $0.required = names }
  }

  private func names(_ value: JSONNode) -> [JSONString]? {
    let names = value.elements.compactMap(\.string)
    return value.kind == .array && names.count == value.count ? names : nil
  }

  private func readDependentRequired(_ value: JSONNode, of schema: Int) {
    let message = "dependentRequired must be an object of arrays of strings"
    guard value.kind == .object else {
      return refuse(value, message)
    }
    for member in value.members {
      guard let key = member.key.string else { continue }
      guard let names = names(member.value) else {
        refuse(member.value, message)
        continue
      }
      change(schema) { $0.assertions.dependentRequired.append((key, names)) }
    }
  }

  private func readUniqueItems(_ value: JSONNode, of schema: Int) {
    guard value.kind == .true || value.kind == .false else {
      return refuse(value, "uniqueItems must be true or false")
    }
    change(schema) { $0.hasUniqueItems = value.kind == .true }
  }

  private func readPattern(_ value: JSONNode, of schema: Int) {
    guard let text = value.string else {
      return refuse(value, "pattern must be a string")
    }
    do {
      let pattern = try KeyPattern(text)
      change(schema) { $0.assertions.pattern = pattern }
    } catch {
      refuse(value, error.message)
    }
  }

  private func readNumber(_ keyword: Keyword, _ value: JSONNode, of schema: Int) {
    guard let number = value.number else {
      return refuse(value, "\(keyword.rawValue) must be a number")
    }
    if keyword == .multipleOf, number <= ExactDecimal(0) {
      return refuse(value, "multipleOf must be greater than 0")
    }
    change(schema) { $0.assertions.numbers[keyword] = number }
  }

  private func readCount(_ keyword: Keyword, _ value: JSONNode, of schema: Int) {
    guard let number = value.number, number.isInteger, number >= ExactDecimal(0) else {
      return refuse(value, "\(keyword.rawValue) must be a whole number, 0 or more")
    }
    change(schema) { $0.assertions.counts[keyword] = number.int ?? Int.max }
  }
}
