import ForkedStore

/// The hints for commands and options of other programs, such as git, that have other names here.
///
/// In a hint, `fork` at the beginning of a command is this program, and `{name}` is the user's argument at that place,
/// or `<name>` if there is none.
enum Habits {
  /// Returns the hint for a command with its arguments, or for an option behind the command.
  static func hint(for arguments: [String]) -> String? {
    guard let command = arguments.first else { return nil }
    let options = arguments.dropFirst().filter { $0.hasPrefix("-") }
      .map { String($0.prefix { $0 != "=" }) }
    let operands = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    let found = options.lazy.compactMap { hints["\(command) \($0)"] }.first ?? hints[command]
    if let found { return text(of: found, with: operands) }
    return commandsOfGit.contains(command)
      ? "use 'git \(command)': a fork is a branch of the same repository" : nil
  }

  /// True if another program has this option for a command, and the command here has not.
  static func isOption(_ argument: String, of command: String) -> Bool {
    argument.hasPrefix("-") && hints["\(command) \(argument.prefix { $0 != "=" })"] != nil
  }

  /// Commands stand between single quotes, and each begins with the first argument.
  private static func text(of hint: String, with operands: [String]) -> String {
    hint.split(separator: "'", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index % 2 == 1 else { return String(part) }
      var rest = operands[...]
      let words = part.split(separator: " ").enumerated().map { place, word in
        if place == 0, word == "fork" { return programName }
        guard word.hasPrefix("{") else { return String(word) }
        return rest.popFirst()?.shellWord ?? "<\(word.dropFirst().dropLast())>"
      }
      return words.joined(separator: " ")
    }.joined(separator: "'")
  }

  private static let commandsOfGit: Set = [
    "am", "apply", "archive", "bisect", "bundle", "cat-file", "clean", "config", "describe",
    "filter-branch", "for-each-ref", "format-patch", "gc", "hash-object", "ls-remote", "ls-tree",
    "notes", "rev-list", "rev-parse", "submodule", "update-index", "worktree",
  ]

  private static let get = "use 'fork get {document}'"
  private static let value = "use 'fork get <document> <ptr>'; 'git grep <text>' searches all files"
  private static let set = "use 'fork update {document} --set <ptr>=<json>'"
  private static let list = "use 'fork documents'"
  private static let record = "use 'fork update -m {message}'"
  private static let branch = "use 'fork create {fork}', or 'fork list' to list the forks"
  private static let delete = "use 'fork delete {fork}'"
  private static let unstaged = "nothing is staged here: use 'fork diff'"
  private static let restore =
    "nothing is staged here: 'fork restore {document}' discards all uncommitted changes of it"
  private static let reset =
    "use 'fork reset --to {rev}', or 'fork restore <document>' to discard uncommitted changes"
  private static let force =
    "a push never forces: use 'fork pull' first, or 'git push --force' itself"

  private static let hints = [
    "add": "use 'fork update', which records changes without staging them",
    "annotate": "use 'fork blame {document}'",
    "bookmark": branch,
    "branch": branch,
    "branch -D": "use 'fork delete --force {fork}'",
    "branch -d": delete,
    "branch --delete": delete,
    "branch -m": "use 'fork rename {fork} {new-name}'",
    "cat": get,
    "checkout": "use 'fork switch {fork}', or 'fork restore {document}'",
    "checkout -b": "use 'fork switch -c {fork}'",
    "cherry-pick": "use 'fork restore <document> --at {rev}', or 'git cherry-pick' itself",
    "commit": record,
    "commit --amend": "use 'git commit --amend' itself",
    "delete -D": "use 'fork delete --force {fork}'",
    "delete -d": delete,
    "diff --cached": unstaged,
    "diff --name-only": "use 'fork diff --stat'",
    "diff --name-status": "use 'fork diff --stat'",
    "diff --staged": unstaged,
    "edit": set,
    "export": "use 'fork get {document}' for one document, 'git archive HEAD' for all",
    "find": value,
    "fsck": "use 'fork verify'",
    "grep": value,
    "history": "use 'fork log {document}'",
    "import":
      "use 'fork update {document} {file}', or copy files into the work tree, then 'fork update'",
    "jq": value,
    "log --all": "use 'fork log {fork}' for each fork of 'fork list'",
    "log --follow": "use 'fork log {document}', which follows renames",
    "log --format": "use 'fork log --json'",
    "log --pretty": "use 'fork log --json'",
    "ls": list,
    "ls-files": list,
    "merge --abort":
      "a merge here is made completely or not at all; 'git merge --abort' ends one of git",
    "merge --continue": "use 'fork resolve', then 'git commit'",
    "mv": "use 'fork rename-document {document} {new-path}'",
    "op": "use 'fork undo --list'",
    "print": get,
    "pull --rebase": "use 'fork pull', which merges by property, or 'git pull --rebase' itself",
    "push --force": force,
    "push -f": force,
    "push --tags": "use 'git push --tags' itself",
    "put": set,
    "query": value,
    "rebase": "use 'fork merge {fork}', or 'git rebase' itself",
    "reflog": "use 'fork undo --list', or 'git reflog' itself",
    "reset --hard": reset,
    "reset --soft": reset,
    "resolve --ours": "use 'fork resolve --take ours'",
    "resolve --theirs": "use 'fork resolve --take theirs'",
    "restore --source": "use --at <rev>",
    "restore --staged": restore,
    "restore --worktree": restore,
    "restore -S": restore,
    "restore -W": restore,
    "restore -s": "use --at <rev>",
    "rm": "use 'fork remove {document}'",
    "save": record,
    "search": value,
    "set": set,
    "show --stat": "use 'fork log --stat -n 1 {rev}'",
    "sql": value,
    "stash":
      "use 'git stash' itself; or 'fork switch -c {fork}' and 'fork update' keep changes on a fork",
    "switch --detach": "use 'git switch --detach' itself",
    "tag": "use 'git tag'; wherever a revision is expected, its name is accepted",
    "update --all": "use 'fork update', which records all documents",
    "update --amend": "use 'git commit --amend' itself",
    "update --remove": "use --unset <ptr>",
    "update -A": "use 'fork update', which records all documents",
    "update -a": "use 'fork update', which records all documents",
    "version": "use 'fork --version'",
  ]
}
