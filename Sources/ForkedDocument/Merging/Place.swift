import ForkedJSON

/// Where a merge stands: a stack of steps, turned into pointer and path only where something is
/// reported, since most places never are.
struct Place {
  enum Step {
    case member(JSONNode)
    case index(Int)
    case element(identity: [JSONPointer], id: [JSONNode], index: Int)
  }

  private(set) var steps: [Step] = []

  mutating func enter(_ step: Step) { steps.append(step) }
  mutating func leave() { steps.removeLast() }

  /// In the merged document.
  var pointer: JSONPointer {
    steps.reduce(JSONPointer()) { pointer, step in
      switch step {
      case .member(let key): pointer.appending(key.string ?? "")
      case .index(let index), .element(_, _, let index): pointer.appending(index: index)
      }
    }
  }

  /// By identities.
  var path: PropertyPath {
    PropertyPath(
      steps.map { step in
        switch step {
        case .member(let key): .key(key.string ?? "")
        case .index(let index): .index(index)
        case .element(let identity, let id, _): .element(identity: identity, id: id)
        }
      })
  }
}
