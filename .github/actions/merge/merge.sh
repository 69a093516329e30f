#!/usr/bin/env bash
# Merges the branch of a pull request by property and pushes the merge, or reports the conflicts.
#
# It needs `fork`, git, jq, and these variables of the environment:
#   FORK_MERGE_URL       the repository
#   FORK_MERGE_BASE      the branch that is merged into, such as main
#   FORK_MERGE_HEAD      the ref to merge, such as refs/pull/7/head
#   FORK_MERGE_EXPECTED  the commit of that ref which was reviewed; any other commit is refused
# and takes these:
#   FORK_MERGE_TITLE     the request's name in messages, such as "#7"; otherwise the ref
#   FORK_MERGE_TOKEN     a token with the right to push over http
#   FORK_MERGE_USER      the user name for the token (x-access-token)
#   FORK_MERGE_POLICY    schema (the default), fail, newest, ours or theirs: the decision of true conflicts
#   FORK_MERGE_DRY_RUN   true: push nothing
#   FORK_MERGE_SUMMARY   a file to which the report is appended as Markdown
#   FORK_MERGE_PAGE      a file for the report as an HTML page
#   FORK_MERGE_OUTPUTS   a file to which result=, commit= and conflicts= are appended
# The statuses are those of `fork`: 0 merged, or nothing to merge; 1 conflicts; 64 invalid arguments; 69 the repository
# is unavailable or refuses the merge; 75 the request or its base has changed, try again.
#
# The request's files are never written to a work tree, so no hook, filter or attribute of theirs has an effect. Its
# .fork/schema.json is read as data.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tries=5
fork=fork

fail() {  # <status> <result> <message>
  echo "merge: $3" >&2
  output result "$2"
  if [ -n "${FORK_MERGE_SUMMARY-}" ]; then
    draw failure "$2" "$3" /dev/null >> "$FORK_MERGE_SUMMARY"
  fi
  exit "$1"
}

draw() {  # <format> <result> <text> <report>
  jq -nr --arg format "$1" --arg result "$2" --arg text "$3" --slurpfile report "$4" \
    --arg base "${base-}" --arg head "${head-}" --arg title "${title-}" --arg program "$fork" \
    -f "$here/report.jq"
}

output() { if [ -n "${FORK_MERGE_OUTPUTS-}" ]; then echo "$1=$2" >> "$FORK_MERGE_OUTPUTS"; fi; }

read_settings() {
  local name
  for name in URL BASE HEAD EXPECTED; do
    name=FORK_MERGE_$name
    [ -n "${!name-}" ] || fail 64 failed "$name is not set"
  done
  url=$FORK_MERGE_URL base=$FORK_MERGE_BASE head=$FORK_MERGE_HEAD expected=$FORK_MERGE_EXPECTED
  title=${FORK_MERGE_TITLE:-$head} token=${FORK_MERGE_TOKEN-}
  unset FORK_MERGE_TOKEN  # for all that runs from here on
  git check-ref-format "refs/heads/$base" || fail 64 failed "'$base' is not the name of a branch"
  git check-ref-format "$head" || fail 64 failed "'$head' is not the name of a ref"
  [[ $expected =~ ^[0-9a-f]{40}$ ]] || fail 64 failed "'$expected' is not a commit id"
  case ${FORK_MERGE_POLICY:-schema} in
    schema) policy=() ;;
    fail) policy=(--on-conflict fail) ;;
    newest | ours | theirs) policy=(--prefer "$FORK_MERGE_POLICY") ;;
    *) fail 64 failed "there is no policy '$FORK_MERGE_POLICY'; use schema, fail, newest, ours or theirs" ;;
  esac
  case ${FORK_MERGE_DRY_RUN:-false} in
    true) dry_run=true policy+=(--dry-run) ;;
    false) dry_run=false ;;
    *) fail 64 failed "FORK_MERGE_DRY_RUN is '$FORK_MERGE_DRY_RUN'; use true or false" ;;
  esac
}

# A bare repository of the job's own, with settings that no commit can change.
make_repository() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
  git init --quiet --bare --template= "$work/repository"
  cd "$work/repository"
  git config core.hooksPath /dev/null
  git config protocol.ext.allow never
  export GIT_TERMINAL_PROMPT=0
  : "${GIT_AUTHOR_NAME:=fork merge}" "${GIT_AUTHOR_EMAIL:=fork-merge@users.noreply.invalid}"
  export GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL
  export GIT_COMMITTER_NAME=${GIT_COMMITTER_NAME:-$GIT_AUTHOR_NAME} GIT_COMMITTER_EMAIL=${GIT_COMMITTER_EMAIL:-$GIT_AUTHOR_EMAIL}
}

# git with the token, which only this server gets, and which no argument or file shows.
remote_git() {
  if [ -z "$token" ]; then git "$@"; return; fi
  local server key
  server=$(sed -E 's|^(https?://[^/]*).*|\1/|' <<< "$url")
  key=$(printf '%s:%s' "${FORK_MERGE_USER:-x-access-token}" "$token" | base64 | tr -d '\n')
  GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0="http.$server.extraHeader" \
    GIT_CONFIG_VALUE_0="Authorization: Basic $key" git "$@"
}

fetch() {
  remote_git fetch --quiet --no-tags --no-recurse-submodules "$url" \
    "+refs/heads/$base:refs/heads/$base" "+$head:refs/request" ||
    fail 69 failed "cannot fetch $base and $head"
  base_commit=$(git rev-parse "refs/heads/$base")
  local found
  found=$(git rev-parse 'refs/request^{commit}')
  [ "$found" = "$expected" ] ||
    fail 75 stale "$title has changed since: it is at ${found:0:10}, not at ${expected:0:10}"
}

# Pushes the merge without force. Status 1: the base has changed meanwhile.
push() {
  local commit=$1
  if remote_git push --quiet "$url" "$commit:refs/heads/$base" 2> "$work/refusal"; then return; fi
  local present
  present=$(remote_git ls-remote "$url" "refs/heads/$base" | cut -f1)
  [ "$present" != "$base_commit" ] && return 1
  cat "$work/refusal" >&2
  fail 69 failed "the server refuses the push to $base"
}

report() {  # <result>
  draw summary "$1" "" "$work/report.json" | tee -a "${FORK_MERGE_SUMMARY:-/dev/null}"
  if [ -n "${FORK_MERGE_PAGE-}" ]; then draw page "$1" "" "$work/report.json" > "$FORK_MERGE_PAGE"; fi
  output result "$1"
  case $1 in
    merged | up-to-date) output commit "$(jq -r .commit "$work/report.json")" ;;
  esac
  output conflicts "$(jq '.conflicts | length' "$work/report.json")"
}

merge() {
  local try status
  for ((try = 1; try <= tries; try++)); do
    fetch
    status=0
    "$fork" merge "$expected" --into "$base" --no-ff -m "Merge $title into $base" --json "${policy[@]}" \
      > "$work/report.json" || status=$?
    case $status in
      0) ;;
      1) report conflicts; return 1 ;;
      *) fail "$status" failed "$fork merge ended with status $status" ;;
    esac
    if [ "$(jq -r .action "$work/report.json")" = none ]; then report up-to-date; return; fi
    if $dry_run; then report mergeable; return; fi
    if push "$(git rev-parse "refs/heads/$base")"; then report merged; return; fi
  done
  fail 75 failed "$base changed $tries times during the merge"
}

read_settings
make_repository
merge
