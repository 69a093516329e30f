import ForkedDocument
public import ForkedJSON

/// One edit of a document: all other bytes stay as they are.
public enum DocumentEdit: Sendable {
  /// Replaces the value of a property, or adds the member (or the last element) if there is none.
  case set(JSONPointer, JSONDocument)
  /// Replaces the value of a property that there is.
  case replace(JSONPointer, JSONDocument)
  /// Changes nothing, and fails unless a property has this value.
  case test(JSONPointer, JSONDocument)
  /// Gives the document this value, as the first edit of it: what has the same value stays as it is written.
  case rewrite(JSONDocument)
  /// Gives a property the value that it has in another version of the document, with its comments; removes it if it has
  /// none there.
  case take(JSONPointer, from: JSONDocument)
  /// Removes a value.
  case unset(JSONPointer)
  /// Inserts an element before the one at this pointer; `-` means after the last.
  case insert(JSONPointer, JSONDocument)
  /// Removes a value and adds it at another pointer.
  case move(from: JSONPointer, to: JSONPointer)
  /// Applies a JSON Patch (RFC 6902) from the file of that name, atomically.
  case patch(JSONDocument, from: String)
  /// Applies a JSON Merge Patch (RFC 7396).
  case mergePatch(JSONDocument)
}

extension [DocumentEdit] {
  /// Returns the document's bytes after these edits, applied in order.
  ///
  /// - Parameter name: the document's name in errors.
  /// - Throws: kind `invalidData` with the pointer, if an edit cannot be applied.
  func applied(to document: JSONDocument, named name: String) throws(StoreError) -> [UInt8] {
    try applied(to: document, named: name) { (edit, editor) throws(StoreError) in
      try edit.apply(to: &editor, named: name)
    }
  }

  /// Returns the document's bytes after these edits, leaving out those that take a value which the document has not.
  ///
  /// - Parameter searches: gets, by the number of the edit, whether the document has what it takes.
  func applied(
    to document: JSONDocument, named name: String, searching searches: inout [Int: PointerSearch]
  ) throws(StoreError) -> [UInt8] {
    var number = 0
    return try applied(to: document, named: name) { (edit, editor) throws(StoreError) in
      defer { number += 1 }
      if let source = edit.source {
        let isThere = editor.contains(source)
        searches[number, default: PointerSearch(exactly: source)].note(isThere, in: document.root)
        guard isThere else { return }
      }
      try edit.apply(to: &editor, named: name)
    }
  }

  private func applied(
    to document: JSONDocument, named name: String,
    by apply: (DocumentEdit, inout JSONEditor) throws(StoreError) -> Void
  ) throws(StoreError) -> [UInt8] {
    var editor = JSONEditor(document)
    for edit in self { try apply(edit, &editor) }
    guard document.notation != .lines || editor.isArray else {
      throw StoreError(
        .invalidData, "JSON Lines is an array, so its root cannot be set to another value",
        at: .init(document: name), hint: "set an array; each element becomes a line")
    }
    do {
      return try editor.file()
    } catch {
      throw StoreError(syntax: error, in: name)
    }
  }
}

extension DocumentEdit {
  fileprivate func apply(to editor: inout JSONEditor, named name: String) throws(StoreError) {
    do {
      try apply(to: &editor)
    } catch let error as JSONEditError {
      throw StoreError(edit: error, by: self, in: name, editor)
    } catch let error as JSONPatchError {
      throw StoreError(patch: error, from: patchName, in: name)
    } catch {
      throw StoreError(translating: error)
    }
  }

  private func apply(to editor: inout JSONEditor) throws {
    switch self {
    case .set(let pointer, let value): try editor.set(pointer, to: value.root)
    case .replace(let pointer, let value): try editor.replace(pointer, with: value.root)
    case .test(let pointer, let value): try editor.test(pointer, equals: value.root)
    case .rewrite(let new):
      let changes = DocumentDiff.patch(from: editor.document, to: new)
      do {
        try JSONPatch(changes.compactMap(JSONPatch.Operation.init)).apply(to: &editor)
        try editor.test(JSONPointer(), equals: new.root)
      } catch {
        try editor.set(JSONPointer(), to: new.root)
      }
    case .take(let pointer, let version):
      guard let value = version.root.value(at: pointer) else { return try editor.unset(pointer) }
      try editor.set(pointer, to: value)
    case .unset(let pointer): try editor.unset(pointer)
    case .insert(let pointer, let value): try editor.insert(value.root, at: pointer)
    case .move(let source, let target): try editor.move(from: source, to: target)
    case .patch(let patch, _): try JSONPatch(parsing: patch).apply(to: &editor)
    case .mergePatch(let patch): try editor.merge(patch.root)
    }
  }

