import ForkedTestSupport
import Foundation
import Testing

@testable import ForkedGit
import ForkedGitTestSupport

@Suite struct GraphTests {
  /// A random history by fast-import: each commit has one or two earlier ones as parents.
  private static func history(_ count: Int, seed: UInt64, in sandbox: GitSandbox) throws {
    var (generator, stream) = (SeededGenerator(seed: seed), "")
    for mark in 1...count {
      let date = 1_700_000_000 + Int.random(in: 0...count, using: &generator)
      stream += "commit refs/heads/c\(mark)\nmark :\(mark)\n"
      stream += "committer C <c@d> \(date) +0000\ndata 1\nm\n"
      let earlier = max(1, mark - 4)..<max(2, mark)
      guard mark > 1 else { continue }
      let first = Int.random(in: earlier, using: &generator)
      stream += "from :\(first)\n"
      let second = Int.random(in: earlier, using: &generator)
      if second != first { stream += "merge :\(second)\n" }
    }
    try sandbox.git(["fast-import", "--quiet"], input: Data(stream.utf8))
  }

  @Test func parentsThatGraftsGiveAreRefused() throws {
    let sandbox = try GitSandbox()
    let first = try sandbox.commit(["a": "1"])
    let second = try sandbox.commit(["a": "2"])
    try sandbox.write("\(second)\n", to: ".git/info/grafts")
    let repository = try sandbox.open()
    for read in [
      { _ = try repository.mergeBases(of: first, and: second) },
      { try repository.walkCommits(from: [second]) { _ in true } },
    ] as [() throws -> Void] {
      let error = #expect(throws: GitError.self) { try read() }
      #expect(error?.kind == .unsupported)
    }
    try sandbox.write("", to: ".git/info/grafts")
    #expect(try sandbox.open().mergeBases(of: first, and: second) == [first])
  }

  @Test func anInterruptEndsAWalkWhileItLooksForItsFirstCommit() throws {
    let sandbox = try GitSandbox(bare: true)
    try Self.history(40, seed: 1, in: sandbox)
    let repository = try sandbox.open()
    let tip = try sandbox.id("c40")
    var (asked, visited) = (0, 0)
    repository.isInterrupted = {
      asked += 1
      return asked > 5
    }
    let error = #expect(throws: GitError.self) {
      try repository.walkCommits(from: [tip]) { _ in
        visited += 1
        return true
      }
    }
    #expect(error?.kind == .interrupted && visited == 0)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func ancestryIsThatOfGit(seed: UInt64) throws {
    let sandbox = try GitSandbox(bare: true)
    try Self.history(40, seed: seed, in: sandbox)
    let repository = try sandbox.open()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<8 {
      let names = (0..<2).map { _ in "c\(Int.random(in: 1...40, using: &generator))" }
      let (a, b) = (try sandbox.id(names[0]), try sandbox.id(names[1]))
      let bases = try? sandbox.git("merge-base", "--all", names[0], names[1])
      let expected = (bases ?? "").split(separator: "\n").sorted()
      #expect(
        try repository.mergeBases(of: a, and: b).map(\.hex) == expected.map(String.init), "\(names)"
      )
      let counts = try sandbox.git(
        "rev-list", "--left-right", "--count", "\(names[0])...\(names[1])")
      let found = try repository.aheadBehind(a, b)
      #expect("\(found.ahead)\t\(found.behind)" == counts)
      let isAncestor = (try? sandbox.git("merge-base", "--is-ancestor", names[0], names[1])) != nil
      #expect(try repository.isAncestor(a, of: b) == isAncestor)
      var walked: [String] = []
      try repository.walkHistory(from: [b], excluding: [a]) {
        walked.append($0.id.hex); return true
      }
      let list = try sandbox.git("rev-list", names[1], "^" + names[0])
      #expect(Set(walked) == Set(list.split(separator: "\n").map(String.init)))
    }
  }

  @Test("of crossed histories with wrong dates")
  func basesAreTheCommonAncestorsAboveAllOthers() throws {
    let sandbox = try GitSandbox(bare: true)
    try Self.history(60, seed: 11, in: sandbox)
    let repository = try sandbox.open()
    let ids = try (1...60).map { try sandbox.id("c\($0)") }
    var ancestors: [ObjectID: Set<ObjectID>] = [:]
    for id in ids {
      ancestors[id] = try repository.commit(id).parents.reduce([id]) {
        $0.union(ancestors[$1] ?? [])
      }
    }
    for (first, second) in ids.flatMap({ first in ids.map { (first, $0) } }) {
      let common = (ancestors[first] ?? []).intersection(ancestors[second] ?? [])
      let best = common.filter { one in
        !common.contains { $0 != one && ancestors[$0]?.contains(one) == true }
      }
      #expect(try repository.mergeBases(of: first, and: second) == best.sorted())
    }
  }

  @Test func noParentComesBeforeItsChildren() throws {
    let sandbox = try GitSandbox(bare: true)
    try Self.history(200, seed: 7, in: sandbox)
    let repository = try sandbox.open()
    for order in [HistoryOrder.time, .topological] {
      var seen: Set<ObjectID> = []
      try repository.walkHistory(from: [sandbox.id("c200")], order: order) { commit in
        #expect(commit.parents.allSatisfy { !seen.contains($0) })
        seen.insert(commit.id)
        return true
      }
      #expect(try seen.count == Int(sandbox.git("rev-list", "--count", "c200")))
    }
  }

  @Test func unrelatedHistoriesHaveNoBase() throws {
    let sandbox = try GitSandbox(bare: true)
    let repository = try sandbox.open()
    let ids = try ["a", "b"].map { message in
      try repository.writeCommit(
        CommitDraft(
          tree: repository.emptyTree(), parents: [], author: .author,
          committer: .author, message: message, hybridTime: nil))
    }
    #expect(try repository.mergeBases(of: ids[0], and: ids[1]).isEmpty)
    #expect(try repository.aheadBehind(ids[0], ids[1]) == (1, 1))
  }
}

