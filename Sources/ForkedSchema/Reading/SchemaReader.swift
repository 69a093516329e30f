import ForkedJSON
import ForkedMerge

/// Reads a schema file and all that it refers to, collecting every mistake on the way.
final class SchemaReader {
  private(set) var subschemas: [Subschema] = []
  /// Their lines and columns are told at the end, in one pass over each file.
  private(set) var mistakes: [UnplacedMistake] = []
  /// Files that are no JSON.
  private(set) var unreadable: [SchemaMistake] = []
  /// The schemas of `x-documents`, in the file's order.
  var documents: [(glob: Glob, schema: Int)] = []
  var defaultMerge: MergeStrategy?

  typealias Load = (String) throws -> [UInt8]?

  let rootFile: String
  /// nil: the file is broken or missing, which has been said.
  private var files: [String: SchemaFile?] = [:]
  private var indexes: [Place: Int] = [:]
  private var unread: [Int] = []
  private var unresolved: [UnresolvedReference] = []

  private struct Place: Hashable {
    let file: ObjectIdentifier
    let offset: Int
  }

  struct UnplacedMistake {
    let file: SchemaFile
    let offset: Int
    var mistake: SchemaMistake
  }

  private struct UnresolvedReference {
    let schema: Int
    let keyword: Keyword
    let value: JSONNode
  }

  init(root: String) { rootFile = root }

  /// Reads the root file and everything that it refers to. Throws only what `load` throws.
  func readAll(_ bytes: [UInt8], load: Load) throws {
    guard let file = parse(bytes, name: rootFile) else { return }
    _ = index(of: file.document.root, in: file, parent: nil, steps: [])
    try followReferences(load)
    refuseReferenceLoops()
    refuseClashingStrategies()
  }

  /// References may lead to files that were not read yet, and those refer further.
  private func followReferences(_ load: Load) throws {
    repeat {
      while let next = unread.popLast() { read(next) }
      let references = unresolved
      unresolved = []
      for reference in references { try resolve(reference, load) }
    } while !unread.isEmpty || !unresolved.isEmpty
  }

  // MARK: Places

  /// The subschema at a node; a new one is read later.
  func index(of node: JSONNode, in file: SchemaFile, parent: Int?, steps: [JSONString]) -> Int {
    let place = Place(file: ObjectIdentifier(file), offset: node.range.lowerBound)
    if let known = indexes[place] { return known }
    let index = subschemas.count
    subschemas.append(Subschema(file: file, node: node, parent: parent, steps: steps))
    indexes[place] = index
    unread.append(index)
    return index
  }

  /// The root schema of the first file.
  var root: Int? { subschemas.isEmpty ? nil : 0 }

  func pointer(to schema: Int, _ steps: [JSONString] = []) -> JSONPointer {
    SchemaPlace.pointer(to: schema, steps) { subschemas[$0].place }
  }

  /// Notes a mistake at a value below a subschema.
  func refuse(
    _ schema: Int, _ steps: [JSONString] = [], at node: JSONNode, _ message: String,
    hint: String? = nil
  ) {
    let file = subschemas[schema].file
    let mistake = SchemaMistake(
      file: file.name, pointer: pointer(to: schema, steps), position: .start, message: message,
      hint: hint)
    mistakes.append(UnplacedMistake(file: file, offset: node.range.lowerBound, mistake: mistake))
  }

  func change(_ schema: Int, _ body: (inout Subschema) -> Void) { body(&subschemas[schema]) }

  func resolveLater(_ keyword: Keyword, _ value: JSONNode, of schema: Int) {
    unresolved.append(UnresolvedReference(schema: schema, keyword: keyword, value: value))
  }

  // MARK: Files

  private func parse(_ bytes: [UInt8], name: String) -> SchemaFile? {
    do {
      let file = SchemaFile(name: name, document: try JSONDocument(parsing: bytes))
      files[name] = file
      return file
    } catch {
      files[name] = .some(nil)
      unreadable.append(
        SchemaMistake(
          file: name, pointer: JSONPointer(), position: error.position,
          message: "not JSON: \(error.reason)"))
      return nil
    }
  }

  // MARK: References

  private func resolve(_ reference: UnresolvedReference, _ load: Load) throws {
    let (schema, value) = (reference.schema, reference.value)
    let step = JSONString(reference.keyword.rawValue)
    guard let text = value.string?.exactString else {
      return refuse(schema, [step], at: value, "\(step) must be a string")
    }
    do {
      let target = try SchemaReference(text, in: subschemas[schema].file.name)
      guard let file = try file(for: target, from: reference, load) else { return }
      guard let (node, pointer) = find(target.place, in: file) else {
        return refuse(
          schema, [step], at: value, "\(text) leads nowhere",
          hint: suggestion(for: target.place, in: file))
      }
      let found = index(of: node, in: file, parent: nil, steps: pointer)
      subschemas[schema].references.append(found)
    } catch let refusal as SchemaReference.Refusal {
      refuse(schema, [step], at: value, refusal.message, hint: refusal.hint)
    }
  }

  private func file(
    for target: SchemaReference, from reference: UnresolvedReference, _ load: Load
  ) throws -> SchemaFile? {
    if let known = files[target.file] { return known }
    guard let bytes = try bytes(of: target.file, load) else {
      refuseMissing(target.file, from: reference)
      return nil
    }
    guard let file = parse(bytes, name: target.file) else { return nil }
    _ = index(of: file.document.root, in: file, parent: nil, steps: [])
    while let next = unread.popLast() { read(next) }
    return file
  }

  private func bytes(of file: String, _ load: Load) throws -> [UInt8]? {
    guard file.utf8.starts(with: BuiltInSchema.scheme.utf8) else { return try load(file) }
    return BuiltInSchema(named: file).map { Array($0.text.utf8) }
  }

  private func refuseMissing(_ file: String, from reference: UnresolvedReference) {
    let isBuiltIn = file.utf8.starts(with: BuiltInSchema.scheme.utf8)
    let names = BuiltInSchema.allCases.map(\.rawValue)
    let hint = isBuiltIn ? Nearest.hint(for: file, among: names) : nil
    refuse(
      reference.schema, [JSONString(reference.keyword.rawValue)], at: reference.value,
      isBuiltIn ? "no built-in schema is called \(file)" : "there is no file \(file)", hint: hint)
  }

  private func find(
    _ place: SchemaReference.Place, in file: SchemaFile
  ) -> (JSONNode, [JSONString])? {
    switch place {
    case .pointer(let pointer): file.value(at: pointer).map { ($0, pointer.tokens) }
    case .anchor(let name): file.anchors[name].map { ($0, []) }
    }
  }

  /// Names beside the one that is not there; for the first mistakes only, as it takes its time.
  private func suggestion(for place: SchemaReference.Place, in file: SchemaFile) -> String? {
    guard mistakes.count < 100, case .pointer(let pointer) = place, let last = pointer.tokens.last
    else { return nil }
    let parent = JSONPointer(Array(pointer.tokens.dropLast()))
    let names = file.value(at: parent)?.members.prefix(100).compactMap {
      $0.key.string?.exactString
    }
    return names.flatMap { Nearest.name(to: last.description, among: $0) }
      .map { "did you mean #\(parent.appending(JSONString($0)))?" }
  }
}
