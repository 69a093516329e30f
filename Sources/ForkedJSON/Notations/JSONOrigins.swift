/// The values from which those of a rewritten document were copied.
public struct JSONOrigins {
  /// The origin of each key and value, by its index; nil for a new one.
  public private(set) var nodes: [JSONNode?]

  /// Finds the origins.
  ///
  /// - Parameters:
  ///   - output: the printed document.
  ///   - rewrite: the rewriting that it was printed from, without conflicts.
  /// - Complexity: O(values).
  init(of output: JSONDocument, from rewrite: JSONRewrite) {
    nodes = Array(repeating: nil, count: output.nodes.indices.count)
    var waiting = [(rewrite, 0)]
    while let (rewrite, index) = waiting.popLast() {
      switch rewrite {
      case .keep(let node), .take(let node):
        for offset in 0..<output.nodes.next(after: index) - index {
          nodes[index + offset] = JSONNode(document: node.document, index: node.index + offset)
        }
      case .literal: break
      case .object(let like, let entries), .array(let like, let entries):
        nodes[index] = like
        var child = index + 1
        for entry in entries {
          switch entry {
          case .member(let key, let value):
            nodes[child] = key
            waiting.append((value, child + 1))
            child = output.nodes.next(after: child + 1)
          case .newMember(_, let value):
            waiting.append((value, child + 1))
            child = output.nodes.next(after: child + 1)
          case .element(let value):
            waiting.append((value, child))
            child = output.nodes.next(after: child)
          case .conflict: break
          }
        }
      }
    }
  }
}
