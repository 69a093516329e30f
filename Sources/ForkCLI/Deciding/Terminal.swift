import ForkedGit
import ForkedStore

/// The terminal of standard input, which gives each key at once and does not show it.
///
/// Signals stay as they are, except that the keys which stop or abort a process do nothing: the process would leave the
/// terminal in this state.
final class Terminal {
  /// A key that the user pressed.
  enum Key: Equatable {
    case character(Character)
    case enter, escape, backspace
    case up, down, left, right
  }

  private let former: TerminalMode
  private var pending: [UInt8] = []

  /// Takes over the terminal.
  ///
  /// - Throws: kind `usage` if standard input or standard error is no terminal.
  init(hint: String) throws(StoreError) {
    guard let former = TerminalMode(), ByteStream.errors.isTerminal else {
      let name = ByteStream.input.isTerminal ? "standard error" : "standard input"
      throw StoreError(
        .usage, "--interactive needs a terminal, and \(name) is none; nothing was changed",
        hint: hint)
    }
    self.former = former
    enter()
  }

  deinit { leave() }

  /// Gives the terminal back, as it was before, until ``enter()``.
  func leave() { former.set() }

  /// Takes over the terminal again.
  func enter() { former.withSingleKeys.set() }

  /// Waits for a key.
  ///
  /// - Throws: kind `interrupted` after a signal, or if the terminal was closed.
  func key() throws(StoreError) -> Key {
    while pending.isEmpty { try fill() }
    let first = pending.removeFirst()
    switch first {
    case 0x0A, 0x0D: return .enter
    case 0x08, 0x7F: return .backspace
    case 0x04: throw Self.closed
    case 0x1B:
      if let arrow = arrow() { return arrow }
      return dropSequence() ? try key() : .escape
    default: return .character(Character(UnicodeScalar(first)))
    }
  }

  private func fill() throws(StoreError) {
    let bytes = try Process.readSome(.input, named: "standard input")
    if bytes.isEmpty { throw Self.closed }
    pending += bytes
  }

  /// Takes the rest of the sequence that a terminal sends for an arrow key.
  private func arrow() -> Key? {
    guard pending.count >= 2, pending[0] == UInt8(ascii: "[") || pending[0] == UInt8(ascii: "O"),
      let key = Self.arrows[pending[1]]
    else { return nil }
    pending.removeFirst(2)
    return key
  }

  /// Drops the rest of the sequence that a terminal sends for another key; false if there is none.
  ///
  /// Source: ECMA-48, section 5.4: after the introducer, a sequence ends with a byte from `@` to `~`.
  private func dropSequence() -> Bool {
    guard pending.count >= 2, pending[0] == UInt8(ascii: "[") || pending[0] == UInt8(ascii: "O")
    else { return false }
    let end = pending.dropFirst().firstIndex { (0x40...0x7E).contains($0) }
    pending.removeFirst(end.map { $0 + 1 } ?? pending.count)
    return true
  }

  private static let arrows: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left,
  ]
  private static let closed = StoreError(
    .interrupted, "the terminal was closed; nothing was changed")
}
