public import ForkedDocument
public import ForkedJSON

/// The file of decisions: `{"forkDecisions":1,"ours":..,"theirs":[..],"decisions":[{"document":..,"pointer":..,
/// "choice":"ours|theirs|base|delete|value","value":..,"conflict":{"base":..,"ours":..,"theirs":..}}]}`.
extension ConflictDecisions: Report {
  /// The version of the format.
  public static let version = 1

  /// The decisions in the format of the file.
  public var reportValue: ReportValue {
    .object([
      "forkDecisions": Self.version, "ours": commits?.ours, "theirs": commits.map { $0.theirs },
      "decisions": entries,
    ])
  }

  /// Reads a file of decisions.
  ///
  /// - Parameters:
  ///   - text: the contents.
  ///   - name: the name of the file, for messages.
  /// - Throws: kind `invalidData` if it is no such file, or of another version.
  public init(parsing text: [UInt8], named name: String) throws {
    let root: JSONNode
    do {
      root = try JSONDocument(parsing: text).root
    } catch {
      throw StoreError(
        .invalidData, "the file is not JSON: \(error.reason)",
        at: .init(document: name, position: error.position))
    }
    let file = DecisionsFile(name: name)
    try file.requireKeys(of: root, ["forkDecisions", "ours", "theirs", "decisions"])
    guard let version = root["forkDecisions"]?.description else {
      throw file.error("is no file of decisions: it has no \"forkDecisions\"")
    }
    guard version == String(Self.version) else {
      throw file.error(
        "has version \(version) of the format, and this program reads \(Self.version)")
    }
    guard let decisions = root["decisions"], decisions.kind == .array else {
      throw file.error("has no array \"decisions\"")
    }
    let theirs = try root["theirs"].map { array in
      try array.elements.map { try file.text($0, "an id in \"theirs\"") }
    }
    let ours = try root["ours"].map { try file.text($0, "\"ours\"") }
    commits =
      ours == nil && theirs == nil ? nil : MergedCommits(idOfOurs: ours, idsOfTheirs: theirs ?? [])
    entries = try decisions.elements.map { try Entry(parsing: $0, in: file) }
  }
}

extension ConflictDecisions.Entry: Report {
  /// The decision in the format of the file.
  public var reportValue: ReportValue {
    let written: JSONNode? = if case .value(let node) = choice { node } else { nil }
    return .object([
      "document": conflict.document, "pointer": conflict.pointer, "choice": choice.name,
      "value": written,
      "conflict": ReportValue.object([
        "base": conflict.base, "ours": conflict.ours, "theirs": conflict.theirs,
      ]),
    ])
  }

  fileprivate init(parsing node: JSONNode, in file: DecisionsFile) throws {
    try file.requireKeys(of: node, ["document", "pointer", "choice", "value", "conflict"])
    let document = try file.text(node["document"], "the \"document\" of a decision")
    let pointer = try file.text(node["pointer"], "the \"pointer\" of a decision")
    guard let values = node["conflict"], values.kind == .object else {
      throw file.error("does not name the values of the conflict at \(document)#\(pointer)")
    }
    try file.requireKeys(of: values, ["base", "ours", "theirs"])
    let name = try file.text(node["choice"], "the \"choice\" of a decision")
    guard let choice = ConflictChoice(name: name, value: node["value"]) else {
      throw file.error(
        "has the choice \"\(name)\" at \(document)#\(pointer)",
        hint: "\"choice\" must be ours, theirs, base, delete, or value with \"value\"")
    }
    self.init(
      conflict: MergeConflict(
        document: document, pointer: try JSONPointer(parsing: pointer), reason: .bothChanged,
        base: values["base"], ours: values["ours"], theirs: values["theirs"]), choice: choice)
  }
}

extension ConflictChoice {
  /// The word for the choice in a file of decisions.
  public var name: String {
    switch self {
    case .ours: "ours"
    case .theirs: "theirs"
    case .base: "base"
    case .delete: "delete"
    case .value: "value"
    }
  }

  fileprivate init?(name: String, value: JSONNode?) {
    switch (name, value) {
    case ("ours", nil): self = .ours
    case ("theirs", nil): self = .theirs
    case ("base", nil): self = .base
    case ("delete", nil): self = .delete
    case ("value", let value?): self = .value(value)
    default: return nil
    }
  }
}

/// A file of decisions that is being read, with the errors about it.
private struct DecisionsFile {
  var name: String

  func error(_ message: String, hint: String? = nil) -> StoreError {
    StoreError(.invalidData, "it \(message)", at: .init(document: name), hint: hint)
  }

  func text(_ node: JSONNode?, _ what: String) throws(StoreError) -> String {
    guard let text = node?.string?.exactString else { throw error("has no text for \(what)") }
    return text
  }

  func requireKeys(of node: JSONNode, _ known: [String]) throws(StoreError) {
    guard node.kind == .object else { throw error("is no file of decisions") }
    for member in node.members {
      let key = member.key.string?.exactString ?? ""
      guard known.contains(key) else {
        throw error(
          "has the unknown key \"\(key)\"",
          hint: "the keys here are \(known.joined(separator: ", "))")
      }
    }
  }
}