@Suite struct HistoryWalkTests {
  /// A history of a few documents in directories, merges included.
  private static func history(seed: UInt64, in sandbox: GitSandbox) throws -> [ObjectID] {
    var generator = SeededGenerator(seed: seed)
    var stream = ""
    for mark in 1...120 {
      stream +=
        "commit refs/heads/main\nmark :\(mark)\ncommitter C <c@d> \(mark) +0000\ndata 1\nm\n"
      if mark > 6, mark % 7 == 0 {
        stream += "from :\(mark - 1)\nmerge :\(mark - 5)\n"
        if mark % 21 == 0 { stream += "merge :\(mark - 4)\nmerge :\(mark - 3)\n" }
      } else if mark > 1 {
        stream += "from :\(mark - 1)\n"
      }
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        stream += "M 644 inline \(paths.randomElement(using: &generator) ?? "a")\n"
        stream += "data 3\n\(Int.random(in: 100...999, using: &generator))\n"
      }
    }
    try sandbox.git(["fast-import", "--quiet"], input: Data(stream.utf8))
    return try sandbox.git("rev-list", "main").split(separator: "\n").compactMap {
      ObjectID(hex: $0)
    }
  }

  private static let paths = ["a.json", "d/b.json", "d/e/c.json", "d/e/f.json", "ä.json", "z"]

  @Test(arguments: 0..<5 as Range<UInt64>)
  func walksHaveTheOrderOfGit(seed: UInt64) throws {
    let sandbox = try GitSandbox(bare: true)
    let ids = try Self.history(seed: seed, in: sandbox)
    let repository = try sandbox.open()
    for (order, option) in [(HistoryOrder.time, "--date-order"), (.topological, "--topo-order")] {
      var walked: [String] = []
      try repository.walkCommits(from: [ids[0]], order: order) {
        walked.append($0.hex)
        return true
      }
      #expect(try walked.joined(separator: "\n") == sandbox.git("rev-list", option, "main"))
    }
  }

  @Test func aWalkThatEndsEarlyReadsFewCommits() throws {
    let sandbox = try GitSandbox(bare: true)
    let ids = try Self.history(seed: 1, in: sandbox)
    let repository = try sandbox.open()
    for order in [HistoryOrder.time, .topological] {
      var count = 0
      try repository.walkCommits(from: [ids[0]], order: order) { _ in
        count += 1
        return count < 5
      }
    }
    #expect(repository.knownLinks.count < 30)
  }
}
