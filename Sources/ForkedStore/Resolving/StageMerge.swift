import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

/// Merges the stages that the index has of one file.
struct StageMerge {
  var schemas: SchemaSet
  /// The schemas under which the sides wrote the file; nil: these are the merged ones.
  var former: FormerSchemas?
  var taken: TakenVersion?
  var histories: [OngoingHistory]
  var repository: LocalRepository
  /// The names of the sides, for conflicts.
  var names = SideNames()

  /// The state of a file in the work tree, compared with the merge of its stages.
  private enum WorkTreeFile {
    /// One of the versions, or an unedited result of a merge: the merge starts again, with the resolutions of an
    /// earlier run.
    case made(choices: [JSONPointer: ConflictChoice])
    /// A file with conflict markers that the user edited, as either side reads it now.
    case marked(MarkedText)
    /// A file that the user edited, without markers or not readable as a document.
    case resolvedByHand
  }

  /// Merges the entries at the path: the stages, or both readings of the file that the user edited.
  ///
  /// - Throws: kind `defect` if the audit finds that something is missing.
  func run(_ stages: TreeMerge.Diverged, _ policy: MergePolicy) throws -> MergeResult<MergedEntry> {
    var merged = try mergedEntry(stages, policy)
    var names = names
    if names.theirs == nil { names.theirs = try labelOfTheirs(stages) }
    let origins = ConflictOrigins(repository: repository, names: names)
    let recency = histories.file(stages).recency
    merged.conflicts = try merged.conflicts.map { try origins.described($0, by: recency) }
    return merged
  }

  /// The name of their side as git's markers have it; nil if there is none.
  private func labelOfTheirs(_ stages: TreeMerge.Diverged) throws -> String? {
    let labels = try labels(of: stages)
    let text = try markedText(
      at: stages.path, markerSize(at: stages.path), labels ?? LineMerge().labels)
    return text?.labels?.theirs ?? labels?.theirs
  }

  private func mergedEntry(
    _ stages: TreeMerge.Diverged, _ policy: MergePolicy
  ) throws -> MergeResult<MergedEntry> {
    let (base, ours, theirs) = (stages.base, stages.ours, stages.theirs)
    if let side = stages.onlySide, base == nil || base == (ours ?? theirs) {
      return try decided(policy) { try mergeRenamed(stages, by: side, $0) }
    }
    // A leftover of a rename, or a file that one side alone changed, is no conflict.
    if base == theirs || ours == theirs { return MergeResult(MergedEntry(entry: ours)) }
    if base == ours { return MergeResult(MergedEntry(entry: theirs)) }
    let size = try markerSize(at: stages.path)
    let labels = try labels(of: stages) ?? LineMerge().labels
    let text = try markedText(at: stages.path, size, labels)
    var policy = policy
    policy.lines.markerSize = size
    policy.lines.labels = text?.labels ?? labels
    switch try file(at: stages, text, policy) {
    case .made(let choices):
      policy.add(choices, for: stages.path.description)
      return try decided(policy) { try merge(stages, stages, $0) }
    case .marked(let text):
      policy.countsAlikeOnce = true
      guard let edits = try baseEdits(text, stages, policy) else { fallthrough }
      let readings = try readings(text, of: stages, edits)
      // Markers must not show the value that stands for the base's.
      if edits.base != nil { policy.lines.style = .merge }
      var merged = try decided(policy) { try merge(readings, stages, $0) }
      merged.conflicts = edits.described(merged.conflicts)
      return merged
    case .resolvedByHand:
      var outcome = try merge(stages, stages, policy)
      outcome.isResolvedByHand = true
      outcome.isWithoutMarkers = text == nil
      return outcome
    }
  }

  /// Returns the result, with remaining conflicts decided by the user's decisions, or by the version to take.
  private func decided(
    _ policy: MergePolicy, by merge: (MergePolicy) throws -> MergeResult<MergedEntry>
  ) throws -> MergeResult<MergedEntry> {
    var policy = policy
    var merged = try merge(policy)
    while try policy.decide(merged.conflicts) { merged = try merge(policy) }
    guard let taken else { return merged }
    policy.conflicts = taken.policy
    if taken == .base {
      for conflict in try merge(policy).conflicts {
        policy.add([conflict.pointer: .base], for: conflict.document)
      }
    }
    return try merge(policy)
  }

