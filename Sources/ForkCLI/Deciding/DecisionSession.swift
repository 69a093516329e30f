import ForkedDocument
import ForkedJSON
import ForkedStore

/// The decisions about a list of conflicts, one key at a time.
struct DecisionSession {
  /// The effect of a key.
  enum Effect: Equatable {
    /// The present conflict, or the end, is shown again.
    case show
    /// A message is shown.
    case message(String)
    /// The value of the present conflict is edited.
    case edit
    /// The keys are listed.
    case help
    /// The decisions are taken, or dropped.
    case finish, quit
  }

  /// The conflicts that one key decides.
  private enum Scope {
    case one, object, document
  }

  /// The conflicts, those of one object together.
  let conflicts: [MergeConflict]
  /// The number of the present conflict; behind the last one at the end.
  private(set) var index = 0
  private var choices: [Int: ConflictChoice] = [:]
  private var awaitsDocumentKey = false
  private var awaitsQuitKey = false
  private let groups: [Range<Int>]
  /// The reason that all conflicts must be decided, for a message; nil if the others stay conflicts.
  let reasonToDecideAll: String?

  /// Creates a session without decisions.
  ///
  /// - Parameters:
  ///   - conflicts: the conflicts.
  ///   - reasonToDecideAll: the reason that all must be decided; nil if the others stay conflicts.
  init(_ conflicts: [MergeConflict], reasonToDecideAll: String? = nil) {
    self.reasonToDecideAll = reasonToDecideAll
    let grouped = conflicts.grouped
    self.conflicts = grouped.flatMap(\.conflicts)
    var start = 0
    groups = grouped.map { group in
      defer { start += group.conflicts.count }
      return start..<(start + group.conflicts.count)
    }
  }

  /// The present conflict; nil at the end.
  var present: MergeConflict? { conflicts.indices.contains(index) ? conflicts[index] : nil }

  /// The choice for the present conflict; nil if there is none yet.
  var presentChoice: ConflictChoice? { choices[index] }

  var decidedCount: Int { choices.count }

  /// The conflicts that have a choice, with it.
  var decided: [(conflict: MergeConflict, choice: ConflictChoice)] {
    choices.sorted { $0.key < $1.key }.map { (conflicts[$0.key], $0.value) }
  }

  /// The numbers of the conflicts in the object of the present one.
  var object: Range<Int> { groups.first { $0.contains(index) } ?? index..<index }

  /// The numbers of the conflicts in the document of the present one.
  var document: [Int] {
    guard let document = present?.document else { return [] }
    return conflicts.indices.filter { conflicts[$0].document == document }
  }

  /// True if the decisions so far can be taken.
  var canFinish: Bool { reasonToDecideAll == nil || choices.count == conflicts.count }

  /// Takes a key.
  mutating func press(_ key: Terminal.Key) -> Effect {
    if awaitsDocumentKey { return pressForDocument(key) }
    let quits = awaitsQuitKey
    awaitsQuitKey = false
    switch key {
    case .left, .up, .backspace, .character("k"): return back()
    case .right, .down, .character(" "), .character("s"): return skip()
    case .enter: return present == nil ? finish() : skip()
    case .character("w"): return finish()
    case .character("q"), .escape: return quits ? .quit : quit()
    case .character("?"), .character("h"): return .help
    case .character("e"): return present == nil ? .show : .edit
    case .character("d"):
      guard present != nil else { return .show }
      awaitsDocumentKey = true
      return .message(
        "all in this document: o ours, t theirs, b base, n newest; any other key: none")
    case .character(let letter): return choose(letter)
    }
  }

  /// Gives the present conflict a value that the user wrote.
  mutating func write(_ node: JSONNode) { take(.value(node), at: [index]) }

  private func finish() -> Effect {
    guard !canFinish, let reason = reasonToDecideAll else { return .finish }
    let open = counted(conflicts.count - choices.count, "conflict")
    return .message(
      "\(reason), and \(open) of \(conflicts.count) not decided: k goes back, q quits")
  }

  /// Asks again before decisions are dropped.
  private mutating func quit() -> Effect {
    if choices.isEmpty { return .quit }
    awaitsQuitKey = true
    return .message("q again quits, and drops \(counted(choices.count, "decision"))")
  }

  private mutating func back() -> Effect {
    index = max(0, index - 1)
    return .show
  }

  private mutating func skip() -> Effect {
    index = min(conflicts.count, index + 1)
    return .show
  }

  private mutating func pressForDocument(_ key: Terminal.Key) -> Effect {
    awaitsDocumentKey = false
    guard case .character(let letter) = key, "otbn".contains(letter) else { return .show }
    return choose(letter, in: .document)
  }

  private mutating func choose(_ letter: Character) -> Effect {
    let isUpper = letter.isUppercase
    return choose(Character(letter.lowercased()), in: isUpper ? .object : .one)
  }

  private mutating func choose(_ letter: Character, in scope: Scope) -> Effect {
    guard let present else { return .message("Enter takes the decisions, k goes back") }
    if letter == "a", scope == .one {
      guard let combined = present.combined else {
        return .message("both cannot be kept here: choose one, or edit the value")
      }
      return take(.value(combined), at: [index])
    }
    let chosen = numbers(in: scope)
    var found: [Int: ConflictChoice] = [:]
    for number in chosen {
      switch letter {
      case "o": found[number] = .ours
      case "t": found[number] = .theirs
      case "b": found[number] = .base
      case "n": found[number] = conflicts[number].later.map { $0 == .ours ? .ours : .theirs }
      default: return .message("? lists the keys")
      }
    }
    if found.isEmpty { return .message("it is not known which change is later") }
    choices.merge(found) { $1 }
    return next()
  }

  /// The present conflict, and the others of its object or document that have no choice yet.
  private func numbers(in scope: Scope) -> [Int] {
    switch scope {
    case .one: [index]
    case .object: object.filter { $0 == index || choices[$0] == nil }
    case .document: document.filter { $0 == index || choices[$0] == nil }
    }
  }

  @discardableResult
  private mutating func take(_ choice: ConflictChoice, at numbers: [Int]) -> Effect {
    for number in numbers { choices[number] = choice }
    return next()
  }

  /// Goes on to the next conflict without a choice, or to the end.
  private mutating func next() -> Effect {
    index = conflicts.indices.dropFirst(index + 1).first { choices[$0] == nil } ?? conflicts.count
    return .show
  }
}
