/// A repository of stock git with documents in 256 folders.
struct Repository {
  private let workshop: Workshop
  let path: String

  /// Makes one from a history.
  init(_ history: History, bare: Bool) throws {
    workshop = try Workshop()
    path = workshop.path + "/repository"
    let stream = try workshop.write(history.stream, to: "history")
    try Child.succeed(["git", "init", "-q", "-b", "main", path] + (bare ? ["--bare"] : []))
    try git("config", "user.name", "A")
    try git("config", "user.email", "a@example.com")
    try Child.succeed(["git", "-C", path, "fast-import", "--quiet", "--done"], input: stream)
    if !bare { try restore() }
  }

  /// Runs git, and gives what it took.
  @discardableResult
  func git(_ arguments: String...) throws -> Cost {
    try Child.succeed(["git", "-C", path] + arguments)
  }

  /// Puts main back to where it began, the work tree with it.
  func restore() throws { try git("reset", "-q", "--hard", "refs/heads/start") }

  /// Puts main of a bare repository back to where it began.
  func restoreBare() throws { try git("update-ref", "refs/heads/main", "refs/heads/start") }

  /// Puts a text into a file of the work tree.
  func write(_ text: String, to file: String) throws {
    _ = try workshop.write(text, to: "repository/" + file)
  }
}

/// A history of documents, as a stream for `git fast-import`.
struct History {
  /// The distribution of documents over folders.
  enum Layout {
    /// 256 folders, however many documents there are.
    case flat
    /// 256 folders of 256 folders.
    case nested
  }

  private let layout: Layout
  private(set) var stream = ""
  private var time = 1_700_000_000

  /// So many documents in one commit of main.
  init(documents: Int, layout: Layout = .flat) {
    self.layout = layout
    commit(on: "main")
    for number in 0..<documents { put(number) }
  }

  /// Both sides change the same documents, in different properties: main's `first`, theirs' `last`.
  static func changedByBoth(
    documents: Int, changed: Int, layout: Layout = .flat
  ) -> History {
    var history = History(documents: documents, layout: layout)
    let numbers = (0..<changed).map { $0 * (documents / changed) }
    history.commit(on: "theirs", from: "main")
    for number in numbers { history.put(number, last: 1) }
    history.commit(on: "main")
    for number in numbers { history.put(number, first: 1) }
    return history.finished()
  }

  /// Both sides change one property of document 0, and then others so many times.
  static func longAgo(commits: Int) -> History {
    var history = History(documents: 3)
    history.commit(on: "theirs", from: "main")
    history.put(0, first: 1)
    for number in 1...commits {
      history.commit(on: "theirs")
      history.put(1, first: number)
    }
    history.commit(on: "main")
    history.put(0, first: 2)
    for number in 1...commits {
      history.commit(on: "main")
      history.put(2, first: number)
    }
    return history.finished()
  }

  /// One document under a schema.
  static func one(_ document: String, at path: String, under schema: String) -> History {
    var history = History(documents: 0)
    history.put(schema, at: ".fork/schema.json")
    history.put(document, at: path)
    return history.finished()
  }

  /// The path of a document.
  static func path(_ number: Int, layout: Layout = .flat) -> String {
    switch layout {
    case .flat: "\(number % 256)/\(number).json"
    case .nested: "\(number % 256)/\(number / 256 % 256)/\(number).json"
    }
  }

  /// A document of 12 lines.
  static func document(_ number: Int, first: Int = 0, last: Int = 0) -> String {
    let middle = (1...7).map { "  \"member \($0)\": \($0)" }
    return
      (["{", "  \"first\": \(first),", "  \"id\": \(number),"] + middle.map { $0 + "," }
      + ["  \"last\": \(last)", "}"]).joined(separator: "\n") + "\n"
  }

  private mutating func commit(on branch: String, from: String? = nil) {
    time += 1
    stream += "commit refs/heads/\(branch)\ncommitter A <a@example.com> \(time) +0000\ndata 1\nx\n"
    if let from { stream += "from refs/heads/\(from)\n" }
  }

  private mutating func put(_ number: Int, first: Int = 0, last: Int = 0) {
    put(
      Self.document(number, first: first, last: last), at: Self.path(number, layout: layout))
  }

  private mutating func put(_ text: String, at path: String) {
    stream += "M 100644 inline \(path)\ndata \(text.utf8.count)\n\(text)\n"
  }

  /// With a branch `start` where main ends.
  private func finished() -> History {
    var history = self
    history.stream += "reset refs/heads/start\nfrom refs/heads/main\n\ndone\n"
    return history
  }

  /// So many documents, with nothing on top.
  static func plain(documents: Int) -> History { History(documents: documents).finished() }
}
