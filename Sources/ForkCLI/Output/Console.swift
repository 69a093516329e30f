import ForkedGit
import ForkedStore
import Synchronization

/// The output of the program: data on standard output, messages on standard error.
///
/// On a terminal, control and bidirectional characters that come from documents are shown escaped; on a pipe, every
/// byte is written unchanged. A broken pipe is not an error.
final class Console: Sendable {
  fileprivate struct State {
    var outputStyle = OutputStyle()
    var pending: [UInt8] = []
    var meter = ProgressMeter(delay: Machine.variable("GIT_PROGRESS_DELAY"))
    /// The first failed write; nothing more is written after it.
    var failure: SystemFailure?
    /// The program that shows the output page by page; nil: none does.
    var pager: Pager?
  }

  /// The descriptor of standard output.
  let output = ByteStream.output.descriptor
  private let state = Mutex(State())
  private let outputIsTerminal = ByteStream.output.isTerminal
  private let errorIsTerminal = ByteStream.errors.isTerminal
  /// True if the terminal supports cursor movement and colors.
  private let terminalIsCapable: Bool
  private let environmentAllowsColor: Bool

  init() {
    Signals.ignoreBrokenPipes()
    terminalIsCapable = Machine.variable("TERM") != "dumb"
    environmentAllowsColor = Machine.variable("NO_COLOR")?.isEmpty ?? true
  }

  /// The output style of the command.
  var outputStyle: OutputStyle {
    get { state.withLock { $0.outputStyle } }
    set { state.withLock { $0.outputStyle = newValue } }
  }

  /// Prints text on standard output.
  func write(_ text: StyledText) {
    write(
      raw: text.bytes(
        escaped: outputIsTerminal, colored: usesColor(outputIsTerminal),
        verbose: outputStyle.isVerbose))
  }

  /// Prints data on standard output; unchanged unless standard output is a terminal.
  func write(_ bytes: [UInt8]) {
    write(raw: outputIsTerminal ? Escaping.escaped(bytes, keepsLines: true) : bytes)
  }

  /// Shows the progress of long work on a terminal.
  func show(_ progress: Progress) {
    guard errorIsTerminal, terminalIsCapable else { return }
    let line = state.withLock { state in
      state.outputStyle.isQuiet ? nil : state.meter.drawing(progress, now: Machine.ticks())
    }
    if let line { _ = Self.writeAll(line, to: .errors) }
  }

  /// Prints a message on standard error.
  func printMessage(_ text: StyledText) { printMessages(CollectionOfOne(text)) }

  /// Prints messages on standard error, each on a line of its own.
  func printMessages(_ texts: some Sequence<StyledText>) {
    flush()
    var lines: [UInt8] = []
    // An error of standard error cannot be reported anywhere.
    for text in texts {
      let line = text.bytes(escaped: errorIsTerminal, colored: usesColor(errorIsTerminal))
      lines += line
      if line.last != 0x0A { lines.append(0x0A) }
      guard lines.count >= Self.manyBytes else { continue }
      _ = Self.writeAll(lines, to: .errors)
      lines.removeAll(keepingCapacity: true)
    }
    _ = Self.writeAll(lines, to: .errors)
  }

  /// A number of bytes that are written at once.
  private static let manyBytes = 1 << 16

  private func printMessage(_ value: ReportValue) {
    printMessage("\(String(decoding: value.bytes, as: UTF8.self))")
  }

  /// Prints a warning or notice on standard error, unless the output is quiet.
  func notify(_ notice: String) {
    if outputStyle.isQuiet { return }
    guard !outputStyle.isJSON else {
      return printMessage(.object(["kind": "notice", "message": notice]))
    }
    printMessage("\("\(programName):", .bold) \(notice)")
  }

  /// Prints an error with its position and hint, with `--json` as one JSON object.
  func explain(_ failure: StoreError) {
    if outputStyle.isJSON { return printMessage(failure.reportValue) }
    let place = failure.location.map { "\($0): " } ?? ""
    let lines = failure.message.split(separator: "\n", omittingEmptySubsequences: false)
    printMessage("\("\(programName):", .red) \(place)\(lines.first ?? "")")
    for line in lines.dropFirst() { printMessage("\(line)") }
    if let hint = failure.hint { printMessage("\("hint:", .yellow) \(hint)") }
  }

  /// Writes all pending output.
  func flush() {
    state.withLock { state in
      state.clearMeter()
      state.flush()
    }
  }

  /// Shows the output page by page from now on, if it goes to a terminal. If the pager cannot be started, a notice
  /// gives the reason.
  func page(_ command: String, as settings: Configuration) {
    guard outputIsTerminal, !outputStyle.isQuiet, let pager = pager(for: command, settings)
    else { return }
    state.withLock { state in
      state.flush()
      ByteStream.output.adopt(ByteStream(pager.input))
      state.pager = pager
    }
  }

  private func pager(for command: String, _ settings: Configuration) -> Pager? {
    do {
      return try Pager(for: command, configuredIn: settings)
    } catch {
      notify(error.message)
      return nil
    }
  }

  /// True if nobody reads the output any more.
  var isClosed: Bool { state.withLock { $0.failure?.isOfBrokenPipe == true } }

  /// Writes all pending output, and waits until the user quits the pager.
  func close() {
    flush()
    guard let pager = state.withLock({ $0.pager }) else { return }
    ByteStream.output.close()
    pager.wait()
  }

  /// Writes all pending output, and reports a failed write.
  ///
  /// - Throws: an error of kind `inputOutput` if some output could not be written, except to a broken pipe.
  func finish() throws(StoreError) {
    flush()
    guard let failure = state.withLock({ $0.failure }), !failure.isOfBrokenPipe else { return }
    if failure.isInterrupted {
      throw StoreError(.interrupted, "interrupted while printing; all else was done")
    }
    var error = StoreError(
      failure, "cannot write to", "standard output", missing: .inputOutput)
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
    switch outputStyle.color {
    case .always: true
    case .never: false
    case .auto: isTerminal && terminalIsCapable && environmentAllowsColor
    }
  }
}

extension Console {
  /// Writes all bytes, and returns nil, or the failure if there is one.
  fileprivate static func writeAll(_ bytes: [UInt8], to stream: ByteStream) -> SystemFailure? {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(SystemFailure) {
        rest = rest.dropFirst(try stream.write(rest))
      } catch {
        if !error.isInterrupted || Process.isInterrupted { return error }
      }
    }
    return nil
  }
}

extension Console.State {
  fileprivate mutating func clearMeter() {
    guard meter.isDrawn else { return }
    _ = Console.writeAll(ProgressMeter.clearing, to: .errors)
    meter.forget()
  }

  fileprivate mutating func flush() {
    if failure == nil { failure = Console.writeAll(pending, to: .output) }
    pending.removeAll(keepingCapacity: true)
  }
}

extension StoreError {
  /// `{"status":..,"kind":..,"message":..,"document":..,"pointer":..,"line":..,"column":..,"value":..,"hint":..}`; the keys of
  /// what is not known are left out.
  var reportValue: ReportValue {
    .object([
      "status": Int(ExitStatus(kind).rawValue), "kind": "\(kind)", "message": message,
      "document": location?.document, "pointer": location?.pointer,
      "line": location?.position.map { $0.line }, "column": location?.position.map { $0.column },
      "value": value, "hint": hint,
    ])
  }
}
