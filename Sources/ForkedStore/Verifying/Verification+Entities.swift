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
        var hint = "'\(programName) verify --repair' writes the most recent change to all documents"
        if repairing {
          let documents = try store.repairEntities(Set(found.map(\.identifier)), on: fork)
          let names = documents.map { store.shown($0) }.joined(separator: ", ")
          hint = "the most recent change was written everywhere; changed: \(names)"
        }
        for found in found {
          let one = found.one.occurrence.location(in: store.shown(found.one.path))
          let other = found.other.occurrence.location(in: store.shown(found.other.path))
          report.problems.append(
            RepositoryProblem(
              kind: .entity, place: "\(fork.name):\(other)",
              message: "\(found.identifier) differs from the one at \(one)", hint: hint,
              isRepaired: repairing))
        }
      } catch let error as StoreError where error.kind == .interrupted {
        throw error
      } catch {
        note(.entity, fork.name, error)
      }
    }
  }
}
