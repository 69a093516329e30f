#!/usr/bin/env bash
# The merge action's script without a hosting service: requests are merged into a bare repository behind a server on
# loopback, refused, and reported. Uses the `fork` that FORK names, or builds it.
set -euo pipefail
cd "$(dirname "$0")/../.."
action=$PWD/.github/actions/merge
if [ -z "${FORK-}" ]; then
  swift build --product fork >&2
  FORK=$(swift build --show-bin-path)/fork
fi
place=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$place"' EXIT
mkdir -p "$place/bin" "$place/home"
ln -s "$FORK" "$place/bin/fork"
export HOME=$place/home PATH=$place/bin:$PATH GIT_CONFIG_NOSYSTEM=1
cd "$place"
git config --global user.name Ada
git config --global user.email ada@example.org
git config --global init.defaultBranch main
git config --global protocol.file.allow always

failures=0 checks=0
check() {  # <description> <command>...
  local description=$1
  shift
  checks=$((checks + 1))
  if ! "$@" > checked 2>&1; then
    failures=$((failures + 1))
    echo "FAILED: $case: $description"
    sed 's/^/    /' checked messages summary.md 2> /dev/null | head -n 30 || true
  fi
}
equal() { [ "$1" = "$2" ] || { printf 'expected: %s\nfound:    %s\n' "$2" "$1"; return 1; }; }
contains() { grep -qF -e "$2" "$1" || { echo "$1 does not contain: $2"; return 1; }; }
lacks() { ! grep -qF -e "$2" "$1" || { echo "$1 contains: $2"; return 1; }; }

