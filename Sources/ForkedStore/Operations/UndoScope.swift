import Forked
import ForkedGit

/// The operations that an undo may take back without a choice: those of a fork, or of the work tree.
///
/// The commands of other work trees are left to these. The commands of a bare repository are those that were
/// given in it, and not in a work tree of it.
struct UndoScope {
  private let fork: Fork?
  private let workTree: String
  private let forksElsewhere: Set<Fork>

  init(of store: DocumentStore, fork name: String?) throws {
    fork = try name.map(Fork.init(validating:))
    workTree = store.workTreeName
    let head = try store.repository.headFork()
    forksElsewhere = Set(try store.repository.checkedOutForks().keys.filter { $0 != head })
  }

  func contains(_ operation: Operation) -> Bool {
    if let fork { return operation.forkUpdates.contains { $0.fork == fork } }
    return operation.workTree == nil || operation.workTree == workTree
  }

  /// True if what git or another program does to a fork is undone here: no other work tree shows the fork.
  func containsUpdates(of other: Fork) -> Bool {
    fork.map { $0 == other } ?? !forksElsewhere.contains(other)
  }
}

extension DocumentStore {
  /// The name of the work tree in the operation log: its directory in the git directory, or `.` for the main one and for
  /// a bare repository.
  var workTreeName: String {
    let (own, common) = (repository.gitDirectory, repository.commonDirectory)
    guard own != common, own.hasPrefix(common) else { return "." }
    return own.dropFirst(common.count).split(separator: "/").joined(separator: "/")
  }
}
