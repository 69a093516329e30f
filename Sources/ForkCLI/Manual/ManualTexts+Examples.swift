extension ManualTexts {
  /// Examples by command. The tests run each in a repository that holds `note.json`,
  /// `people.json` with the model Person-42, and the forks `laptop` and
  /// `phone`, and in whose work tree lie `edited.json`, `patch.json` and `lines.jsonl`.
  static let examples: [String: [Example]] = [
    "": [
      Example(
        "Two forks edit one note, and become one:", "fork create tablet",
        "fork update note.json --fork tablet --set '/title=\"Fork yeah\"'",
        "fork update note.json --set '/state=\"final\"'", "fork merge tablet",
        "fork explain main"),
      Example("A script that handles the statuses:", "fork merge laptop || echo \"status $?\""),
    ],
    "init": [
      Example("A new repository:", "fork init notes"),
      Example(
        "One without a work tree, with a schema:", "fork init shared --bare --schema schema.json"),
    ],
    "create": [Example("A fork of the last version but one:", "fork create old --from main~1")],
    "list": [Example("How the forks stand to main:", "fork list")],
    "rename": [Example("Another name for a fork:", "fork rename phone tablet")],
    "delete": [
      Example("A fork whose versions main has:", "fork merge phone", "fork delete phone"),
      Example("Come back:", "fork undo"),
    ],
    "switch": [
      Example("Work on another fork, and come back:", "fork switch phone", "fork switch main")
    ],
    "update": [
      Example(
        "Set one property, and append to an array:",
        "fork update note.json --set '/state=\"final\"' --insert '/tags/-=\"new\"'"),
      Example("Write a whole document:", "fork update other.json edited.json"),
      Example(
        "Only if nobody else wrote since it was read:",
        "seen=$(fork list --json | grep -o '\"commit\":\"[^\"]*' | head -n 1)",
        "fork update note.json --expect main --set /views=11"),
      Example("Record all edits of the work tree:", "fork update -m 'an evening of edits'"),
    ],
    "remove": [
      Example("Take a document away:", "fork remove note.json"),
      Example(
        "See what goes with a model, then let it go:", "fork remove --model Person-42 --dry-run",
        "fork remove --model Person-42"),
    ],
    "models": [
      Example("All models, then where one of them stands:", "fork models", "fork models Person-42")
    ],
    "rename-document": [
      Example("Move a document:", "fork rename-document note.json notes/first.json")
    ],
    "get": [
      Example(
        "A whole document, and one string of it:", "fork get note.json",
        "fork get note.json /title -r"),
      Example("As another fork has it:", "fork get note.json --fork phone"),
    ],
    "documents": [Example("All documents in a directory:", "fork documents '/*.json'")],
    "validate": [Example("All documents:", "fork validate")],
    "schema": [Example("How each property merges:", "fork schema show note.json")],
    "schema show": [Example("How each property merges:", "fork schema show note.json")],
    "schema check": [Example("Before a schema is recorded:", "fork schema check")],
    "schema infer": [Example("A draft from the documents:", "fork schema infer '/*.json'")],
    "verify": [Example("Check everything, and put right what can be:", "fork verify --repair")],
    "merge": [
      Example("See first, then merge:", "fork merge laptop --dry-run", "fork merge laptop"),
      Example(
        "Decide a conflict by hand:",
        "fork merge laptop phone --resolve 'note.json#/state=\"final\"'"),
    ],
    "sync": [Example("One version for all:", "fork sync --all --prefer newest")],
    "conflicts": [
      Example(
        "After a merge of git's that stopped:",
        "git -c merge.fork.driver=false merge laptop || true", "fork conflicts || true")
    ],
    "resolve": [
      Example(
        "Settle by property what git left:",
        "git -c merge.fork.driver=false merge laptop || true", "fork resolve --take theirs",
        "git commit --no-edit")
    ],
    "merge-file": [
      Example(
        "Three files, no repository:", "echo '{\"a\":1,\"b\":1}' > base.json",
        "echo '{\"a\":2,\"b\":1}' > ours.json", "echo '{\"a\":1,\"b\":2}' > theirs.json",
        "fork merge-file -p ours.json base.json theirs.json")
    ],
    "status": [Example("Where am I, and what is edited?", "fork status")],
    "diff": [
      Example("What a fork has changed:", "fork diff main phone"),
      Example("As a JSON Patch for one document:", "fork diff main phone note.json --patch"),
    ],
    "log": [
      Example("With the lines of development:", "fork log --graph -n 10"),
      Example("Who changed one property, and when:", "fork log 'note.json#/title'"),
    ],
    "show": [Example("The last version:", "fork show")],
    "blame": [Example("Who last changed the title?", "fork blame 'note.json#/title'")],
    "explain": [
      Example(
        "Why did it come out so?", "fork merge laptop", "fork explain main 'note.json#/title'")
    ],
    "undo": [
      Example("A merge that should not have been:", "fork merge laptop", "fork undo"),
      Example("What could be undone:", "fork undo --list"),
    ],
    "restore": [
      Example(
        "A property as it was, then the whole document:",
        "fork restore 'note.json#/title' --at phone", "fork restore note.json --at phone")
    ],
    "revert": [Example("Take back the last change of note.json:", "fork revert main")],
    "reset": [Example("Begin again from main:", "fork reset phone --to main")],
    "batch": [
      Example(
        "Each line a version, or all lines one:", "fork batch < lines.jsonl",
        "fork batch --atomic < lines.jsonl")
    ],
    "watch": [
      Example(
        "Tell the next change of main:",
        "( sleep 1; fork update note.json --set /views=99 ) & fork watch --fork main -n 1")
    ],
    "install": [
      Example("In a git repository that you have:", "fork install", "fork install --check"),
      Example("For notebooks too:", "fork install --pattern '*.json' --pattern '*.ipynb'"),
    ],
    "uninstall": [Example("Give merging back to git:", "fork uninstall")],
    "merge-driver": [
      Example(
        "What git does:",
        "printf 1 > base; printf 2 > ours; printf 1 > theirs",
        "fork merge-driver base ours theirs --path note.json --marker-size 7")
    ],
    "diff-driver": [
      Example(
        "What git does once it is installed:", "fork install --diff",
        "git diff main phone -- note.json")
    ],
    "textconv": [Example("The text that git compares:", "fork textconv edited.json")],
    "clone": [Example("A copy without a work tree:", "fork clone --bare . ../copy.git")],
    "remote": [
      Example(
        "Where it is exchanged with:", "git init -q --bare ../server.git",
        "fork remote add origin ../server.git", "fork remote list")
    ],
    "remote add": [
      Example(
        "A repository of git's as remote:", "git init -q --bare ../server.git",
        "fork remote add origin ../server.git")
    ],
    "remote list": [Example("All remotes:", "fork remote list")],
    "remote remove": [
      Example(
        "Forget one:", "fork remote add old ../nowhere.git", "fork remote remove old")
    ],
    "fetch": [
      Example(
        "What the others did:", "fork clone --bare . ../server.git",
        "fork remote add origin ../server.git", "fork fetch")
    ],
    "push": [
      Example(
        "All forks, to an empty repository of git's:", "git init -q --bare ../server.git",
        "fork remote add origin ../server.git", "fork push origin --all")
    ],
    "pull": [
      Example(
        "Fetch, and merge by property:", "fork clone --bare . ../server.git",
        "fork remote add origin ../server.git", "fork pull")
    ],
    "exchange": [
      Example(
        "Until both sides hold the same:", "git init -q --bare ../server.git",
        "fork remote add origin ../server.git", "fork exchange")
    ],
  ]
}
