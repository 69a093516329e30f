import Forked
import Foundation
import Testing

@testable import ForkedGit
import ForkedGitTestSupport

@Suite("transactions of references") struct TransactionTests {
  private static let names = ["a", "b", "c", "d"]

  /// Four updates of each kind: `a` and `b` are updated, `c` is deleted, `d` is created.
  private struct Setting {
    let sandbox: GitSandbox
    let repository: LocalRepository
    let first: ObjectID
    let second: ObjectID

    init() throws {
      sandbox = try GitSandbox()
      first = try sandbox.commit(["x": "1"])
      second = try sandbox.commit(["x": "2"])
      for name in ["a", "b", "c"] { try sandbox.git("branch", name, first.hex) }
      repository = try sandbox.open()
    }

    /// The commits before and after.
    var updates: [String: (old: ObjectID?, new: ObjectID?)] {
      ["a": (first, second), "b": (first, second), "c": (first, nil), "d": (nil, second)]
    }

    var tips: [String: ObjectID] {
      get throws {
        let known = try repository.branches().map { ($0.fork.name, $0.tip) }
        return Dictionary(uniqueKeysWithValues: known).filter { names.contains($0.key) }
      }
    }

    var before: [String: ObjectID] { updates.compactMapValues(\.old) }
    var after: [String: ObjectID] { updates.compactMapValues(\.new) }

    func make(_ transaction: ReferenceTransaction) throws {
      for name in ["a", "b", "d"] {
        try transaction.update(Fork(name: name), reason: "test") { _ in second }
      }
      try transaction.delete(Fork(name: "c"), at: first)
    }

    /// The files that a killed process had written before it updated anything.
    func writeJournal() throws -> String {
      var journal = TransactionJournal()
      journal.references = updates.sorted { $0.key < $1.key }.map {
        (.branch(Fork(name: $0.key)), $0.value.old, $0.value.new)
      }
      _ = try TransactionJournal.Open(journal, in: repository)
      let directory = TransactionJournal.directory(in: repository)
      return directory + "/" + (try #require(Files.names(in: directory).first))
    }

    func set(_ name: String, to commit: ObjectID?) throws {
      let reference = "refs/heads/\(name)"
      if let commit {
        try sandbox.git("update-ref", reference, commit.hex)
      } else {
        try sandbox.git("update-ref", "-d", reference)
      }
    }

    func recover() throws {
      var count = 0
      // A process that another test starts at this moment may hold the journal until it runs its own program.
      for _ in 0..<10_000 where count == 0 {
        count = try repository.recoverTransactions(
          options: .init(environment: sandbox.environment), timeout: .seconds(1))
        if count == 0 { usleep(1_000) }
      }
      #expect(count == 1 && repository.leftovers(now: 0).isEmpty)
    }
  }

  @Test("all references are updated, and read so before")
  func committed() throws {
    let setting = try Setting()
    try setting.sandbox.transaction(in: setting.repository) { transaction in
      try setting.make(transaction)
      #expect(try setting.tips == setting.after)
      #expect(try setting.repository.resolve(revision: "d~1") == setting.first)
      #expect(try setting.sandbox.git("branch", "--list", "d") == "")
    }
    #expect(try setting.tips == setting.after)
    #expect(setting.repository.leftovers(now: 0).isEmpty)
  }

  @Test("a body that throws changes nothing")
  func dropped() throws {
    let setting = try Setting()
    #expect(throws: CancellationError.self) {
      try setting.sandbox.transaction(in: setting.repository) { transaction in
        try setting.make(transaction)
        _ = try setting.repository.writeBlob([1, 2, 3])
        throw CancellationError()
      }
    }
    #expect(try setting.tips == setting.before && setting.repository.pendingObjects == 0)
  }