  /// Merges two readings of a file.
  ///
  /// - Parameters:
  ///   - readings: the versions to merge.
  ///   - versions: the versions to find in history.
  private func merge(
    _ readings: TreeMerge.Diverged, _ versions: TreeMerge.Diverged, _ policy: MergePolicy
  ) throws -> MergeResult<MergedEntry> {
    let result = try entryMerge(of: versions, policy).merge(readings)
    try result.checkAudit()
    return result
  }

  private func entryMerge(of versions: TreeMerge.Diverged, _ policy: MergePolicy) -> EntryMerge {
    EntryMerge(repository: repository, schemas: schemas, former: former, policy: policy) { _ in
      histories.file(versions)
    }
  }

  /// Merges a file that only one side has under this name, and did not change: git leaves it open because a side renamed it,
  /// or has something else in its place.
  private func mergeRenamed(
    _ versions: TreeMerge.Diverged, by side: MergeSide, _ policy: MergePolicy
  ) throws -> MergeResult<MergedEntry> {
    let merge = entryMerge(of: versions, policy)
    let pathConflict = PathConflict(versions, in: merge)
    let (name, other) = (side.rawValue, side.other.rawValue)
    guard versions.base == nil else {
      return try merge.mergeDeletion(
        pathConflict, "one side deleted what the other renamed",
        note: .text("\(name) renamed it to this name, \(other) deleted it"))
    }
    return try merge.decide(
      pathConflict, .deletedAndChanged,
      note: .text("\(name) has it under this name, \(other) has another name or file for it"),
      inAncestor: nil)
  }
}

extension StageMerge {
  private func markerSize(at path: TreePath) throws -> Int {
    let value = try repository.attribute("conflict-marker-size", of: path).value
      .flatMap { Int($0) }
    guard let value, value > 0 else { return LineMerge().markerSize }
    return value
  }

  private func labels(of versions: TreeMerge.Diverged) throws -> MarkerLabels? {
    try histories.history(of: versions).map { history, _ in
      try repository.markerLabels(of: history.merge)
    }
  }

  private func markedText(
    at path: TreePath, _ markerSize: Int, _ labels: MarkerLabels
  ) throws -> MarkedText? {
    guard repository.workTreePath != nil,
      let bytes = try repository.file(repository.storeWorkTreeFile(at: path))
    else { return nil }
    let text = MarkedText(bytes, markerSize: markerSize, defaultLabels: labels)
    return text.hasMarkers ? text : nil
  }

  private func file(
    at stages: TreeMerge.Diverged, _ text: MarkedText?, _ policy: MergePolicy
  ) throws -> WorkTreeFile {
    if let text { return try file(text, stages, policy) }
    guard repository.workTreePath != nil,
      let entry = try repository.storeWorkTreeFile(at: stages.path)
    else { return .made(choices: [:]) }
    // git leaves ours where it writes no markers: any other version was chosen, by the user or by rerere.
    if entry.id == (stages.ours ?? stages.theirs)?.id { return .made(choices: [:]) }
    let outcome = try merge(stages, stages, policy)
    return outcome.entry?.id == entry.id ? .made(choices: [:]) : .resolvedByHand
  }

  /// Returns the state of a file with markers. It is unedited if a merge of the stages gives the same text, in any
  /// style, with the resolutions that the text shows.
  private func file(
    _ text: MarkedText, _ stages: TreeMerge.Diverged, _ policy: MergePolicy
  ) throws -> WorkTreeFile {
    func isMade(_ bytes: [UInt8]?) -> Bool {
      bytes.map { MarkedText($0, markerSize: policy.lines.markerSize).unlabelled }
        == text.unlabelled
    }
    if try markedByLines(stages, policy.lines).contains(where: isMade) {
      return .made(choices: [:])
    }
    let readings = [text.ours, text.theirs].compactMap {
      JSONDocument.ifReadable($0, at: stages.path.description, duplicateKeys: .kept)
    }
    guard readings.count == 2 else { return .resolvedByHand }
    for style in [LineMerge.Style.merge, .diff3] {
      var policy = policy
      policy.choices = [:]
      policy.lines.style = style
      let undecided = try merge(stages, stages, policy)
      let choices = undecided.choices(in: readings[0].root, and: readings[1].root)
      policy.add(choices, for: stages.path.description)
      if isMade(try merge(stages, stages, policy).marked) {
        return .made(choices: choices)
      }
    }
    return .marked(text)
  }

  private func markedByLines(_ stages: TreeMerge.Diverged, _ lines: LineMerge) throws -> [[UInt8]?]
  {
    let versions = try [stages.base, stages.ours, stages.theirs].map {
      try repository.file($0) ?? []
    }
    return try [LineMerge.Style.merge, .diff3, .zdiff3].map { style in
      var lines = lines
      lines.style = style
      return try lines.merge(base: versions[0], ours: versions[1], theirs: versions[2]).text
    }
  }

