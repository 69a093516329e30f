public import ForkedDocument
import ForkedGit
public import ForkedJSON

/// The user's decisions about the conflicts of one merge. Each names the conflict with its values, so that it is used
/// for no other one.
public struct ConflictDecisions: Sendable {
  /// One decision.
  public struct Entry: Sendable {
    /// The conflict; its document is a path from the root of the repository.
    public var conflict: MergeConflict
    /// The value that the property gets.
    public var choice: ConflictChoice

    /// Creates a decision.
    public init(conflict: MergeConflict, choice: ConflictChoice) {
      self.conflict = conflict
      self.choice = choice
    }
  }

  /// The commits of the merge; nil if they are not known.
  public var commits: MergedCommits?
  /// The decisions.
  public var entries: [Entry]

  /// Creates decisions about the conflicts of a merge.
  public init(commits: MergedCommits?, entries: [Entry]) {
    self.commits = commits
    self.entries = entries
  }
}

/// The commits of both sides of a merge, as far as they are known.
public struct MergedCommits: Sendable, Hashable {
  /// The id of the commit that is merged into.
  public var ours: String?
  /// The ids of the commits that are merged.
  public var theirs: [String]

  init(ours: ObjectID?, theirs: [ObjectID]) {
    self.ours = ours?.hex
    self.theirs = theirs.map(\.hex)
  }

  fileprivate init(ours: String?, theirs: [String]) {
    self.ours = ours
    self.theirs = theirs
  }
}

// MARK: - The file

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
    commits = ours == nil && theirs == nil ? nil : MergedCommits(ours: ours, theirs: theirs ?? [])
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

extension DocumentStore {
  /// Returns decisions about conflicts that a report names.
  public func decisions(
    _ decided: [(conflict: MergeConflict, choice: ConflictChoice)], in commits: MergedCommits
  ) throws -> ConflictDecisions {
    ConflictDecisions(
      commits: commits,
      entries: try decided.map { conflict, choice in
        var conflict = conflict
        conflict.document = try documentPath(conflict.document).string
        return ConflictDecisions.Entry(conflict: conflict, choice: choice)
      })
  }
}

// MARK: - Their use

extension MergePolicy {
  /// True if the user decided about conflicts.
  var hasDecisions: Bool { !choices.isEmpty || decisions != nil }

  /// Gives each conflict that has no choice the user's decision about it, or that about all conflicts at or below a
  /// pointer above it.
  ///
  /// - Returns: true if a conflict got a choice, so that the merge must run again.
  /// - Throws: kind `refused` if a decision is about a conflict with other values.
  mutating func decide(_ conflicts: [MergeConflict]) throws(StoreError) -> Bool {
    var isChanged = false
    for conflict in conflicts where choices[conflict.document]?[conflict.pointer] == nil {
      guard
        let choice = try decision(about: conflict)
          ?? choice(above: conflict.pointer, in: conflict.document)
      else { continue }
      choices[conflict.document, default: [:]][conflict.pointer] = choice
      isChanged = true
    }
    return isChanged
  }

  private func decision(about conflict: MergeConflict) throws(StoreError) -> ConflictChoice? {
    areDecisionsSwapped
      ? try decisions?.choice(for: conflict.swapped)?.swapped
      : try decisions?.choice(for: conflict)
  }

  /// Gives each property that was decided for the later change the user's choice about all conflicts at or below a
  /// pointer above it.
  ///
  /// - Returns: true if a property got a choice, so that the merge must run again.
  mutating func decide(_ made: [MergeDecision]) -> Bool {
    var isChanged = false
    for decision in made where decision.isForLaterChange {
      guard choices[decision.document]?[decision.pointer] == nil,
        let choice = choice(above: decision.pointer, in: decision.document)
      else { continue }
      choices[decision.document, default: [:]][decision.pointer] = choice
      isChanged = true
    }
    return isChanged
  }

