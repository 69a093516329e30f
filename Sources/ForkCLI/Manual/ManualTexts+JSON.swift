extension ManualTexts {
  /// The JSON that a command prints: objects with their fields, of which those with a question mark may be absent.
  struct JSONFields {
    /// True for one value on each line.
    var isLines = false
    /// The value, and below it the parts that only it has.
    var shape: String
    /// Other values, by what they are printed for.
    var others: [(case: String, fields: JSONFields)] = []

    /// The lines of the shape, and of the parts that it names, and of theirs.
    var lines: [String] {
      var texts = [shape]
      var named: Set<String> = []
      var next = 0
      while next < texts.count {
        for name in JSONFields.names(in: texts[next]) where named.insert(name).inserted {
          guard let part = ManualTexts.jsonParts[name] else { continue }
          texts.append("\(name): \(part)")
        }
        next += 1
      }
      return texts.flatMap { $0.split(separator: "\n").map(String.init) }
    }

    /// The words of a shape that stand for a value.
    private static func names(in shape: String) -> [String] {
      shape.matches(of: #/(?:^|: |\[)\[?([a-z]+)/#).map { String($0.1) }
    }
  }

  /// The parts that the JSON of several commands has.
  static let jsonParts: [String: String] = [
    "decision":
      """
    {document, pointer, strategy, kept?: side, dropped?: side,
      alsoDropped?: side, elements?: [value], from?, note?}
    """,
    "side": "{side, value?, commit?}",
    "conflict":
      """
    {document, pointer, reason, base?, ours?, theirs?, failures?: [failure],
      note?, ourChange?: change, theirChange?: change, later?, result?, stands?}
    """,
    "group": "{document, pointer, conflicts}",
    "failure": "{pointer, line, column, keyword, schema, message, expected?}",
    "change": "{fork?, commit?, author?, time?}",
    "difference": "{document, renamedFrom?, op, pointer, from?, old?, new?, note?}",
    "problem":
      "{document, pointer?, line?, column?, keyword?, schema?,\n  message, hint?}",
    "mended": "{document, pointer, drawn, changed, restored}",
    "moved": "{fork, from?, commit?}",
    "operation": "{operation, command, time, forks: [moved], undid?, workTree?}",
    "distance": "{fork, ahead, behind}",
    "version": "{value?, commit?, version?, author?, time?}",
  ]

  private static let version =
    "{commit, parents: [commit], fork?, version, author, time, message,\n  documents?: [document], "
  private static let changedDocuments =
    """
    {fork, documents: [document], commit?, changed, mended?: [mended],
      problems?: [problem], followed?: [document], matched?,
      changes?: [difference]}
    """
  private static let merge =
    """
    {action, into, from: [fork], commit?, documents: {changed, merged},
      resolved: [decision], conflicts: [conflict], groups?: [group]}
    """
  private static let exchange =
    """
    {remote, rounds, forks: [exchanged], warnings: [text]}
    exchanged: {fork, action, commit?, pushed, deleted?, kept?,
      documents: {changed, merged}, resolved: [decision],
      conflicts: [conflict], waiting: [document], error?}
    """

  private static let remotes = JSONFields(shape: "[{remote, url?, pushURL?, problem?}]")
  private static let resolve = JSONFields(
    shape: """
      {settled: [document], resolved: [decision], conflicts: [conflict],
        groups?: [group], unmerged: [document]}
      """)

  /// The fields of each command's JSON, by command.
  static let json: [String: JSONFields] = [
    "blame": JSONFields(
      shape: """
        {document, properties: [property]}
        property: {pointer, value, commit, version, author, time, boundary?}
        """),
    "check": JSONFields(shape: "{documents, ungoverned, problems: [problem]}"),
    "clone": JSONFields(shape: "{directory, fork, commit?, forks, warnings: [text]}"),
    "conflicts": JSONFields(
      shape: """
        {unmerged: [document], edited: [document], rebase?: {ours, theirs},
          resolved: [decision], conflicts: [conflict], groups?: [group]}
        """),
    "create": JSONFields(shape: "{fork, commit, createdFrom?}"),
    "delete": JSONFields(shape: "{fork, commit, deleted}"),
    "diff": JSONFields(isLines: true, shape: "difference"),
    "doctor": JSONFields(shape: "[{part, state, text, fix?}]"),
    "documents": JSONFields(
      shape: "[{document, blob}]",
      others: [("With --count", JSONFields(shape: "{count}"))]),
    "entities": JSONFields(shape: "[{model, places: [{document, pointer}]}]"),
    "exchange": JSONFields(shape: exchange),
    "explain": JSONFields(
      shape: """
        {commit, properties: [property], same?, note?}
        property: {document, pointer, strategy, origin?, matchedBy?, base?,
          ours: version, theirs: version, result?, stands, reason?}
        """),
    "fetch": JSONFields(shape: "{remote, forks: [moved], warnings: [text]}"),
    "get": JSONFields(isLines: true, shape: "{document, pointer?, commit?, value}"),
    "init": JSONFields(shape: "{directory, created, fork?, commit?, added: [document]}"),
    "install": JSONFields(shape: "{changed, missing: [text], foreign?: [text]}"),
    "list": JSONFields(
      shape: "[{fork, commit, ahead, behind, current, remote?: distance}]"),
    "log": JSONFields(
      isLines: true, shape: version + "changes?: [difference],\n  matches?: [{document, began}]}"),
    "merge": JSONFields(shape: merge),
    "merge-file": JSONFields(
      shape: """
        {document, clean, mergedAsText?, defect?: {pointer, message},
          resolved: [decision], conflicts: [conflict]}
        """),
    "mergetool": resolve,
    "pull": JSONFields(shape: merge),
    "push": JSONFields(shape: "{remote, forks: [{fork, from?, commit?, changed}]}"),
    "remote add": remotes,
    "remote list": remotes,
    "remote remove": remotes,
    "remove": JSONFields(
      shape: changedDocuments,
      others: [
        (
          "For an entity",
          JSONFields(
            shape: """
              {fork, model, removed: [{document, pointer, because?: [pointer]}],
                commit?, changed}
              """)
        )
      ]),
    "rename": JSONFields(shape: "{fork, commit, from}"),
    "rename-document": JSONFields(
      shape: "{fork, document, from, commit?, problems?: [problem]}"),
    "reset": JSONFields(shape: "{fork, from?, commit?, changed}"),
    "resolve": resolve,
    "restore": JSONFields(
      shape: changedDocuments,
      others: [
        ("For edits that are discarded", JSONFields(shape: "{documents: [document], commit?}"))
      ]),
    "revert": JSONFields(
      shape: """
        {fork, reverted, commit?, changed, resolved: [decision],
          conflicts: [conflict]}
        """),
    "schema check": JSONFields(
      shape: """
        {schema, mistakes: [problem], documents, problems: [problem],
          warnings: [problem]}
        """),
    "schema infer": JSONFields(
      shape: """
        {documents, versions, merges, schema,
          decisions: [{documents, pointer, strategy, reason}]}
        """),
    "schema show": JSONFields(
      shape: """
        {document, fields: [field]}
        field: {pointer, strategy, identity?: [pointer], position?, origin}
        """),
    "show": JSONFields(
      shape: version + """
        changes: [difference],
          merge?: {resolved: [decision], conflicts: [conflict], same}}
        """),
    "status": JSONFields(
      shape: """
        {fork?, commit?, main, ahead, behind, remote?: distance, operation?,
          edited: [{document, renamedFrom?, state}], others: [file],
          conflicts: [document], waiting?: {remote, command, conflicts: [conflict]}}
        """),
    "switch": JSONFields(shape: "{fork, commit}"),
    "sync": JSONFields(
      shape: """
        {main, commit, forks: [synced]}
        synced: {fork, synced, changed, resolved: [decision], conflicts: [conflict]}
        """),
    "undo": JSONFields(
      shape: "{undid: operation, forks: [moved]}",
      others: [("As a list", JSONFields(isLines: true, shape: "operation"))]),
    "uninstall": JSONFields(shape: "{driver, patterns: [pattern], note}"),
    "update": JSONFields(
      shape: """
        {fork, document, commit?, changed, reformatted?, mended?: [mended],
          problems?: [problem], followed?: [document]}
        """,
      others: [
        ("For several documents, and for the work tree", JSONFields(shape: changedDocuments)),
        ("With --lines", JSONFields(shape: "{lines}")),
      ]),
    "validate": JSONFields(shape: "{documents, ungoverned, problems: [problem]}"),
    "verify": JSONFields(
      shape: """
        {versions, files, documents, historyEnds?, notFetched?,
          problems: [{kind, place, message, hint?, repaired}]}
        """),
    "watch": JSONFields(
      isLines: true, shape: "{fork, from?, commit?, author?, time?, message?}",
      others: [
        (
          "Of documents",
          JSONFields(
            isLines: true,
            shape: """
              {fork, commit?, author?, time?, document, renamedFrom?,
                op, pointer, from?, old?, new?, note?}
              """)
        )
      ]),
  ]
}
