import Forked
import ForkedJSON
import ForkedMerge
import ForkedSchema
import Testing

@testable import ForkedDocument

/// Three versions of a document, and what may and may not become of them.
struct AuditCase: Sendable, CustomTestStringConvertible {
  var name: String
  /// The value of `x-merge` for the member `v`; nil: no schema.
  var merge: String?
  var base: String?
  var ours: String
  var theirs: String
  var good: [String]
  var bad: [String]
  var reports: [Report] = []

  /// The decision of a merge at one property, in short.
  enum Report: Sendable {
    case conflict([Step])
    case kept(MergeSide, [Step])
    case beatDeletion(MergeSide, [Step])
    case combined([Step])
  }

  enum Step: Sendable {
    case key(String)
    case id(String)
  }

  var testDescription: String { name }

  func defects(of merged: String) throws -> [AuditDefect] {
    let documents = try Documents(self)
    return MergeAudit(
      base: documents.base, ours: documents.ours, theirs: documents.theirs,
      merged: try parse(merged), plan: try plan(), decisions: try decisions(documents),
      conflicts: try conflicts(documents)
    ).defects()
  }

  private func plan() throws -> FieldPlan {
    guard let merge else { return .none }
    let schema = """
      {"x-documents": {"*.json": {"type": "object", "properties": {"v": {"x-merge": \(merge)}}}}}
      """
    return try SchemaSet(root: Array(schema.utf8), load: { _ in nil }).plan(forDocument: "a.json")
  }

  private func decisions(_ documents: Documents) throws -> [MergeDecision] {
    try reports.compactMap { report in
      let (steps, outcome): ([Step], (PropertyPath) -> MergeDecision.Outcome)
      switch report {
      case .conflict: return nil
      case .kept(let side, let at):
        (steps, outcome) = (
          at,
          {
            .keptOneSide(
              kept: documents.value($0, side),
              dropped: documents.value($0, side == .ours ? .theirs : .ours))
          }
        )
      case .beatDeletion(let side, let at):
        (steps, outcome) = (
          at,
          {
            .changeBeatDeletion(
              kept: documents.value($0, side),
              dropped: documents.value($0, side == .ours ? .theirs : .ours))
          }
        )
      case .combined(let at): (steps, outcome) = (at, { _ in .combined })
      }
      let path = try path(steps)
      return MergeDecision(
        pointer: JSONPointer(), path: path, strategy: .mostRecent, origin: .inferred,
        outcome: outcome(path))
    }
  }

  private func conflicts(_ documents: Documents) throws -> [MergeConflict] {
    try reports.compactMap { report in
      guard case .conflict(let steps) = report else { return nil }
      let path = try path(steps)
      return MergeConflict(
        pointer: JSONPointer(), path: path, reason: .bothChanged,
        base: path.value(in: documents.base?.root), ours: path.value(in: documents.ours.root),
        theirs: path.value(in: documents.theirs.root))
    }
  }

  private func path(_ steps: [Step]) throws -> PropertyPath {
    PropertyPath(
      try steps.map { step in
        switch step {
        case .key(let key): .key(JSONString(key))
        case .id(let id):
          .element(identity: [JSONPointer(["id"])], id: [try parse("\"\(id)\"").root])
        }
      })
  }
}

/// The parsed versions of a case.
private struct Documents {
  var base: JSONDocument?
  var ours: JSONDocument
  var theirs: JSONDocument

  init(_ texts: AuditCase) throws {
    base = try texts.base.map(parse)
    ours = try parse(texts.ours)
    theirs = try parse(texts.theirs)
  }

  func value(_ path: PropertyPath, _ side: MergeSide) -> SideValue {
    SideValue(side: side, value: path.value(in: side == .ours ? ours.root : theirs.root))
  }
}

func parse(_ text: String) throws -> JSONDocument {
  try JSONDocument(parsing: Array(text.utf8), duplicateKeys: .kept)
}
