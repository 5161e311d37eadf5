import type { SourceDocument, SourceEntry } from '../core/source-document.js';
import type { FoundItem } from './fields/item.js';
import type { PageMetadata } from './metadata/metadata.js';

/** Most entries of one document; specification and stores are made for this many. */
const MAX_ENTRIES = 500;
const MAX_TITLE = 1_000;

/** A generated feed as intake knows feeds. The guid is the address without tracking parameters. */
export function toDocument(
  items: readonly FoundItem[],
  metadata: PageMetadata,
  icon: string,
): SourceDocument {
  return {
    title: metadata.title,
    description: metadata.description,
    icon,
    language: metadata.language,
    siteUrl: metadata.siteUrl,
    entries: items.slice(0, MAX_ENTRIES).map(toEntry),
    schedule: { minIntervalMs: null, skipHours: [], skipDays: [] },
  };
}

function toEntry(item: FoundItem): SourceEntry {
  return {
    guid: item.identity,
    url: item.url,
    title: item.title.slice(0, MAX_TITLE),
    descriptionText: item.description,
    descriptionHtml: item.description === '' ? '' : `<p>${escapeHtml(item.description)}</p>`,
    thumbnail: item.image,
    datePublished: item.date,
    authors: item.authors.map((name) => ({ name })),
  };
}

function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
