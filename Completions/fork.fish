function __fork_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __fork_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __fork_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __fork_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __fork_parse_tokens -S
    set -l unparsed_tokens (__fork_tokens -pc)
    switch $unparsed_tokens[1]
    case 'fork'
        __fork_parse_subcommand 0 'C=+' 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'init'
            __fork_parse_subcommand 1 'bare' 'schema=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'create'
            __fork_parse_subcommand 1 'from=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'list'
            __fork_parse_subcommand 0 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'rename'
            __fork_parse_subcommand 2 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'delete'
            __fork_parse_subcommand 1 'force' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'switch'
            __fork_parse_subcommand 1 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'update'
            __fork_parse_subcommand 2 'set=+' 'unset=+' 'insert=+' 'move=+' 'patch=+' 'merge-patch=+' 'fork=' 'expect=' 'm/message=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'remove'
            __fork_parse_subcommand -r 1 'fork=' 'expect=' 'm/message=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'rename-document'
            __fork_parse_subcommand 2 'fork=' 'm/message=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'get'
            __fork_parse_subcommand 2 'at=' 'r/raw' 'fork=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'documents'
            __fork_parse_subcommand 1 'at=' 'fork=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'schema'
            __fork_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'show'
                __fork_parse_subcommand 1 'at=' 'fork=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
            case 'check'
                __fork_parse_subcommand 0 'at=' 'fork=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
            end
        case 'merge'
            __fork_parse_subcommand -r 1 'into=' 'all' 'no-ff' 'prefer=' 'on-conflict=' 'resolve=+' 'dry-run' 'm/message=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'sync'
            __fork_parse_subcommand -r 1 'all' 'prefer=' 'on-conflict=' 'resolve=+' 'dry-run' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'conflicts'
            __fork_parse_subcommand 0 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'resolve'
            __fork_parse_subcommand -r 1 'take=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'merge-file'
            __fork_parse_subcommand 3 'p/stdout' 'json' 'q/quiet' 'schema=' 'prefer=' 'on-conflict=' 'L=+' 'ours' 'theirs' 'union' 'diff3' 'zdiff3' 'marker-size=' 'version' 'h/help'
        case 'status'
            __fork_parse_subcommand 0 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'diff'
            __fork_parse_subcommand -r 1 'patch' 'stat' 'exit-code' 'fork=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'log'
            __fork_parse_subcommand 1 'n/max-count=' 'at=' 'graph' 'fork=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'show'
            __fork_parse_subcommand 1 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'blame'
            __fork_parse_subcommand 1 'at=' 'fork=' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'explain'
            __fork_parse_subcommand 2 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'install'
            __fork_parse_subcommand 0 'global' 'pattern=+' 'check' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'uninstall'
            __fork_parse_subcommand 0 'global' 'json' 'q/quiet' 'color=' 'version' 'h/help'
        case 'merge-driver'
            __fork_parse_subcommand 3 'path=' 'marker-size=' 'version' 'h/help'
        case 'help'
            __fork_parse_subcommand -r 1 'version'
        end
    end
end

