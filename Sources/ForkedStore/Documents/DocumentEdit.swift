public import ForkedJSON

/// One edit of a document: all other bytes stay as they are.
public enum DocumentEdit: Sendable {
  /// Replaces the value of a property, or adds the member (or the last element) if there is none.
  case set(JSONPointer, JSONDocument)
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
    var editor = JSONEditor(document)
    for edit in self { try edit.apply(to: &editor, named: name) }
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
      throw StoreError(edit: error, in: name)
    } catch let error as JSONPatchError {
      throw StoreError(patch: error, from: patchName, in: name)
    } catch {
      throw StoreError(translating: error)
    }
  }

  private func apply(to editor: inout JSONEditor) throws {
    switch self {
    case .set(let pointer, let value): try editor.set(pointer, to: value.root)
    case .take(let pointer, let version):
      guard let value = version.root.value(at: pointer) else { return try editor.unset(pointer) }
      try editor.set(pointer, to: value)
    case .unset(let pointer): try editor.unset(pointer)
    case .insert(let pointer, let value): try editor.insert(value.root, at: pointer)
    case .move(let source, let target): try editor.move(from: source, to: target)
    case .patch(let patch, _): try JSONPatch(parsing: patch).apply(to: &editor)
    case .mergePatch(let patch): try JSONMergePatch(patch).apply(to: &editor)
    }
  }

  /// Returns the edit with a pointer before its own ones.
  ///
  /// - Throws: kind `usage` for a patch, whose pointers begin at the root.
  func below(_ pointer: JSONPointer) throws(StoreError) -> DocumentEdit {
    func whole(_ inner: JSONPointer) -> JSONPointer { JSONPointer(pointer.tokens + inner.tokens) }
    switch self {
    case .set(let inner, let value): return .set(whole(inner), value)
    case .take(let inner, let version): return .take(whole(inner), from: version)
    case .unset(let inner): return .unset(whole(inner))
    case .insert(let inner, let value): return .insert(whole(inner), value)
    case .move(let source, let target): return .move(from: whole(source), to: whole(target))
    case .patch, .mergePatch:
      throw StoreError(
        .usage, "a patch applies to a whole document, not to the property \(pointer)",
        hint: "leave out the pointer behind '#'")
    }
  }

  private var patchName: String? {
    if case .patch(_, let name) = self { name } else { nil }
  }
}

extension StoreError {
  fileprivate init(edit error: JSONEditError, in document: String) {
    self.init(
      .invalidData, "\(error.reason); nothing was changed",
      at: Location(document: document, pointer: error.pointer),
      hint: "'\(programName) get \(document.shellWord)' shows what is there")
  }

  fileprivate init(patch error: JSONPatchError, from file: String?, in document: String) {
    self.init(
      .invalidData, "\(error); '\(document)' was not changed",
      at: file.map { Location(document: $0) },
      hint: error.operation == nil
        ? "--patch takes a JSON Patch (RFC 6902), --merge-patch a JSON Merge Patch (RFC 7396)" : nil
    )
  }
}
