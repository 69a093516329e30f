public import ForkedJSON

/// A schema file drafted from documents, with the decisions made in it.
public struct SchemaDraft: Sendable {
  /// The file's text.
  public var bytes: [UInt8]
  /// The decisions: each strategy with the reason for it.
  public var decisions: [SchemaDecision]
}

/// A strategy that a draft declares for a field.
public struct SchemaDecision: Sendable, Hashable {
  /// The glob of the documents.
  public var documents: String
  /// The field; `*` stands for all elements of an array, or all entries of a dictionary.
  public var pointer: JSONPointer
  /// The strategy; nil if the draft refers to a built-in schema, which the reason names, or declares `together`.
  public var strategy: MergeStrategy?
  /// The properties that the draft decides together (`x-together`).
  public var together: TogetherRule?
  /// The reason for the strategy.
  public var reason: String

  /// The name of the strategy, `x-together`, or nil for a built-in schema.
  public var name: String? { strategy?.name ?? together.map { _ in "x-together" } }
}

/// Drafts a schema from documents, their earlier versions, and past merges of them.
///
/// Documents are grouped by name: those that a built-in schema knows, those with one name in several directories, and
/// similar ones in one directory. Versions must be added before merges, because the ids of elements are known only when
/// all versions have been added.
public struct SchemaInference {
  private var groups: DocumentGroups
  private var shapes: [JSONString: FieldShape] = [:]
  private let leavesConflicts: Bool

  /// Creates a draft.
  /// - Parameters:
  ///   - paths: the paths of the documents, relative to the repository's root.
  ///   - leavesConflicts: true if conflicts are left to the user where the draft is to be used. Then the draft says so,
  ///     and has no strategy that would decide them, unless past merges were resolved as it would.
  public init(documents paths: [String], leavingConflicts leavesConflicts: Bool) {
    groups = DocumentGroups(paths)
    self.leavesConflicts = leavesConflicts
  }

  /// Adds one version of a document.
  /// - Complexity: O(document).
  public mutating func add(version: JSONNode, of path: String) {
    shape(of: path).observe(version)
  }

  /// Adds a past merge of a document: both sides, their base, and the result.
  /// - Complexity: O(the four versions).
  public mutating func add(
    mergeOf ours: JSONNode, and theirs: JSONNode, base: JSONNode?, result: JSONNode?,
    of path: String
  ) {
    FieldMerge(base: base, ours: ours, theirs: theirs, result: result).record(in: shape(of: path))
  }

  /// Adds a conflict that a merge of a document leaves, at a pointer into the merged document.
  ///
  /// It counts only for elements without an id; all other conflicts are known from the merge itself.
  /// - Complexity: O(pointer).
  public mutating func add(
    conflictAt pointer: JSONPointer, base: JSONNode?, ours: JSONNode?, theirs: JSONNode?,
    of path: String
  ) {
    var shape = shape(of: path)
    var isWithoutIdentity = false
    for token in pointer.tokens {
      if shape.lists.count > 0, token.arrayIndex != nil {
        isWithoutIdentity = isWithoutIdentity || shape.lists.identity.isEmpty
        shape = shape.elementShape()
      } else {
        shape = shape.member(token)
      }
    }
    if isWithoutIdentity {
      shape.fieldMerges.append(
        FieldMerge(base: base, ours: ours, theirs: theirs, result: nil))
    }
  }

  private mutating func shape(of path: String) -> FieldShape {
    let name = groups.unit(of: path)
    if let known = shapes[name] { return known }
    let shape = FieldShape()
    shapes[name] = shape
    return shape
  }

  /// Returns the draft, which is equal for equal documents and merges.
  /// - Complexity: O(fields).
  public func draft() -> SchemaDraft {
    var documents: SchemaText.Members = []
    var decisions: [SchemaDecision] = []
    for group in groups.groups(by: shapes) {
      var drafter = FieldDrafter(documents: group.glob, leavesConflicts: leavesConflicts)
      let builtIn =
        BuiltInSchema.ofDocument(group.example) ?? BuiltInSchema.describing(group.shape)
      let schema = drafter.schema(of: group.shape, given: builtIn?.plan)
      if let builtIn {
        decisions.append(
          SchemaDecision(
            documents: group.glob, pointer: JSONPointer(), strategy: nil,
            reason: "\(builtIn.name) describes such documents"))
      }
      decisions += drafter.decisions
      let reference: SchemaText.Members = builtIn.map { [("$ref", .string($0.name))] } ?? []
      documents.append((JSONString(group.glob), .object(reference + schema)))
    }
    let rule: SchemaText.Members =
      leavesConflicts ? [("x-default-merge", .string(DefaultMerge.manual.rawValue))] : []
    let file = SchemaText.object(
      [("$schema", .string(StandardSchema.draft))] + rule + [("x-documents", .object(documents))])
    return SchemaDraft(bytes: file.fileBytes, decisions: decisions)
  }
}
