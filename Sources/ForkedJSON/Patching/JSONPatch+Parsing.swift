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
