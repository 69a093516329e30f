extension ConsistencyManagerModel {
  /// Visits this model and everything below it, this one first.
  ///
  /// On a stack of its own, so that no depth of models is too deep.
  func forEachNode(_ visit: (any ConsistencyManagerModel) -> Void) {
    var rest: [any ConsistencyManagerModel] = [self]
    while let node = rest.popLast() {
      visit(node)
      let end = rest.count
      node.forEach { rest.append($0) }
      rest[end...].reverse()
    }
  }
}
