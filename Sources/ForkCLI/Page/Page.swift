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
    /// The choices that the user has here.
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
    let data = try data(root: root).bytes
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
      "title": title, "subtitle": subtitle,
      "conflicts": try conflicts.grouped.flatMap(\.conflicts).map {
        try $0.pageValue(root: root($0.document))
      },
      "decide": deciding?.pageValue, "decisions": decisions.map(\.pageValue),
      "properties": properties.map { $0.map(\.pageValue) }, "propertiesNote": propertiesNote,
      "documents": documents, "changesNote": note,
      "graph": versions.map { $0.pageValue(role: roles[$0.commit.id.hex]) },
      "graphTitle": graphTitle,
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
        "name": file.document, "note": file.note, "version": version?.pageValue(role: nil),
        "changes": values(file.changes),
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
          "name": name, "note": (our + their).lazy.compactMap(\.note).first,
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
      "command": command, "option": option, "note": note, "version": ConflictDecisions.version,
      "ours": commits.ours, "theirs": commits.theirs,
    ])
  }
}

extension JSONNode? {
  /// The value as JSON text in a string, so that no reader rounds its numbers.
  fileprivate var pageValue: ReportValue? {
    map { .string(ReportValue.node($0).text) }
  }
}

extension MergeConflict {
  fileprivate func pageValue(root: String) -> ReportValue {
    .object([
      "document": document, "root": root, "pointer": pointer, "reasonText": reason.description,
      "note": note, "base": base.pageValue, "ours": ours.pageValue, "theirs": theirs.pageValue,
      "both": combined.pageValue, "ourChange": ourChange?.pageValue,
      "theirChange": theirChange?.pageValue, "later": later?.rawValue,
    ])
  }
}

extension SideChange {
  fileprivate var pageValue: ReportValue {
    .object(["fork": fork, "commit": commit, "author": author, "time": time])
  }
}

extension MergeDecision {
  fileprivate var pageValue: ReportValue {
    .object([
      "document": document, "pointer": pointer, "strategy": deciderName,
      "kept": kept?.pageValue
        ?? written.map {
          ReportValue.object(["side": "byHand", "value": ($0 as JSONNode?).pageValue])
        },
      "dropped": dropped?.pageValue, "alsoDropped": alsoDropped?.pageValue, "note": note,
    ])
  }
}

extension SideValue {
  fileprivate var pageValue: ReportValue {
    .object(["side": side.rawValue, "value": value.pageValue, "commit": commit])
  }
}

extension PropertyChange {
  fileprivate var pageValue: ReportValue {
    .object([
      "op": operation.rawValue, "pointer": pointer, "from": from?.description, "old": old.pageValue,
      "new": new.pageValue,
    ])
  }
}

extension ExplainedProperty {
  fileprivate var pageValue: ReportValue {
    .object([
      "document": document, "pointer": pointer, "strategy": strategy, "origin": origin,
      "base": base.pageValue, "ours": ours.pageValue, "theirs": theirs.pageValue,
      "result": result.pageValue, "stands": resultOrigin.rawValue, "reason": reason,
    ])
  }
}

extension ExplainedProperty.Change {
  fileprivate var pageValue: ReportValue {
    .object([
      "value": value.pageValue, "commit": version?.commit.id, "author": version?.commit.author.name,
      "time": version?.time,
    ])
  }
}

extension LoggedVersion {
  fileprivate func pageValue(role: String?) -> ReportValue {
    .object([
      "id": commit.id, "parents": commit.parents.map(\.hex), "forks": forks.map(\.name),
      "author": commit.author.name, "time": time, "subject": commit.subject, "role": role,
    ])
  }
}
