/// A list of edits in a JSON document of its own (RFC 6902).
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

  /// The edits, in the order in which they are applied.
  public var operations: [Operation]

  /// Creates a patch of these edits.
  public init(_ operations: [Operation]) { self.operations = operations }

  /// Applies all edits, or none if it throws.
  ///
  /// - Throws: an error that names the first edit that isn't possible or test that fails.
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
  /// The name of the operation in a patch document.
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

/// The error for a document that is not a valid patch, or for a patch that can't be applied.
public struct JSONPatchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The number of the operation, from 1 on; nil if the patch as a whole is not valid.
  public var operation: Int?
  /// The name of the operation, if it has one.
  public var name: String?
  /// The pointer of the operation, if it has one.
  public var pointer: JSONPointer?
  /// The description of the error.
  public var message: String

  /// The description, as in `operation 3 (remove "/a/b"): there is no member "b"`.
  public var description: String {
    guard let operation else { return message }
    let subject = [name, pointer.map { "\"\($0)\"" }].compactMap(\.self).joined(separator: " ")
    return "operation \(operation)\(subject.isEmpty ? "" : " (\(subject))"): \(message)"
  }
}

extension JSONPatch {
  /// Reads a patch from a document. Members that RFC 6902 doesn't define are ignored, as it requires.
  ///
  /// - Throws: an error if the document is not an array of operations; it names the operation that is not valid.
  public init(parsing document: JSONDocument) throws(JSONPatchError) {
    guard document.root.kind == .array else {
      throw JSONPatchError(message: "a JSON Patch must be an array of operations")
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
    guard node.kind == .object else { throw error("an operation must be an object") }
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
    guard let string = node.string else { throw error("the member \"\(key)\" is not a string") }
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
