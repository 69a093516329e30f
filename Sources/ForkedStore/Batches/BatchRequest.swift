import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// One line of a batch.
public struct BatchRequest: Sendable {
  /// The operation that the line requests.
  enum Action: Sendable {
    case update(UpdateDocumentRequest)
    case remove(RemoveDocumentsRequest)
    case removeEntity(RemoveEntityRequest)
    case get(GetDocumentRequest)
    case create(fork: String, revision: String?)
    case merge(MergeRequest)
  }

  let action: Action
  /// The version that the line relies on: a revision, or `absent`.
  let expectation: String?
  /// The message of the version; nil: a generated one.
  let message: String?

  /// Parses a line of a batch.
  ///
  /// - Throws: kind `invalidData` if the line is not JSON; kind `usage` if it is not a request.
  public init(parsing line: [UInt8]) throws {
    let object: BatchObject
    do {
      object = try BatchObject(JSONDocument(parsing: line).root)
    } catch let error as JSONSyntaxError {
      throw StoreError(.invalidData, "the line is not JSON: \(error.reason)")
    }
    // A line as `get` prints it has no operation.
    let operation = try object.string("op") ?? "update"
    try object.requireKnownKeys(of: operation)
    expectation = try object.string("expect")
    message = try object.string("message")
    switch operation {
    case "update": action = .update(try object.update())
    case "remove":
      if let entity = try object.string("model") {
        action = .removeEntity(try object.removal(of: entity))
        break
      }
      action = .remove(
        RemoveDocumentsRequest(
          documents: [try object.required("document")], fork: try object.string("fork"),
          message: try object.string("message")))
    case "get":
      action = .get(
        GetDocumentRequest(
          document: try object.required("document"), pointer: try object.string("pointer"),
          fork: try object.string("fork"), revision: try object.string("at")))
    case "create":
      action = .create(
        fork: try object.required("fork"), revision: try object.string("from"))
    case "merge": action = .merge(try object.merge())
    case let other:
      throw StoreError(
        .usage, "unknown operation '\(other)'",
        hint: BatchObject.keys["update"]?.contains(other) == true
          ? "it is a key of an update: {\"op\":\"update\",\"document\":..,\"\(other)\":..}"
          : "\"op\" must be update, remove, get, create or merge")
    }
  }
}

/// The members of a line.
private struct BatchObject {
  private let node: JSONNode

  init(_ node: JSONNode) throws(StoreError) {
    guard node.kind == .object else {
      throw StoreError(
        .usage, "each line must be a JSON object",
        hint: #"like {"op":"update","document":"a.json","value":{}}"#)
    }
    self.node = node
  }

  /// The keys of each operation, besides `op`.
  static let keys: [String: [String]] = [
    "update": [
      "document", "pointer", "value", "set", "replace", "unset", "insert", "move", "test", "patch",
      "mergePatch", "fork", "expect", "message",
    ],
    "remove": ["document", "model", "fork", "expect", "message"],
    "get": ["document", "pointer", "fork", "at"],
    "create": ["fork", "from"],
    "merge": ["from", "into", "fork", "prefer", "expect", "message"],
  ]

  /// Refuses keys that the operation does not have: they are most likely misspelt.
  func requireKnownKeys(of operation: String) throws(StoreError) {
    guard let known = Self.keys[operation] else { return }
    for member in node.members {
      let key = member.key.string?.description ?? ""
      if key == "op" || known.contains(key) { continue }
      let nearest = Nearest.name(to: key, among: known).map { "did you mean \"\($0)\"?" }
      throw StoreError(
        .usage, "unknown key \"\(key)\" of \"\(operation)\"",
        hint: nearest ?? "its keys are \(known.joined(separator: ", "))")
    }
  }

  func value(_ name: String) -> JSONNode? { node[JSONString(name)] }

  func string(_ name: String) throws(StoreError) -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string?.exactString else {
      throw StoreError(.usage, "\"\(name)\" is not a string")
    }
    return text
  }

  func required(_ name: String) throws(StoreError) -> String {
    guard let text = try string(name) else { throw StoreError(.usage, "\"\(name)\" is missing") }
    return text
  }

  func strings(_ name: String) throws(StoreError) -> [String] {
    let texts = try texts(name)
    let strings = texts.compactMap(\.exactString)
    guard strings.count == texts.count else { throw isNoList(name) }
    return strings
  }

  /// The strings of a list. They may contain lone surrogates.
  private func texts(_ name: String) throws(StoreError) -> [JSONString] {
    guard let value = value(name) else { return [] }
    let texts = value.elements.compactMap(\.string)
    guard value.kind == .array, texts.count == value.count else { throw isNoList(name) }
    return texts
  }

  private func isNoList(_ name: String) -> StoreError {
    StoreError(.usage, "\"\(name)\" is not an array of strings")
  }

  func update() throws -> UpdateDocumentRequest {
    UpdateDocumentRequest(
      document: try required("document"),
      pointer: try string("pointer").map { try JSONPointer(parsing: $0) }, content: try content(),
      fork: try string("fork"), message: try string("message"))
  }

  /// The content of an update: exactly one of `value` and the edits.
  private func content() throws -> UpdateDocumentRequest.Content {
    let edits = try self.edits()
    switch (value("value"), edits.isEmpty) {
    case (let value?, true):
      return try string("op") == nil
        ? .value(try document(value)) : .bytes(Array(value.bytes) + [0x0A], from: "\"value\"")
    case (nil, false): return .edits(edits)
    default:
      throw StoreError(
        .usage,
        "an update has a \"value\", or edits: \"set\", \"unset\", \"insert\", \"move\", \"test\", "
          + "\"patch\", \"mergePatch\"")
    }
  }

