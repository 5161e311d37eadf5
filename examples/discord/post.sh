#!/bin/sh
# Posts new items of feeds and bundles to a Discord channel.
#   DISCORD_WEBHOOK_URL=https://discord.com/api/webhooks/… sh post.sh FEED|BUNDLE…
set -eu
: "${DISCORD_WEBHOOK_URL:?must be the address of a webhook of Discord}"
state=${STATE_DIR:-$HOME/.local/state/feedctl-discord}/$(printf %s "$*" | tr -c 'A-Za-z0-9_-' _).json

mkdir -p "$(dirname "$state")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A copy: the items count as posted when Discord has accepted all messages.
if [ -f "$state" ]; then cp "$state" "$work/state.json"; fi
feedctl watch "$@" --once --format discord --state "$work/state.json" --quiet > "$work/messages"
while IFS= read -r message; do
  # The address is read from standard input: other users can see command lines.
  printf 'url = "%s"\n' "$DISCORD_WEBHOOK_URL" | curl --silent --show-error --fail \
    --retry 5 --header 'Content-Type: application/json' --data-raw "$message" \
    --output /dev/null --config -
  sleep "${PAUSE:-2}"
done < "$work/messages"
cp "$work/state.json" "$state.new" && mv "$state.new" "$state"
