import Foundation
import Synchronization
import Testing

@testable import ForkedGit

@Suite("work that several threads do ahead") struct OrderedWorkTests {
  @Test("its results come in the order in which it was given", arguments: [0, 1, 3])
  func order(helpers: Int) {
    let work = OrderedWork<Int, Int>(helpers: helpers) { _ in
      { number in
        usleep(UInt32(number * 7 % 5) * 300)
        return number * number
      }
    }
    var (given, taken): (Int, [Int]) = (0, [])
    while taken.count < 200 {
      while given < 200, work.count < work.capacity {
        work.give(given)
        given += 1
      }
      if let result = work.take() { taken.append(result) }
    }
    #expect(taken == (0..<200).map { $0 * $0 })
    #expect(work.take() == nil)
  }

  @Test("the thread that takes the results does the work where there is no other")
  func alone() {
    let thread = pthread_self()
    let work = OrderedWork<Int, Bool>(helpers: 0) { _ in { _ in pthread_self() == thread } }
    for number in 0..<5 { work.give(number) }
    for _ in 0..<5 { #expect(work.take() == true) }
  }

  @Test("its threads take no signals, have a worker each, and end with it")
  func threads() {
    let (made, ended, signals) = (Box(), Box(), Box())
    do {
      let work = OrderedWork<Int, Void>(helpers: 2) { isEnded in
        made.count.add(1, ordering: .relaxed)
        return { number in
          var blocked = sigset_t()
          pthread_sigmask(SIG_SETMASK, nil, &blocked)
          if sigismember(&blocked, SIGTERM) == 0 { signals.count.add(1, ordering: .relaxed) }
          // The last ones go on until nobody wants their results.
          while number > 2, !isEnded() { usleep(100) }
          ended.count.add(1, ordering: .relaxed)
        }
      }
      for number in 1...4 { work.give(number) }
      _ = work.take()
    }
    let (workers, finished) = (
      made.count.load(ordering: .relaxed), ended.count.load(ordering: .relaxed)
    )
    #expect((1...3).contains(workers) && finished >= 1)
    // Only the thread of the test, if it helped, takes signals.
    #expect(signals.count.load(ordering: .relaxed) <= finished)
  }

  @Test("an interrupt ends the work of all threads")
  func interrupt() {
    let begun = Box()
    let isInterrupted = { begun.count.load(ordering: .relaxed) > 0 }
    let work = OrderedWork<Int, Int>(helpers: 1, isInterrupted: isInterrupted) { isEnded in
      { number in
        begun.count.add(1, ordering: .relaxed)
        while !isEnded() { usleep(100) }
        return number
      }
    }
    for number in 0..<3 { work.give(number) }
    #expect((0..<3).map { _ in work.take() } == [0, 1, 2])
  }

  private final class Box: Sendable {
    let count = Atomic(0)
  }
}
