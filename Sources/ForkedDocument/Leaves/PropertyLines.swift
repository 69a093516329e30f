public import ForkedJSON
import ForkedSchema

/// A document as lines, each with a property and its value, so that a comparison of lines compares properties.
///
/// Two documents have the same lines exactly if they are equal by JSON value. Members are sorted by key. Elements are
/// named by the usual ids if they have some, and are not numbered otherwise: an insertion adds lines and changes none.
/// A text of several lines takes as many.
public struct PropertyLines {
  /// The lines, each with its line feed.
  public private(set) var bytes: [UInt8] = []

  /// Creates the lines of a value.
  /// - Complexity: O(size of the value × its depth).
  public init(of root: JSONNode) {
    add(root, at: [])
  }

  private mutating func add(_ node: JSONNode, at path: [UInt8]) {
    switch node.kind {
    case .object where node.count > 0: addMembers(of: node, at: path)
    case .array where node.count > 0: addElements(of: node, at: path)
    case .string: addText(node.string ?? "", at: path)
    default: add(line: node.canonicalBytes, at: path)
    }
  }

  private mutating func addMembers(of object: JSONNode, at path: [UInt8]) {
    let members = object.members.map { (key: $0.key.string ?? "", value: $0.value) }
    for member in members.sorted(by: { $0.key < $1.key }) {
      add(member.value, at: path + Self.slash + Self.written(member.key))
    }
  }

  private mutating func addElements(of array: JSONNode, at path: [UInt8]) {
    let elements = Array(array.elements)
    if let key = UsualIdentity.inferred(in: [elements]) {
      for element in elements {
        let id = element[key]?.canonicalBytes ?? []
        add(element, at: path + "[".utf8 + key.utf8 + "=".utf8 + id + "]".utf8)
      }
      return
    }
    let place = path + "[]".utf8
    for element in elements {
      // The lines must show the boundary between two containers.
      if element.count > 0 {
        add(line: Array((element.kind == .object ? "{" : "[").utf8), at: place)
      }
      add(element, at: place)
    }
  }

  /// Adds one line for each line of the text.
  private mutating func addText(_ text: JSONString, at path: [UInt8]) {
    var rest = text.utf8[...]
    repeat {
      let end = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
      let line = JSONString(wtf8: Array(rest[..<end])).literal
      add(line: rest.startIndex == 0 ? line : [UInt8(ascii: "+"), 0x20] + line, at: path)
      rest = rest[end...]
    } while !rest.isEmpty
  }

  private mutating func add(line: [UInt8], at path: [UInt8]) {
    bytes += path
    if !path.isEmpty { bytes.append(0x20) }
    bytes += line
    bytes.append(0x0A)
  }

  private static let slash = Array("/".utf8)

  /// Returns a key as in a JSON Pointer; as a JSON string if it could be mistaken for something else.
  private static func written(_ key: JSONString) -> [UInt8] {
    let isOdd = key.utf8.contains { $0 <= 0x20 || $0 == 0x7F || "[]\"".utf8.contains($0) }
    guard isOdd else { return Array(JSONPointer([key]).description.utf8.dropFirst()) }
    return Array(key.literal)
  }
}