  /// Returns the edit with a pointer before its own ones.
  ///
  /// - Throws: kind `usage` for a patch, whose pointers begin at the root.
  public func below(_ pointer: JSONPointer) throws(StoreError) -> DocumentEdit {
    func whole(_ inner: JSONPointer) -> JSONPointer { JSONPointer(pointer.tokens + inner.tokens) }
    switch self {
    case .set(let inner, let value): return .set(whole(inner), value)
    case .replace(let inner, let value): return .replace(whole(inner), value)
    case .test(let inner, let value): return .test(whole(inner), value)
    case .take(let inner, let version): return .take(whole(inner), from: version)
    case .unset(let inner): return .unset(whole(inner))
    case .insert(let inner, let value): return .insert(whole(inner), value)
    case .move(let source, let target): return .move(from: whole(source), to: whole(target))
    case .patch, .mergePatch, .rewrite:
      throw StoreError(
        .usage, "a patch applies to a whole document, not to the property \(pointer)",
        hint: "leave out the pointer behind '#'")
    }
  }

  /// The value that it takes away; nil if it takes none.
  fileprivate var source: JSONPointer? {
    switch self {
    case .unset(let pointer), .move(let pointer, _): pointer
    default: nil
    }
  }

  private var patchName: String? {
    if case .patch(_, let name) = self { name } else { nil }
  }
}

extension StoreError {
  fileprivate init(
    edit error: JSONEditError, by edit: DocumentEdit, in document: String, _ editor: JSONEditor
  ) {
    let root = JSONDocument.ifReadable(editor.bytes, at: "").map(\.root)
    let location = Location(document: document, pointer: error.pointer)
    if case .test(_, let expected) = edit {
      self.init(unexpected: root?.value(at: error.pointer), insteadOf: expected.root, at: location)
      return
    }
    var search = PointerSearch(exactly: error.pointer)
    if case .replace = edit, let root { search.note(false, in: root) }
    self.init(
      .invalidData, "\(error.reason); nothing was changed", at: location,
      hint: search.hint ?? "'\(programName) get \(document.shellWord)' shows what is there")
  }

  /// Creates the error for a value that is not the expected one; nil: there is none.
  init(unexpected present: JSONNode?, insteadOf expected: JSONNode?, at location: Location) {
    func text(_ value: JSONNode?) -> String { value?.shortened ?? "missing" }
    self.init(
      .tryAgain, "the value is \(text(present)), not \(text(expected)); nothing was changed",
      at: location, hint: "read it again, and try again with what follows from it")
    value = present
  }

  fileprivate init(patch error: JSONPatchError, from file: String?, in document: String) {
    // Only an operation that was read has a pointer.
    let isTest = error.name == "test" && error.pointer != nil
    self.init(
      isTest ? .tryAgain : .invalidData, "\(error); '\(document)' was not changed",
      at: file.map { Location(document: $0) },
      hint: error.operation == nil
        ? "--patch takes a JSON Patch (RFC 6902), --merge-patch a JSON Merge Patch (RFC 7396)" : nil
    )
  }
}

extension JSONPatch.Operation {
  /// The operation of a change in a patch.
  fileprivate init?(_ change: PropertyChange) {
    switch (change.operation, change.new, change.from) {
    case (.add, let new?, _): self = .add(change.pointer, new)
    case (.replace, let new?, _): self = .replace(change.pointer, new)
    case (.remove, _, _): self = .remove(change.pointer)
    case (.move, _, let source?): self = .move(from: source, to: change.pointer)
    default: return nil
    }
  }
}
