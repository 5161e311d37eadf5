import { parseJson } from '../../../base/json.js';
import { linkTargets } from '../../../base/link-header.js';
import { parseUrl } from '../../../base/url.js';
import type { SourceEntry } from '../../core/source-document.js';
import type { FetchedDocument } from '../../fetch/index.js';
import { readTags } from '../document/read-tags.js';
import { resolveUrl } from '../document/references.js';
import type { OpenedBody } from '../open-body.js';

/** Relations to older documents: archives and pages of a feed (RFC 5005), pages of a list. */
const RELATIONS = ['prev-archive', 'next'] as const;

/** Larger documents are not parsed for a single address. */
const MAX_JSON = 5_000_000;

/**
 * The address of the document with the items before those of this one, or null: RFC 5005, JSON Feed
 * `next_url`, WordPress `?paged=`, and `rel=next` of pages and of the Link header.
 */
export function nextDocument(
  { url, headers }: Pick<FetchedDocument, 'url' | 'headers'>,
  body: OpenedBody,
): string | null {
  const { kind } = body;
  const text = body.text.toString();
  const named =
    kind === 'json-feed' ? nextUrl(text) : linkIn(kind === 'html' ? text : headOf(text));
  const [linked] = RELATIONS.flatMap((rel) => linkTargets(headers.link, rel));
  const address = resolveUrl(named ?? linked, url);
  if (address !== null) return address;
  return kind === 'html' || kind === 'json-feed' ? null : nextWordPressPage(text, url);
}

function linkIn(text: string): string | undefined {
  const found = new Map<string, string>();
  readTags(text, {
    open(name, { rel = '', href }) {
      if (href === undefined || !/^(?:a|(?:[\w.-]+:)?link)$/.test(name)) return;
      for (const relation of rel.toLowerCase().split(/\s+/)) {
        if (!found.has(relation)) found.set(relation, href);
      }
    },
    text() {},
    close() {},
  });
  return RELATIONS.map((rel) => found.get(rel)).find((href) => href !== undefined);
}

/** The document up to its first entry, because entries have links of their own. */
function headOf(xml: string): string {
  const first = xml.search(/<(?:[\w.-]+:)?(?:item|entry)[\s>]/i);
  return first < 0 ? xml : xml.slice(0, first);
}

function nextUrl(text: string): string | undefined {
  if (text.length > MAX_JSON) return undefined;
  const { next_url: next } = Object(parseJson(text)) as { next_url?: unknown };
  return typeof next === 'string' ? next : undefined;
}

/** The next page of a WordPress feed, which does not name its pages. */
function nextWordPressPage(text: string, url: string): string | null {
  const head = headOf(text);
  if (!/<generator>\s*https?:\/\/wordpress\.(?:org|com)\b/i.test(head)) return null;
  const next = parseUrl(url);
  if (next === null) return null;
  const page = Number(next.searchParams.get('paged') ?? 1);
  if (!Number.isSafeInteger(page) || page < 1) return null;
  next.searchParams.set('paged', String(page + 1));
  return next.href;
}

/** An older document of a source, with items that its first document lacks. */
export interface OlderDocument {
  entries: SourceEntry[];
  /** Address of the document with older items; null at the end. */
  next: string | null;
  /** SHA-256 of the body. */
  hash: string;
}
