#!/bin/bash

__fork_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__fork_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__fork_add_completions() {
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__fork_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_fork() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=(-C)
    local -a non_repeating_options=()
    __fork_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '-C')
        __fork_add_completions -d
        return
        ;;
    esac

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    init|update|create|merge|install|list|switch|rename|delete|get|documents|remove|rename-document|entities|validate|check|schema|verify|sync|conflicts|resolve|merge-file|clone|remote|fetch|push|pull|exchange|status|diff|log|show|blame|explain|undo|restore|revert|reset|batch|watch|uninstall|doctor|mergetool|merge-driver|diff-driver|textconv|help)
        # Offer subcommand argument completions
        "_fork_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'init update create merge install list switch rename delete get documents remove rename-document entities validate check schema verify sync conflicts resolve merge-file clone remote fetch push pull exchange status diff log show blame explain undo restore revert reset batch watch uninstall doctor mergetool merge-driver diff-driver textconv help' -- "${cur}"))
        ;;
    esac
}

_fork_init() {
    repeating_flags=()
    non_repeating_flags=(--bare --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--schema --color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--schema')
        __fork_add_completions -f
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -d
        return
        ;;
    esac
}

_fork_update() {
    repeating_flags=()
    non_repeating_flags=(--must-exist --lines --dry-run --no-verify --json -q --quiet --version -h --help)
    repeating_options=(--set --set-string --unset --insert --move --test --patch --merge-patch --where)
    non_repeating_options=(--through --fork --expect -m --message --color)
    __fork_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--set')
        __fork_add_completions -W "$(__fork_custom_complete ---completion update -- --set "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--set-string')
        __fork_add_completions -W "$(__fork_custom_complete ---completion update -- --set-string "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--unset')
        __fork_add_completions -W "$(__fork_custom_complete ---completion update -- --unset "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--insert')
        __fork_add_completions -W "$(__fork_custom_complete ---completion update -- --insert "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--move')
        __fork_add_completions -W "$(__fork_custom_complete ---completion update -- --move "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--test')
        __fork_add_completions -W "$(__fork_custom_complete ---completion update -- --test "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--patch')
        __fork_add_completions -f
        return
        ;;
    '--merge-patch')
        __fork_add_completions -f
        return
        ;;
    '--through')
        return
        ;;
    '--where')
        __fork_add_completions -W "$(__fork_custom_complete ---completion update -- --where "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion update -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--expect')
        __fork_add_completions -W "$(__fork_custom_complete ---completion update -- --expect "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '-m'|'--message')
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion update -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __fork_add_completions -f
        return
        ;;
    esac
}