  /// The edits, in the order in which the line has them.
  private func edits() throws -> [DocumentEdit] {
    try node.members.flatMap { member -> [DocumentEdit] in
      let value = member.value
      switch member.key.string?.description {
      case "set"?:
        return try properties("set", value).map { .set($0, try document($1)) }
      case "replace"?:
        return try properties("replace", value).map { .replace($0, try document($1)) }
      case "insert"?:
        return try properties("insert", value).map { .insert($0, try document($1)) }
      case "move"?:
        return try properties("move", value).map {
          .move(from: $0, to: try JSONPointer(parsing: text($1, of: "move")))
        }
      case "test"?:
        return try properties("test", value).map { .test($0, try document($1)) }
      case "unset"?:
        return try texts("unset").map { .unset(try JSONPointer(parsing: $0.description)) }
      case "patch"?: return [.patch(try document(value), from: "\"patch\"")]
      case "mergePatch"?: return [.mergePatch(try document(value))]
      default: return []
      }
    }
  }

  /// The members of an object whose keys are pointers.
  private func properties(
    _ name: String, _ node: JSONNode
  ) throws -> [(pointer: JSONPointer, value: JSONNode)] {
    guard node.kind == .object else { throw StoreError(.usage, "\"\(name)\" is not an object") }
    return try node.members.map { member in
      guard let key = member.key.string else {
        throw StoreError(.usage, "a key of \"\(name)\" is not a JSON Pointer")
      }
      return (try JSONPointer(parsing: key.description), member.value)
    }
  }

  private func text(_ node: JSONNode, of name: String) throws(StoreError) -> String {
    guard let text = node.string?.exactString else {
      throw StoreError(.usage, "a value of \"\(name)\" is not a JSON Pointer")
    }
    return text
  }

  private func document(_ node: JSONNode) throws -> JSONDocument {
    try JSONDocument(parsing: Array(node.bytes))
  }

  func removal(of entity: String) throws -> RemoveEntityRequest {
    guard value("document") == nil else {
      throw StoreError(.usage, "give a \"document\" or a \"model\", not both")
    }
    return RemoveEntityRequest(
      entity: entity, fork: try string("fork"), message: try string("message"))
  }

  func merge() throws -> MergeRequest {
    let policy: ConflictPolicy?
    switch try string("prefer") {
    case nil: policy = nil
    case "newest"?: policy = .mostRecent
    case "ours"?: policy = .prefer(.ours)
    case "theirs"?: policy = .prefer(.theirs)
    default: throw StoreError(.usage, "\"prefer\" must be newest, ours or theirs")
    }
    let sources = try strings("from")
    guard !sources.isEmpty else {
      throw StoreError(.usage, "\"from\" is missing", hint: #"like "from":["ui"]"#)
    }
    return MergeRequest(
      from: sources, into: try string("into") ?? string("fork"), policy: policy,
      message: try string("message"))
  }
}

/// The result of one line of a batch.
public enum BatchResult: Sendable {
  /// The line was carried out. The value is the command's report.
  case done(ReportValue)
  /// The merge left conflicts, and nothing was changed. The value is the merge's report.
  case conflicts(ReportValue)
  /// The line failed, and nothing was changed.
  case failed(StoreError)

  /// True if the line was carried out.
  public var isDone: Bool {
    if case .done = self { true } else { false }
  }
}

/// A line that was carried out in memory and is not stored yet.
struct BatchStep {
  /// The fork that the line updates; nil: none.
  var fork: Fork?
  /// Returns the line's result, given the final tip of its fork.
  var result: (_ commit: ObjectID?) throws -> BatchResult
}

extension BatchStep {
  /// A step that made a version, of which the report names the commit.
  init(of report: some VersionReport) {
    self.init(fork: report.fork) { commit in
      var report = report
      report.commit = commit ?? report.commit
      return .done(report.reportValue)
    }
  }
}

/// The report of a new version of a fork.
protocol VersionReport: Report {
  var fork: Fork { get }
  var commit: ObjectID? { get set }
}

extension UpdateDocumentReport: VersionReport {}
extension ChangedDocumentsReport: VersionReport {}
extension RemoveEntityReport: VersionReport {}

extension DocumentStore {
  /// Carries out one line in memory.
  func step(_ request: BatchRequest) throws -> BatchStep {
    let expectation = try expectation(request.expectation)
    try requireText(in: request.message)
    transaction?.lineMessage = request.message
    switch request.action {
    case .update(var update):
      update.expectation = expectation
      return BatchStep(of: try updateDocument(update))
    case .remove(var remove):
      remove.expectation = expectation
      return BatchStep(of: try removeDocuments(remove))
    case .removeEntity(var remove):
      remove.expectation = expectation
      return BatchStep(of: try removeEntity(remove))
    case .get(let get):
      let report = try getDocument(get)
      return BatchStep(fork: nil) { _ in .done(try report.reportValue()) }
    case .create(let fork, let revision):
      let report = try createFork(fork, from: revision)
      return BatchStep(fork: report.fork) { _ in .done(report.reportValue) }
    case .merge(let merge):
      try check(expectation, of: [], in: snapshot(of: fork(named: merge.into)))
      let report = try self.merge(merge)
      let value = report.reportValue
      let isClean = report.conflicts.isEmpty
      return BatchStep(fork: isClean ? report.into : nil) { _ in
        isClean ? .done(value) : .conflicts(value)
      }
    }
  }
}
