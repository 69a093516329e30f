import ForkedDocument
import ForkedGit

/// A model's identifier as an index keeps it. Two identifiers may have one number: then more documents are opened.
struct ModelNumber: Hashable, Comparable {
  var value: UInt64

  init(value: UInt64) { self.value = value }

  /// The same in every process. (FNV-1a.)
  init(_ identifier: ModelIdentifier) {
    value = identifier.text.utf8.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  static func < (left: ModelNumber, right: ModelNumber) -> Bool { left.value < right.value }
}

/// Which documents hold which models, both ways.
struct ModelHolders {
  private(set) var models: [TreePath: [ModelNumber]] = [:]
  private var paths: [ModelNumber: Set<TreePath>] = [:]

  /// Notes what a document holds now; nothing where it is gone.
  mutating func set(_ path: TreePath, to numbers: [ModelNumber]) {
    for old in models[path] ?? [] { paths[old]?.remove(path) }
    models[path] = numbers
    for new in numbers { paths[new, default: []].insert(path) }
  }

  /// Whether anything was noted about a document.
  func knows(_ path: TreePath) -> Bool { models[path] != nil }

  func paths(holding number: ModelNumber) -> Set<TreePath> { paths[number] ?? [] }
}
