import ArgumentParser
import ForkedStore

/// `fork batch`
struct BatchCommand: Command, VerifiedCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Apply many changes in one process, one JSON object per line",
    discussion: """
      Reads JSON Lines from standard input and prints one line for each: {"ok":true,...} with the result of the \
      command, or {"ok":false,"status":65,"error":"...",...} with the keys of other errors. A change is stored before \
      its line is printed. Each change is a version; with --atomic, all changes of a fork become one version at the end, \
      or nothing changes: -m gives the first line of its message, and the messages of the lines follow.

        {"op":"update","document":"a.json","value":{"title":"One"}}
        {"op":"update","document":"a.json","set":{"/title":"Two"},"unset":["/old"]}
        {"op":"update","document":"a.json","test":{"/v":1},"insert":{"/tags/-":"x"},"move":{"/a":"/b"}}
        {"op":"update","document":"a.json","replace":{"/v":2},"expect":"main:a.json"}
        {"op":"update","document":"a.json","patch":[{"op":"remove","path":"/title"}]}
        {"op":"remove","document":"a.json"}
        {"op":"remove","model":"Person-42"}
        {"op":"get","document":"a.json","pointer":"/title"}
        {"op":"create","fork":"ui"}
        {"op":"merge","from":["ui"],"into":"main"}

      Each object takes "fork" and, except for get and create, "expect" (a revision, <revision>:<document>[#<ptr>] or \
      "absent") and "message"; \
      "model" is the id of an entity. Edits are applied in the order in which a line has them. \
      A "test" that fails, or what is not as expected, has status 75 and the present "value". A line without "op", as 'get' \
      prints it, updates the document, or the property at "pointer", to "value"; what is equal stays as it is written. Exits with the status of the first line that failed.
      """)

  @Flag(help: "Apply all changes or none, as one version per fork")
  var atomic = false

  @Option(
    name: .short,
    help: ArgumentHelp(
      "Use this text as the first line of the message (with --atomic)", valueName: "message"))
  var message: String?

  @Flag(help: "Print the results as JSON Lines, which is always on")
  var json = false

  @Flag(name: [.short, .long], help: "Print only the results of lines that failed")
  var quiet = false

  @OptionGroup var hooks: HookOption

  var outputStyle: OutputStyle { OutputStyle(isJSON: true, isQuiet: quiet) }

  func validate() throws {
    if message != nil, !atomic {
      throw ValidationError(
        "-m is for --atomic; without it, each line has a \"message\" of its own")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    var input = LineReader()
    var printer = BatchPrinter(session: session, isQuiet: quiet)
    if atomic {
      do {
        printer.show(try store.runAtomically(subject: message) { try input.next() })
      } catch let stop as BatchStop {
        printer.show(stop)
      }
    } else {
      try printer.reportingInterrupts { printer in
        while let lines = try input.nextGroup() {
          printer.show(try store.run(lines, after: printer.count))
        }
      }
    }
    return printer.end()
  }
}

/// A printer of results that counts failures.
private struct BatchPrinter {
  let session: Session
  let isQuiet: Bool
  private(set) var count = 0
  private var failures = 0
  private var status = ExitStatus.done

  init(session: Session, isQuiet: Bool) {
    self.session = session
    self.isQuiet = isQuiet
  }

  mutating func show(_ results: [BatchResult]) {
    for result in results { show(result) }
    session.console.flush()
  }

  mutating func show(_ stop: BatchStop) {
    show(stop.result)
    session.console.printMessage(
      "\("\(programName):", .red) line \(stop.line) failed, so nothing was changed")
    failures = 0
  }

  /// Adds to the message of an interrupt how many lines were done, which stay stored.
  mutating func reportingInterrupts(_ body: (inout BatchPrinter) throws -> Void) throws {
    do {
      try body(&self)
    } catch var failure as StoreError where failure.kind == .interrupted && count > 0 {
      failure.message = "interrupted after \(count) lines; what is printed as done is stored"
      throw failure
    }
  }

  private mutating func show(_ result: BatchResult) {
    count += 1
    let line: ReportValue
    switch result {
    case .done(let report):
      if isQuiet { return }
      line = .joined([.object(["ok": true]), report])
    case .conflicts(let report):
      note(.differs)
      line = .joined([StoreError(.conflicts, "conflicts remain").batchValue, report])
    case .failed(let error):
      note(ExitStatus(error.kind))
      line = error.batchValue
    }
    session.console.write(line.bytes + [0x0A])
  }

  private mutating func note(_ status: ExitStatus) {
    failures += 1
    if self.status == .done { self.status = status }
  }

  func end() -> ExitStatus {
    if failures > 0 {
      let others = count - failures
      session.console.printMessage(
        "\("\(programName):", .red) \(trusted: "\(failures) of \(count) lines failed; ")\(trusted: others == 0 ? "nothing was changed" : "the others were done")"
      )
    }
    return status
  }
}

extension StoreError {
  /// `{"ok":false}` with the keys of every error, and with `error` and `place`, which repeat them in short.
  fileprivate var batchValue: ReportValue {
    .joined([
      .object(["ok": false]), reportValue,
      .object(["error": message, "place": location?.description]),
    ])
  }
}