  @Test(
    "a reference that another process updated meanwhile keeps all as they are", arguments: names)
  func overtaken(name: String) throws {
    let setting = try Setting()
    let third = try setting.sandbox.commit(["x": "3"])
    let error = #expect(throws: GitError.self) {
      try setting.sandbox.transaction(in: setting.repository) { transaction in
        try setting.make(transaction)
        try setting.set(name, to: third)
      }
    }
    #expect(error?.kind == .raceLost)
    #expect(try setting.tips == setting.before.merging([name: third]) { $1 })
  }

  @Test("if one cannot be updated, all are restored", arguments: ["a", "b", "d"])
  func failed(name: String) throws {
    let setting = try Setting()
    // A file of the user in a directory of the reference's name stays.
    try setting.sandbox.git("pack-refs", "--all")
    try setting.sandbox.write("", to: ".git/refs/heads/\(name)/.keep")
    let error = #expect(throws: TransactionFailure.self) {
      try setting.sandbox.transaction(in: setting.repository, setting.make)
    }
    #expect(error?.remaining == nil)
    #expect(try setting.tips == setting.before)
    let left = setting.repository.leftovers(now: 0)
    #expect(left.isEmpty, "\(left)")
  }

  @Test("settings change in one step, and what is made already is not written")
  func settings() throws {
    let sandbox = try GitSandbox()
    _ = try sandbox.commit(["x": "1"])
    try sandbox.git("config", "branch.a.remote", "origin")
    try sandbox.git("config", "fork.main", "a")
    let updates = [
      SettingUpdate.branch(old: "a", new: "b"), .value(key: "fork.main", old: "a", new: "b"),
    ]
    let repository = try sandbox.open()
    let configuration = sandbox.work.appending(path: ".git/config").path

    try repository.apply(updates)
    #expect(try sandbox.git("config", "branch.b.remote") == "origin")
    #expect(try sandbox.git("config", "fork.main") == "b")

    // Nobody can write beside another process's lock.
    try FileManager.default.createDirectory(
      atPath: configuration + ".lock", withIntermediateDirectories: false)
    try repository.apply(updates)
    try FileManager.default.removeItem(atPath: configuration + ".lock")
    try repository.apply(updates.map(\.reversed))
    #expect(try sandbox.git("config", "branch.a.remote") == "origin")
    #expect(try sandbox.git("config", "fork.main") == "a")
  }

  @Test("if the index of a linked work tree cannot be written, the other one is restored")
  func failedIndex() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["x": "1"])
    let second = try sandbox.commit(["x": "2"])
    try sandbox.git("reset", "-q", "--hard", first.hex)
    let linked = sandbox.root.appending(path: "linked").path
    try sandbox.git("worktree", "add", "-q", "-b", "side", linked)
    let repository = try sandbox.open()
    let index = "\(repository.commonDirectory)worktrees/linked/index"
    let options = ReferenceTransaction.Options(
      opening: .init(environment: sandbox.environment), lockTimeout: .milliseconds(50)
    ) { ReflogEntry(message: $0, signature: .author) }
    let error = #expect(throws: TransactionFailure.self) {
      _ = try repository.transaction(
        options,
        noting: { _ in
          try FileManager.default.moveItem(atPath: index, toPath: index + "-before")
          try FileManager.default.createDirectory(
            atPath: index + "/full", withIntermediateDirectories: true)
          return {}
        }, waiting: { throw $0 }
      ) { transaction in
        for name in ["main", "side"] {
          try transaction.update(Fork(name: name), reason: "test") { _ in second }
        }
      }
    }
    try FileManager.default.removeItem(atPath: index)
    try FileManager.default.moveItem(atPath: index + "-before", toPath: index)
    #expect(error?.remaining == nil)
    for path in [sandbox.work.path, linked] {
      #expect(try sandbox.git("-C", path, "status", "--porcelain") == "")
      #expect(try sandbox.git("-C", path, "rev-parse", "HEAD") == first.hex)
    }
    #expect(repository.leftovers(now: 0).isEmpty)
  }

  @Test(
    "the transaction of a killed process is finished, wherever it was killed", arguments: 0..<16)
  func finished(updated: Int) throws {
    let setting = try Setting()
    _ = try setting.writeJournal()
    for (bit, name) in Self.names.enumerated() where updated & 1 << bit != 0 {
      try setting.set(name, to: setting.updates[name]?.new)
    }
    try setting.recover()
    #expect(try setting.tips == setting.after)
  }

  @Test(
    "a new fork, and the HEAD that switches to it, are finished together", arguments: [false, true])
  func finishedWithHead(isMade: Bool) throws {
    let setting = try Setting()
    var journal = TransactionJournal()
    journal.references = [(.branch(Fork(name: "d")), nil, setting.second)]
    journal.heads = [
      (setting.repository.gitDirectory, "ref: refs/heads/main", "ref: refs/heads/d")
    ]
    _ = try TransactionJournal.Open(journal, in: setting.repository)
    if isMade { try setting.set("d", to: setting.second) }
    try setting.recover()
    #expect(try setting.tips["d"] == setting.second)
    #expect(try setting.sandbox.git("symbolic-ref", "HEAD") == "refs/heads/d")
  }

  @Test("if another program updated one of them since, those that were updated are restored")
  func takenBack() throws {
    for updated in 0..<15 {
      let setting = try Setting()
      let other = try setting.sandbox.commit(["x": "other"])
      try setting.sandbox.git("update-ref", "refs/heads/main", setting.first.hex)
      _ = try setting.writeJournal()
      for (bit, name) in Self.names.enumerated() where updated & 1 << bit != 0 {
        try setting.set(name, to: setting.updates[name]?.new)
      }
      let strange = try setting.sandbox.git(
        "commit-tree", "-m", "elsewhere", "-p", setting.first.hex, "\(other)^{tree}")
      let elsewhere = try #require(ObjectID(hex: strange))
      let moved = try #require(
        Self.names.enumerated().first { updated & 1 << $0.offset == 0 }?.element)
      try setting.set(moved, to: elsewhere)
      try setting.recover()
      let others = Self.names.enumerated().filter { updated & 1 << $0.offset == 0 }.count
      var expected = others == 1 ? setting.after : setting.before
      expected[moved] = elsewhere
      #expect(try setting.tips == expected, "\(updated)")
    }
  }

  @Test("a journal that is not whole changes nothing")
  func torn() throws {
    let setting = try Setting()
    let path = try setting.writeJournal()
    let whole = try Data(contentsOf: URL(filePath: path))
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: URL(filePath: path))
      try setting.recover()
      #expect(try setting.tips == setting.before, "\(length)")
    }
  }

  @Test("the journal of a living process is left to it")
  func living() throws {
    let setting = try Setting()
    var journal = TransactionJournal()
    journal.references = [(.branch(.main), setting.second, setting.first)]
    let open = try TransactionJournal.Open(journal, in: setting.repository)
    let count = try setting.repository.recoverTransactions(
      options: .init(environment: setting.sandbox.environment), timeout: .seconds(1))
    #expect(count == 0 && setting.repository.leftovers(now: 0).isEmpty)
    #expect(Files.names(in: TransactionJournal.directory(in: setting.repository)).count == 1)
    open.erase()
  }

  @Test("a lock is a leftover only if its process is gone")
  func lock() throws {
    let setting = try Setting()
    let path = setting.repository.gitDirectory + "index"
    let lock = try LockFile(of: path, timeout: .zero)
    #expect(setting.repository.leftovers(now: 0).isEmpty)
    lock.abandon()
    // A process that another test starts holds the file open until it runs its program.
    let leftovers = (0..<10_000).lazy.map { _ in setting.repository.leftovers(now: 0) }
      .first { !$0.isEmpty }
    #expect(leftovers?.map(\.kind) == [.abandonedLock])
  }

  @Test("the lock of a tracking ref that a killed fetch left blocks nobody")
  func trackingLock() throws {
    let setting = try Setting()
    let path = setting.repository.gitDirectory + "refs/remotes/origin/main"
    try Files.makeParent(of: path)
    try LockFile(of: path, timeout: .zero).abandon()
    // A process that another test starts holds the file open until it runs its program.
    for _ in 0..<10_000 where Files.exists(path + ".lock") {
      try setting.repository.recoverTransactions(
        options: .init(environment: setting.sandbox.environment), timeout: .zero)
    }
    try setting.sandbox.git("update-ref", "refs/remotes/origin/main", "HEAD")
  }
}
