import Forked
import ForkedGit

extension Verification {
  /// Checks the tips of the forks for entities whose occurrences differ.
  mutating func checkEntities(repairing: Bool) throws {
    var sound: Set<ObjectID?> = []
    for (fork, tip) in branches {
      do {
        let snapshot = try store.snapshot(of: tip)
        if sound.contains(snapshot.tree) { continue }
        let found = try store.entityDisagreements(in: snapshot)
        guard !found.isEmpty else {
          sound.insert(snapshot.tree)
          continue
        }
        var problems = found.map { problem($0, on: fork) }
        if repairing {
          let identifiers = Set(found.map(\.identifier))
          let documents = try store.repairEntities(identifiers, on: fork)
          let names = documents.map { store.shown($0) }.joined(separator: ", ")
          for index in problems.indices {
            problems[index].isRepaired = true
            problems[index].hint =
              "the most recent change was written everywhere; changed: \(names)"
          }
        }
        report.problems += problems
      } catch let error as StoreError where error.kind == .interrupted {
        throw error
      } catch {
        note(.entity, fork.name, error)
      }
    }
  }

  private func problem(_ found: EntityDisagreement, on fork: Fork) -> RepositoryProblem {
    let one = found.one.occurrence.location(in: store.shown(found.one.path))
    let other = found.other.occurrence.location(in: store.shown(found.other.path))
    return RepositoryProblem(
      kind: .entity, place: "\(fork.name):\(other)",
      message: "\(found.identifier) differs from the one at \(one)",
      hint: "'\(programName) verify --repair' writes the most recent change to all documents")
  }
}
