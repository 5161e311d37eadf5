/** A number in an address or a guid that may be its publisher's own id of the article. */
const RUN_OF_DIGITS = /\d{4,}/g;

/**
 * The numbers of at least four digits in a guid and an address that are no date. Publishers put
 * the headline into the address and rewrite it with the headline, but the number beside it stays
 * (miniflux#2358, miniflux#797). The host is left out: it is the same for all.
 */
export function numericIds(guid: string | null, url: string): Set<string> {
  const text = `${withoutHost(guid ?? '')} ${withoutHost(url)}`;
  return new Set((text.match(RUN_OF_DIGITS) ?? []).filter((digits) => !isDate(digits)));
}

function withoutHost(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  return `${url.pathname}${url.search}${url.hash}`;
}

/** A year, or one of its months, days or minutes, written without separators. */
function isDate(digits: string): boolean {
  return (
    /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?)?)?$/.test(
      digits,
    ) || /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d$/.test(digits)
  );
}
