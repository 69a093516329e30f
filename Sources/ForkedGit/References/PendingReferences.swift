public import Forked

/// References that were moved for this repository object alone.
struct PendingReferences {
  struct Move {
    var from: ObjectID?
    var to: ObjectID?
  }

  var moves: [ReferenceName: Move] = [:]
}

extension LocalRepository {
  /// From here on, references move in memory alone, and everything that reads them here sees that.
  public func beginTransaction() { transaction = PendingReferences() }

  /// Whether references move in memory alone.
  public var isInTransaction: Bool { transaction != nil }

  /// References stand again where they stand on the disk.
  ///
  /// - Returns: How forks moved meanwhile, ordered by name; nothing of it is stored.
  public func endTransaction() -> [(fork: Fork, from: ObjectID?, to: ObjectID?)] {
    let moves = transaction?.moves ?? [:]
    transaction = nil
    return moves.compactMap { name, move in
      name.fork.flatMap { move.from == move.to ? nil : ($0, move.from, move.to) }
    }.sorted { $0.fork < $1.fork }
  }

  /// Moves a reference in memory, if it stands there where the caller saw it.
  func moveInTransaction(
    _ name: ReferenceName, from old: ObjectID?, to new: ObjectID?
  ) throws(GitError) {
    let present = try target(of: name)
    guard present == old else {
      throw GitError(.raceLost, "the reference was moved meanwhile", context: name.rawValue)
    }
    transaction?.moves[name, default: .init(from: present)].to = new
  }

  /// A revision that begins with a fork that moved in memory, with that fork's commit in its place.
  func translated(revision: String) -> String {
    guard let transaction else { return revision }
    for (name, move) in transaction.moves {
      guard let fork = name.fork?.name, let target = move.to else { continue }
      for prefix in [name.rawValue, fork] where revision.hasPrefix(prefix) {
        let rest = revision.dropFirst(prefix.count)
        if rest.isEmpty || rest.hasPrefix("~") || rest.hasPrefix("^") { return target.hex + rest }
      }
    }
    return revision
  }
}
