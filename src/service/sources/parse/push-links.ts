import { linkTargets } from '../../../base/link-header.js';
import { parseUrl } from '../../../base/url.js';
import type { PushLinks, SourceDocument } from '../../core/source-document.js';
import type { FetchedDocument } from '../../fetch/index.js';
import { resolveUrl } from '../document/references.js';

/** Maximum number of hubs; more of them are unused alternatives. */
const MAX_HUBS = 2;
const MAX_ADDRESS = 2048;

/**
 * The links of a response: those in its Link header, otherwise those in the document (WebSub
 * section 4).
 */
export function responsePushLinks(
  { headers, url, requestedUrl, permanentUrl }: FetchedDocument,
  { push }: SourceDocument,
): PushLinks {
  const header = pushLinks(
    linkTargets(headers.link, 'hub'),
    linkTargets(headers.link, 'self'),
    url,
  );
  const hubs = header.hubs.length > 0 ? header.hubs : (push?.hubs ?? []);
  return { hubs, self: header.self ?? push?.self ?? permanentUrl ?? requestedUrl };
}

/**
 * The usable links of a document. @param hubs addresses of its hubs as written; `selves` are its
 * own addresses
 */
export function pushLinks(
  hubs: readonly string[],
  selves: readonly string[],
  url: string,
): PushLinks {
  const resolved = hubs.map((hub) => resolveUrl(hub, url)).filter((hub) => hub !== null);
  const usable = [...new Set(resolved)].filter(({ length }) => length <= MAX_ADDRESS);
  const self = selves
    .map((address) => absoluteLink(address, url))
    .find((address) => address !== null);
  return { hubs: usable.slice(0, MAX_HUBS), self: self ?? null };
}

/** An absolute address stays as written: hubs compare topics character by character. */
function absoluteLink(address: string, url: string): string | null {
  const resolved = resolveUrl(address, url);
  if (resolved === null || resolved.length > MAX_ADDRESS) return null;
  return parseUrl(address.trim()) === null ? resolved : address.trim();
}
