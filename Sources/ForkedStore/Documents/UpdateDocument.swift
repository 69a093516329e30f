public import Forked
public import ForkedGit
import ForkedJSON

/// What `update` of one document is asked for.
public struct UpdateDocumentRequest: Sendable {
  /// What the document shall be.
  public enum Content: Sendable {
    /// These bytes, which came from a file (or standard input) of that name.
    case bytes([UInt8], from: String)
    /// As it is now, with these edits one after another.
    case edits([DocumentEdit])
  }

  /// The document, as the person named it.
  public var document: String
  /// What it shall be.
  public var content: Content
  /// The fork; nil: the current one.
  public var fork: String?
  /// What the version says; nil: what was done.
  public var message: String?
  /// What the change relies on.
  public var expectation: Expectation?

  /// - Parameters:
  ///   - document: the document, as the person named it.
  ///   - content: what it shall be.
  ///   - fork: the fork; nil: the current one.
  ///   - message: what the version says; nil: what was done.
  ///   - expectation: what the change relies on.
  public init(
    document: String, content: Content, fork: String? = nil, message: String? = nil,
    expectation: Expectation? = nil
  ) {
    self.document = document
    self.content = content
    self.fork = fork
    self.message = message
    self.expectation = expectation
  }
}

/// What became of a document that was written.
public struct UpdateDocumentReport: Report {
  /// The fork.
  public var fork: Fork
  /// The document.
  public var document: String
  /// Where the fork stands now; nil: it still has no version.
  public var commit: ObjectID?
  /// True if there is a new version.
  public var changed: Bool
  /// True if the new version says the same in other bytes.
  public var reformatted: Bool
  /// The ordered lists whose positions were put right.
  public var mended: [MendedList] = []
  /// The ordered lists in which elements that were written have no id of their own.
  public var problems: [DocumentProblem] = []
  /// The other documents that changed, since they hold models that did.
  public var followed: [String]

  /// `{"fork":..,"document":..,"commit":..,"changed":true}`, with `"reformatted":true` where only the bytes changed,
  /// `"mended":[..]` where ordered lists were put right, `"problems":[..]` where elements of some have no id of their
  /// own, and `"followed":[..]` where other documents changed.
  public var reportValue: ReportValue {
    .object([
      "fork": .string(fork.name), "document": .string(document), "commit": .string(commit?.hex),
      "changed": .bool(changed), "reformatted": reformatted ? .bool(true) : nil,
      "mended": mended.reportValue, "problems": problems.reportValue,
      "followed": followed.isEmpty ? nil : .strings(followed),
    ])
  }
}

extension DocumentStore {
  /// Writes a version of a document to a fork, and makes the document where it is new. Where it changes models, the
  /// other documents that hold them follow in the same version. Without a change of bytes there
  /// is no version; one that only reformats carries the trailer `Fork-Reformatted: true`.
  ///
  /// - Throws: kind `usage` for a path that no document may have; `invalidData` for text that does not parse, edits
  ///   that cannot be made and a schema with mistakes; `cannotCreate` where something else stands there, or edits in
  ///   the work tree would be lost; `tryAgain` where the expectation fails. Nothing changed then.
  public func updateDocument(_ request: UpdateDocumentRequest) throws -> UpdateDocumentReport {
    let path = try documentPath(request.document)
    let fork = try fork(named: request.fork)
    let given = try request.content.written(in: self)
    let (movement, written) = try record(
      on: fork, command: "update: \(path)", expecting: request.expectation, of: [path]
    ) { snapshot in
      let old = try writableBytes(of: path, in: snapshot)
      let wanted = try given ?? edited(old, by: request.content, at: path, in: snapshot)
      let mended = try mending(wanted, at: path, since: old, under: schemas(of: snapshot))
      let reformatted = try old.map { try isReformatting($0, mended.bytes) } ?? false
      let draft = VersionDraft(
        changes: try changes(at: path, to: mended.bytes, in: snapshot),
        message: message(request.message ?? "update \(path)", reformatted: reformatted))
      let update = try ModelUpdate.following(draft, in: snapshot, of: self)
      return (update.draft, (mended: mended, reformatted: reformatted, followed: update.followed))
    }
    return UpdateDocumentReport(
      fork: fork, document: shown(path), commit: movement.to, changed: movement.isChange,
      reformatted: movement.isChange && written.reformatted, mended: written.mended.lists,
      problems: written.mended.problems, followed: written.followed.map(shown))
  }

  private func edited(
    _ old: [UInt8]?, by content: UpdateDocumentRequest.Content, at path: DocumentPath,
    in snapshot: Snapshot
  ) throws -> [UInt8] {
    let name = shown(path)
    guard let old else {
      throw StoreError(
        .notFound, "there is no such document to edit", at: .init(document: name),
        hint: hint(for: path, in: snapshot)
          + "; 'fork update \(name.shellWord) <file>' makes a new one")
    }
    return try content.edited(old, named: name, in: self)
  }

  /// What changes where a document shall hold these bytes; its mode stays.
  private func changes(
    at path: DocumentPath, to new: [UInt8], in snapshot: Snapshot
  ) throws -> [DocumentPath: TreeEntry?] {
    let old = try entry(at: path, in: snapshot)
    let blob = try repository.writeBlob(new, after: old?.id)
    return [path: TreeEntry(mode: old?.mode ?? .file, id: blob)]
  }

  func message(_ text: String, reformatted: Bool) -> String {
    reformatted ? text + "\n\nFork-Reformatted: true" : text
  }

  /// True if two texts of different bytes say the same. An old text that does not parse says nothing.
  func isReformatting(_ old: [UInt8], _ new: [UInt8]) throws -> Bool {
    guard old != new else { return false }
    let before: JSONDocument
    do {
      before = try JSONDocument(parsing: old)
    } catch {
      return false
    }
    return try before.root == JSONDocument(parsing: new).root
  }
}

extension UpdateDocumentRequest.Content {
  /// The bytes that were given whole, checked; nil where edits were given.
  fileprivate func written(in store: DocumentStore) throws -> [UInt8]? {
    guard case .bytes(let bytes, let name) = self else { return nil }
    return try store.parse(bytes, named: name).bytes
  }

  /// The bytes as the edits make them.
  fileprivate func edited(
    _ old: [UInt8], named name: String, in store: DocumentStore
  ) throws -> [UInt8] {
    guard case .edits(let edits) = self else { return old }
    return try edits.applied(to: store.parse(old, named: name), named: name)
  }
}
