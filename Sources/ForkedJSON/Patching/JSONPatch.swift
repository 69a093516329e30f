/// A list of edits that is itself a JSON document (RFC 6902).
public struct JSONPatch: Sendable {
  /// One edit.
  public enum Operation: Sendable {
    case add(JSONPointer, JSONNode)
    case remove(JSONPointer)
    case replace(JSONPointer, JSONNode)
    case move(from: JSONPointer, to: JSONPointer)
    case copy(from: JSONPointer, to: JSONPointer)
    case test(JSONPointer, JSONNode)
  }

  /// The edits, in the order in which they apply.
  public var operations: [Operation]

  /// A patch of these edits.
  public init(_ operations: [Operation]) { self.operations = operations }

  /// The document with all edits made; bytes that no edit concerns stay as they are.
  ///
  /// - Throws: where an edit can't be made or a test fails; it says which. Nothing has been changed then.
  public func apply(to document: JSONDocument) throws(JSONPatchError) -> [UInt8] {
    var editor = JSONEditor(document)
    try apply(to: &editor)
    return editor.bytes
  }

  /// Makes all edits, or none where it throws.
  public func apply(to editor: inout JSONEditor) throws(JSONPatchError) {
    let before = editor
    for (index, operation) in operations.enumerated() {
      do throws(JSONEditError) {
        try operation.apply(to: &editor)
      } catch {
        editor = before
        throw JSONPatchError(
          operation: index + 1, name: operation.name, pointer: error.pointer,
          message: error.reason.description)
      }
    }
  }
}

extension JSONPatch.Operation {
  /// As in the patch document.
  public var name: String {
    switch self {
    case .add: "add"
    case .remove: "remove"
    case .replace: "replace"
    case .move: "move"
    case .copy: "copy"
    case .test: "test"
    }
  }

  fileprivate func apply(to editor: inout JSONEditor) throws(JSONEditError) {
    switch self {
    case .add(let pointer, let value): try editor.insert(value, at: pointer)
    case .remove(let pointer): try editor.unset(pointer)
    case .replace(let pointer, let value): try editor.replace(pointer, with: value)
    case .move(let source, let target): try editor.move(from: source, to: target)
    case .copy(let source, let target): try editor.copy(from: source, to: target)
    case .test(let pointer, let value): try editor.test(pointer, equals: value)
    }
  }
}

/// Why a patch is none, or doesn't apply.
public struct JSONPatchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Which operation, from 1 on; nil where the patch as a whole is none.
  public var operation: Int?
  /// What the operation was to do, as far as it says.
  public var name: String?
  /// Where it was to do it, as far as it says.
  public var pointer: JSONPointer?
  /// Why it can't.
  public var message: String

  /// As in `operation 3 (remove "/a/b"): there is no member "b"`.
  public var description: String {
    guard let operation else { return message }
    let what = [name, pointer.map { "\"\($0)\"" }].compactMap(\.self).joined(separator: " ")
    return "operation \(operation)\(what.isEmpty ? "" : " (\(what))"): \(message)"
  }
}

extension JSONPatch {
  /// The patch that the document is. Members that RFC 6902 doesn't name are ignored, as it asks.
  ///
  /// - Throws: where the document is no array of operations; it says which one is none, and why.
  public init(parsing document: JSONDocument) throws(JSONPatchError) {
    guard document.root.kind == .array else {
      throw JSONPatchError(message: "a JSON Patch is an array of operations")
    }
    operations = []
    for (index, node) in document.root.elements.enumerated() {
      operations.append(try OperationReader(node: node, number: index + 1).read())
    }
  }
}

private struct OperationReader {
  let node: JSONNode
  let number: Int

  func read() throws(JSONPatchError) -> JSONPatch.Operation {
    guard node.kind == .object else { throw error("an operation is an object") }
    guard let name = node["op"] else { throw error("the member \"op\" is missing") }
    switch name.string {
    case "add": return .add(try pointer("path"), try value())
    case "remove": return .remove(try pointer("path"))
    case "replace": return .replace(try pointer("path"), try value())
    case "move": return .move(from: try pointer("from"), to: try pointer("path"))
    case "copy": return .copy(from: try pointer("from"), to: try pointer("path"))
    case "test": return .test(try pointer("path"), try value())
    default: throw error("there is no operation \(name)")
    }
  }

  private func pointer(_ key: JSONString) throws(JSONPatchError) -> JSONPointer {
    guard let node = node[key] else { throw error("the member \"\(key)\" is missing") }
    guard let string = node.string else { throw error("the member \"\(key)\" is no string") }
    do throws(JSONPointerError) {
      return try JSONPointer(parsing: string)
    } catch {
      throw self.error(error.description)
    }
  }

  private func value() throws(JSONPatchError) -> JSONNode {
    guard let value = node["value"] else { throw error("the member \"value\" is missing") }
    return value
  }

  private func error(_ message: String) -> JSONPatchError {
    JSONPatchError(operation: number, name: node["op"]?.string?.description, message: message)
  }
}
