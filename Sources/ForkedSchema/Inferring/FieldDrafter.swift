import ForkedJSON

/// Writes the schema of one group of documents from the observations of its fields.
struct FieldDrafter {
  let documents: String
  /// True if no strategy may decide conflicts but as past merges were resolved.
  let leavesConflicts: Bool
  private(set) var decisions: [SchemaDecision] = []
  private var fields = 0

  /// The greatest depth of a draft; fields beyond it, or beyond the number below, are left to the defaults.
  private static let deepest = 12
  private static let mostFields = 5000

  init(documents: String, leavesConflicts: Bool) {
    self.documents = documents
    self.leavesConflicts = leavesConflicts
  }

  /// Returns the schema of a field.
  /// - Parameter given: the plan of a built-in schema for the field. Then only declarations that it lacks are written,
  ///   and only where both sides of a merge changed the field.
  mutating func schema(
    of shape: FieldShape, given: FieldPlan?, at pointer: JSONPointer = JSONPointer()
  ) -> SchemaText.Members {
    fields += 1
    guard pointer.tokens.count < Self.deepest, fields < Self.mostFields else { return [] }
    if given != nil, !shape.hasFieldMerges { return [] }
    var schema = given == nil ? Self.type(of: shape) : []
    let isOpen = given?.strategy == nil
    if isOpen, let drafted = shape.strategy, given == nil || !shape.fieldMerges.isEmpty,
      !leavesConflicts || !shape.wouldDecide(drafted.strategy)
    {
      schema += declare(drafted, at: pointer)
    }
    if given?.together == nil, let together = shape.together {
      schema += declare(together.rule, because: together.reason, at: pointer)
    }
    if shape.isDictionary {
      schema += entries(of: shape, given: given, at: pointer)
    } else if shape.objects > 0 {
      schema += properties(of: shape, given: given, at: pointer) { _ in true }
    }
    if let elements = shape.elements {
      let below = self.schema(
        of: elements, given: given?.element(at: 1_000_000), at: pointer.appending("*"))
      if !below.isEmpty { schema.append(("items", .object(below))) }
    }
    return schema
  }

  private mutating func properties(
    of shape: FieldShape, given: FieldPlan?, at pointer: JSONPointer,
    where isWritten: (FieldShape) -> Bool
  ) -> SchemaText.Members {
    var properties: SchemaText.Members = []
    for key in shape.keys {
      guard let member = shape.members[key], isWritten(member) else { continue }
      let below = schema(of: member, given: given?.property(key), at: pointer.appending(key))
      if !below.isEmpty || given == nil { properties.append((key, .object(below))) }
    }
    return properties.isEmpty ? [] : [("properties", .object(properties))]
  }

  /// Returns the schema of a map.
  ///
  /// All entries share one schema. If they have no common strategy, keys that both sides changed have schemas of their
  /// own.
  private mutating func entries(of shape: FieldShape, given: FieldPlan?, at pointer: JSONPointer)
    -> SchemaText.Members
  {
    let entry = shape.entry
    var schema: SchemaText.Members = []
    if entry.strategy == nil, entry.types.isDisjoint(with: [.object, .array]) {
      schema += properties(of: shape, given: given, at: pointer) {
        $0.strategy != nil && !$0.fieldMerges.isEmpty
      }
    }
    let below = self.schema(
      of: entry, given: given?.property("\u{0}"), at: pointer.appending("*"))
    if !below.isEmpty { schema.append(("additionalProperties", .object(below))) }
    return schema
  }

  private mutating func declare(_ drafted: DraftedStrategy, at pointer: JSONPointer)
    -> SchemaText.Members
  {
    decisions.append(
      SchemaDecision(
        documents: documents, pointer: pointer, strategy: drafted.strategy, reason: drafted.reason))
    guard !drafted.identity.isEmpty else {
      return [("x-merge", .string(drafted.strategy.name))]
    }
    let pointers = drafted.identity.map { SchemaText.string(JSONPointer([$0]).string) }
    var options: SchemaText.Members = [
      ("using", .string(drafted.strategy.name)),
      ("id", pointers.count == 1 ? pointers[0] : .array(pointers)),
    ]
    if let position = drafted.position { options.append(("position", .string(position))) }
    return [("x-merge", .object(options))]
  }

  private mutating func declare(
    _ rule: TogetherRule, because reason: String, at pointer: JSONPointer
  ) -> SchemaText.Members {
    decisions.append(
      SchemaDecision(documents: documents, pointer: pointer, together: rule, reason: reason))
    guard let by = rule.by else { return [("x-together", .bool(true))] }
    return [("x-together", .object([("by", .string(by.string))]))]
  }

  private static func type(of shape: FieldShape) -> SchemaText.Members {
    let names = shape.types.names
    switch names.count {
    case 0, 7...: return []
    case 1: return [("type", .string(names[0]))]
    default: return [("type", .array(names.map { .string($0) }))]
    }
  }
}
