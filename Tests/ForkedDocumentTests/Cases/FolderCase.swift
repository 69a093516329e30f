import Forked
import Foundation
import Testing

import ForkedDocument
import ForkedJSON
import ForkedMerge
import ForkedSchema
import ForkedTestSupport

/// A folder that is a test: `base.json` (may be missing), `ours.json`, `theirs.json` and `expected.json`, or the same
/// with the ending `.jsonl`, and if need be
/// - `schema.json`: what `.fork/schema.json` would hold, with the document at `document.json`;
/// - `options.json`: `{"later": "ours|theirs", "policy": "mostRecent|manual|ours|theirs|base",
///   "choices": {pointer: "ours|theirs|base|delete" or {"value": ...}}}`;
/// - `report.json`: `{"resolved": [{"pointer", "strategy", "outcome"}],
///   "conflicts": [{"pointer", "reason"}]}`; without it, nothing may be reported. `{"refused": true}`: the audit
///   refuses the merge by property, and `expected.json` is git's line merge, which the program takes instead.
struct FolderCase: CustomTestStringConvertible {
  var folder: URL
  var testDescription: String

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/Merges", directoryHint: .isDirectory).standardized

  static func all() throws -> [FolderCase] {
    let files = FileManager.default
    let topics = try files.contentsOfDirectory(atPath: root.path()).sorted()
    return try topics.flatMap { topic in
      let place = root.appending(path: topic)
      return try files.contentsOfDirectory(atPath: place.path()).sorted().map {
        FolderCase(folder: place.appending(path: $0), testDescription: "\(topic)/\($0)")
      }
    }
  }

  func bytes(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appending(path: name))).map { Array($0) }
  }

  /// The ending of the versions.
  var ending: String { bytes("ours.jsonl") == nil ? ".json" : ".jsonl" }

  var notation: JSONNotation { JSONNotation(path: "ours" + ending) }

  /// The bytes of `base`, `ours`, `theirs` or `expected`.
  func version(_ name: String) -> [UInt8]? { bytes(name + ending) }

  func document(_ name: String) throws -> JSONDocument? {
    try bytes(name).map { try JSONDocument(parsing: $0) }
  }

  var isRefused: Bool {
    get throws { try document("report.json")?.root["refused"]?.kind == .true }
  }

  func mergedByGit() throws -> [UInt8]? {
    let texts = try ["base", "ours", "theirs"].map {
      String(decoding: try required($0), as: UTF8.self)
    }
    return try LineMerger.merge(texts)
  }

  private func required(_ name: String) throws -> [UInt8] {
    guard let bytes = version(name) else { throw Missing(file: name) }
    return bytes
  }

  struct Missing: Error { var file: String }

  /// The merge that the folder describes.
  func merge() throws -> DocumentMerge {
    let options = try document("options.json")?.root
    let later = options?["later"]?.string?.exactString.flatMap(MergeSide.init(rawValue:))
    let plan = try bytes("schema.json").map { schema in
      try SchemaSet(root: schema, load: { _ in nil }).plan(forDocument: "document" + ending)
    }
    var merge = try DocumentMerge(
      parsing: version("base"), ours: required("ours"), theirs: required("theirs"),
      plan: plan ?? .none, notation: notation)
    merge.policy = options?["policy"]?.string?.exactString.flatMap(ConflictPolicy.init(named:))
    merge.choices = try choices(options?["choices"])
    merge.recency = { _ in later.map { Recency(later: $0) } }
    return merge
  }

  private func choices(_ node: JSONNode?) throws -> [JSONPointer: ConflictChoice] {
    var choices: [JSONPointer: ConflictChoice] = [:]
    for member in node?.members.map({ $0 }) ?? [] {
      let pointer = try JSONPointer(parsing: member.key.string?.exactString ?? "")
      choices[pointer] = ConflictChoice(member.value)
    }
    return choices
  }
}

extension ConflictPolicy {
  fileprivate init?(named name: String) {
    switch name {
    case "mostRecent": self = .mostRecent
    case "manual": self = .manual
    case "versions": self = .versions
    case "base": self = .base
    case "ours": self = .prefer(.ours)
    case "theirs": self = .prefer(.theirs)
    default: return nil
    }
  }
}

extension ConflictChoice {
  fileprivate init?(_ node: JSONNode) {
    switch node.string?.exactString {
    case "ours": self = .ours
    case "theirs": self = .theirs
    case "base": self = .base
    case "delete": self = .delete
    default:
      guard let value = node["value"] else { return nil }
      self = .value(value)
    }
  }
}
