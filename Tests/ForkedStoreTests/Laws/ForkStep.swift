import ForkedTestSupport

/// One thing that happens among forks. Which forks and documents it hits follows from its numbers and from what is
/// there, so that a history without some of its steps is a history, too.
enum ForkStep: CustomStringConvertible {
  case create(from: Int)
  case edit(fork: Int, NoteEdit)
  case addDocument(fork: Int, stamp: Int)
  case changeDocument(fork: Int, pick: Int, stamp: Int)
  case renameDocument(fork: Int, pick: Int, stamp: Int)
  case removeDocument(fork: Int, pick: Int)
  /// - Parameter age: how many versions ago the other fork is looked at: so forks come to criss-cross.
  case merge(from: Int, into: Int, age: Int)
  case sync(fork: Int)

  var description: String {
    switch self {
    case .create(let from): "create from \(from)"
    case .edit(let fork, let edit): "\(fork): \(edit)"
    case .addDocument(let fork, let stamp): "\(fork): add d\(stamp)"
    case .changeDocument(let fork, let pick, let stamp): "\(fork): change \(pick) to \(stamp)"
    case .renameDocument(let fork, let pick, let stamp): "\(fork): rename \(pick) to d-r\(stamp)"
    case .removeDocument(let fork, let pick): "\(fork): remove \(pick)"
    case .merge(let from, let into, let age): "\(from) of \(age) ago into \(into)"
    case .sync(let fork): "sync \(fork)"
    }
  }

  /// A history of so many steps.
  static func history(of count: Int, _ random: inout SeededGenerator) -> [ForkStep] {
    let kinds = NoteEdit.Kind.allCases.shuffled(using: &random).prefix(random.pick([2, 4, 8, 99]))
    return (10..<10 + count).map { step(stamp: $0, kinds: Array(kinds), &random) }
  }

  private static func step(
    stamp: Int, kinds: [NoteEdit.Kind], _ random: inout SeededGenerator
  ) -> ForkStep {
    let (fork, pick) = (random.below(12), random.below(1000))
    switch random.below(20) {
    case 0: return .create(from: fork)
    case 1: return .addDocument(fork: fork, stamp: stamp)
    case 2, 3, 4: return .changeDocument(fork: fork, pick: pick, stamp: stamp)
    case 5: return .renameDocument(fork: fork, pick: pick, stamp: stamp)
    case 6: return .removeDocument(fork: fork, pick: pick)
    case 7: return .sync(fork: fork)
    case 8..<14: return .merge(from: fork, into: pick, age: random.pick([0, 0, 1, 2, 5]))
    default:
      let kind = random.pick(kinds)
      return .edit(fork: fork, NoteEdit(kind: kind, pick: pick, stamp: stamp))
    }
  }
}
