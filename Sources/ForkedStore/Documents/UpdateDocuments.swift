import Forked
import ForkedGit
import ForkedJSON

/// The change of each of many documents.
public enum DocumentsChange: Sendable {
  /// These edits, applied in order. A document without the value that an edit takes is spared this edit.
  case edits([DocumentEdit])
  /// The value that a program of the shell prints when it reads the document.
  case program(String)
}

/// The move of a property to another document.
public typealias PropertyMove = (source: PropertyArgument, target: PropertyArgument)

extension DocumentStore {
  /// Changes all documents that a query asks for, in one version. Ordered lists, entities and schemas are respected as
  /// by ``updateDocument(_:at:with:fork:message:expecting:)``.
  ///
  /// - Throws: kind `notFound` if no document matches, or none has a value that an edit takes; `invalidData` if one
  ///   cannot be read or compared, an edit or the program fails, or a result is not valid; `tryAgain` if the expectation
  ///   or a test fails. Nothing is changed then.
  public func updateDocuments(
    _ query: DocumentQuery, by change: DocumentsChange, message: String? = nil,
    expecting expectation: Expectation? = nil, dryRun: Bool = false
  ) throws -> UpdateReport {
    var outputs: [ObjectID: JSONDocument] = [:]
    var matched = 0
    var report = try update(
      on: fork(named: query.fork), command: Self.manyUpdates, expecting: expectation,
      dryRun: dryRun
    ) { snapshot in
      var draft = VersionDraft()
      var searches: [Int: PointerSearch] = [:]
      matched = 0
      let check = try ask(query, in: snapshot) { found in
        matched += 1
        let content: DocumentContent
        switch change {
        case .edits(let edits):
          let bytes = try edits.applied(
            to: found.document, named: shown(found.path), searching: &searches)
          content = .bytes(bytes, from: shown(found.path))
        case .program(let command):
          let output = try outputs[found.entry.id] ?? self.output(of: command, for: found)
          outputs[found.entry.id] = output
          content = .value(output)
        }
        try add(content, at: found.path, since: found.bytes, in: snapshot, to: &draft)
        return true
      }
      try check.requireAnswers()
      guard matched > 0 else { throw check.reason }
      if let missing = searches.sorted(by: { $0.key < $1.key }).first(where: \.value.isMissing) {
        throw StoreError(
          .notFound, missing.value.message + "; nothing was changed", hint: missing.value.hint)
      }
      notify(check.missing)
      let edits: [DocumentEdit] = if case .edits(let edits) = change { edits } else { [] }
      draft.message = message ?? VersionMessage.text(draft.changes.keys.sorted(), by: edits)
      return draft
    }
    report.matched = matched
    return report
  }

  /// Moves properties to other documents, in one version.
  ///
  /// - Throws: kind `notFound` if a document or a value is missing; otherwise as ``updateDocuments(_:by:message:expecting:dryRun:)``.
  public func moveProperties(
    _ moves: [PropertyMove], fork: String? = nil, message: String? = nil,
    expectation: Expectation? = nil, dryRun: Bool = false
  ) throws -> UpdateReport {
    try update(
      on: self.fork(named: fork), command: Self.manyUpdates, expecting: expectation,
      dryRun: dryRun
    ) { snapshot in
      var contents: [DocumentPath: [UInt8]] = [:]
      func change(_ place: PropertyArgument, by edit: (JSONDocument) throws -> DocumentEdit) throws
      {
        let (path, name) = (try documentPath(place.document), place.document)
        let bytes = try contents[path] ?? requireBytes(of: path, in: snapshot)
        let document = try parse(bytes, named: name)
        contents[path] = try [edit(document)].applied(to: document, named: name)
      }
      for move in moves {
        let (source, target) = (move.source.pointer ?? .init(), move.target.pointer ?? .init())
        var moved: JSONDocument?
        try change(move.source) { document in
          let value = try self.value(at: source, below: document.root, of: move.source.document)
          moved = try JSONDocument(parsing: Array(value.bytes))
          return .unset(source)
        }
        guard let moved else { continue }
        try change(move.target) { _ in .insert(target, moved) }
      }
      var draft = VersionDraft()
      for (path, bytes) in contents.sorted(by: { $0.key < $1.key }) {
        let old = try requireBytes(of: path, in: snapshot)
        let content = DocumentContent.bytes(bytes, from: shown(path))
        try add(content, at: path, since: old, in: snapshot, to: &draft)
      }
      let list = moves.map { "\($0.source.text) to \($0.target.text)" }.joined(separator: ", ")
      draft.message = message ?? "move \(list)"
      return draft
    }
  }

  private static let manyUpdates = "update: several documents"

  private func add(
    _ content: DocumentContent, at path: DocumentPath, since old: [UInt8],
    in snapshot: Snapshot, to draft: inout VersionDraft
  ) throws {
    let new = try writtenDocument(content, at: path, since: old, in: snapshot)
    guard new.bytes != old else { return }
    draft.add(new, at: path, as: try cleanedEntry(new.bytes, at: path, in: snapshot))
  }

  /// Returns the value that a program prints for a document.
  private func output(of command: String, for found: FoundDocument) throws -> JSONDocument {
    try environment.checkInterruption()
    let name = shown(found.path)
    let outcome = try ShellCommand(command).run(
      found.document.bytes, environment: environment.variables,
      in: environment.workingDirectory, unless: environment.isInterrupted)
    try environment.checkInterruption()
    func failure(_ kind: StoreError.Kind, _ reason: String) -> StoreError {
      let said = outcome.errors.split(separator: "\n").first.map { ": \($0)" } ?? ""
      return StoreError(
        kind, "the program \(reason)\(said); nothing was changed", at: .init(document: name),
        hint: "'\(programName) get \(name.shellWord) | \(command)' runs it on this document alone")
    }
    if let reason = outcome.failure { throw failure(.inputOutput, reason) }
    do {
      return try JSONDocument(parsing: outcome.output)
    } catch {
      throw failure(
        .invalidData,
        outcome.output.isEmpty ? "printed nothing" : "printed no JSON: \(error.reason)")
    }
  }
}

extension PropertyArgument {
  /// The argument as a user writes it.
  var text: String { document + (pointer.map { "#\($0)" } ?? "") }
}
