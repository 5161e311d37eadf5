import { replaceHidden } from '../../output/cell.js';
import type { BundleEntry } from '../../sources/model.js';
import { sourceFields, sourceName } from '../../sources/source-spec.js';
import { bundleValues, feedValues } from '../../sources/values.js';
import { NAMESPACE, PREFIX } from '../read/outlines.js';
import { type Exported, type ExportedFeed, exactId, membership } from './document.js';

/**
 * OPML 2.0, which every feed reader imports. `xmlUrl` is the published feed, because a website or a
 * search has no other. The source is kept in feedctl's own attributes. A bundle is a folder; a feed
 * in two bundles appears in both.
 */
export function writeOpml(exported: Exported): string {
  const bundlesOf = membership(exported);
  const bySource = new Map(exported.feeds.map((feed) => [exactId(feed.source), feed]));
  const loose = exported.feeds.filter(({ source }) => bundlesOf(source).length === 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<opml version="2.0" xmlns:feedctl="${NAMESPACE}">`,
    '  <head>',
    '    <title>feedctl</title>',
    '  </head>',
    '  <body>',
    ...exported.bundles.flatMap((bundle) => folder(bundle, bySource)),
    ...loose.map((feed) => `    ${outline(feedAttributes(feed))}`),
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
}

function folder(
  { name, feeds = [], ...bundle }: BundleEntry,
  bySource: ReadonlyMap<string, ExportedFeed>,
): string[] {
  const { description, ...others } = bundleValues(bundle);
  const attributes = { text: name, title: name, description, ...own(others) };
  const members = feeds.flatMap(({ source }) => bySource.get(exactId(source)) ?? []);
  return [
    `    ${openingTag(attributes)}>`,
    ...members.map((feed) => `      ${outline(feedAttributes(feed))}`),
    '    </outline>',
  ];
}

function feedAttributes({ source, rssFeedUrl, ...feed }: ExportedFeed) {
  const { title, description, ...others } = feedValues(feed);
  return {
    text: title || sourceName(source),
    title,
    type: 'rss',
    xmlUrl: rssFeedUrl,
    htmlUrl: 'url' in source ? source.url : undefined,
    description,
    ...own({ ...sourceFields(source), ...others }),
  };
}

function own(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [PREFIX + name, value]));
}

function outline(attributes: Readonly<Record<string, unknown>>): string {
  return `${openingTag(attributes)}/>`;
}

function openingTag(attributes: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || value === null) return [];
    return [` ${name}="${escaped(typeof value === 'string' ? value : JSON.stringify(value))}"`];
  });
  return `<outline${written.join('')}`;
}

// Characters that XML 1.0 cannot represent, not even as references.
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** White space other than a blank becomes a reference, because XML readers normalise it to blanks. */
function escaped(text: string): string {
  const carried = text.replace(FORBIDDEN, '').replace(/[&<>"\t\n\r]/g, reference);
  return replaceHidden(carried, reference);
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
