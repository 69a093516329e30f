public import ForkedJSON
public import ForkedMerge

/// A schema file drafted from documents, and what was decided in it.
public struct SchemaDraft: Sendable {
  /// The file's text.
  public var bytes: [UInt8]
  /// Each strategy that was chosen, with what speaks for it.
  public var decisions: [SchemaDecision]
}

/// A strategy that a draft declares for a field.
public struct SchemaDecision: Sendable, Hashable {
  /// The glob of the documents.
  public var documents: String
  /// The field; `*` stands for all elements of an array, or all entries of a dictionary.
  public var pointer: JSONPointer
  /// The strategy; nil where a built-in schema is referred to, which the reason names.
  public var strategy: MergeStrategy?
  /// What speaks for it.
  public var reason: String
}

/// Drafts a schema from documents, their former versions, and the merges that were made of them.
///
/// Documents are grouped by their names: those that a built-in schema knows, those of one name in several folders,
/// and those of one folder that look alike. Versions come first, then merges: how elements are told apart is known
/// only when all were seen.
public struct SchemaInference {
  private var groups: DocumentGroups
  private var shapes: [JSONString: FieldShape] = [:]

  /// - Parameter paths: the documents, relative to the repository's root.
  public init(documents paths: [String]) { groups = DocumentGroups(paths) }

  /// Takes in one version of a document. O(document).
  public mutating func add(version: JSONNode, of path: String) {
    shape(of: path).observe(version)
  }

  /// Takes in a merge of a document: where both sides came from, both sides, and what was made of them.
  /// O(the four versions).
  public mutating func add(
    mergeOf ours: JSONNode, and theirs: JSONNode, base: JSONNode?, result: JSONNode?,
    of path: String
  ) {
    PastMerge(base: base, ours: ours, theirs: theirs, result: result).contest(in: shape(of: path))
  }

  /// Takes in a conflict that a merge of a document leaves, at a pointer into what the merge makes of it. Counts only
  /// for elements that nothing tells apart; all others are known from the merge itself. O(pointer).
  public mutating func add(
    conflictAt pointer: JSONPointer, base: JSONNode?, ours: JSONNode?, theirs: JSONNode?,
    of path: String
  ) {
    var shape = shape(of: path)
    var isUntold = false
    for token in pointer.tokens {
      if shape.lists.count > 0, token.arrayIndex != nil {
        isUntold = isUntold || shape.lists.identity == nil
        shape = shape.elementShape()
      } else {
        shape = shape.member(token)
      }
    }
    if isUntold { shape.add(Contest(base: base, ours: ours, theirs: theirs, result: nil)) }
  }

  private mutating func shape(of path: String) -> FieldShape {
    let name = groups.unit(of: path)
    if let known = shapes[name] { return known }
    let shape = FieldShape()
    shapes[name] = shape
    return shape
  }

  /// The draft: the same for the same documents and merges. O(fields).
  public func draft() -> SchemaDraft {
    var documents: [(key: JSONString, value: SchemaText)] = []
    var decisions: [SchemaDecision] = []
    for group in groups.groups(by: shapes) {
      var drafter = FieldDrafter(documents: group.glob)
      let builtIn =
        BuiltInSchema(forDocument: group.example) ?? BuiltInSchema(recognizedIn: group.shape)
      let schema = drafter.schema(of: group.shape, given: builtIn?.plan)
      if let builtIn {
        decisions.append(
          SchemaDecision(
            documents: group.glob, pointer: JSONPointer(), strategy: nil,
            reason: "\(builtIn.rawValue) describes such documents"))
      }
      decisions += drafter.decisions
      let reference = builtIn.map {
        [(key: "$ref" as JSONString, value: SchemaText.string($0.rawValue))]
      }
      documents.append((JSONString(group.glob), .object((reference ?? []) + schema)))
    }
    let file = SchemaText.object([
      ("$schema", .string(StandardSchema.draft)), ("x-documents", .object(documents)),
    ])
    return SchemaDraft(bytes: file.fileBytes, decisions: decisions)
  }
}
