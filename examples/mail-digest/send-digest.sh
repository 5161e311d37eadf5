#!/bin/sh
# Mails the items that came since the last mail, as text and HTML. Nothing new: no mail.
#   MAIL_FROM=feeds@example.com MAIL_TO=me@example.com sh send-digest.sh [FEED|BUNDLE...]
# Without a feed or bundle: the items of all feeds.
set -eu
: "${MAIL_FROM:?must be the address of the sender}" "${MAIL_TO:?must be the address of the recipient}"
name=$(printf %s "${*:-all}" | tr -c 'A-Za-z0-9_-' _)
state=${STATE_DIR:-$HOME/.local/state/feedctl-digest}/$name.json

mkdir -p "$(dirname "$state")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A copy: the digest counts as sent when sendmail has accepted it.
for format in text html; do
  if [ -f "$state" ]; then cp "$state" "$work/$format.json"; fi
  feedctl digest "$@" --mark --state "$work/$format.json" --format "$format" --quiet > "$work/page.$format"
done

# The first titles, in parts of 11 characters: a word of a header has at most 75 (RFC 2047).
subject() {
  sed -n 's/^\* //p' "$work/page.text" | head -n 3 | paste -s -d '|' - | sed 's/|/ · /g' |
    LC_ALL=C.UTF-8 sed 's/^\(.\{120\}\).*/\1…/; s/.\{11\}/&\n/g' |
    while IFS= read -r part || [ -n "$part" ]; do
      if [ -n "$part" ]; then printf ' =?UTF-8?B?%s?=\n' "$(printf %s "$part" | base64)"; fi
    done
}

if [ -s "$work/page.text" ]; then
  {
    printf 'From: %s\n' "$MAIL_FROM"
    printf 'To: %s\n' "$MAIL_TO"
    if [ -n "${MAIL_SUBJECT:-}" ]; then printf 'Subject: %s\n' "$MAIL_SUBJECT"; else printf 'Subject:%s\n' "$(subject)"; fi
    # Mail programs sort by it.
    printf 'List-ID: feedctl digest <%s.%s>\n' "$(printf %s "$name" | tr _ -)" "${MAIL_FROM##*@}"
    printf 'MIME-Version: 1.0\n'
    printf 'Auto-Submitted: auto-generated\n'
    # The last part is the best one (RFC 2046, 5.1.4).
    printf 'Content-Type: multipart/alternative; boundary="=_digest"\n\n'
    for part in text/plain:text text/html:html; do
      # Mail has lines of at most 998 bytes, and addresses can be longer.
      printf -- '--=_digest\nContent-Type: %s; charset=utf-8\nContent-Transfer-Encoding: base64\n\n' "${part%:*}"
      base64 < "$work/page.${part#*:}" | fold -w 76
    done
    printf -- '--=_digest--\n'
  } | "${SENDMAIL:-/usr/sbin/sendmail}" -t -i
fi
cp "$work/text.json" "$state.new" && mv "$state.new" "$state"