_fork_create() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--from --color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--from')
        __fork_add_completions -W "$(__fork_custom_complete ---completion create -- --from "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_merge() {
    repeating_flags=()
    non_repeating_flags=(--all --no-ff --dry-run -i --interactive --no-verify --verbose --json -q --quiet --version -h --help)
    repeating_options=(--resolve)
    non_repeating_options=(--into --prefer --on-conflict --from -m --message --html --color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--into')
        __fork_add_completions -W "$(__fork_custom_complete ---completion merge -- --into "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--prefer')
        __fork_add_completions -W 'newest'$'\n''ours'$'\n''theirs'$'\n''versions'
        return
        ;;
    '--on-conflict')
        __fork_add_completions -W 'resolve'$'\n''fail'
        return
        ;;
    '--resolve')
        __fork_add_completions -W "$(__fork_custom_complete ---completion merge -- --resolve "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--from')
        __fork_add_completions -f
        return
        ;;
    '-m'|'--message')
        return
        ;;
    '--html')
        __fork_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion merge -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_install() {
    repeating_flags=()
    non_repeating_flags=(--global --diff --mergetool --team --check --json -q --quiet --version -h --help)
    repeating_options=(--pattern)
    non_repeating_options=(--color)
    __fork_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--pattern')
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_list() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_switch() {
    repeating_flags=()
    non_repeating_flags=(-c --create --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion switch -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_rename() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion rename -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_delete() {
    repeating_flags=()
    non_repeating_flags=(--force --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion delete -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_get() {
    repeating_flags=()
    non_repeating_flags=(--raw -r --json -q --quiet --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--at --fork --color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--where')
        __fork_add_completions -W "$(__fork_custom_complete ---completion get -- --where "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--at')
        __fork_add_completions -W "$(__fork_custom_complete ---completion get -- --at "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion get -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion get -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion get -- positional@1 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_documents() {
    repeating_flags=()
    non_repeating_flags=(--count --json -q --quiet --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(--at --fork --color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--where')
        __fork_add_completions -W "$(__fork_custom_complete ---completion documents -- --where "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--at')
        __fork_add_completions -W "$(__fork_custom_complete ---completion documents -- --at "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion documents -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_remove() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --no-verify --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--entity --fork --expect -m --message --color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--entity')
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion remove -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--expect')
        __fork_add_completions -W "$(__fork_custom_complete ---completion remove -- --expect "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '-m'|'--message')
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion remove -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_rename-document() {
    repeating_flags=()
    non_repeating_flags=(--no-verify --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--fork -m --message --color)
    __fork_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion rename-document -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '-m'|'--message')
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion rename-document -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_entities() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--at --fork --color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--at')
        __fork_add_completions -W "$(__fork_custom_complete ---completion entities -- --at "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion entities -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_validate() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--at --fork --color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--at')
        __fork_add_completions -W "$(__fork_custom_complete ---completion validate -- --at "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion validate -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion validate -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_check() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion check -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_schema() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __fork_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    infer|show|check)
        # Offer subcommand argument completions
        "_fork_schema_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'infer show check' -- "${cur}"))
        ;;
    esac
}

_fork_schema_infer() {
    repeating_flags=()
    non_repeating_flags=(--history --no-history --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--at --fork --color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--at')
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion schema infer -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_schema_show() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--at --fork --color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--at')
        __fork_add_completions -W "$(__fork_custom_complete ---completion schema show -- --at "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion schema show -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion schema show -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_schema_check() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--at --fork --color)
    __fork_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--at')
        __fork_add_completions -W "$(__fork_custom_complete ---completion schema check -- --at "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion schema check -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_verify() {
    repeating_flags=()
    non_repeating_flags=(--repair --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_sync() {
    repeating_flags=()
    non_repeating_flags=(--all --dry-run --verbose --json -q --quiet --version -h --help)
    repeating_options=(--resolve)
    non_repeating_options=(--prefer --on-conflict --color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--prefer')
        __fork_add_completions -W 'newest'$'\n''ours'$'\n''theirs'$'\n''versions'
        return
        ;;
    '--on-conflict')
        __fork_add_completions -W 'resolve'$'\n''fail'
        return
        ;;
    '--resolve')
        __fork_add_completions -W "$(__fork_custom_complete ---completion sync -- --resolve "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion sync -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_conflicts() {
    repeating_flags=()
    non_repeating_flags=(--verbose --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--html --color)
    __fork_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--html')
        __fork_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_resolve() {
    repeating_flags=()
    non_repeating_flags=(-i --interactive --verbose --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--take --from --color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--take')
        __fork_add_completions -W 'ours'$'\n''theirs'$'\n''base'
        return
        ;;
    '--from')
        __fork_add_completions -f
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion resolve -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_merge-file() {
    repeating_flags=()
    non_repeating_flags=(-p --stdout --json -q --quiet --trace --ours --theirs --union --diff3 --zdiff3 --version -h --help)
    repeating_options=(-L)
    non_repeating_options=(--schema --path --prefer --on-conflict --marker-size)
    __fork_offer_flags_options 3

    # Offer option value completions
    case "${prev}" in
    '--schema')
        __fork_add_completions -f
        return
        ;;
    '--path')
        return
        ;;
    '--prefer')
        __fork_add_completions -W 'newest'$'\n''ours'$'\n''theirs'$'\n''versions'
        return
        ;;
    '--on-conflict')
        __fork_add_completions -W 'resolve'$'\n''fail'
        return
        ;;
    '-L')
        return
        ;;
    '--marker-size')
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -f
        return
        ;;
    2)
        __fork_add_completions -f
        return
        ;;
    3)
        __fork_add_completions -f
        return
        ;;
    esac
}

_fork_clone() {
    repeating_flags=()
    non_repeating_flags=(--bare --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_remote() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __fork_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    add|list|remove)
        # Offer subcommand argument completions
        "_fork_remote_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'add list remove' -- "${cur}"))
        ;;
    esac
}

_fork_remote_add() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_remote_list() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_remote_remove() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion remote remove -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_fetch() {
    repeating_flags=()
    non_repeating_flags=(--prune --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion fetch -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_push() {
    repeating_flags=()
    non_repeating_flags=(--all --delete --no-verify --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion push -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion push -- positional@1 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_pull() {
    repeating_flags=()
    non_repeating_flags=(--no-ff --dry-run -i --interactive --no-verify --verbose --json -q --quiet --version -h --help)
    repeating_options=(--resolve)
    non_repeating_options=(--into --prefer --on-conflict --from -m --message --html --color)
    __fork_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--into')
        __fork_add_completions -W "$(__fork_custom_complete ---completion pull -- --into "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--prefer')
        __fork_add_completions -W 'newest'$'\n''ours'$'\n''theirs'$'\n''versions'
        return
        ;;
    '--on-conflict')
        __fork_add_completions -W 'resolve'$'\n''fail'
        return
        ;;
    '--resolve')
        __fork_add_completions -W "$(__fork_custom_complete ---completion pull -- --resolve "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--from')
        __fork_add_completions -f
        return
        ;;
    '-m'|'--message')
        return
        ;;
    '--html')
        __fork_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion pull -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __fork_add_completions -W "$(__fork_custom_complete ---completion pull -- positional@1 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_exchange() {
    repeating_flags=()
    non_repeating_flags=(--all --watch --dry-run -i --interactive --no-verify --verbose --json -q --quiet --version -h --help)
    repeating_options=(--fork --resolve)
    non_repeating_options=(--main --interval --prefer --on-conflict --from --html --color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion exchange -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--main')
        __fork_add_completions -W "$(__fork_custom_complete ---completion exchange -- --main "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--interval')
        return
        ;;
    '--prefer')
        __fork_add_completions -W 'newest'$'\n''ours'$'\n''theirs'$'\n''versions'
        return
        ;;
    '--on-conflict')
        __fork_add_completions -W 'resolve'$'\n''fail'
        return
        ;;
    '--resolve')
        __fork_add_completions -W "$(__fork_custom_complete ---completion exchange -- --resolve "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--from')
        __fork_add_completions -f
        return
        ;;
    '--html')
        __fork_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion exchange -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_status() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_diff() {
    repeating_flags=()
    non_repeating_flags=(--patch --stat --exit-code --no-pager --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--stat-count --fork --html --color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--stat-count')
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion diff -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--html')
        __fork_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion diff -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_log() {
    repeating_flags=()
    non_repeating_flags=(--patch -p --stat --graph --no-pager --json -q --quiet --version -h --help)
    repeating_options=(--where)
    non_repeating_options=(-n --max-count --at --author --since --until --stat-count --date --fork --html --color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '-n'|'--max-count')
        return
        ;;
    '--at')
        __fork_add_completions -W "$(__fork_custom_complete ---completion log -- --at "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--author')
        return
        ;;
    '--since')
        return
        ;;
    '--until')
        return
        ;;
    '--where')
        __fork_add_completions -W "$(__fork_custom_complete ---completion log -- --where "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--stat-count')
        return
        ;;
    '--date')
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion log -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--html')
        __fork_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion log -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_show() {
    repeating_flags=()
    non_repeating_flags=(--verbose --no-pager --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--html --color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--html')
        __fork_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion show -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_blame() {
    repeating_flags=()
    non_repeating_flags=(--no-pager --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--at --fork --color)
    __fork_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--at')
        __fork_add_completions -W "$(__fork_custom_complete ---completion blame -- --at "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion blame -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion blame -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __fork_add_completions -W "$(__fork_custom_complete ---completion blame -- positional@1 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_explain() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--html --color)
    __fork_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--html')
        __fork_add_completions -o plusdirs -fX '!*.@(html)'
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion explain -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __fork_add_completions -W "$(__fork_custom_complete ---completion explain -- positional@1 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_undo() {
    repeating_flags=()
    non_repeating_flags=(--redo --list --dry-run --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--fork -n --max-count --color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion undo -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '-n'|'--max-count')
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_restore() {
    repeating_flags=()
    non_repeating_flags=(--no-verify --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--at --fork -m --message --color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--at')
        __fork_add_completions -W "$(__fork_custom_complete ---completion restore -- --at "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion restore -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '-m'|'--message')
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion restore -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_revert() {
    repeating_flags=()
    non_repeating_flags=(--dry-run --no-verify --verbose --json -q --quiet --version -h --help)
    repeating_options=(--resolve)
    non_repeating_options=(--fork --prefer --on-conflict -m --message --color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion revert -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--prefer')
        __fork_add_completions -W 'newest'$'\n''ours'$'\n''theirs'$'\n''versions'
        return
        ;;
    '--on-conflict')
        __fork_add_completions -W 'resolve'$'\n''fail'
        return
        ;;
    '--resolve')
        __fork_add_completions -W "$(__fork_custom_complete ---completion revert -- --resolve "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '-m'|'--message')
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion revert -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_reset() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--to --color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--to')
        __fork_add_completions -W "$(__fork_custom_complete ---completion reset -- --to "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -W "$(__fork_custom_complete ---completion reset -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_batch() {
    repeating_flags=()
    non_repeating_flags=(--atomic --json -q --quiet --no-verify --version -h --help)
    repeating_options=()
    non_repeating_options=(-m)
    __fork_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '-m')
        return
        ;;
    esac
}

_fork_watch() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=(--where --fork)
    non_repeating_options=(--exec -n --max-count --color)
    __fork_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--where')
        __fork_add_completions -W "$(__fork_custom_complete ---completion watch -- --where "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '--exec')
        return
        ;;
    '--fork')
        __fork_add_completions -W "$(__fork_custom_complete ---completion watch -- --fork "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    '-n'|'--max-count')
        return
        ;;
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __fork_add_completions -W "$(__fork_custom_complete ---completion watch -- positional@0 "${COMP_CWORD}" "$(__fork_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_fork_uninstall() {
    repeating_flags=()
    non_repeating_flags=(--global --json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_doctor() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac
}

_fork_mergetool() {
    repeating_flags=()
    non_repeating_flags=(--json -q --quiet --version -h --help)
    repeating_options=()
    non_repeating_options=(--color)
    __fork_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--color')
        __fork_add_completions -W 'always'$'\n''auto'$'\n''never'
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -f
        return
        ;;
    esac
}

_fork_merge-driver() {
    repeating_flags=()
    non_repeating_flags=(--ancestor --own-status --version -h --help)
    repeating_options=(--labels)
    non_repeating_options=(--path --marker-size)
    __fork_offer_flags_options 3

    # Offer option value completions
    case "${prev}" in
    '--path')
        return
        ;;
    '--marker-size')
        return
        ;;
    '--labels')
        return
        ;;
    esac
}

_fork_diff-driver() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __fork_offer_flags_options -1
}

_fork_textconv() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __fork_offer_flags_options 1

    # Offer positional completions
    case "${positional_number}" in
    1)
        __fork_add_completions -f
        return
        ;;
    esac
}

_fork_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __fork_offer_flags_options -1
}

complete -o filenames -F _fork fork
