import ForkedDocument
import ForkedGit
import ForkedJSON

@testable import ForkedStore

/// Merges, and what must hold of each.
extension PlanHistory {
  /// Merges what another fork is, or was: so forks come to criss-cross.
  func mergeAny(into fork: String) throws {
    let other = pick(forks)
    guard other != fork, let theirs = version(of: other, ago: pick([0, 0, 0, 1, 2, 4])) else {
      return
    }
    let ours = try tip(of: fork)
    let bases = try test.store.repository.mergeBases(of: ours, and: theirs)
    let isForward = bases == [ours] || bases == [theirs]
    count(isForward ? "merge forward" : bases.count > 1 ? "merge crossed" : "merge")
    let decisions = try merge(theirs.hex, into: fork)
    guard !isForward else { return }
    try expectSymmetry(ours, theirs, bases, merged: tip(of: fork))
    guard bases.count == 1 else { return }
    try expectQuiet(on: fork, since: ours, theirs, bases[0])
    try expectNeutrality(ours, theirs, since: bases[0])
    try expectLaws(
      base: bases[0], ours: ours, theirs: theirs, merged: tip(of: fork), decisions)
  }

  /// Laws 3 and 6.
  private func expectLaws(
    base: ObjectID, ours: ObjectID, theirs: ObjectID, merged: ObjectID,
    _ decisions: [MergeDecision]
  ) throws {
    let laws = PlanMergeLaws(
      base: try view(at: base), ours: try view(at: ours), theirs: try view(at: theirs),
      merged: try view(at: merged),
      dropped: Set(decisions.compactMap { $0.dropped?.value?.string?.exactString }),
      replacedNames: Set(decisions.compactMap(\.replacedName)))
    guard laws.violations.isEmpty else { throw Broken(reason: "merge: \(laws.violations)") }
  }

  /// Law 5: a document of ours whose values did not change is the same to the byte. One that we only renamed
  /// may be as they spelled it, and members are in their order where they alone changed it.
  private func expectQuiet(
    on fork: String, since ours: ObjectID, _ theirs: ObjectID, _ base: ObjectID
  ) throws {
    let (old, others) = (try documents(at: ours), try documents(at: theirs))
    let ancestor = Set(try documents(at: base).values.map(\.text))
    for (path, new) in try documents(at: tip(of: fork)) {
      guard let old = old[path], old.document == new.document, old.text != new.text,
        !ancestor.contains(old.text),
        try !isReordered(old.text, new.text, asIn: others[path]?.text)
      else { continue }
      throw Broken(
        reason:
          "\(path) on \(fork) is the same in other bytes: \(String(decoding: new.text, as: UTF8.self)), "
          + "not \(String(decoding: old.text, as: UTF8.self))")
    }
  }

  /// True if only members stand elsewhere, where theirs have them.
  private func isReordered(
    _ old: [UInt8], _ new: [UInt8], asIn theirs: [UInt8]?
  ) throws -> Bool {
    guard let theirs, old.sorted() == new.sorted() else { return false }
    let sources = [try keys(in: old), try keys(in: theirs)]
    return try keys(in: new).allSatisfy { pointer, keys in
      sources.contains { $0[pointer] == keys }
    }
  }

  /// The keys of the objects in a document, by their pointers.
  private func keys(in text: [UInt8]) throws -> [JSONPointer: [JSONString?]] {
    var keys: [JSONPointer: [JSONString?]] = [:]
    func note(_ node: JSONNode, at pointer: JSONPointer) {
      if node.kind == .object { keys[pointer] = node.members.map(\.key.string) }
      for member in node.members {
        note(member.value, at: pointer.appending(member.key.string ?? ""))
      }
      for (index, element) in node.elements.enumerated() {
        note(element, at: pointer.appending(JSONString(arrayIndex: index)))
      }
    }
    note(try JSONDocument(parsing: text).root, at: JSONPointer())
    return keys
  }

  /// Law 2: the other way round it is the same.
  private func expectSymmetry(
    _ ours: ObjectID, _ theirs: ObjectID, _ bases: [ObjectID], merged: ObjectID
  ) throws {
    let (one, other) = (try view(at: merged), try join(theirs, ours, since: bases))
    guard one == other else {
      throw Broken(reason: "the other way round it is not the same: \(other.difference(from: one))")
    }
  }

  /// Law 1: what one side alone changed, and what both changed alike, is the result.
  private func expectNeutrality(
    _ ours: ObjectID, _ theirs: ObjectID, since base: ObjectID
  ) throws {
    for side in [ours, theirs] {
      let wanted = try view(at: side)
      for (one, other) in [(side, base), (base, side), (side, side)] {
        let merged = try join(one, other, since: [base])
        guard merged == wanted else {
          throw Broken(reason: "nothing against a change: \(merged.difference(from: wanted))")
        }
      }
    }
  }

  /// Two versions made one, with no fork moved.
  private func join(
    _ ours: ObjectID, _ theirs: ObjectID, since bases: [ObjectID]
  ) throws -> PlanView {
    let store = try test.reopened()
    let merge = VersionMerge(
      store, ours: ours, theirs: theirs, bases: bases, policy: try store.mergePolicy(nil, []))
    let merged = try merge.run()
    try merged.checkAudit()
    guard let tree = merged.tree else { throw Broken(reason: "conflicts: \(merged.conflicts)") }
    let commit = try store.writeCommit(tree: tree, parents: [ours, theirs], message: "on no fork")
    return PlanView(try read(commit, in: store).mapValues(\.document))
  }

  /// If two plans of one identifier meet without a merge that knows it, the later one is kept.
  func mergeAndRepair(_ source: String, into fork: String) throws {
    let before = [try view(of: fork), try view(of: source)]
    try mergePlainly(source, into: fork)
    let after = try view(of: fork)
    for view in before { ledger.note(from: view, to: after, isJudged: false) }
  }
}

extension MergeDecision {
  /// The name that another one was kept for, if each side renamed the document.
  fileprivate var replacedName: String? {
    guard case .renamed(let ours, let theirs) = reason, let side = dropped?.side else { return nil }
    return side == .ours ? ours : theirs
  }
}
