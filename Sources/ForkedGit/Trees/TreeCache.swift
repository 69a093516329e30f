/// Directories as they were read or written last, up to so many entries in all.
struct TreeCache {
  private static let limit = 200_000

  private var trees: [ObjectID: RawTree] = [:]
  private var entryCount = 0

  subscript(_ id: ObjectID) -> RawTree? { trees[id] }

  mutating func add(_ id: ObjectID, _ tree: RawTree) {
    if entryCount > Self.limit {
      trees.removeAll(keepingCapacity: true)
      entryCount = 0
    }
    if trees.updateValue(tree, forKey: id) == nil { entryCount += tree.count }
  }
}
