#!/bin/sh
# Sends new items to a Slack channel, and a sample message now.
#   SLACK_WEBHOOK_URL=https://hooks.slack.com/services/… sh setup.sh [FEED|BUNDLE]
set -eu
: "${SLACK_WEBHOOK_URL:?must be the address of an incoming webhook of Slack}"

webhook=$(feedctl webhooks create --format slack --url env:SLACK_WEBHOOK_URL \
  --scope "${1:-all}" --only new --output id --quiet)
feedctl webhooks test "$webhook" --quiet
