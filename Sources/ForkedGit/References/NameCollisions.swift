public import Forked

extension StringProtocol {
  /// The parts before each slash.
  fileprivate var parents: [String] {
    indices.filter { self[$0] == "/" }.map { String(self[..<$0]) }
  }
}

extension Fork {
  /// The forks that cannot be beside this one: `a` and `a/b` beside `a/b/c`.
  var parents: [Fork] { name.parents.map { Fork(name: $0) } }
}

extension ReferenceName {
  /// The name of a fork below a prefix that ends with a slash.
  public init(_ fork: Fork, below prefix: String) { self.init(unchecked: prefix + fork.name) }

  /// The names that cannot be beside this one: `refs/heads/a` beside `refs/heads/a/b`.
  public var parents: [ReferenceName] { rawValue.parents.map { ReferenceName(unchecked: $0) } }
}
