#!/bin/sh
# For any CI system. It needs SURVEYOR_URL, SURVEYOR_CLI, and SURVEYOR_API_KEY.
# With PULL_REQUEST_URL and SURVEYOR_COMMENT_TOKEN, the pull request gets a comment.
set -eu

npm install --prefix "$HOME/.local" --global "$SURVEYOR_CLI"
"$HOME/.local/bin/surveyor" scan --account production --region us-east-1 --compare previous \
  --fail-on 'exposure-opened,removed:AWS::RDS::*' \
  --out surveyor.html --report junit=surveyor.xml --report markdown=surveyor.md \
  ${PULL_REQUEST_URL:+--comment "$PULL_REQUEST_URL"}
