import Forked
import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedSchema

extension DocumentStore {
  /// The one place where a document that somebody writes gets positions that say the order of its ordered lists.
  ///
  /// - Parameters:
  ///   - new: the bytes that somebody wrote; they parse.
  ///   - old: the bytes of the version before; nil: there is none.
  ///   - schemas: asked for documents only: a schema file can be put right where it cannot be read.
  /// - Throws: kind `invalidData` where a list holds what cannot stand in one; what `schemas` throws.
  func mending(
    _ new: [UInt8], at path: DocumentPath, since old: [UInt8]?,
    under schemas: @autoclosure () throws -> SchemaSet
  ) throws -> MendedDocument {
    guard !path.treePath.isWithin(Self.schemaDirectory) else { return MendedDocument(bytes: new) }
    let plan = try schemas().plan(forDocument: path.string)
    guard plan.mayHoldOrderedList else { return MendedDocument(bytes: new) }
    let document = try parse(new, named: shown(path))
    var random = EnvironmentRandom(environment: environment)
    do {
      let mended = try OrderedLists.mended(
        document, since: try former(old), plan: plan, using: &random)
      return MendedDocument(
        bytes: mended.bytes, lists: mended.mends.map { MendedList($0, in: shown(path)) },
        problems: try problems(withIdentitiesIn: mended, at: path, plan))
    } catch let problem as OrderedLists.Problem {
      throw StoreError(
        .invalidData, problem.message,
        at: .init(document: shown(path), pointer: problem.pointer, position: problem.position),
        hint: problem.hint)
    }
  }

  private func problems(
    withIdentitiesIn mended: OrderedLists.Mended, at path: DocumentPath, _ plan: FieldPlan
  ) throws -> [DocumentProblem] {
    guard !mended.strays.isEmpty else { return [] }
    return OrderedLists.problems(in: try parse(mended.bytes, named: shown(path)), plan: plan)
      .filter { $0.kind == .noIdentity && $0.pointer.parent.map(mended.strays.contains) ?? false }
      .map { DocumentProblem($0, in: shown(path)) }
  }

  /// Gives documents positions that say the order of their ordered lists, in one version of a fork.
  ///
  /// - Returns: which lists were put right.
  @discardableResult
  func mendLists(of documents: [DocumentPath], on fork: Fork) throws -> [MendedList] {
    try record(on: fork, command: "verify --repair", of: documents) { snapshot in
      var mended: [MendedList] = []
      var changes: [DocumentPath: TreeEntry?] = [:]
      let schemas = try schemas(of: snapshot)
      for path in documents {
        guard let entry = try entry(at: path, in: snapshot), entry.mode.isRegularFile else {
          continue
        }
        let old = try repository.blob(entry.id)
        let new = try mending(old, at: path, since: old, under: schemas)
        guard !new.lists.isEmpty else { continue }
        changes[path] = TreeEntry(mode: entry.mode, id: try repository.writeBlob(new.bytes))
        mended += new.lists
      }
      return (VersionDraft(changes: changes, message: "put the order of lists right"), mended)
    }.result
  }

  /// The version before; one that does not parse says nothing.
  private func former(_ bytes: [UInt8]?) throws -> JSONDocument? {
    guard let bytes else { return nil }
    do {
      return try JSONDocument(parsing: bytes)
    } catch {
      return nil
    }
  }
}

/// The environment's random bits.
private struct EnvironmentRandom: RandomNumberGenerator {
  let environment: Environment

  mutating func next() -> UInt64 { environment.random() }
}

/// A document that somebody wrote, its ordered lists put right.
struct MendedDocument {
  /// What is to be stored.
  var bytes: [UInt8]
  /// The lists that were put right.
  var lists: [MendedList] = []
  /// What positions don't put right in the lists that were written: elements without an id of their own.
  var problems: [DocumentProblem] = []
}

extension OrderedLists.Problem {
  /// What to do about it.
  var hint: String {
    switch kind {
    case .noObject: "'fork schema show' says which arrays are ordered lists"
    case .noIdentity: "give each element an id of its own: without one, merges take it as a value"
    case .noOrder:
      "'fork verify --repair' puts the order of lists right, 'fork update' what it records"
    }
  }
}

/// An ordered list whose positions were put right, because its elements stand in another order than these said, or had
/// none.
public struct MendedList: Hashable, Sendable {
  /// The document.
  public var document: String
  /// The array.
  public var pointer: String
  /// How many elements had no position, and got one.
  public var drawn: Int
  /// How many elements got another position.
  public var changed: Int
  /// How many elements got the position back that they had before.
  public var restored: Int

  /// `{"document":..,"pointer":"/steps","drawn":1,"changed":0,"restored":0}`
  var reportValue: ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer), "drawn": .number(drawn),
      "changed": .number(changed), "restored": .number(restored),
    ])
  }
}

extension MendedList {
  init(_ mend: OrderedLists.Mend, in document: String) {
    self.init(
      document: document, pointer: mend.pointer.description, drawn: mend.drawn,
      changed: mend.changed, restored: mend.restored)
  }
}

extension MendedList: CustomStringConvertible {
  /// As in `notes/a.json#/steps: 1 position drawn, 2 positions changed`.
  public var description: String {
    func positions(_ count: Int, _ what: String) -> String? {
      count == 0 ? nil : "\(count) position\(count == 1 ? "" : "s") \(what)"
    }
    let parts = [
      positions(drawn, "drawn"), positions(changed, "changed"),
      positions(restored, "put back (the order of the array counts)"),
    ]
    return "\(document)#\(pointer): \(parts.compactMap { $0 }.joined(separator: ", "))"
  }
}

extension [MendedList] {
  /// The lists for a report; nil where there are none.
  var reportValue: ReportValue? { isEmpty ? nil : .array(map(\.reportValue)) }
}
