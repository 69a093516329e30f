#!/usr/bin/env bash
# Runs merge.sh in a job of GitHub Actions, for the pull request of the event. action.yml sets the INPUT_ variables.
set -euo pipefail

event() { jq -r "$1 // empty" "$GITHUB_EVENT_PATH"; }

number=$(event .pull_request.number)
if [[ ! $number =~ ^[0-9]+$ ]]; then
  echo "merge: the event has no pull request; use this action on: pull_request_target or pull_request" >&2
  exit 64
fi
export FORK_MERGE_URL=$GITHUB_SERVER_URL/$GITHUB_REPOSITORY.git
export FORK_MERGE_BASE=${INPUT_BRANCH:-$(event .pull_request.base.ref)}
export FORK_MERGE_HEAD=refs/pull/$number/head
FORK_MERGE_EXPECTED=$(event .pull_request.head.sha)
export FORK_MERGE_EXPECTED FORK_MERGE_TITLE="#$number"
export FORK_MERGE_TOKEN=${INPUT_TOKEN-} FORK_MERGE_POLICY=${INPUT_POLICY-} FORK_MERGE_DRY_RUN=${INPUT_DRY_RUN-}
export FORK_MERGE_SUMMARY=$GITHUB_STEP_SUMMARY FORK_MERGE_OUTPUTS=$GITHUB_OUTPUT
export FORK_MERGE_PAGE=$RUNNER_TEMP/fork-merge.html
unset INPUT_TOKEN
exec bash "$(dirname "${BASH_SOURCE[0]}")/merge.sh"
