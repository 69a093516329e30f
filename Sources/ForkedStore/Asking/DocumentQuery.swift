import ForkedGit
import ForkedJSON

/// The documents that a user asks for: by name, and by conditions on their values.
public struct DocumentQuery: Sendable {
  /// Documents, directories or patterns as in `.gitignore`, as the user named them; none: all documents.
  public var names: [String]
  /// The conditions, all of which hold.
  public var conditions: [Condition]
  /// The fork; nil: the current one.
  public var fork: String?
  /// The revision; nil: the fork's last version.
  public var revision: String?

  /// Creates a query.
  public init(
    _ names: [String] = [], where conditions: [Condition] = [], fork: String? = nil,
    revision: String? = nil
  ) {
    self.names = names
    self.conditions = conditions
    self.fork = fork
    self.revision = revision
  }
}

/// A document that was asked for.
struct FoundDocument {
  let path: DocumentPath
  let entry: TreeEntry
  let bytes: [UInt8]
  let document: JSONDocument
}

/// The conditions of a query, and what was seen while documents were compared with them.
struct ConditionCheck {
  let conditions: [Condition]
  private(set) var searches: [PointerSearch]
  /// The number of documents that each condition let through.
  private var passed: [Int]
  /// The first document that could not be compared, with the reason.
  private var failure: StoreError?
  private var failures = 0

  init(_ conditions: [Condition]) {
    self.conditions = conditions
    searches = conditions.map { PointerSearch($0.pattern) }
    passed = conditions.map { _ in 0 }
  }

  /// Returns true if all conditions hold. The first that does not ends the check.
  mutating func holds(for root: JSONNode, named name: @autoclosure () -> String) -> Bool {
    for index in conditions.indices {
      var isFound = false
      do throws(Incomparable) {
        let holds = try conditions[index].holds(for: root) { isFound = $0 }
        searches[index].note(isFound, in: root)
        guard holds else { return false }
        passed[index] += 1
      } catch {
        searches[index].note(true, in: root)
        note(error.error(in: name()))
        return false
      }
    }
    return true
  }

  /// Notes a document that cannot be asked.
  mutating func note(_ error: StoreError) {
    failures += 1
    failure = failure ?? error
  }

  /// Throws the error of the first document that could not be asked, if there is one.
  func requireAnswers() throws(StoreError) {
    guard var failure else { return }
    if failures > 1 { failure.message += ", and \(failures - 1) more documents cannot be asked" }
    throw failure
  }

  /// The pointers that no document had, although a condition needs one there.
  var missing: [PointerSearch] {
    zip(conditions, searches).filter { !$0.isNegated && $1.isMissing }.map(\.1)
  }

  /// The reason why no document matches.
  var reason: StoreError {
    if let missing = missing.first {
      return StoreError(.notFound, missing.message, hint: missing.hint)
    }
    let place = passed.firstIndex(of: 0) ?? 0
    guard conditions.indices.contains(place) else {
      return StoreError(.notFound, "there is no document")
    }
    let before = place == 0 ? "" : " for which the conditions before it hold"
    return StoreError(
      .notFound,
      "'\(conditions[place].text)' holds for none of \(searches[place].count) documents\(before)",
      hint: "'\(programName) get <pattern> \(conditions[place].pattern.pointer)' shows the values")
  }
}

extension DocumentStore {
  /// Calls a function with the path of each document that the names of a query include, in git's order, until it
  /// returns false.
  ///
  /// - Parameter isPattern: true if a name that is not there is a pattern, too, even without a wildcard.
  /// - Returns: the names that include nothing, if the walk was not ended.
  /// - Throws: kind `usage` if a pattern is invalid.
  /// - Complexity: O(n) for n files.
  func walk(
    _ names: [String], in snapshot: Snapshot, orPattern isPattern: Bool = false,
    _ body: (TreePath, TreeEntry) throws -> Bool
  ) throws -> [String] {
    let schemas = try schemas(of: snapshot)
    let selections = try names.map { try selection($0, in: snapshot, orPattern: isPattern) }
    var (unused, isEnded) = (Set(names.indices), false)
    try walk(snapshot, selections.count == 1 ? selections[0] : nil) { path, entry in
      let places = selections.indices.filter { selections[$0].includes(path) }
      guard names.isEmpty || !places.isEmpty, path.string.map(schemas.isDocument) == true else {
        return true
      }
      unused.subtract(places)
      isEnded = try !body(path, entry)
      return !isEnded
    }
    return isEnded ? [] : unused.sorted().map { names[$0] }
  }

  /// Calls a function with each document that a query asks for, in git's order, until it returns false.
  ///
  /// A document that cannot be read or compared does not end the walk.
  ///
  /// - Returns: the check of the conditions, with the documents that could not be asked.
  /// - Throws: kind `notFound` if a name includes no document.
  /// - Complexity: O(n) for n files, and a parse of each named document; the memory does not depend on n.
  func ask(
    _ query: DocumentQuery, in snapshot: Snapshot, orPattern isPattern: Bool = false,
    _ body: (FoundDocument) throws -> Bool
  ) throws -> ConditionCheck {
    var check = ConditionCheck(query.conditions)
    var count = 0
    let unused = try walk(query.names, in: snapshot, orPattern: isPattern) { path, entry in
      count += 1
      if count % 256 == 0 {
        try environment.step(Progress("reading documents", count))
      }
      guard let found = try read(path, entry, noting: &check),
        check.holds(for: found.document.root, named: shown(path))
      else { return true }
      return try body(found)
    }
    if let name = unused.first { throw noDocument(named: name, in: snapshot) }
    return check
  }

  /// Reads a document; nil if it cannot be read, which is noted unless it is no document.
  func read(
    _ path: TreePath, _ entry: TreeEntry, noting check: inout ConditionCheck
  ) throws -> FoundDocument? {
    let bytes = try repository.blob(entry.id)
    do {
      let document = try JSONDocument.reading(bytes, as: JSONNotation(path: path.description))
      return FoundDocument(
        path: try DocumentPath(path), entry: entry, bytes: bytes, document: document)
    } catch let error as JSONSyntaxError {
      if !isNoDocument(bytes, at: path) { check.note(StoreError(syntax: error, in: shown(path))) }
      return nil
    }
  }

  func noDocument(named name: String, in snapshot: Snapshot) -> StoreError {
    do {
      let selection = try selection(name, in: snapshot)
      if !selection.isPattern {
        return StoreError(
          .notFound, "there is no such document", at: .init(document: name),
          hint: hint(for: try DocumentPath(selection.path), in: snapshot))
      }
    } catch {
      // The name is reported in any case.
    }
    return StoreError(
      .notFound, "'\(name)' names no document", hint: "'\(programName) documents' lists them")
  }

  /// Reports what is most likely a mistake, although it is an answer.
  func notify(_ missing: [PointerSearch]) {
    for search in missing {
      environment.notify(search.message + (search.hint.map { "; \($0)" } ?? ""))
    }
  }
}
