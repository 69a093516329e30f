import Foundation
import Testing

@Suite("completions in real shells")
struct CompletionTests {
  /// The typed lines with all of their completions, in any order.
  private static let cases: [(line: String, offered: [String])] = [
    ("fork swi", ["switch"]),
    ("fork switch ", ["ada/feat", "laptop", "main", "phone"]),
    ("fork get note.json /", ["/deep", "/tags", "/title", "/x:y"]),
    ("fork get note.json /deep/", ["/deep/x"]),
    ("fork get s", ["sub/one.json"]),
    ("fork merge --prefer ", ["newest", "ours", "theirs", "versions"]),
    ("fork update --fork l", ["laptop"]),
    ("fork revert ", ["HEAD", "laptop", "main", "phone", "v1"]),
    ("fork blame note.json#/t", ["note.json#/tags", "note.json#/title"]),
  ]

  private static func sandbox() async throws -> Sandbox {
    try await Sandbox.shared {
      let sandbox = try await Sandbox.withRepository()
      try await sandbox.put(#"{"title":"T","tags":["a"],"deep":{"x":1},"x:y":2}"#, at: "note.json")
      try await sandbox.put("1", at: "sub/one.json")
      try await sandbox.play(
        "fork create laptop", "fork create phone", "git tag v1", "git remote add team/hub ../hub",
        "git update-ref refs/remotes/team/hub/ada/feat main")
      return sandbox
    }
  }

  private static func path(_ file: String) -> String {
    ManualTests.checkout.appendingPathComponent("Completions/\(file)").path
  }

  private static func check(_ outcome: Outcome) throws {
    try outcome.succeed()
    let answers = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, expected) in cases.enumerated() where index < answers.count {
      #expect(
        answers[index].split(separator: " ").map(String.init).sorted() == expected.offered,
        "\(expected.line): \(outcome)")
    }
    #expect(answers.count >= cases.count, "\(outcome)")
  }

  @Test("bash")
  func bash() async throws {
    let sandbox = try await Self.sandbox()
    let calls = Self.cases.map { "offer '\($0.line)'" }.joined(separator: "\n")
    let script = """
      source '\(Self.path("fork.bash"))'
      offer() {
        COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDS=($1) COMPREPLY=()
        [[ $1 == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
        _fork fork "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        echo "${COMPREPLY[*]}"
      }
      \(calls)
      """
    try Self.check(try await sandbox.run("bash", ["-c", script], in: "data"))
  }

  @Test("bash, which splits words at ':' and '='")
  func partedWords() async throws {
    let sandbox = try await Self.sandbox()
    let script = """
      source '\(Self.path("fork.bash"))'
      offer() {
        COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
        shift; COMP_WORDS=("$@") COMP_CWORD=$(( $# - 1 ))
        _fork fork "${COMP_WORDS[COMP_CWORD]#[:=]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        echo "${COMPREPLY[*]}"
      }
      offer 'fork get note.json /x:' fork get note.json /x :
      offer 'fork get note.json /x:y' fork get note.json /x : y
      offer 'fork resolve note.json#/title=th' fork resolve note.json#/title = th
      """
    let outcome = try await sandbox.run("bash", ["-c", script], in: "data").succeed()
    #expect(
      outcome.text.split(separator: "\n", omittingEmptySubsequences: false).prefix(3) == [
        "y", "y", "theirs",
      ], "\(outcome)")
  }

  @Test(
    "fish",
    .enabled(
      if: ManualTests.isInstalled("fish") && ManualTests.isInstalled("zsh"),
      "fish or zsh is missing"))
  func fish() async throws {
    try await checkTabKey(
      in: "fish --no-config -i",
      after: "function fish_prompt; end; source '\(Self.path("fork.fish"))'")
  }

  @Test("zsh", .enabled(if: ManualTests.isInstalled("zsh"), "zsh is not installed"))
  func zsh() async throws {
    let directory = URL(fileURLWithPath: Self.path("_fork")).deletingLastPathComponent().path
    try await checkTabKey(
      in: "zsh -f -i",
      after: "PS1=; fpath=('\(directory)' \\$fpath); autoload -Uz compinit; compinit -u -D")
  }

  /// A shell in a terminal of its own, and the Tab key: what can be completed without a choice is.
  private func checkTabKey(in shell: String, after setup: String) async throws {
    let sandbox = try await Self.sandbox()
    try sandbox.write("", to: "home/.zshrc")
    let script = """
      zmodload zsh/zpty
      zpty shell \(shell)
      zpty -w shell "\(setup); echo REA''DY"
      zpty -r shell output '*READY*'
      complete_() {
        zpty -w -n shell "$1"$'\\t'
        zpty -r -m shell output "*$2*" && print found
        zpty -w -n shell $'\\x15'
      }
      complete_ 'fork switch lap' laptop
      complete_ 'fork get sub' sub/one.json
      complete_ 'fork get note.json /ti' /title
      complete_ 'fork get note.json /deep/' /deep/x
      complete_ 'fork merge --prefer the' theirs
      complete_ 'fork get note.json /x' /x:y
      zpty -d shell
      """
    let outcome = try await sandbox.run("timeout", ["600", "zsh", "-f", "-c", script], in: "data")
    #expect(outcome.lines.filter { $0 == "found" }.count == 6, "\(outcome)")
  }
}
