import ForkedJSON

/// Reads a schema file and all files that it refers to, and collects every mistake.
final class SchemaReader {
  private(set) var subschemas: [Subschema] = []
  private(set) var resources: [SchemaResource] = []
  /// The mistakes; their lines and columns are determined at the end, in one pass over each file.
  private(set) var mistakes: [UnplacedMistake] = []
  /// The mistakes of files that are not JSON.
  private(set) var unreadable: [SchemaMistake] = []
  /// The schemas of `x-documents`, in the file's order.
  var documents: [(glob: Glob, schema: Int)] = []
  var defaultMerge: DefaultMerge?

  let rootFile: String
  let sources: SchemaSources
  let strategies: [MergeStrategy]
  /// The resource of each file; nil if the file is broken or missing, which has been reported.
  var files: [JSONString: Int?] = [:]
  private(set) var resourcesByURI: [JSONString: Int] = [:]
  /// The references that are still to be resolved.
  var waiting: [UnresolvedReference] = []
  /// References to URIs that no schema read so far has.
  var postponed: [UnresolvedReference] = []
  /// The files, in the order in which they were read.
  private(set) var texts: [SchemaFile] = []
  private var placeIndexes: [ObjectIdentifier: ContainerIndex] = [:]
  /// The indices of subschemas by their ordinals in each file.
  private var indexes: [ObjectIdentifier: [Int: Int]] = [:]
  private var unread: [Int] = []

  struct UnplacedMistake {
    /// The wrong value, or the key of the wrong member.
    let node: JSONNode
    let message: String
    let hint: String?
  }

  /// - Parameter strategies: those that the schemas can name.
  init(root: String, sources: SchemaSources, strategies: [MergeStrategy]) {
    rootFile = root
    self.sources = sources
    self.strategies = strategies
  }

  /// Reads the root file and all files that it refers to. Throws only the errors of the sources.
  func readAll(_ bytes: [UInt8]) throws {
    guard parse(bytes, name: rootFile) != nil, !isTooLarge else { return }
    try followReferences()
    guard !isTooLarge else { return }
    refuseReferenceLoops()
    refuseClashingStrategies()
  }

  /// The greatest number of subschemas in all files, more than any real schema has.
  ///
  /// Of a longer list, one element more is read, which shows that the limit is exceeded.
  static let mostSubschemas = 1 << 17

  private var isTooLarge: Bool { subschemas.count > Self.mostSubschemas }

  func readPending() {
    while !isTooLarge, let next = unread.popLast() { read(next) }
    guard isTooLarge, !unread.isEmpty else { return }
    unread = []
    refuse(subschemas[0].node, "more than \(Self.mostSubschemas) subschemas, which is too many")
  }

  // MARK: Places

  /// Returns the index of the subschema at a node; a new one is read later.
  /// - Parameter keyword: the keyword by which another schema holds it, if one does.
  func index(
    of node: JSONNode, in resource: Int, of file: SchemaFile, by keyword: Keyword? = nil
  ) -> Int {
    let document = ObjectIdentifier(file.document)
    if let known = indexes[document]?[node.ordinal] { return known }
    let index = subschemas.count
    subschemas.append(Subschema(file: file, node: node, keyword: keyword, resource: resource))
    indexes[document, default: [:]][node.ordinal] = index
    unread.append(index)
    if node.ordinal > 0, node["$id"]?.string != nil {
      addResource(at: index, base: resources[resource].base)
    }
    return index
  }

  /// Returns the value at a pointer from the root of a resource.
  func value(at pointer: JSONPointer, in resource: Int) -> JSONNode? {
    let (file, root) = (resources[resource].file, subschemas[resources[resource].root].node)
    return placeIndexes[ObjectIdentifier(file), default: ContainerIndex()].value(
      at: pointer, below: root)
  }

  /// The index of the first file's root schema.
  var root: Int? { subschemas.isEmpty ? nil : 0 }

  /// Records a mistake at a value, or at the key of a member.
  func refuse(_ node: JSONNode, _ message: String, hint: String? = nil) {
    mistakes.append(UnplacedMistake(node: node, message: message, hint: hint))
  }

  func change(_ schema: Int, _ body: (inout Subschema) -> Void) { body(&subschemas[schema]) }

  func changeResource(_ resource: Int, _ body: (inout SchemaResource) -> Void) {
    body(&resources[resource])
  }

  // MARK: Files and resources

  /// Parses a file's text and returns its resource; nil if it is not JSON.
  func parse(_ bytes: [UInt8], name: String) -> Int? {
    do {
      let file = SchemaFile(name: name, document: try JSONDocument(parsing: bytes))
      texts.append(file)
      let root = index(of: file.document.root, in: resources.count, of: file)
      let resource = addResource(at: root, base: SchemaURI(path: name))
      files[JSONString(name)] = resource
      readPending()
      return resource
    } catch {
      files[JSONString(name)] = .some(nil)
      unreadable.append(
        SchemaMistake(
          file: name, pointer: JSONPointer(), position: error.position,
          message: "not JSON: \(error.reason)"))
      return nil
    }
  }

  /// Makes a subschema the root of a resource with the URI of its `$id`.
  @discardableResult
  private func addResource(at schema: Int, base: SchemaURI) -> Int {
    let resource = resources.count
    let (file, node) = (subschemas[schema].file, subschemas[schema].node)
    let id = node["$id"]?.string?.exactString.map { SchemaURI($0).resolved(from: base) }
    resources.append(SchemaResource(root: schema, file: file, base: id ?? base))
    change(schema) { $0.resource = resource }
    if node.ordinal == 0 { resourcesByURI[base.resource] = resource }
    if let id { name(resource, id) }
    return resource
  }

  private func name(_ resource: Int, _ id: SchemaURI) {
    let schema = resources[resource].root
    guard let node = subschemas[schema].node["$id"] else { return }
    if let fragment = id.fragment, !fragment.isEmpty {
      refuse(
        node, "$id names a whole schema, so it has no #", hint: "$anchor names a part of a schema")
    }
    let known = resourcesByURI[id.resource]
    if let known, known != resource, resources[known].file === resources[resource].file {
      refuse(node, "the $id \(id.resource) is declared twice")
    }
    if known == nil { resourcesByURI[id.resource] = resource }
  }
}

/// The sources of schemas other than the first file.
struct SchemaSources {
  /// Returns a file under `.fork/` by its path; nil if there is none.
  let file: (String) throws -> [UInt8]?
  /// Returns a schema by its absolute URI; nil if it isn't available. Nothing is ever fetched.
  var resource: (String) throws -> [UInt8]? = { _ in nil }
}
