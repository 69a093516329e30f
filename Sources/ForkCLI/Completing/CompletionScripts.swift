import ArgumentParser

/// The scripts as the parser makes them, but for what a shell needs besides.
extension ForkCommand {
  /// The script for a shell that needs more than the parser's; nil for any other.
  static func completions(for shell: String?) -> String? {
    switch shell {
    case "bash": bashCompletions
    case "fish": fishCompletions
    default: nil
    }
  }

  /// fish before version 4 tells how far the cursor stands into the word only of a terminal.
  private static var fishCompletions: String {
    completionScript(for: .fish).replacing(
      "(__fork_tokens -tC)", with: "(printf %s (commandline -ct) | wc -m | string trim)") + "\n"
  }

  /// bash parts words at `:` and `=`, which pointers and what settles a conflict may hold.
  private static var bashCompletions: String {
    completionScript(for: .bash).replacing("-F _fork fork", with: "-F __fork_whole_words fork")
      .replacing("\ncomplete ", with: "\n" + wholeWords + "\n\ncomplete ") + "\n"
  }

  private static let wholeWords = #"""
    # Puts together what was parted at ':' and '=', and offers only what follows the last of them.
    __fork_whole_words() {
        local -a whole=()
        local -i index word=0
        local rest="${COMP_LINE}" last="${COMP_WORDS[COMP_CWORD]}"
        for index in "${!COMP_WORDS[@]}"; do
            local part="${COMP_WORDS[index]}"
            if [[ ${index} -gt 0 && -n "${part}" && "${rest}" != [[:space:]]*\
                && ("${part}" = [:=]* || "${COMP_WORDS[index - 1]}" = [:=]*) ]]; then
                whole[${#whole[@]} - 1]+="${part}"
            else
                whole+=("${part}")
            fi
            rest="${rest#*"${part}"}"
            [[ ${index} -eq COMP_CWORD ]] && word=$((${#whole[@]} - 1))
        done
        COMP_WORDS=("${whole[@]}") COMP_CWORD=${word}
        local typed="${whole[word]}"
        _fork "${1}" "${typed}" "${whole[word - 1]}"
        [[ "${last}" = [:=]* ]] && last=''
        COMPREPLY=("${COMPREPLY[@]#"${typed%"${last}"}"}")
    }
    """#
}
