import ForkedStore
import Glibc
import Synchronization

/// Data goes to standard output, talk to standard error.
///
/// On a terminal, control and bidirectional characters that come from documents are shown escaped; on a pipe every
/// byte passes as it is. A broken pipe is no error: whoever reads has seen enough.
final class Console: Sendable {
  fileprivate struct State {
    var manners = Manners()
    var pending: [UInt8] = []
    var meter = ProgressMeter()
    /// Why nothing more goes out, as `errno` says it.
    var failure: Int32?
  }

  /// The descriptor of standard output.
  let output = STDOUT_FILENO
  private let state = Mutex(State())
  private let outputIsTerminal = isatty(STDOUT_FILENO) == 1
  private let errorIsTerminal = isatty(STDERR_FILENO) == 1
  /// True if the terminal knows how to go back and to change colours.
  private let terminalIsCapable: Bool
  private let environmentAllowsColor: Bool

  init() {
    signal(SIGPIPE, SIG_IGN)
    terminalIsCapable = getenv("TERM").map { strcmp($0, "dumb") != 0 } ?? true
    environmentAllowsColor = getenv("NO_COLOR").map { $0.pointee == 0 } ?? true
  }

  /// How the command talks.
  var manners: Manners {
    get { state.withLock { $0.manners } }
    set { state.withLock { $0.manners = newValue } }
  }

  /// Prints text for people on standard output.
  func write(_ text: StyledText) {
    write(raw: text.bytes(escaped: outputIsTerminal, colored: usesColor(outputIsTerminal)))
  }

  /// Prints data on standard output: on a pipe, those very bytes.
  func write(_ bytes: [UInt8]) {
    write(raw: outputIsTerminal ? Escaping.escaped(bytes, keepsLines: true) : bytes)
  }

  /// Shows on a terminal how far long work has come.
  func show(_ progress: Progress) {
    guard errorIsTerminal, terminalIsCapable else { return }
    let line = state.withLock { state in
      state.manners.isQuiet ? nil : state.meter.drawing(progress, now: Process.ticks())
    }
    if let line { _ = Self.writeAll(line, to: STDERR_FILENO) }
  }

  /// Says something on standard error.
  func say(_ text: StyledText) {
    flush()
    var line = text.bytes(escaped: errorIsTerminal, colored: usesColor(errorIsTerminal))
    if line.last != 0x0A { line.append(0x0A) }
    // Where nobody hears it, there is nobody to tell.
    _ = Self.writeAll(line, to: STDERR_FILENO)
  }

  /// Says what a person should know though the work succeeds, unless asked to be quiet.
  func notify(_ notice: String) {
    if !manners.isQuiet { say("\("fork:", .bold) \(notice)") }
  }

  /// Says what happened, where, and what to do.
  func explain(_ failure: StoreError) {
    let place = failure.place.map { "\($0): " } ?? ""
    let lines = failure.message.split(separator: "\n", omittingEmptySubsequences: false)
    say("\("fork:", .red) \(place)\(lines.first ?? "")")
    for line in lines.dropFirst() { say("\(line)") }
    if let hint = failure.hint { say("\("hint:", .yellow) \(hint)") }
  }

  /// Hands over what was printed.
  func flush() {
    state.withLock { state in
      state.clearMeter()
      state.flush()
    }
  }

  /// Hands over what is left.
  ///
  /// - Throws: kind `inputOutput` where something that was printed did not get through, unless nobody listens.
  func finish() throws(StoreError) {
    flush()
    guard let failure = state.withLock({ $0.failure }), failure != EPIPE else { return }
    if failure == EINTR {
      throw StoreError(.interrupted, "interrupted while printing; all else was done")
    }
    var error = StoreError(
      errno: failure, "cannot write to", "standard output", missing: .inputOutput)
    error.message += "; all else was done"
    throw error
  }

  private func write(raw bytes: [UInt8]) {
    state.withLock { state in
      state.pending.append(contentsOf: bytes)
      if state.pending.count >= 1 << 16 || outputIsTerminal {
        state.clearMeter()
        state.flush()
      }
    }
  }

  private func usesColor(_ isTerminal: Bool) -> Bool {
    switch manners.color {
    case .always: true
    case .never: false
    case .auto: isTerminal && terminalIsCapable && environmentAllowsColor
    }
  }
}

extension Console {
  /// Nil where every byte went out, else what `errno` says.
  fileprivate static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR || Process.isInterrupted {
        return errno
      }
    }
    return nil
  }
}

extension Console.State {
  fileprivate mutating func clearMeter() {
    guard meter.isDrawn else { return }
    _ = Console.writeAll(ProgressMeter.clearing, to: STDERR_FILENO)
    meter.forget()
  }

  fileprivate mutating func flush() {
    if failure == nil { failure = Console.writeAll(pending, to: STDOUT_FILENO) }
    pending.removeAll(keepingCapacity: true)
  }
}
