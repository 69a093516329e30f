import ForkedStore

extension ManualTexts {
  /// The end of a command's help: its first two examples.
  ///
  /// - Parameter help: the help as the argument parser prints it; the line of usage names the command. Any other text,
  ///   like a version, has no examples.
  static func exampleSection(of help: String) -> String {
    guard
      let usage = help.split(separator: "\n").first(where: {
        $0.hasPrefix("USAGE: \(programName) ")
      })
    else { return "" }
    let command = usage.split(separator: " ").dropFirst(2).prefix { $0.first?.isLetter == true }
    guard let examples = Self.examples[command.joined(separator: " ")] else { return "" }
    let heading = help.hasSuffix("\n") ? "\nEXAMPLES:" : "\n\nEXAMPLES:"
    return examples.prefix(2).reduce(into: heading) { text, example in
      text += "\n  \(example.summary)"
      for line in example.commands { text += "\n    $ \(line)" }
    }
  }

  /// The examples of each command, for its help and its manual page.
  ///
  /// The tests run each example in a repository with `note.json`, `people.json` with the entity Person-42, and the
  /// forks `laptop` and `phone`. The work tree contains `edited.json`, `schema.json` and `lines.jsonl`.
  static let examples: [String: [Example]] = [
    "": [
      Example(
        "Edit one note in two forks, and merge them:", "fork create tablet",
        "fork update note.json --fork tablet --set '/title=\"Fork yeah\"'",
        "fork update note.json --set '/state=\"final\"'", "fork merge tablet",
        "fork explain main"),
      Example("Use the exit status in a script:", "fork merge laptop || echo \"status $?\""),
    ],
    "init": [
      Example("Create a repository:", "fork init notes"),
      Example(
        "Create one without a work tree, with a schema:",
        "fork init shared --bare --schema schema.json"),
    ],
    "create": [
      Example("Create a fork at the version before the last:", "fork create old --from main~1")
    ],
    "list": [Example("Compare all forks with main:", "fork list")],
    "rename": [Example("Rename a fork:", "fork rename phone tablet")],
    "delete": [
      Example("Delete a fork that is merged into main:", "fork merge phone", "fork delete phone"),
      Example("Restore it:", "fork undo"),
    ],
    "switch": [
      Example("Switch to another fork, and back:", "fork switch phone", "fork switch main")
    ],
    "update": [
      Example(
        "Set a property, and append to an array:",
        "fork update note.json --set '/state=\"final\"' --insert '/tags/-=\"new\"'"),
      Example(
        "Set a text without quoting it as JSON, here of a property:",
        "fork update 'note.json' --set-string '/title=Plain text'",
        "echo '\"draft\"' | fork update 'note.json#/state'"),
      Example("Write a whole document:", "fork update other.json edited.json"),
      Example(
        "Update only if main has not changed since it was read:", "seen=$(git rev-parse main)",
        "fork update note.json --expect $seen --set /views=11"),
      Example(
        "Increment a counter unless another process has changed it since it was read:",
        "seen=$(\(programName) get note.json /views)",
        "fork update note.json --test /views=$seen --set /views=$((seen + 1))"),
      Example(
        "Rename a field of all documents that have it; show the changes first:",
        "fork update '*.json' --move /state=/status --dry-run",
        "fork update '*.json' --move /state=/status"),
      Example(
        "Change those documents for which conditions hold, by edits or by a program:",
        "fork update '*.json' --where '/views>=1' --set /seen=true",
        "fork update '*.json' --where /views --through 'sed s/draft/final/'"),
      Example(
        "Move a property to another document:",
        "fork update --move 'note.json#/tags=people.json#/0/tags'"),
      Example(
        "Export all documents, and import them:", "fork get '**' > all.jsonl",
        "fork update --lines < all.jsonl"),
      Example("Record all uncommitted changes:", "fork update -m 'an evening of edits'"),
    ],
    "remove": [
      Example("Remove a document:", "fork remove note.json"),
      Example(
        "Show what would be removed with an entity, then remove it:",
        "fork remove --entity Person-42 --dry-run", "fork remove --entity Person-42"),
    ],
    "entities": [
      Example(
        "List all entities, then one of them:", "fork entities", "fork entities Person-42")
    ],
    "rename-document": [
      Example("Move a document:", "fork rename-document note.json notes/first.json")
    ],
    "get": [
      Example(
        "Print a document, then one string of it:", "fork get note.json",
        "fork get note.json /title -r"),
      Example("Print the document of another fork:", "fork get note.json --fork phone"),
      Example(
        "Print one value of all documents for which a condition holds, a line for each:",
        "fork get '*.json' /title --where '/views>=1'"),
    ],
    "documents": [
      Example("List the documents in the root directory:", "fork documents '/*.json'"),
      Example(
        "List, or count, those for which conditions hold:",
        "fork documents --where '/views>=1' --where '!/archived=true'",
        "fork documents --where '/tags/*=\"new\"' --count"),
    ],
    "check": [
      Example("Check all documents:", "fork check"),
      Example("Check one document before a commit:", "fork check note.json"),
    ],
    "doctor": [Example("Check the setup of this repository:", "fork doctor")],
    "validate": [Example("Check all documents:", "fork validate")],
    "schema": [Example("Show how each property merges:", "fork schema show note.json")],
    "schema show": [Example("Show how each property merges:", "fork schema show note.json")],
    "schema check": [Example("Check the schema before you record it:", "fork schema check")],
    "schema infer": [
      Example(
        "Draft a schema from the documents in the root directory:", "fork schema infer '/*.json'"),
      Example(
        "Adopt a draft:", "mkdir -p .fork", "fork schema infer > .fork/schema.json",
        "fork schema check", "fork update -m 'merge by a schema'"),
    ],
    "verify": [
      Example("Check everything, and repair what needs no decision:", "fork verify --repair")
    ],
    "merge": [
      Example(
        "Show the result first, then merge:", "fork merge laptop --dry-run", "fork merge laptop"),
      Example(
        "Resolve a conflict with a value:",
        "fork merge laptop phone --resolve 'note.json#/state=\"final\"'"),
      Example(
        "Resolve all conflicts of a document with one version, and keep what did not conflict:",
        "fork merge laptop phone --resolve 'note.json#=theirs'"),
      Example(
        "Show the merge in a browser:", "fork merge laptop --dry-run --html merge.html"),
    ],
    "sync": [
      Example("Merge all forks, and prefer the latest changes:", "fork sync --all --prefer newest")
    ],
    "conflicts": [
      Example(
        "List the conflicts of a git merge, and resolve all with their values:",
        "git config fork.conflicts manual", "git merge --no-edit laptop",
        "git merge phone || fork conflicts || fork resolve --take theirs", "git commit --no-edit")
    ],
    "resolve": [
      Example(
        "Resolve one property after a git merge, and finish the merge:",
        "git config fork.conflicts manual", "git merge --no-edit laptop",
        "git merge phone || fork resolve 'note.json#/title=theirs'", "git commit --no-edit")
    ],
    "mergetool": [
      Example("Let 'git mergetool' ask about conflicts by property:", "fork install --mergetool")
    ],
    "merge-file": [
      Example(
        "Merge three files without a repository:", "echo '{\"a\":1,\"b\":1}' > base.json",
        "echo '{\"a\":2,\"b\":1}' > ours.json", "echo '{\"a\":1,\"b\":2}' > theirs.json",
        "fork merge-file -p ours.json base.json theirs.json")
    ],
    "status": [Example("Show the current fork and uncommitted changes:", "fork status")],
    "diff": [
      Example("Show what a fork has changed:", "fork diff main phone"),
      Example(
        "Print the changes of one document as a JSON Patch:",
        "fork diff main phone note.json --patch"),
    ],
    "log": [
      Example("Draw the history as a graph:", "fork log --graph -n 10"),
      Example("List the versions that changed a property:", "fork log 'note.json#/title'"),
      Example(
        "List the versions in which a document began or ceased to have many views:",
        "fork log --where '/views>=10'"),
      Example(
        "Write what happened since yesterday to a page, and print its numbers:",
        "fork log --since yesterday --stat --stat-count 10 --date iso --html report.html"),
      Example(
        "Show what laptop has and main has not, with its changes:", "fork log -p main..laptop"),
      Example(
        "Show the last week's versions of one author:", "fork log --since '1 week ago' --author Ada"
      ),
    ],
    "show": [Example("Show the last version:", "fork show")],
    "blame": [Example("Show who last changed the title:", "fork blame 'note.json#/title'")],
    "explain": [
      Example(
        "Explain one property of a merge:", "fork merge laptop",
        "fork explain main 'note.json#/title'")
    ],
    "undo": [
      Example("Undo a merge:", "fork merge laptop", "fork undo"),
      Example("List the commands that can be undone:", "fork undo --list"),
      Example("Undo the last command that changed a fork:", "fork undo --fork laptop"),
    ],
    "restore": [
      Example(
        "Restore a property, then the whole document:",
        "fork restore 'note.json#/title' --at phone", "fork restore note.json --at phone")
    ],
    "revert": [Example("Revert the last version of main:", "fork revert main")],
    "reset": [Example("Reset a fork to main:", "fork reset phone --to main")],
    "batch": [
      Example(
        "Record each line as a version, or all lines as one:", "fork batch < lines.jsonl",
        "fork batch --atomic < lines.jsonl")
    ],
    "watch": [
      Example(
        "Wait for the next change of main:",
        "( sleep 1; fork update note.json --set /views=99 ) & fork watch --fork main -n 1"),
      Example(
        "Wait until a property changes, and show its values:",
        "( sleep 1; fork update note.json --set /views=98 ) & fork watch note.json /views -n 1"),
      Example(
        "Run a command for each version that changes a document with many views:",
        "( sleep 1; fork update note.json --set /views=97 ) & "
          + "fork watch '*.json' --where '/views>=90' -n 1 --exec 'cat; echo \"in $FORK_NAME\"'"),
    ],
    "install": [
      Example("Configure a git repository, then check it:", "fork install", "fork install --check"),
      Example("Tell the team how to set up the driver:", "fork install --team"),
      Example("Let 'git mergetool' ask about conflicts:", "fork install --mergetool"),
      Example("Merge notebooks, too:", "fork install --pattern '*.json' --pattern '*.ipynb'"),
    ],
    "uninstall": [Example("Let git merge documents by lines again:", "fork uninstall")],
    "merge-driver": [
      Example(
        "Call the driver as git does:",
        "printf 1 > base; printf 2 > ours; printf 1 > theirs",
        "fork merge-driver base ours theirs --path note.json --marker-size 7")
    ],
    "diff-driver": [
      Example(
        "Compare documents by property in git:", "fork install --diff",
        "git diff main phone -- note.json")
    ],
    "textconv": [Example("Print the text that git compares:", "fork textconv edited.json")],
    "clone": [
      Example("Clone a repository without a work tree:", "fork clone --bare . ../copy.git")
    ],
    "remote": [
      Example(
        "Add a remote, and list all remotes:", "git init -q --bare ../server.git",
        "fork remote add origin ../server.git", "fork remote list")
    ],
    "remote add": [
      Example(
        "Add a git repository as a remote:", "git init -q --bare ../server.git",
        "fork remote add origin ../server.git")
    ],
    "remote list": [Example("List all remotes:", "fork remote list")],
    "remote remove": [
      Example(
        "Remove a remote:", "fork remote add old ../nowhere.git", "fork remote remove old")
    ],
    "fetch": [
      Example(
        "Fetch all forks of a remote:", "fork clone --bare . ../server.git",
        "fork remote add origin ../server.git", "fork fetch")
    ],
    "push": [
      Example(
        "Push all forks to an empty git repository:", "git init -q --bare ../server.git",
        "fork remote add origin ../server.git", "fork push origin --all")
    ],
    "pull": [
      Example(
        "Fetch a fork, and merge it by property:", "fork clone --bare . ../server.git",
        "fork remote add origin ../server.git", "fork pull"),
      Example(
        "Show in a browser what would be merged, and decide the conflicts there:",
        "fork clone --bare . ../server.git", "fork remote add origin ../server.git",
        "fork pull --dry-run --html merge.html"),
    ],
    "exchange": [
      Example(
        "Exchange until both sides have the same versions:", "git init -q --bare ../server.git",
        "fork remote add origin ../server.git", "fork exchange"),
      Example(
        "Keep your title where both changed it, and exchange the rest as the schema says:",
        "fork clone --bare . ../server.git", "fork remote add origin ../server.git",
        "fork update note.json --set '/title=\"Ours\"'",
        "fork exchange --resolve 'note.json#/title=ours'"),
      Example(
        "See what waits for your decision, then decide it from a saved file:",
        "fork clone --bare . ../server.git", "fork remote add origin ../server.git",
        "fork exchange --html page.html", "fork status",
        "printf '{\"forkDecisions\":1,\"decisions\":[]}' > decisions.json",
        "fork exchange --from decisions.json"),
    ],
  ]
}
