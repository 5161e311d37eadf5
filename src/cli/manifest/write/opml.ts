import { replaceHidden } from '../../output/json.js';
import { sourceFields, sourceName } from '../../sources/source-spec.js';
import { bundleValues, feedValues } from '../../sources/values.js';
import type { AccountFeed } from '../account.js';
import type { Exported } from '../export-account.js';
import type { WriteOptions } from '../formats.js';

/** Prefix of feedctl's own attributes; other programs ignore them (OPML 2.0, "Extending OPML"). */
export const PREFIX = 'feedctl:';
const NAMESPACE = 'urn:feedctl:opml';

/**
 * OPML 2.0, which every feed reader imports. `xmlUrl` is the published feed, because a website or a
 * search has no other; with `sources` it is the source, if that is a feed. feedctl's own attributes
 * keep the source. A bundle is a folder; a feed in two bundles appears in both.
 */
export function* writeOpml(
  { feeds, bundles }: Exported,
  options: WriteOptions = {},
): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0" xmlns:feedctl="${NAMESPACE}">
  <head>
    <title>feedctl</title>
  </head>
  <body>
`;
  for (const { name, members, ...bundle } of bundles) {
    const { description, ...others } = bundleValues(bundle);
    const attributes = { text: name, title: name, description, ...own(others) };
    yield `    <outline${writtenAttributes(attributes)}>\n`;
    for (const feed of members) yield `      ${outline(feed, options)}\n`;
    yield '    </outline>\n';
  }
  const inFolder = new Set(bundles.flatMap(({ members }) => members));
  for (const feed of feeds) if (!inFolder.has(feed)) yield `    ${outline(feed, options)}\n`;
  yield '  </body>\n</opml>\n';
}

/** The address of a feed for feed readers. */
export function readersUrl(
  { document, rssFeedUrl }: AccountFeed,
  { sources = false }: WriteOptions,
): string {
  return sources && document?.kind === 'feed' ? document.url : rssFeedUrl;
}

/** The page of a feed for people; other services do not distinguish a page from a feed document. */
function webPageOf({ source, document }: AccountFeed): string | undefined {
  if (!('url' in source)) return undefined;
  return document?.site_url ?? (document?.kind === 'feed' ? undefined : source.url);
}

function outline(entry: AccountFeed, options: WriteOptions): string {
  const { source, ...feed } = entry;
  const { title, description, ...others } = feedValues(feed);
  const attributes = {
    text: title || sourceName(source),
    title,
    type: 'rss',
    xmlUrl: readersUrl(entry, options),
    htmlUrl: webPageOf(entry),
    description,
    ...own({ ...sourceFields(source), ...others }),
  };
  return `<outline${writtenAttributes(attributes)}/>`;
}

function own(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [PREFIX + name, value]));
}

function writtenAttributes(attributes: Readonly<Record<string, unknown>>): string {
  let all = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    all += ` ${name}="${escapedAttribute(typeof value === 'string' ? value : JSON.stringify(value))}"`;
  }
  return all;
}

// Characters that XML 1.0 cannot represent, not even as references.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** White space other than a blank becomes a reference, because XML readers normalise it to blanks. */
function escapedAttribute(text: string): string {
  const carried = text.replace(FORBIDDEN, '').replace(/[&<>"\t\n\r]/g, reference);
  return replaceHidden(carried, reference);
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