start_server() {
  local port
  for _ in $(seq 20); do
    port=$((RANDOM % 10000 + 20000))
    cat > web.conf << CONF
server.modules = ("mod_auth", "mod_authn_file", "mod_setenv", "mod_alias", "mod_cgi")
server.document-root = "$place"
server.bind = "127.0.0.1"
server.port = $port
alias.url = ("/git" => "/usr/lib/git-core/git-http-backend", "/private" => "/usr/lib/git-core/git-http-backend")
setenv.add-environment = ("GIT_PROJECT_ROOT" => "$place/hosted", "GIT_HTTP_EXPORT_ALL" => "1", "HOME" => "$HOME")
auth.backend = "plain"
auth.backend.plain.userfile = "$place/users"
\$HTTP["url"] =~ "^/(git|private)" { cgi.assign = ("" => "") }
\$HTTP["url"] =~ "^/private" {
  auth.require = ("" => ("method" => "basic", "realm" => "git", "require" => "valid-user"))
}
CONF
    echo 'x-access-token:s3cret' > users
    PATH=$PATH:/usr/sbin lighttpd -D -f web.conf > server.log 2>&1 &
    server=$!
    while kill -0 "$server" 2> /dev/null; do
      if (echo > "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then address=http://127.0.0.1:$port; return; fi
      sleep 0.05
    done
  done
  cat server.log >&2
  exit 1
}

document() { printf '{\n  "days": %s,\n  "title": "%s",\n  "packed": ["tent"]\n}\n' "$1" "$2"; }

# A hosted repository with `main` and with a request from a fork, as a hosting service keeps it: refs/pull/7/head.
hosted() {  # <days of main> <title of main> <days of the request> <title of the request>
  rm -rf hosted data messages summary.md page.html outputs
  git init -q --bare hosted/repo.git
  git -C hosted/repo.git config http.receivepack true
  git init -q data
  document 2 Trip > data/trip.json
  git -C data add -A && git -C data commit -qm base
  git -C data switch -qc request
  document "$3" "$4" > data/trip.json
  git -C data commit -qam "their change"
  git -C data switch -q main
  document "$1" "$2" > data/trip.json
  git -C data commit -qam "our change"
  git -C data push -q "$place/hosted/repo.git" main request:refs/pull/7/head
  before=$(tip)
}
tip() { git -C hosted/repo.git rev-parse main; }
hosted_file() { git -C hosted/repo.git show "main:$1"; }
push_request() { git -C data push -qf "$place/hosted/repo.git" request:refs/pull/7/head; }

# Runs the script as the job of a hosting service, in an environment without anything else.
run_action() {  # [<variable>=<value>]...
  status=0
  rm -f summary.md page.html outputs
  env -i HOME="$HOME" PATH="$PATH" GIT_CONFIG_NOSYSTEM=1 PLACE="$place" \
    FORK_MERGE_URL="$address/git/repo.git" FORK_MERGE_BASE=main FORK_MERGE_HEAD=refs/pull/7/head \
    FORK_MERGE_EXPECTED="$(git -C data rev-parse request)" FORK_MERGE_TITLE='#7' \
    FORK_MERGE_SUMMARY="$place/summary.md" FORK_MERGE_PAGE="$place/page.html" FORK_MERGE_OUTPUTS="$place/outputs" \
    "$@" bash "$action/merge.sh" > messages 2>&1 || status=$?
}
expect() {  # <status> <result>
  check "status $1" equal "$status" "$1"
  check "result $2" contains outputs "result=$2"
}
expect_unchanged() { check 'main is unchanged' equal "$(tip)" "$before"; }

# The commands of the report, run by a maintainer.
run_reported_commands() {
  rm -rf maintainer
  git clone -q "$place/hosted/repo.git" maintainer
  sed -n '/<pre>/,/<\/pre>/p' summary.md |
    sed -e 's/<[/]*pre>//g' -e "s/&apos;/'/g; s/&#39;/'/g" -e 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g' > commands
  check 'the commands of the report' bash -ec 'cd maintainer && . ../commands'
}

start_server

case='a request that git cannot merge by lines'
hosted 3 Trip 2 'Trip to Bergen'
check 'git has a conflict' bash -c '! git -C data merge-tree --write-tree main request'
run_action
expect 0 merged
check 'both changes' equal "$(hosted_file trip.json)" "$(document 3 'Trip to Bergen')"
check 'the request is a parent' equal "$(git -C hosted/repo.git rev-parse 'main^2')" "$(git -C data rev-parse request)"
check 'main is the other' equal "$(git -C hosted/repo.git rev-parse 'main^1')" "$before"
check 'the commit is an output' contains outputs "commit=$(tip)"
check 'sound' git -C hosted/repo.git fsck --strict
run_action
expect 0 up-to-date

case='a conflict'
hosted 3 Trip 4 'Trip to Bergen'
run_action
expect 1 conflicts
expect_unchanged
check 'counted' contains outputs conflicts=1
check 'a row' contains summary.md '| <code>trip&#46;json</code> | <code>&#47;days</code> | <code>2</code> | <code>3</code> | <code>4</code> |'
check 'a page' contains page.html '<td><code>2</code></td><td><code>3</code></td><td><code>4</code></td>'
run_reported_commands
check 'resolve it' equal "$(hosted_file trip.json)" "$(document 4 'Trip to Bergen')"
run_action
expect 0 up-to-date

case='policies'
hosted 3 Trip 4 Trip
run_action FORK_MERGE_POLICY=fail
expect 1 conflicts
run_action FORK_MERGE_POLICY=sudo
expect 64 failed
expect_unchanged
run_action FORK_MERGE_POLICY=ours
expect 0 merged
check 'ours' equal "$(hosted_file trip.json)" "$(document 3 Trip)"
check 'the decision is reported' contains summary.md '<code>3</code> | <code>4</code> |'
hosted 3 Trip 4 Trip
run_action FORK_MERGE_POLICY=theirs
expect 0 merged
check 'theirs' equal "$(hosted_file trip.json)" "$(document 4 Trip)"

case='a dry run'
hosted 3 Trip 2 Bergen
run_action FORK_MERGE_DRY_RUN=true
expect 0 mergeable
expect_unchanged
hosted 3 Trip 4 Bergen
run_action FORK_MERGE_DRY_RUN=true
expect 1 conflicts
expect_unchanged

case='a branch that was force-pushed after the review'
hosted 3 Trip 2 Bergen
reviewed=$(git -C data rev-parse request)
git -C data switch -q request
document 2 Oslo > data/trip.json
git -C data commit -qa --amend -m 'another change'
push_request
run_action FORK_MERGE_EXPECTED="$reviewed"
expect 75 stale
expect_unchanged
run_action
expect 0 merged
check 'the present commit' equal "$(hosted_file trip.json)" "$(document 3 Oslo)"

case='a base that was force-pushed'
hosted 3 Trip 2 Bergen
git -C data switch -q main
document 5 Trip > data/trip.json
git -C data commit -qa --amend -m 'another change of ours'
git -C data push -qf "$place/hosted/repo.git" main
run_action
expect 0 merged
check 'its present commit' equal "$(hosted_file trip.json)" "$(document 5 Bergen)"

case='a base that changes during the merge'
hosted 3 Trip 2 Bergen
rm bin/fork
cat > bin/fork << WRAPPER
#!/bin/sh
"$FORK" "\$@" || exit
if [ ! -e "$place/raced" ]; then
  : > "$place/raced"
  cd "$place/data" && echo '{}' > other.json && git add other.json && git commit -qm other &&
    git push -q "$place/hosted/repo.git" main
fi
WRAPPER
chmod +x bin/fork
run_action
expect 0 merged
check 'there was a race' test -e raced
check 'the merge' equal "$(hosted_file trip.json)" "$(document 3 Bergen)"
check 'the commit that was first' equal "$(hosted_file other.json)" '{}'

case='a server that refuses the push'
rm raced
ln -sf "$FORK" bin/fork
hosted 3 Trip 2 Bergen
printf '#!/bin/sh\necho protected branch >&2\nexit 1\n' > hosted/repo.git/hooks/pre-receive
chmod +x hosted/repo.git/hooks/pre-receive
run_action
expect 69 failed
expect_unchanged
check 'its reason' contains messages 'protected branch'

case='a token'
hosted 3 Trip 2 Bergen
rm bin/fork
printf '#!/bin/sh\nenv > "$PLACE/environment"\nexec "%s" "$@"\n' "$FORK" > bin/fork
chmod +x bin/fork
run_action FORK_MERGE_URL="$address/private/repo.git"
expect 69 failed
run_action FORK_MERGE_URL="$address/private/repo.git" FORK_MERGE_TOKEN=wrong
expect 69 failed
expect_unchanged
run_action FORK_MERGE_URL="$address/private/repo.git" FORK_MERGE_TOKEN=s3cret
expect 0 merged
for file in messages summary.md page.html outputs environment; do
  check "$file does not show it" lacks "$file" s3cret
  check "$file does not show it encoded" lacks "$file" "$(printf 'x-access-token:s3cret' | base64)"
done
ln -sf "$FORK" bin/fork

case='a hostile request'
hosted 3 Trip 2 Bergen
git -C data switch -q request
evil='a|<script>alert(1) [x](y) `$(touch PWNED)`'"'"'.json'
mkdir -p data/.githooks data/.fork
printf '* filter=evil merge=evil diff=evil\n' > data/.gitattributes
printf '[core]\n\thooksPath = .githooks\n[merge "evil"]\n\tdriver = touch %s/PWNED\n' "$place" > data/.gitconfig
printf '[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch%% %s/PWNED\n\tupdate = !touch PWNED\n' "$place" > data/.gitmodules
for hook in pre-commit post-checkout post-merge pre-push; do
  printf '#!/bin/sh\ntouch "%s/PWNED"\n' "$place" > "data/.githooks/$hook"
  chmod +x "data/.githooks/$hook"
done
printf '%s\n' '{ "$ref": "file:///etc/passwd", "x-default-merge": "manual" }' > data/.fork/schema.json
echo '{"<img src=x>": 1}' > "data/$evil"
ln -s /etc/passwd data/link.json
git -C data add -A && git -C data commit -qm 'Evil'
push_request
git -C data switch -q main
echo '{"<img src=x>": 2}' > "data/$evil"
git -C data add -A && git -C data commit -qm 'The same name'
git -C data push -q "$place/hosted/repo.git" main
before=$(tip)
run_action
check 'it is refused, or has conflicts' test "$status" -ne 0
expect_unchanged
git -C data switch -q request
git -C data rm -q .fork/schema.json
git -C data commit -qm 'Without the schema'
push_request
run_action
expect 1 conflicts
expect_unchanged
run_reported_commands
check 'resolve it' equal "$(hosted_file "$evil")" '{"<img src=x>": 1}'
check 'nothing ran' bash -c "! find '$place' -name 'PWNED*' | grep ."
for file in summary.md page.html; do
  check "$file has no markup of the request" lacks "$file" '<script>'
  check "$file has no image of the request" lacks "$file" '<img'
done
check 'the table has six columns' bash -c \
  "grep '^| <code>' summary.md | tr -cd '|\n' | sort -u | grep -qx '|||||||'"

case='a job of GitHub Actions'

hosted 3 Trip 2 Bergen
mkdir -p hosted/owner job
mv hosted/repo.git hosted/owner/notes.git
ln -s owner/notes.git hosted/repo.git
github_job() {  # [<variable>=<value>]...
  status=0
  rm -f job/*
  jq -n --arg sha "$(git -C data rev-parse request)" \
    '{pull_request: {number: 7, head: {sha: $sha, ref: "$(touch PWNED)"}, base: {ref: "main"}}}' > job/event.json
  env -i HOME="$HOME" PATH="$PATH" GIT_CONFIG_NOSYSTEM=1 RUNNER_TEMP="$place/job" \
    GITHUB_SERVER_URL="$address/private" GITHUB_REPOSITORY=owner/notes GITHUB_EVENT_PATH="$place/job/event.json" \
    GITHUB_STEP_SUMMARY="$place/job/summary.md" GITHUB_OUTPUT="$place/job/outputs" GITHUB_ACTION_PATH="$action" \
    INPUT_TOKEN=s3cret INPUT_POLICY=schema INPUT_DRY_RUN=false INPUT_BRANCH= \
    "$@" bash -c "$(step_script Merge)" > messages 2>&1 || status=$?
  cp job/outputs outputs 2> /dev/null || true
}
# The commands of a step, from action.yml itself.
step_script() {
  sed -n "/^    - name: $1\$/,/^    - name: /s/^      run: //p" "$action/action.yml"
}
check 'the step has commands' test -n "$(step_script Merge)"
github_job INPUT_DRY_RUN=true
expect 0 mergeable
expect_unchanged
github_job INPUT_BRANCH=none
expect 69 failed
github_job
expect 0 merged
check 'both changes' equal "$(hosted_file trip.json)" "$(document 3 Bergen)"
check 'a page' test -s job/fork-merge.html
check 'a summary' contains job/summary.md Merged

case='a job of GitLab CI'
hosted 3 Trip 2 Bergen
git -C hosted/repo.git update-ref refs/merge-requests/7/head refs/pull/7/head
git -C hosted/repo.git update-ref -d refs/pull/7/head
mkdir -p hosted/group
mv hosted/repo.git hosted/group/notes.git
ln -s group/notes.git hosted/repo.git
gitlab_job() {  # [<variable>=<value>]...
  status=0
  rm -f job/*
  env -i HOME="$HOME" PATH="$PATH" GIT_CONFIG_NOSYSTEM=1 CI_PROJECT_DIR="$place/job" \
    CI_SERVER_URL="$address/private" CI_PROJECT_PATH=group/notes CI_COMMIT_REF_NAME=main \
    FORK_MERGE_REQUEST=7 FORK_MERGE_EXPECTED="$(git -C data rev-parse request)" \
    FORK_MERGE_TOKEN=s3cret FORK_MERGE_USER=x-access-token \
    "$@" bash "$action/gitlab.sh" > messages 2>&1 || status=$?
  cp job/fork-merge.env outputs 2> /dev/null || true
}
gitlab_job FORK_MERGE_REQUEST='7; touch PWNED'
check 'status 64' equal "$status" 64
expect_unchanged
gitlab_job
expect 0 merged
check 'both changes' equal "$(hosted_file trip.json)" "$(document 3 Bergen)"
check 'nothing ran' bash -c "! find '$place' -name 'PWNED*' | grep ."

echo "$((checks - failures)) passed, $failures failed"
[ "$failures" = 0 ]
