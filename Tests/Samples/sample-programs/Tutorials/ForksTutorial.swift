import Forked
import Foundation

/// The program of the tutorial about one value with forks.
enum ForksTutorial {
  struct StepCount: Mergeable, Codable {
    var value: Int = 0

    func merged(withSubordinate other: Self, commonAncestor: Self) throws -> Self {
      StepCount(value: value + other.value - commonAncestor.value)
    }
  }

  static func run(in directory: URL) throws {
    try mostRecent()
    try counted()
    try stored(in: directory.appending(path: "steps.json"))
  }

  private static func mostRecent() throws {
    let phone = Fork(name: "phone")
    let watch = Fork(name: "watch")
    let steps = QuickFork<Int>(initialValue: 100, forks: [phone, watch])

    try steps.update(phone, with: 110)
    try steps.update(watch, with: 105)
    print(try steps.value(in: .main) ?? 0)  // 100

    try steps.syncAllForks()
    print(try steps.value(in: .main) ?? 0)  // 105
  }

  private static func counted() throws {
    let phone = Fork(name: "phone")
    let watch = Fork(name: "watch")
    let steps = QuickFork<StepCount>(
      initialValue: StepCount(value: 100), forks: [phone, watch])

    try steps.update(phone, with: StepCount(value: 110))
    try steps.update(watch, with: StepCount(value: 105))
    try steps.syncAllForks()
    print(try steps.value(in: .main)?.value ?? 0)  // 115

    try steps.update(watch, with: StepCount(value: 118))
    print(try steps.hasUnmergedCommitsForMain(in: watch))  // true
    print(try steps.mergeIntoMain(from: watch))  // fastForward
  }

  private static func stored(in file: URL) throws {
    let watch = Fork(name: "watch")
    let repository = try AtomicRepository<StepCount>(managedFileURL: file)
    let steps = try ForkedResource(repository: repository)
    if !steps.has(watch) { try steps.create(watch) }

    let before = try steps.value(in: watch)?.value ?? 0
    try steps.update(watch, with: StepCount(value: before + 1))
    try steps.syncMain(with: watch)
    try repository.persist()
    print(try steps.value(in: .main)?.value ?? 0)  // 1
  }
}