function __fork_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __fork_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __fork_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __fork_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__fork_tokens -p)
    if test -z "$(__fork_tokens -t)"
        set -l index (count (__fork_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'fork' -f
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork"' -s 'C' -d 'Run as if started in this directory' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'init' -d 'Make a repository of documents, or a git repository one'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'create' -d 'Create a fork'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'list' -d 'List the forks, and how each stands to the main one'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'rename' -d 'Rename a fork'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'delete' -d 'Delete a fork whose versions another fork has too'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'switch' -d 'Make a fork the current one'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'update' -d 'Write a version of a document, or record what is edited in the work tree'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'remove' -d 'Take documents away, in one version'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'rename-document' -d 'Move a document, its bytes unchanged'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'get' -d 'Print a document, or a value in it, byte for byte'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'documents' -d 'List the documents'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'schema' -d 'Show and check how documents merge'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'merge' -d 'Merge forks by property, several one after another, all or nothing'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'sync' -d 'Bring main and forks to one version, whatever the order'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'conflicts' -d 'Show what a merge of git\'s left unmerged, by property'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'resolve' -d 'Finish by property what a merge of git\'s left unmerged'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'merge-file' -d 'Merge three versions of a file by property'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'status' -d 'Show the current fork, how it stands to main, and what is edited'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'diff' -d 'Show how two versions differ, by property'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'log' -d 'Show the versions of a fork, of a document, or of a property'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'show' -d 'Show one version: what it changed, and what a merge decided'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'blame' -d 'Show who last changed each property of a document'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'explain' -d 'Show why a merge came out as it did, property by property'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'install' -d 'Set git up to merge documents with fork'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'uninstall' -d 'Take back what \'fork install\' did'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'merge-driver' -d 'Merge three versions of a document for git'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork init" bare' -l 'bare' -d 'Make one without a work tree'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork init" schema' -l 'schema' -d 'Begin with this schema' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork init" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork init" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork init" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork init" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork init" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork create" from' -l 'from' -d 'Start from this revision instead of the current fork' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork create" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork create" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork create" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork create" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork create" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork list" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork list" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork list" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork list" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork delete" force' -l 'force' -d 'Delete it even if versions are lost that no other fork has'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork delete" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork delete" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork delete" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork delete" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork delete" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork switch" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork switch" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork switch" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork switch" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork switch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update"' -l 'set' -d 'Put a value there, or add it' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update"' -l 'unset' -d 'Take the value there away' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update"' -l 'insert' -d 'Put an element before the one there (- for the end)' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update"' -l 'move' -d 'Move the value at the first place to the second' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update"' -l 'patch' -d 'Apply a JSON Patch (RFC 6902)' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update"' -l 'merge-patch' -d 'Apply a JSON Merge Patch (RFC 7396)' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update" fork' -l 'fork' -d 'Use this fork instead of the current one' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update" expect' -l 'expect' -d 'Do it only if the fork stands at this commit, or the document is absent' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update" m message' -s 'm' -l 'message' -d 'Say this in the new version instead of what was done' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork update" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork remove" fork' -l 'fork' -d 'Use this fork instead of the current one' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork remove" expect' -l 'expect' -d 'Do it only if the fork stands at this commit, or the document is absent' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork remove" m message' -s 'm' -l 'message' -d 'Say this in the new version instead of what was done' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork remove" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork remove" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork remove" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork remove" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename-document" fork' -l 'fork' -d 'Use this fork instead of the current one' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename-document" m message' -s 'm' -l 'message' -d 'Say this in the new version instead of what was done' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename-document" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename-document" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename-document" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename-document" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork rename-document" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork get" at' -l 'at' -d 'Read it as it was at this revision' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork get" r raw' -l 'raw' -s 'r' -d 'Print a string as it is, without quotes and escapes'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork get" fork' -l 'fork' -d 'Use this fork instead of the current one' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork get" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork get" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork get" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork get" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork get" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork documents" at' -l 'at' -d 'List them as they were at this revision' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork documents" fork' -l 'fork' -d 'Use this fork instead of the current one' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork documents" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork documents" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork documents" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork documents" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork documents" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork schema" -eq 1' -fa 'show' -d 'Show how each field of a document merges, and where that is said'
complete -c 'fork' -n '__fork_should_offer_completions_for_positional "fork schema" -eq 1' -fa 'check' -d 'Check the schema, and that every document is JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema show" at' -l 'at' -d 'Look at it as it was at this revision' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema show" fork' -l 'fork' -d 'Use this fork instead of the current one' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema show" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema show" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema show" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema show" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema check" at' -l 'at' -d 'Check this revision' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema check" fork' -l 'fork' -d 'Use this fork instead of the current one' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema check" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema check" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema check" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema check" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork schema check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" into' -l 'into' -d 'Merge into this fork instead of the current one' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" all' -l 'all' -d 'Merge all other forks'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" no-ff' -l 'no-ff' -d 'Make a merge commit even where the fork could simply move ahead'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" prefer' -l 'prefer' -d 'Decide true conflicts for one side: newest, ours or theirs' -rfka 'newest ours theirs'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" on-conflict' -l 'on-conflict' -d 'Resolve true conflicts by the most recent change, or fail and leave them to a person' -rfka 'resolve fail'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge"' -l 'resolve' -d 'Settle one conflict: with ours, theirs, base, delete, or a value' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" dry-run' -l 'dry-run' -d 'Show what would happen, and move nothing'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" m message' -s 'm' -l 'message' -d 'Say this in the new version instead of what was done' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork sync" all' -l 'all' -d 'Sync with all forks'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork sync" prefer' -l 'prefer' -d 'Decide true conflicts for one side: newest, ours or theirs' -rfka 'newest ours theirs'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork sync" on-conflict' -l 'on-conflict' -d 'Resolve true conflicts by the most recent change, or fail and leave them to a person' -rfka 'resolve fail'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork sync"' -l 'resolve' -d 'Settle one conflict: with ours, theirs, base, delete, or a value' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork sync" dry-run' -l 'dry-run' -d 'Show what would happen, and move nothing'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork sync" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork sync" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork sync" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork sync" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork sync" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork conflicts" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork conflicts" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork conflicts" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork conflicts" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork conflicts" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork resolve" take' -l 'take' -d 'Where both sides changed one value, take that of ours, theirs or base' -rfka 'ours theirs base'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork resolve" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork resolve" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork resolve" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork resolve" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork resolve" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" p stdout' -s 'p' -l 'stdout' -d 'Print the result, change no file'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" q quiet' -s 'q' -l 'quiet' -d 'Do not warn about conflicts'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" schema' -l 'schema' -d 'Use this schema file' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" prefer' -l 'prefer' -d 'Decide true conflicts for one side: newest, ours or theirs' -rfka 'newest ours theirs'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" on-conflict' -l 'on-conflict' -d 'Resolve true conflicts by the most recent change, or fail and leave them to a person' -rfka 'resolve fail'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file"' -s 'L' -d 'Label for ours, base and theirs; up to three times' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" ours' -l 'ours' -d 'Take our lines in conflicts of files that are not JSON, our values in others'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" theirs' -l 'theirs' -d 'Take their lines in conflicts of files that are not JSON, their values in others'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" union' -l 'union' -d 'Take both sides\' lines in conflicts of files that are not JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" diff3' -l 'diff3' -d 'Show the base in conflicts'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" zdiff3' -l 'zdiff3' -d 'Show the base in conflicts, and shared lines outside of them'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" marker-size' -l 'marker-size' -d 'Number of signs in a conflict marker' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-file" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork status" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork status" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork status" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork status" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork diff" patch' -l 'patch' -d 'Print JSON Patches (RFC 6902): for one document that, else one line a document'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork diff" stat' -l 'stat' -d 'Count the changes of each document'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork diff" exit-code' -l 'exit-code' -d 'End with status 1 where there are differences'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork diff" fork' -l 'fork' -d 'Use this fork instead of the current one' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork diff" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork diff" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork diff" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork diff" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork diff" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork log" max-count n' -s 'n' -l 'max-count' -d 'Show at most so many' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork log" at' -l 'at' -d 'Begin at this revision' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork log" graph' -l 'graph' -d 'Draw the lines of development'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork log" fork' -l 'fork' -d 'Use this fork instead of the current one' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork log" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork log" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork log" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork log" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork log" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork show" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork show" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork show" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork show" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork blame" at' -l 'at' -d 'Look at it as it was at this revision' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork blame" fork' -l 'fork' -d 'Use this fork instead of the current one' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork blame" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork blame" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork blame" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork blame" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork blame" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork explain" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork explain" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork explain" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork explain" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork explain" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork install" global' -l 'global' -d 'Do it for every repository of yours'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork install"' -l 'pattern' -d 'Merge these files instead of *.json; can be repeated' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork install" check' -l 'check' -d 'Only say what is missing; ends with status 1 if anything is'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork install" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork install" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork install" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork install" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork install" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork uninstall" global' -l 'global' -d 'Do it for every repository of yours'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork uninstall" json' -l 'json' -d 'Print the report as JSON'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork uninstall" q quiet' -s 'q' -l 'quiet' -d 'Say nothing but errors'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork uninstall" color' -l 'color' -d 'Use colour: always, never, or only on a terminal' -rfka 'always auto never'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork uninstall" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork uninstall" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-driver" path' -l 'path' -d 'The document\'s path in the repository (%P)' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-driver" marker-size' -l 'marker-size' -d 'Number of signs in a conflict marker (%L)' -rfka ''
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-driver" version' -l 'version' -d 'Show the version.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork merge-driver" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'fork' -n '__fork_should_offer_completions_for_flags_or_options "fork help" version' -l 'version' -d 'Show the version.'
