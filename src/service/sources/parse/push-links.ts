import { decodeHTML } from 'entities';
import { linkTargets } from '../../../base/link-header.js';
import { parseUrl } from '../../../base/url.js';
import type { PushLinks, SourceDocument } from '../../core/source-document.js';
import type { FetchedDocument } from '../../fetch/index.js';
import { resolveUrl } from '../document/resolve-url.js';

/** More hubs are alternatives that are never needed. */
const MAX_HUBS = 2;
const MAX_ADDRESS = 2048;

const LINK = /<(?:[\w.-]{1,64}:)?link\s([^<>]{1,4096})>/gi;
const ATTRIBUTE = /([\w:.-]{1,64})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** `atom:link` with the relations hub and self. @param head the document before its first entry */
export function xmlPushLinks(head: string, url: string): PushLinks {
  const hubs: string[] = [];
  const selves: string[] = [];
  for (const [, attributes = ''] of withoutCdata(head).matchAll(LINK)) {
    const values = attributesOf(attributes);
    const href = values.get('href');
    const relations = (values.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (href === undefined) continue;
    if (relations.includes('hub')) hubs.push(href);
    if (relations.includes('self')) selves.push(href);
  }
  return pushLinks(hubs, selves, url);
}

/** `hubs` and `feed_url` of a JSON Feed. */
export function jsonPushLinks(
  { hubs = [], feed_url: self }: { hubs?: readonly unknown[]; feed_url?: unknown },
  url: string,
): PushLinks {
  const addresses = hubs.flatMap((hub) => {
    const { url: address, type } = Object(hub) as { url?: unknown; type?: unknown };
    return typeof address === 'string' && /^websub$/i.test(String(type)) ? [address] : [];
  });
  return pushLinks(addresses, typeof self === 'string' ? [self] : [], url);
}

/** The links of a response: those of its Link header, else those of the document (WebSub section 4). */
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

/** Not a pattern: with many sections that do not end, that would take quadratic time. */
function withoutCdata(xml: string): string {
  let kept = '';
  let from = 0;
  for (let at = xml.indexOf('<![CDATA['); at >= 0; at = xml.indexOf('<![CDATA[', from)) {
    kept += xml.slice(from, at);
    const end = xml.indexOf(']]>', at);
    if (end < 0) return kept;
    from = end + 3;
  }
  return kept + xml.slice(from);
}

function attributesOf(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of source.matchAll(ATTRIBUTE)) {
    attributes.set(name.toLowerCase(), decodeHTML(double ?? single ?? '').trim());
  }
  return attributes;
}

function pushLinks(hubs: readonly string[], selves: readonly string[], url: string): PushLinks {
  const resolved = hubs.map((hub) => resolveUrl(hub, url)).filter((hub) => hub !== null);
  const usable = [...new Set(resolved)].filter(({ length }) => length <= MAX_ADDRESS);
  const self = selves.map((address) => absolute(address, url)).find((address) => address !== null);
  return { hubs: usable.slice(0, MAX_HUBS), self: self ?? null };
}

/** As written where it is absolute: hubs compare topics character by character. */
function absolute(address: string, url: string): string | null {
  const resolved = resolveUrl(address, url);
  if (resolved === null || resolved.length > MAX_ADDRESS) return null;
  return parseUrl(address.trim()) === null ? resolved : address.trim();
}