  /// Returns the conflicts of which one part was edited back to the merge base's value; nil if they cannot be kept.
  private func baseEdits(
    _ text: MarkedText, _ versions: TreeMerge.Diverged, _ policy: MergePolicy
  ) throws -> BaseEdits? {
    func document(_ bytes: [UInt8]?) -> JSONDocument? {
      bytes.flatMap {
        JSONDocument.ifReadable($0, at: versions.path.description, duplicateKeys: .kept)
      }
    }
    let base = try versions.base.map { try repository.blob($0.id) }
    guard let base = document(base), let ours = document(text.ours),
      let theirs = document(text.theirs)
    else { return BaseEdits() }
    var policy = policy
    policy.choices = [:]
    let conflicts = try merge(versions, versions, policy).conflicts
    return BaseEdits(in: conflicts, ours: ours.root, theirs: theirs.root, base: base)
  }

  /// Stores the readings of a file as the versions of both sides.
  private func readings(
    _ text: MarkedText, of versions: TreeMerge.Diverged, _ edits: BaseEdits
  ) throws -> TreeMerge.Diverged {
    func entry(_ bytes: [UInt8], _ version: TreeEntry?) throws -> TreeEntry {
      TreeEntry(mode: version?.mode ?? .file, id: try repository.writeBlob(bytes))
    }
    return TreeMerge.Diverged(
      path: versions.path,
      base: try edits.base.map { try entry($0, versions.base) } ?? versions.base,
      ours: try entry(text.ours, versions.ours),
      theirs: try entry(text.theirs, versions.theirs))
  }
}

extension MergePolicy {
  /// Adds choices for conflicts that have none yet.
  fileprivate mutating func add(_ added: [JSONPointer: ConflictChoice], for document: String) {
    choices[document, default: [:]].merge(added) { known, _ in known }
  }
}

extension MergeResult {
  /// The resolutions of conflicts that both readings of a marked file agree on.
  fileprivate func choices(
    in ours: JSONNode, and theirs: JSONNode
  ) -> [JSONPointer: ConflictChoice] {
    let choices = conflicts.compactMap { conflict in
      conflict.choice(in: ours, and: theirs).map { (conflict.pointer, $0) }
    }
    return Dictionary(choices) { first, _ in first }
  }
}

extension MergeConflict {
  /// The resolution of this conflict, which is the value that both readings hold; nil if they differ, or the property
  /// cannot be found again.
  func choice(in ours: JSONNode, and theirs: JSONNode) -> ConflictChoice? {
    guard let last = path.steps.last, PropertyPath(path.steps.dropLast()).isStable else {
      return nil
    }
    if case .index = last { return choiceOfElement(in: ours, and: theirs) }
    let value = path.value(in: ours)
    guard value == path.value(in: theirs) else { return nil }
    if value == self.ours { return .ours }
    if value == self.theirs { return .theirs }
    if let value { return .value(value) }
    return choiceOfElement(in: ours, and: theirs) ?? .delete
  }

  /// The version of an element that the lists of both readings hold, or its deletion. The path may not lead to it: it may
  /// have another id in one version, or none.
  private func choiceOfElement(in ours: JSONNode, and theirs: JSONNode) -> ConflictChoice? {
    let list = PropertyPath(path.steps.dropLast())
    let lists = [ours, theirs].map { list.value(in: $0)?.elements.map { $0 } ?? [] }
    func isHeld(_ value: JSONNode?) -> Bool? {
      guard let value else { return false }
      let holders = lists.count { $0.contains(value) }
      return holders == 1 ? nil : holders == 2
    }
    switch (isHeld(self.ours), isHeld(self.theirs)) {
    case (true?, false?): return .ours
    case (false?, true?): return .theirs
    case (false?, false?): return self.ours == nil ? .ours : self.theirs == nil ? .theirs : .delete
    default: return nil
    }
  }
}

extension PropertyPath {
  /// True if it leads to the same property in every version, which a path with indexes does not.
  fileprivate var isStable: Bool {
    steps.allSatisfy { if case .index = $0 { false } else { true } }
  }
}

extension TreeMerge.Diverged {
  /// The side that alone has the file; nil if both have it, or neither.
  fileprivate var onlySide: MergeSide? {
    (ours == nil) == (theirs == nil) ? nil : ours == nil ? .theirs : .ours
  }
}
