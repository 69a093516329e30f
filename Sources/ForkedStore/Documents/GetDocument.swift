public import ForkedJSON

/// A document, or a value in it.
public struct GetDocumentReport: Sendable {
  /// The document.
  public var document: String
  /// The commit that it was read from.
  public var commit: String?
  /// The property that was read; nil: the whole document.
  public var pointer: JSONPointer?
  /// The exact bytes in the version: of the document, or of the value alone.
  public var bytes: [UInt8]
}

extension DocumentStore {
  /// Reads a document, or a value in it, byte for byte.
  ///
  /// - Parameter pointer: the property; nil: the whole document.
  /// - Throws: kind `notFound` if there is no such document or value; kind `invalidData` if a value is asked for and
  ///   the document does not parse.
  public func getDocument(
    _ document: String, at pointer: JSONPointer? = nil, fork: String? = nil,
    revision: String? = nil
  ) throws -> GetDocumentReport {
    let path = try documentPath(document)
    let snapshot = try snapshot(at: revision, elseOf: fork)
    var bytes = try requireBytes(of: path, in: snapshot)
    if let pointer {
      let root = try parse(bytes, named: shown(path)).root
      bytes = Array(try value(at: pointer, below: root, of: shown(path)).bytes)
    }
    return GetDocumentReport(
      document: shown(path), commit: snapshot.commit?.hex, pointer: pointer, bytes: bytes)
  }

  /// Returns the value at a pointer.
  ///
  /// - Throws: kind `notFound` if there is none.
  func value(
    at pointer: JSONPointer, below root: JSONNode, of document: String
  ) throws -> JSONNode {
    guard let value = root.value(at: pointer) else {
      throw StoreError(
        .notFound, "there is no value", at: .init(document: document, pointer: pointer),
        hint: hint(for: pointer, below: root, of: document))
    }
    return value
  }

  /// Returns a hint for a pointer without a value: the most similar pointer, or the command that shows the document.
  func hint(for pointer: JSONPointer, below root: JSONNode, of document: String) -> String {
    var search = PointerSearch(exactly: pointer)
    search.note(false, in: root)
    return search.hint ?? "'\(programName) get \(document.shellWord)' shows the document"
  }

  /// Parses bytes as a document.
  ///
  /// - Parameter name: the document's name, for its notation and for errors.
  /// - Throws: kind `invalidData`, with line and column.
  public func parse(_ bytes: [UInt8], named name: String) throws(StoreError) -> JSONDocument {
    do {
      return try JSONDocument.reading(bytes, as: JSONNotation(path: name))
    } catch {
      throw StoreError(syntax: error, in: name)
    }
  }
}

extension GetDocumentReport {
  /// Parses the bytes as a value.
  public func value() throws(StoreError) -> JSONNode {
    do {
      let notation = pointer == nil ? JSONNotation(path: document) : .json
      return try JSONDocument.reading(bytes, as: notation).root
    } catch {
      throw StoreError(syntax: error, in: document)
    }
  }

  /// Returns the result as JSON: `{"document":..,"pointer":..,"commit":..,"value":..}`.
  public func reportValue() throws -> ReportValue {
    .object(["document": document, "pointer": pointer, "commit": commit, "value": try value()])
  }
}
