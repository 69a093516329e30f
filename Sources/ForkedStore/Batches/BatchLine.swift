import Forked
import ForkedDocument
import ForkedGit
public import ForkedJSON
import ForkedSchema

/// One line of a batch.
struct BatchLine {
  private let node: JSONNode
  /// The name of the operation. A line as `get` prints it has none.
  private(set) var operation = "update"

  /// Parses a line.
  ///
  /// - Throws: kind `invalidData` if the line is not JSON; kind `usage` if it is not a request.
  init(parsing line: [UInt8]) throws(StoreError) {
    do {
      node = try JSONDocument(parsing: line).root
    } catch {
      throw StoreError(.invalidData, "the line is not JSON: \(error.reason)")
    }
    guard node.kind == .object else {
      throw StoreError(
        .usage, "each line must be a JSON object",
        hint: #"like {"op":"update","document":"a.json","value":{}}"#)
    }
    operation = try string("op") ?? operation
    guard let known = Self.keys[operation] else {
      throw StoreError(
        .usage, "unknown operation '\(operation)'",
        hint: Self.keys["update"]?.contains(operation) == true
          ? "it is a key of an update: {\"op\":\"update\",\"document\":..,\"\(operation)\":..}"
          : "\"op\" must be update, remove, get, create or merge")
    }
    try requireKeys(known)
  }

  /// The keys of each operation, besides `op`.
  private static let keys: [String: [String]] = [
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
  private func requireKeys(_ known: [String]) throws(StoreError) {
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

  func pointer() throws -> JSONPointer? {
    try string("pointer").map { try JSONPointer(parsing: $0) }
  }

  /// The content of an update: exactly one of `value` and the edits.
  func content() throws -> DocumentContent {
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
      func properties(_ edit: (JSONPointer, JSONDocument) -> DocumentEdit) throws -> [DocumentEdit]
      {
        try self.properties(member).map { edit($0, try document($1)) }
      }
      switch member.key.string?.description {
      case "set"?: return try properties { .set($0, $1) }
      case "replace"?: return try properties { .replace($0, $1) }
      case "insert"?: return try properties { .insert($0, $1) }
      case "test"?: return try properties { .test($0, $1) }
      case "move"?:
        return try self.properties(member).map { source, target in
          guard let target = target.string?.exactString else {
            throw StoreError(.usage, "a value of \"move\" is not a JSON Pointer")
          }
          return .move(from: source, to: try JSONPointer(parsing: target))
        }
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
    _ object: JSONMember
  ) throws -> [(pointer: JSONPointer, value: JSONNode)] {
    let name = object.key.string?.description ?? ""
    guard object.value.kind == .object else {
      throw StoreError(.usage, "\"\(name)\" is not an object")
    }
    return try object.value.members.map { member in
      guard let key = member.key.string else {
        throw StoreError(.usage, "a key of \"\(name)\" is not a JSON Pointer")
      }
      return (try JSONPointer(parsing: key.description), member.value)
    }
  }

  private func document(_ node: JSONNode) throws -> JSONDocument {
    try JSONDocument(parsing: Array(node.bytes))
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

extension UpdateReport: VersionReport {}
extension RemoveEntityReport: VersionReport {}

extension DocumentStore {
  /// Carries out one line in memory.
  func step(_ line: BatchLine) throws -> BatchStep {
    let (fork, message) = (try line.string("fork"), try line.string("message"))
    try requireText(in: message)
    transaction?.lineMessage = message
    func expectation() throws -> Expectation? { try self.expectation(line.string("expect")) }
    switch line.operation {
    case "remove":
      guard let entity = try line.string("model") else {
        return BatchStep(
          of: try removeDocuments(
            [PropertyArgument(document: line.required("document"))], fork: fork, message: message,
            expecting: expectation()))
      }
      guard line.value("document") == nil else {
        throw StoreError(.usage, "give a \"document\" or a \"model\", not both")
      }
      return BatchStep(
        of: try removeEntity(entity, fork: fork, message: message, expecting: expectation()))
    case "get":
      let report = try getDocument(
        line.required("document"), at: line.pointer(), fork: fork, revision: line.string("at"))
      return BatchStep(fork: nil) { _ in .done(try report.reportValue()) }
    case "create":
      let report = try createFork(line.required("fork"), from: line.string("from"))
      return BatchStep(fork: report.fork) { _ in .done(report.reportValue) }
    case "merge":
      let merge = try line.merge()
      try check(expectation(), of: [], in: snapshot(of: self.fork(named: merge.into)))
      let report = try self.merge(merge)
      let value = report.reportValue
      let isClean = report.conflicts.isEmpty
      return BatchStep(fork: isClean ? report.into : nil) { _ in
        isClean ? .done(value) : .conflicts(value)
      }
    default:
      return BatchStep(
        of: try updateDocument(
          line.required("document"), at: line.pointer(), with: line.content(), fork: fork,
          message: message, expecting: expectation()))
    }
  }
}
