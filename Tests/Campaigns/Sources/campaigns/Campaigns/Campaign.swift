import Dispatch
import Synchronization

/// The choices of one run.
struct Options: Sendable {
  /// The campaigns; none: all.
  var campaigns: [String] = []
  /// The share of the tries that are made.
  var share = 0.1
  var seed: UInt64 = 1
  /// The number of tries at the same time.
  var jobs = 2
  /// Only scenarios whose key has this in it.
  var only = ""
  /// Only this call, and this fault.
  var call: Int?
  var fault: String?
  /// True to keep the directories of failures.
  var keeps = false
}

/// The surroundings and options of a campaign.
struct Context: Sendable {
  let options: Options
  let surroundings: Surroundings
  let tally: Tally

  /// True if a try is among the share. The seed and its key decide, so that it can be had again.
  func takes(_ key: String) -> Bool {
    if options.share >= 1 { return true }
    var hash = options.seed &* 0x9E37_79B9_7F4A_7C15
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var numbers = SeededGenerator(drawnFrom: hash)
    return Double.random(in: 0..<1, using: &numbers) < options.share
  }

  /// Does the work of all items, some at the same time; `work` gets a number that no other has at that time.
  func each<Item: Sendable>(_ items: [Item], _ work: @Sendable (Item, Int) -> Void) {
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: options.jobs) { worker in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < items.count else { return }
        work(items[index], worker)
      }
    }
  }

  /// Makes the tries of a campaign, some at the same time: each is counted, and what a failure left is kept.
  ///
  /// - Parameter problems: Makes a try in a directory of its thread.
  func make<Try: Sendable>(
    _ tries: [Try], of campaign: String, key: @Sendable (Try) -> String,
    _ problems: @Sendable (Try, Place) -> [String]
  ) {
    each(tries) { attempt, worker in
      let place = place(worker)
      let problems = problems(attempt, place)
      keep(place, key(attempt), problems)
      tally.count(campaign, key(attempt), problems)
    }
  }

  /// Makes the references of the scenarios, each with its scene.
  func references(_ campaign: String, _ scenarios: [Scenario]) -> [Reference] {
    let wanted = scenarios.filter { options.only.isEmpty || $0.key.contains(options.only) }
    let scenes = scenes(campaign, Set(wanted.map(\.scene)))
    let made = Mutex<[Int: Reference]>([:])
    each(Array(wanted.enumerated().map { ($0.offset, $0.element) })) { item, _ in
      guard let scene = scenes[item.1.scene] else { return }
      do {
        let reference = try Reference(item.1, in: scene, name: "\(campaign)-\(item.0)")
        made.withLock { $0[item.0] = reference }
      } catch {
        tally.count(campaign, item.1.key, ["\(error)"])
      }
    }
    return made.withLock { made in wanted.indices.compactMap { made[$0] } }
  }

  private func scenes(_ campaign: String, _ scenes: Set<Scene>) -> [Scene: Place] {
    let made = Mutex<[Scene: Place]>([:])
    each(scenes.sorted { $0.rawValue < $1.rawValue }) { scene, _ in
      let place = Place(surroundings, at: "\(surroundings.directory)/scene-\(scene.rawValue)")
      do {
        place.clear()
        try place.perform(scene.steps, for: scene.rawValue)
        made.withLock { $0[scene] = place }
      } catch {
        tally.count(campaign, scene.rawValue, ["\(error)"])
      }
    }
    return made.withLock { $0 }
  }

  /// A directory for the tries of one thread.
  func place(_ worker: Int) -> Place {
    Place(surroundings, at: "\(surroundings.directory)/try-\(worker)")
  }

  /// Keeps what a failure left, for a look at it.
  func keep(_ place: Place, _ key: String, _ problems: [String]) {
    guard options.keeps, !problems.isEmpty else { return }
    let name = key.map { $0.isLetter || $0.isNumber ? $0 : "-" }
    let kept = Place(surroundings, at: surroundings.directory + "/failed-" + String(name))
    kept.copy(place)
    print("kept in \(kept.path)")
  }
}

/// A command of which one call goes wrong.
struct FaultTry: Sendable {
  let reference: Reference
  let call: Call
  let fault: FaultPlan.Fault

  var key: String {
    "'\(reference.scenario.key)' \(fault.name) at call \(call.number) (\(call.description))"
  }

  /// - Parameter faults: those that a call can meet.
  static func all(
    _ references: [Reference], _ campaign: String, _ context: Context,
    _ faults: (Call) -> [FaultPlan.Fault]
  ) -> [FaultTry] {
    var tries: [FaultTry] = []
    for reference in references {
      for call in reference.calls {
        for fault in faults(call) {
          let part = "\(campaign)/\(reference.scenario.key)/\(call.number)/\(fault.name)"
          if let wanted = context.options.call {
            guard wanted == call.number else { continue }
          } else if !context.takes(part) {
            continue
          }
          guard context.options.fault.map({ $0 == fault.name }) ?? true else { continue }
          tries.append(FaultTry(reference: reference, call: call, fault: fault))
        }
      }
    }
    return tries
  }
}
