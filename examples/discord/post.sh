#!/bin/sh
# Posts new items of feeds and bundles to a Discord channel.
#   DISCORD_WEBHOOK_URL=https://discord.com/api/webhooks/… sh post.sh FEED|BUNDLE…
set -eu
: "${DISCORD_WEBHOOK_URL:?must be the address of a webhook of Discord}"

messages=$(mktemp)
trap 'rm -f "$messages"' EXIT
feedctl watch "$@" --once --format discord --quiet > "$messages"
while IFS= read -r message; do
  # The address is read from standard input: other users can see command lines.
  printf 'url = "%s"\n' "$DISCORD_WEBHOOK_URL" | curl --silent --show-error --fail \
    --retry 5 --header 'Content-Type: application/json' --data-raw "$message" \
    --output /dev/null --config -
  sleep "${PAUSE:-2}"
done < "$messages"
