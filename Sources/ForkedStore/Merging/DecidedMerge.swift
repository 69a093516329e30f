import ForkedDocument
import ForkedGit
import ForkedJSON

/// The user's decisions in a merge, read from its commit.
extension CommitObject {
  /// The trailer that records the policy for conflicts.
  static let policyTrailer = "Fork-Prefer:"
  /// The trailer that names a document which a merge left out until the user decides.
  static let leftOutTrailer = "Fork-Left-Out:"

  /// The side or recency that the user preferred for that merge; nil: none.
  var decidedPolicy: ConflictPolicy? {
    values(of: Self.policyTrailer).last.flatMap(ConflictPolicy.init(trailerValue:))
  }

  /// The trailer with that preference; nil: none.
  var policyLine: String? { decidedPolicy?.trailerValue.map { "\(Self.policyTrailer) \($0)" } }

  /// The properties that the user resolved.
  var decidedProperties: [(document: String, pointer: JSONPointer)] {
    values(of: Self.resolvedTrailer).compactMap { text in
      for hash in text.indices where text[hash] == "#" {
        let rest = text[text.index(after: hash)...]
        guard rest.isEmpty || rest.hasPrefix("/") else { continue }
        do {
          return (String(text[..<hash]), try JSONPointer(parsing: String(rest)))
        } catch {
          return nil
        }
      }
      return nil
    }
  }

  /// The values of a trailer.
  func values(of trailer: String) -> [String] {
    message.split(separator: "\n").filter { $0.hasPrefix(trailer) }
      .map { String($0.dropFirst(trailer.count).drop { $0 == " " }) }
  }
}

extension ConflictPolicy {
  /// The policy as a commit's trailer records it; nil if it is not recorded.
  var trailerValue: String? {
    switch self {
    case .prefer(let side): side.rawValue
    case .mostRecent: "newest"
    case .versions: "versions"
    case .manual, .base: nil
    }
  }

  init?(trailerValue: String) {
    switch trailerValue {
    case "ours": self = .prefer(.ours)
    case "theirs": self = .prefer(.theirs)
    case "newest": self = .mostRecent
    case "versions": self = .versions
    default: return nil
    }
  }
}

extension DocumentStore {
  /// Returns the resolutions of a merge by property, read from its commit.
  func choices(in commit: CommitObject) throws -> [String: [JSONPointer: ConflictChoice]] {
    var choices: [String: [JSONPointer: ConflictChoice]] = [:]
    for (document, pointer) in commit.decidedProperties {
      choices[document, default: [:]][pointer] = try choice(at: pointer, of: document, in: commit)
    }
    return choices
  }

  /// Replaces choices by those that the conflicts of the merge show. In lists, these find the element that a pointer
  /// meant before other choices removed elements.
  func correct(
    _ choices: inout [String: [JSONPointer: ConflictChoice]], by conflicts: [MergeConflict],
    in commit: CommitObject
  ) throws {
    let version = try snapshot(of: commit.id)
    for conflict in conflicts where choices[conflict.document]?[conflict.pointer] != nil {
      guard let bytes = try bytes(of: DocumentPath(conflict.document), in: version),
        let root = JSONDocument.ifReadable(bytes, at: conflict.document, duplicateKeys: .kept)?
          .root,
        let choice = conflict.choice(in: root, and: root)
      else { continue }
      choices[conflict.document]?[conflict.pointer] = choice
    }
  }

  /// Returns one side as the choice if the value equals that side's, so that its bytes are taken too; else the value.
  private func choice(
    at pointer: JSONPointer, of document: String, in commit: CommitObject
  ) throws -> ConflictChoice {
    let path = try DocumentPath(document)
    let versions = try ([commit.id] + commit.parents).map { try snapshot(of: $0) }
    let entries = try versions.map { try entry(at: path, in: $0) }
    if pointer.tokens.isEmpty, entries[0] == nil { return .delete }
    if pointer.tokens.isEmpty, entries[0] == entries[1] { return .ours }
    if pointer.tokens.isEmpty, entries[0] == entries[2] { return .theirs }
    let values = try versions.map { version in
      try bytes(of: path, in: version)
        .flatMap { JSONDocument.ifReadable($0, at: document, duplicateKeys: .kept) }?.root.value(
          at: pointer)
    }
    guard let made = values[0] else { return .delete }
    return made == values[1] ? .ours : made == values[2] ? .theirs : .value(made)
  }
}
