import Forked
public import ForkedDocument
import ForkedGit
public import ForkedJSON
import ForkedSchema

extension DocumentStore {
  /// Writes positions into a document that a user wrote, so that they give the order of its ordered lists.
  ///
  /// No other function does this for written documents.
  ///
  /// - Parameters:
  ///   - new: the written bytes; they parse.
  ///   - old: the bytes of the former version; nil: there is none.
  ///   - schemas: read only for documents, so that a schema file can be repaired while it cannot be read.
  /// - Throws: kind `invalidData` if an ordered list holds a value that is not allowed there; errors of `schemas`.
  func repairedDocument(
    _ new: [UInt8], at path: DocumentPath, since old: [UInt8]?,
    under schemas: @autoclosure () throws -> SchemaSet
  ) throws -> RepairedDocument {
    guard !path.treePath.isWithin(Self.schemaDirectory) else { return RepairedDocument(bytes: new) }
    let plan = try schemas().plan(forDocument: path.string)
    guard plan.mayHoldOrderedList else { return RepairedDocument(bytes: new) }
    let document = try parse(new, named: shown(path))
    var random = EnvironmentRandom(environment: environment)
    do {
      let repaired = try OrderedLists.repaired(
        document, since: former(old, at: path), plan: plan, using: &random)
      return RepairedDocument(
        bytes: repaired.bytes,
        lists: repaired.repairs.map { RepairedList(document: shown(path), repair: $0) },
        problems: try problems(withIdentitiesIn: repaired, at: path, plan))
    } catch let problem as OrderedLists.Problem {
      throw StoreError(
        .invalidData, problem.message,
        at: .init(document: shown(path), pointer: problem.pointer, position: problem.position),
        hint: problem.hint)
    }
  }

  private func problems(
    withIdentitiesIn repaired: OrderedLists.Repaired, at path: DocumentPath, _ plan: FieldPlan
  ) throws -> [DocumentProblem] {
    guard !repaired.listsWithoutIdentities.isEmpty else { return [] }
    return OrderedLists.problems(in: try parse(repaired.bytes, named: shown(path)), plan: plan)
      .filter {
        $0.kind == .noIdentity
          && $0.pointer.parent.map(repaired.listsWithoutIdentities.contains) ?? false
      }
      .map { DocumentProblem($0, in: shown(path)) }
  }

  /// Repairs the positions in the ordered lists of documents, in one version of a fork.
  func repairLists(of documents: [DocumentPath], on fork: Fork) throws {
    _ = try record(on: fork, command: "verify --repair", of: documents) { snapshot in
      var draft = VersionDraft(message: "repair the order of lists")
      let schemas = try schemas(of: snapshot)
      for path in documents {
        guard let entry = try entry(at: path, in: snapshot), entry.mode.isRegularFile else {
          continue
        }
        let old = try repository.blob(entry.id)
        let new = try repairedDocument(old, at: path, since: old, under: schemas)
        guard !new.lists.isEmpty else { continue }
        draft.add(
          new, at: path, as: TreeEntry(mode: entry.mode, id: try repository.writeBlob(new.bytes)))
      }
      return draft
    }
  }

  /// The former version; nil if it does not parse.
  private func former(_ bytes: [UInt8]?, at path: DocumentPath) -> JSONDocument? {
    bytes.flatMap { JSONDocument.ifReadable($0, at: path.string) }
  }
}

/// A generator that takes its random bits from the environment.
private struct EnvironmentRandom: RandomNumberGenerator {
  let environment: Environment

  mutating func next() -> UInt64 { environment.random() }
}

/// A document that a user wrote, with its ordered lists repaired.
struct RepairedDocument {
  /// The bytes to store.
  var bytes: [UInt8]
  /// The lists that were repaired.
  var lists: [RepairedList] = []
  /// The problems that positions cannot repair: elements without an id of their own.
  var problems: [DocumentProblem] = []
}

extension OrderedLists.Problem {
  /// The hint to the user.
  var hint: String {
    switch kind {
    case .noObject: "'\(programName) schema show <document>' shows which arrays are ordered lists"
    case .noIdentity: "give each element an id of its own: without one, merges treat it as a value"
    case .noOrder:
      "'\(programName) verify --repair' repairs the order of all lists, '\(programName) update' that of the lists it writes"
    }
  }
}

/// An ordered list whose positions were repaired, because its elements were in another order or had no positions.
public struct RepairedList: Hashable, Report {
  /// The document.
  public var document: String
  /// The array, and the numbers of elements whose positions were added, changed and restored.
  public var repair: OrderedLists.Repair

  /// `{"document":..,"pointer":"/steps","drawn":1,"changed":0,"restored":0}`
  public var reportValue: ReportValue {
    .object([
      "document": document, "pointer": repair.pointer, "drawn": repair.drawn,
      "changed": repair.changed, "restored": repair.restored,
    ])
  }
}

extension RepairedList: CustomStringConvertible {
  /// As in `notes/a.json#/steps: 1 position added, 2 positions changed`.
  public var description: String {
    func positions(_ count: Int, _ change: String) -> String? {
      count == 0 ? nil : "\(count) position\(count == 1 ? "" : "s") \(change)"
    }
    let parts = [
      positions(repair.drawn, "added"), positions(repair.changed, "changed"),
      positions(repair.restored, "restored (the order of the array counts)"),
    ]
    return "\(document)#\(repair.pointer): \(parts.compactMap { $0 }.joined(separator: ", "))"
  }
}
