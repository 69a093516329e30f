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
  /// The texts may have duplicate keys: if these members are equal in all versions, they stay as they are.
  ///
  /// - Parameters:
  ///   - base: the merge base, if there is one.
  ///   - ours: our version.
  ///   - theirs: their version.
  ///   - plan: the strategies, by property.
  ///   - notation: the notation of the three texts.
  ///   - policy: the rule for conflicts that the plan doesn't decide; nil: as the plan's schema declares.
  ///   - choices: the user's choices, by pointer.
  /// - Throws: an error if a text is not JSON. Also if a text has duplicate keys that differ in another version, or
  ///   that are in an object which the repository's schema describes.
  public init(
    parsing base: [UInt8]?, ours: [UInt8], theirs: [UInt8], plan: FieldPlan,
    notation: JSONNotation = .json, policy: ConflictPolicy? = nil,
    choices: [JSONPointer: ConflictChoice] = [:]
  ) throws(UnreadableVersion) {
    func read(_ duplicateKeys: JSONDuplicateKeys) throws(UnreadableVersion) -> DocumentMerge {
      func document(
        _ bytes: [UInt8], _ version: String
      ) throws(UnreadableVersion) -> JSONDocument {
        do {
          return try .reading(bytes, as: notation, duplicateKeys: duplicateKeys)
        } catch {
          throw UnreadableVersion(version: version, error: error)
        }
      }
      let (ours, theirs) = (try document(ours, "ours"), try document(theirs, "theirs"))
      var merge = DocumentMerge(
        base: nil, ours: ours, theirs: theirs, plan: plan, policy: policy, choices: choices)
      if let base { merge.base = try document(base, "base") }
      return merge
    }
    self = try read(.kept)
    if !mayKeepDuplicateKeys { self = try read(.refused) }
  }

  private var mayKeepDuplicateKeys: Bool {
    guard holdsDuplicateKeys else { return true }
    let versions = Versions(base: base?.root, ours: ours.root, theirs: theirs.root)
    return !versions.present.contains(where: plan.bindsDuplicateKeys)
      && DuplicateKeyComparison().haveSameDuplicates(in: versions, plan)
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
