import ForkedJSON
import Synchronization

/// A schema of widely used documents: an ordinary schema file inside the program, and how its documents are recognized.
struct BuiltInSchema: Sendable {
  static let scheme = "fork:"

  /// The name by which schema files refer to it.
  let name: String
  /// The names of the files that have it.
  var files: [String] = []
  /// The end of the names of other files that have it.
  var ending: String?
  /// The end of the name of a directory around the files; nil if they are anywhere.
  var folderEnding: String?
  /// Returns true if an object is such a document, whatever its name.
  var describes: @Sendable (FieldShape) -> Bool = { _ in false }
  /// Returns the bytes of its file.
  let text: @Sendable () -> [UInt8]
  private let compiled = CompiledPlan()

  /// Finds a schema by its name; nil if there is none.
  static func named(_ name: String) -> BuiltInSchema? {
    all.first { $0.name.utf8.elementsEqual(name.utf8) }
  }

  /// Finds the schema of a document by the document's name alone; nil if there is none.
  static func ofDocument(_ path: String) -> BuiltInSchema? {
    if isSchemaFile(path) { return jsonSchema }
    let names = path.utf8.split(separator: UInt8(ascii: "/"))
    return all.first { $0.isSchema(ofDocument: names) }
  }

  private func isSchema(ofDocument path: [Substring.UTF8View]) -> Bool {
    guard let name = path.last else { return false }
    if let ending, name.hasEnding(ending) { return true }
    return files.contains { $0.utf8.elementsEqual(name) }
      && (folderEnding.map { end in path.dropLast().contains { $0.hasEnding(end) } } ?? true)
  }

  /// Finds the schema of a document by its contents, whatever its name; nil if there is none.
  static func describing(_ shape: FieldShape) -> BuiltInSchema? {
    shape.types == .object ? all.first { $0.describes(shape) } : nil
  }

  /// Returns the pattern of the documents that are recognized as those with this name are; nil if none are.
  func pattern(ofFile name: String) -> String? {
    let folder = folderEnding.map { "**/*\($0)/**/" } ?? ""
    return files.first { $0.utf8.elementsEqual(name.utf8) }.map { folder + $0 }
      ?? ending.map { "*" + $0 }
  }

  /// Returns true if the path is that of a schema file, whatever `x-documents` declares for such names.
  static func isSchemaFile(_ path: String) -> Bool {
    path.utf8.starts(with: ".fork/".utf8) && path.utf8.hasEnding(".json")
  }

  /// The plan, which is compiled once per process when it is first needed.
  var plan: FieldPlan {
    compiled.plan.withLock { known in
      do {
        let plan = try known ?? compile()
        known = plan
        return plan
      } catch { preconditionFailure("the built-in schema \(name) is wrong: \(error)") }
    }
  }

  /// Compiles the schema.
  /// - Throws: `SchemaError` if the text has a mistake.
  func compile() throws -> FieldPlan {
    let schema = try CompiledSchema(
      file: name, bytes: text(), sources: SchemaSources(file: { _ in nil }), isImplied: true)
    return FieldPlan(schema.graph, rule: schema.root, defaultMerge: nil)
  }
}

/// A plan that is compiled when it is first needed.
private final class CompiledPlan: Sendable {
  let plan = Mutex<FieldPlan?>(nil)
}

extension FieldShape {
  /// Returns true if a text of this member contains the other one.
  func text(of key: JSONString, contains part: String) -> Bool {
    guard let text = members[key]?.texts.example?.exactString else { return false }
    return text.utf8.split(separator: 0).contains { text in
      text.indices.contains { text[$0...].starts(with: part.utf8) }
    }
  }
}
