import ForkedMerge

/// The schema file of a model: its own definition and those of all models in it.
struct ModelSchema {
  private var names: [ObjectIdentifier: String] = [:]
  private var definitions: [(name: String, text: String)] = []
  let root: String

  init<Model: MergeableModel>(of type: Model.Type) {
    root = type.forkedSchemaName
    var writer = Writer()
    _ = writer.reference(to: type)
    names = writer.names
    definitions = writer.definitions
  }

  /// The JSON text, with `x-documents` for these globs.
  func text(documents globs: [String]) -> String {
    let documents = globs.map { "\(JSONText.string($0)): \(JSONText.reference(root))" }
    let start =
      globs.isEmpty
      ? "\"$ref\": \(JSONText.string("#/$defs/\(root)"))"
      : "\"x-documents\": {\n    \(documents.joined(separator: ",\n    "))\n  }"
    let definitions = definitions.map { "\(JSONText.string($0.name)): \($0.text)" }
    return """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        \(start),
        "$defs": {
          \(definitions.joined(separator: ",\n    "))
        }
      }

      """
  }
}

/// Writes the definitions of models, each once.
private struct Writer {
  var names: [ObjectIdentifier: String] = [:]
  var definitions: [(name: String, text: String)] = []

  mutating func reference<Model: MergeableModel>(to type: Model.Type) -> String {
    if let known = names[ObjectIdentifier(type)] { return JSONText.reference(known) }
    let name = freeName(type.forkedSchemaName)
    names[ObjectIdentifier(type)] = name
    let place = definitions.count
    definitions.append((name, ""))
    definitions[place].text = definition(ModelDescription(of: type))
    return JSONText.reference(name)
  }

  private func freeName(_ name: String) -> String {
    var free = name
    var number = 2
    while definitions.contains(where: { $0.name == free }) {
      free = "\(name)-\(number)"
      number += 1
    }
    return free
  }

  private mutating func definition(_ model: ModelDescription) -> String {
    let properties = model.properties.map { name, rule in
      "\(JSONText.string(name)): \(schema(of: rule))"
    }
    let required = model.properties.filter { !$0.rule.isOptional }.map { JSONText.string($0.name) }
    var members = ["\"type\": \"object\""]
    if model.isWhole { members.append("\"x-merge\": \"mostRecent\"") }
    if !model.isWhole, !required.isEmpty {
      members.append("\"required\": [\(required.joined(separator: ", "))]")
    }
    if !model.isWhole {
      let list = properties.map { "        \($0)" }.joined(separator: ",\n")
      members.append("\"x-merge\": \"object\"")
      members.append("\"properties\": {\(list.isEmpty ? "" : "\n\(list)\n      ")}")
    }
    return "{\n      \(members.joined(separator: ",\n      "))\n    }"
  }

  private mutating func schema(of rule: MergeRule) -> String {
    if let model = rule.model as? any MergeableModel.Type { return reference(to: model) }
    var members: [String] = []
    if let type = rule.strategy.jsonType {
      let name = JSONText.string(type)
      members.append("\"type\": \(rule.isOptional ? "[\(name), \"null\"]" : name)")
    }
    if rule.strategy == .setMerge { members.append("\"uniqueItems\": true") }
    if let parts = rule.parts {
      let keyword = rule.strategy == .dictionaryMerge ? "additionalProperties" : "items"
      members.append("\"\(keyword)\": \(schema(of: parts))")
    }
    if !rule.members.isEmpty {
      let properties = rule.members.map { "\(JSONText.string($0.name)): \(schema(of: $0.rule))" }
      members.append("\"properties\": { \(properties.joined(separator: ", ")) }")
    }
    members.append("\"x-merge\": \(merge(rule))")
    return "{ \(members.joined(separator: ", ")) }"
  }

  private func merge(_ rule: MergeRule) -> String {
    let name = JSONText.string(rule.strategy.rawValue)
    guard !rule.identity.isEmpty else { return name }
    let pointer = JSONText.string(JSONText.pointer(rule.identity))
    let position = rule.position.map { ", \"position\": \(JSONText.string($0))" } ?? ""
    return "{ \"using\": \(name), \"id\": \(pointer)\(position) }"
  }
}

extension MergeStrategy {
  /// The one type of JSON that the strategy merges.
  fileprivate var jsonType: String? {
    switch self {
    case .textMerge: "string"
    case .arrayMerge, .arrayOfIdentifiableMerge, .setMerge, .orderedMerge: "array"
    case .dictionaryMerge, .object: "object"
    case .counterMerge: "number"
    case .maxMerge, .minMerge, .mostRecent, .manual: nil
    }
  }
}
