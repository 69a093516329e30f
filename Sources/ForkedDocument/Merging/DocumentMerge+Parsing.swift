public import ForkedJSON
public import ForkedSchema

/// The error for a version that cannot be merged by property.
public struct UnreadableVersion: Error, Sendable {
  /// `ours`, `theirs` or `base`.
  public var version: String
  /// The fault.
  public var error: JSONSyntaxError
}

extension DocumentMerge {
  /// Creates the merge of three texts.
  ///
  /// The texts may have duplicate keys: the last member of a key is merged as such, and each earlier one, counted from
  /// the last, as a member of its own.
  ///
  /// - Parameters:
  ///   - base: the merge base, if there is one.
  ///   - ours: our version.
  ///   - theirs: their version.
  ///   - plan: the strategies, by property.
  ///   - notation: the notation of the three texts.
  ///   - policy: the rule for conflicts that the plan doesn't decide; nil: as the plan's schema declares.
  ///   - choices: the user's choices, by pointer.
  /// - Throws: an error if a text is not JSON, or has duplicate keys in an object which the repository's schema
  ///   describes. Running the merge throws it if something must be decided about an earlier member of such a key.
  public init(
    parsing base: [UInt8]?, ours: [UInt8], theirs: [UInt8], plan: FieldPlan,
    notation: JSONNotation = .json, policy: ConflictPolicy? = nil,
    choices: [JSONPointer: ConflictChoice] = [:]
  ) throws(UnreadableVersion) {
    func document(
      _ bytes: [UInt8], _ version: String, _ duplicateKeys: JSONDuplicateKeys = .kept
    ) throws(UnreadableVersion) -> JSONDocument {
      do {
        return try .reading(bytes, as: notation, duplicateKeys: duplicateKeys)
      } catch {
        throw UnreadableVersion(version: version, error: error)
      }
    }
    self.init(
      base: nil, ours: try document(ours, "ours"), theirs: try document(theirs, "theirs"),
      plan: plan, policy: policy, choices: choices)
    if let base { self.base = try document(base, "base") }
    guard holdsDuplicateKeys else { return }
    do {
      _ = (try document(ours, "ours", .refused), try document(theirs, "theirs", .refused))
      if let base { _ = try document(base, "base", .refused) }
    } catch {
      let versions = [self.base?.root, self.ours.root, self.theirs.root].compactMap { $0 }
      if versions.contains(where: plan.bindsDuplicateKeys) { throw error }
      refusal = error
    }
  }

  /// Throws the error for duplicate keys if the result decides something about a member that a later one overrides, or
  /// does not hold what the audit expects, as where the members of a key are in another order.
  func requireNothingOverridden(in merged: MergeResult<[UInt8]>) throws {
    guard let refusal else { return }
    let pointers = merged.decisions.map(\.pointer) + merged.conflicts.map(\.pointer)
    let isOverridden = pointers.contains { $0.tokens.contains(where: \.isOverridden) }
    if isOverridden || !merged.defects.isEmpty { throw refusal }
  }

  private var holdsDuplicateKeys: Bool {
    [base, ours, theirs].contains { $0?.hasDuplicateKeys ?? false }
  }

  /// Parses the merged text of the three versions, which has no duplicate keys unless one of them has some.
  func document(merged bytes: [UInt8]) throws(JSONSyntaxError) -> JSONDocument {
    try JSONDocument(parsing: bytes, duplicateKeys: duplicateKeys)
  }

  /// Reads the merged file, in the notation of the three versions.
  func document(mergedFile file: [UInt8]) throws(JSONSyntaxError) -> JSONDocument {
    try .reading(file, as: ours.notation, duplicateKeys: duplicateKeys)
  }

  /// The treatment of duplicate keys in the merged text.
  var duplicateKeys: JSONDuplicateKeys { holdsDuplicateKeys ? .kept : .refused }
}

extension FieldPlan {
  /// Returns true if the repository's schema describes an object in the value that has a key twice: it speaks of one.
  func bindsDuplicateKeys(in value: JSONNode) -> Bool {
    guard isBinding, value.holdsDuplicateKeys else { return false }
    let plan = fitting([value])
    // The position of an element is rewritten.
    if plan.position != nil || !value.duplicateMembers.isEmpty { return true }
    return value.members.contains { plan.member($0.key).bindsDuplicateKeys(in: $0.value) }
      || value.elements.enumerated().contains { place, element in
        plan.element(at: place).bindsDuplicateKeys(in: element)
      }
  }
}
