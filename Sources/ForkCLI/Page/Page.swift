import ForkedDocument
import ForkedGit
import ForkedJSON
import ForkedStore

/// A page in HTML that shows a result: one file, which needs no network.
///
/// The data is JSON beside the script that shows it. The content security policy names the script and the style by
/// their hashes, so nothing else can run.
struct Page {
  /// The command with which the user resolves the conflicts.
  struct Deciding {
    /// The command, without its arguments.
    var command: String
    /// The option before each resolution, with a space; empty if there is none.
    var option: String
    var commits: MergedCommits
    /// What the user can do here.
    var note: String
  }

  /// The changed documents.
  enum Changes {
    case differences([FileDifference])
    case sides(SideDifferences)
    case versions([LoggedVersion])
  }

  var title: String
  var subtitle = ""
  var conflicts: [MergeConflict] = []
  var deciding: Deciding?
  var decisions: [MergeDecision] = []
  var properties: [ExplainedProperty]?
  var propertiesNote: String?
  var changes: Changes?
  var versions: [LoggedVersion] = []
  var graphTitle: String?
  /// The roles of commits in the merge, by their ids.
  var roles: [String: String] = [:]

  /// The greatest number of changed properties that a page shows.
  private static let mostChanges = 4000

  /// The SHA-256 of `page.js` and `page.css` in Base64, by which the content security policy names them. A test compares
  /// them with these files.
  private static let hashes = (
    script: "SCd2ZQ3NlAYZFJkbhgUaF6MoJ6hBd1HjVDjERQ4siq4=",
    style: "+YOFVLtX4RJXlwabBfB4d5Zn+82K7CKDlXUE/rxEn4M="
  )

  /// The text with which each page begins.
  static let beginning = "<!DOCTYPE html>"

  /// Returns the page.
  ///
  /// - Parameter root: returns the path from the root of a document that a report names.
  func bytes(root: (String) throws -> String) throws -> [UInt8] {
    let policy =
      "default-src 'none'; script-src 'sha256-\(Self.hashes.script)'; "
      + "style-src 'sha256-\(Self.hashes.style)'; base-uri 'none'; form-action 'none'"
    let head = """
      \(Self.beginning)
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <title>fork</title>
      <style>\(String(decoding: PackageResources.page_css, as: UTF8.self))</style>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the content</a>
      <header><h1 id="title"></h1><p id="subtitle"></p><nav id="contents" aria-label="Contents"></nav></header>
      <main id="main" tabindex="-1"><noscript>This page shows its data with a script, and scripts are disabled.</noscript></main>
      <script type="application/json" id="data">
      """
    let data = try data(root: root).jsonLine
    return Array(head.utf8) + Self.escaped(data) + Array("</script>\n<script>".utf8)
      + PackageResources.page_js + Array("</script>\n</body>\n</html>\n".utf8)
  }

  /// Escapes `<`, so that no text ends the element around the data.
  private static func escaped(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    for byte in json {
      if byte == UInt8(ascii: "<") {
        result.append(contentsOf: #"\u003c"#.utf8)
      } else {
        result.append(byte)
      }
    }
    return result
  }
}

// MARK: - The data

extension Page {
  private func data(root: (String) throws -> String) throws -> ReportValue {
    let (documents, note) = changedDocuments
    return .object([
      "title": .string(title), "subtitle": .string(subtitle),
      "conflicts": .array(
        try conflicts.grouped.flatMap(\.conflicts).map { try $0.pageValue(root: root($0.document)) }
      ),
      "decide": deciding?.pageValue,
      "decisions": .array(decisions.map(\.pageValue)),
      "properties": properties.map { .array($0.map(\.pageValue)) },
      "propertiesNote": .string(propertiesNote),
      "documents": documents, "changesNote": .string(note),
      "graph": .array(versions.map { $0.pageValue(role: roles[$0.commit.id.hex]) }),
      "graphTitle": .string(graphTitle),
    ])
  }