  /// Returns the choice at the nearest pointer above a conflict, if it names a version. A value is for one property.
  private func choice(above pointer: JSONPointer, in document: String) -> ConflictChoice? {
    guard let known = choices[document], !known.isEmpty else { return nil }
    var tokens = pointer.tokens
    while tokens.popLast() != nil {
      if let choice = known[JSONPointer(tokens)] { return choice.isVersion ? choice : nil }
    }
    return nil
  }
}

extension MergeDecision {
  /// True if the later of two changes of a property was kept.
  fileprivate var isForLaterChange: Bool {
    guard decider == .strategy, strategy == .mostRecent, case .keptOneSide = outcome else {
      return false
    }
    return true
  }
}

extension MergeConflict {
  fileprivate func hasSameValues(as other: MergeConflict) -> Bool {
    base == other.base && ours == other.ours && theirs == other.theirs
  }
}

extension ConflictChoice {
  /// True if it is one of the three versions, which all conflicts have.
  var isVersion: Bool {
    switch self {
    case .ours, .theirs, .base: true
    case .delete, .value: false
    }
  }
}

extension ConflictResolution {
  /// Returns true if the resolution decides a conflict at this pointer: its own, or one below it.
  func covers(_ pointer: JSONPointer) -> Bool {
    pointer == self.pointer || choice.isVersion && !takesFile && self.pointer.isPrefix(of: pointer)
  }
}

/// Decisions during a merge, which finds the conflicts that they are about.
final class OpenDecisions {
  private var entries: [ConflictPlace: ConflictDecisions.Entry] = [:]
  private var used: Set<ConflictPlace> = []

  /// - Throws: kind `invalidData` if there are two decisions about one conflict.
  init(_ decisions: ConflictDecisions) throws(StoreError) {
    for entry in decisions.entries {
      guard entries.updateValue(entry, forKey: ConflictPlace(entry.conflict)) == nil else {
        throw StoreError(
          .invalidData, "there are two decisions about one conflict",
          at: .init(document: entry.conflict.document, pointer: entry.conflict.pointer))
      }
    }
  }

  /// Returns the choice for a conflict; nil if there is none, or if it was used for another conflict of this property.
  ///
  /// - Throws: kind `refused` if the decision is about a conflict with other values.
  func choice(for conflict: MergeConflict) throws(StoreError) -> ConflictChoice? {
    guard let entry = entries[ConflictPlace(conflict)] else { return nil }
    let isFirst = used.insert(ConflictPlace(conflict)).inserted
    if entry.conflict.hasSameValues(as: conflict) { return entry.choice }
    guard isFirst else { return nil }
    throw StoreError(
      .refused, "the decision is not about this conflict: its values differ; nothing was changed",
      at: .init(document: conflict.document, pointer: conflict.pointer),
      hint: "decide the conflicts that are open now")
  }

  /// Refuses decisions for which no conflict was found.
  func requireUse() throws(StoreError) {
    let unused = entries.keys.filter { !used.contains($0) }
    guard let place = unused.min(by: { ($0.document, $0.pointer) < ($1.document, $1.pointer) })
    else { return }
    throw StoreError(
      .refused, "there is no such conflict; nothing was changed",
      at: .init(document: place.document, pointer: place.pointer),
      hint: "decide the conflicts that are open now")
  }
}

extension ConflictDecisions {
  /// True if the decisions may be about the merge of these commits.
  func areAbout(_ current: MergedCommits) -> Bool {
    guard let commits else { return true }
    return (commits.ours == nil || commits.ours == current.ours)
      && (commits.theirs.isEmpty || current.theirs.isEmpty || commits.theirs == current.theirs)
  }

  /// Refuses decisions about another merge.
  func requireMerge(of current: MergedCommits) throws(StoreError) {
    guard let commits, !areAbout(current) else { return }
    throw StoreError(
      .refused,
      "the decisions are about another merge, of \(commits.shown); nothing was changed",
      hint: "this one is of \(current.shown): decide its conflicts")
  }
}

extension MergedCommits {
  fileprivate var shown: String {
    let short = { (id: String) in String(id.prefix(10)) }
    return "\(theirs.map(short).joined(separator: ", ")) into \(ours.map(short) ?? "nothing")"
  }
}
