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

  /// Returns the JSON text, with `x-documents` for these globs.
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
    if let type = rule.type {
      let name = JSONText.string(type)
      members.append("\"type\": \(rule.isOptional ? "[\(name), \"null\"]" : name)")
    }
    if rule.hasUniqueElements { members.append("\"uniqueItems\": true") }
    if let parts = rule.parts {
      let keyword = rule.type == "object" ? "additionalProperties" : "items"
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
    let name = JSONText.string(rule.strategy)
    guard !rule.identity.isEmpty else { return name }
    let pointer = JSONText.string(JSONText.pointer(rule.identity))
    let position = rule.position.map { ", \"position\": \(JSONText.string($0))" } ?? ""
    return "{ \"using\": \(name), \"id\": \(pointer)\(position) }"
  }
}

extension MergeableModel {
  /// The type's name with the names of its enclosing types, without its module: letters, digits, dots and dashes.
  public static var forkedSchemaName: String {
    let name = String(reflecting: Self.self).drop { $0 != "." }.dropFirst()
    return String(
      name.unicodeScalars.map { scalar in
        let isPlain =
          scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
        return isPlain || scalar == "." ? Character(scalar) : "-"
      })
  }

  /// The model as a schema file: the form of its JSON under synthesized `Codable`, and its merge strategies.
  ///
  /// A program that merges the JSON by this schema gets the result of the model's own merge, but where the types of the
  /// mergers say that JSON differs (``MergeableMerger``, ``VersionMerger``, ``CounterMerger`` and
  /// ``ArrayOfIdentifiableMerger``), and for dictionaries whose keys are neither strings nor numbers: they are encoded as
  /// arrays.
  public static var forkedSchema: String { forkedSchema(documents: []) }

  /// The model as the whole `.fork/schema.json` of a repository.
  ///
  /// - Parameter globs: the documents that hold one model each, such as `notes/*.json`.
  public static func forkedSchema(documents globs: [String]) -> String {
    ModelSchema(of: Self.self).text(documents: globs)
  }
}

/// Collects the properties of a model, for its schema.
struct SchemaVisitor<Model: MergeableModel>: PropertyVisitor {
  private(set) var description = ModelDescription()

  mutating func visit<Value>(
    _ name: String?, _ property: WritableKeyPath<Model, Value>, _ merger: some Merger<Value>
  ) throws(Never) {
    var rule = merger.rule
    rule.isOptional = rule.isOptional || Value.self is any OptionalValue.Type
    add(name, rule)
  }

  mutating func visit<Value>(
    _ name: String?, _ property: WritableKeyPath<Model, Value>, _ whole: WholeModel
  ) throws(Never) {
    description.isWhole = true
  }

  mutating func visitConstant(_ name: String?) throws(Never) {
    var rule = MergeRule("mostRecent")
    rule.isOptional = true
    add(name, rule)
  }

  mutating func visitVersion(
    _ name: String?, _ property: WritableKeyPath<Model, Int?>, current: Int
  ) throws(Never) {
    add(name, OptionalMerger(MaxMerger<Int>()).rule)
  }

  private mutating func add(_ name: String?, _ rule: MergeRule) {
    if let name { description.properties.append((name, rule)) }
  }
}

/// The properties of a model for its schema.
struct ModelDescription {
  var properties: [(name: String, rule: MergeRule)] = []
  /// True if the most recent change wins for the model as a whole.
  var isWhole = false

  init() {}

  init<Model: MergeableModel>(of type: Model.Type) {
    var visitor = SchemaVisitor<Model>()
    Model.visitProperties(&visitor)
    self = visitor.description
  }
}

/// An optional of any type.
private protocol OptionalValue {}
extension Optional: OptionalValue {}

/// JSON text, as far as schemas need it.
enum JSONText {
  static func string(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  static func reference(_ name: String) -> String {
    "{ \"$ref\": \(string("#/$defs/\(name)")) }"
  }

  /// A JSON Pointer to nested members (RFC 6901).
  static func pointer(_ steps: [String]) -> String {
    steps.map { step in
      "/" + step.flatMap { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }
    }.joined()
  }
}