  private var changedDocuments: (ReportValue?, String?) {
    var left = Self.mostChanges
    var dropped = 0
    func values(_ changes: [PropertyChange]) -> ReportValue {
      let shown = changes.prefix(left)
      left -= shown.count
      dropped += changes.count - shown.count
      return .array(shown.map(\.pageValue))
    }
    func value(_ file: FileDifference, in version: LoggedVersion? = nil) -> ReportValue {
      .object([
        "name": .string(file.document), "note": .string(file.note),
        "version": version?.pageValue(role: nil), "changes": values(file.changes),
      ])
    }
    let documents: [ReportValue]
    switch changes {
    case nil: return (nil, nil)
    case .differences(let files)?: documents = files.map { value($0) }
    case .versions(let versions)?:
      documents = versions.flatMap { version in
        (version.changes ?? []).map { value($0, in: version) }
      }
    case .sides(let sides)?:
      let ours = Dictionary(grouping: sides.ours, by: \.document)
      let theirs = Dictionary(grouping: sides.theirs, by: \.document)
      documents = Set(ours.keys).union(theirs.keys).sorted().map { name in
        let (our, their) = (ours[name] ?? [], theirs[name] ?? [])
        return .object([
          "name": .string(name), "note": .string((our + their).lazy.compactMap(\.note).first),
          "ours": values(our.flatMap(\.changes)), "theirs": values(their.flatMap(\.changes)),
        ])
      }
    }
    let note = dropped == 0 ? nil : "\(counted(dropped, "more change")) not shown here."
    return (.array(documents), note)
  }
}

extension Page.Deciding {
  fileprivate var pageValue: ReportValue {
    .object([
      "command": .string(command), "option": .string(option), "note": .string(note),
      "version": .number(ConflictDecisions.version), "ours": .string(commits.ours),
      "theirs": .strings(commits.theirs),
    ])
  }
}

extension JSONNode? {
  /// The value as JSON text in a string, so that no reader rounds its numbers.
  fileprivate var pageValue: ReportValue? {
    map { .string(String(decoding: ReportValue.node($0).jsonLine, as: UTF8.self)) }
  }
}

extension MergeConflict {
  fileprivate func pageValue(root: String) -> ReportValue {
    .object([
      "document": .string(document), "root": .string(root),
      "pointer": .string(pointer.description), "reasonText": .string(reason.description),
      "note": .string(note), "base": base.pageValue, "ours": ours.pageValue,
      "theirs": theirs.pageValue, "both": combined.pageValue,
      "ourChange": ourChange?.pageValue, "theirChange": theirChange?.pageValue,
      "later": .string(later?.rawValue),
    ])
  }
}

extension SideChange {
  fileprivate var pageValue: ReportValue {
    .object([
      "fork": .string(fork), "commit": .string(commit), "author": .string(author),
      "time": .string(time),
    ])
  }
}

extension MergeDecision {
  fileprivate var pageValue: ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer.description),
      "strategy": .string(deciderName),
      "kept": kept?.pageValue
        ?? written.map {
          .object(["side": .string("byHand"), "value": ($0 as JSONNode?).pageValue])
        },
      "dropped": dropped?.pageValue, "alsoDropped": alsoDropped?.pageValue, "note": .string(note),
    ])
  }
}

extension SideValue {
  fileprivate var pageValue: ReportValue {
    .object([
      "side": .string(side.rawValue), "value": value.pageValue, "commit": .string(commit),
    ])
  }
}

extension PropertyChange {
  fileprivate var pageValue: ReportValue {
    .object([
      "op": .string(operation.rawValue), "pointer": .string(pointer.description),
      "from": .string(from?.description), "old": old.pageValue, "new": new.pageValue,
    ])
  }
}

extension ExplainedProperty {
  fileprivate var pageValue: ReportValue {
    .object([
      "document": .string(document), "pointer": .string(pointer.description),
      "strategy": .string(strategy), "origin": .string(origin), "base": base.pageValue,
      "ours": ours.pageValue, "theirs": theirs.pageValue, "result": result.pageValue,
      "stands": .string(resultOrigin.rawValue), "reason": .string(reason),
    ])
  }
}

extension ExplainedProperty.Change {
  fileprivate var pageValue: ReportValue {
    .object([
      "value": value.pageValue, "commit": .string(version?.commit.id.hex),
      "author": .string(version?.commit.author.name), "time": .string(version?.time),
    ])
  }
}

extension LoggedVersion {
  fileprivate func pageValue(role: String?) -> ReportValue {
    .object([
      "id": .string(commit.id.hex), "parents": .strings(commit.parents.map(\.hex)),
      "forks": .strings(forks.map(\.name)), "author": .string(commit.author.name),
      "time": .string(time), "subject": .string(commit.subject), "role": .string(role),
    ])
  }
}
