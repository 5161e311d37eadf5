import { toAtom } from './atom.js';
import { toCsv } from './csv.js';
import { toJsonFeed } from './json-feed.js';
import type { PublishedChannel } from './published-channel.js';
import { toRss } from './rss.js';

interface Format {
  mediaType: string;
  write(channel: PublishedChannel): string;
}

/** What a channel is published as, by the extension of its address. */
const FORMATS = {
  xml: { mediaType: 'application/rss+xml; charset=utf-8', write: toRss },
  atom: { mediaType: 'application/atom+xml; charset=utf-8', write: toAtom },
  json: { mediaType: 'application/feed+json; charset=utf-8', write: toJsonFeed },
  csv: { mediaType: 'text/csv; charset=utf-8; header=present', write: toCsv },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

export function isFormatName(extension: string): extension is FormatName {
  return Object.hasOwn(FORMATS, extension);
}

export function mediaTypeOf(format: FormatName): string {
  return FORMATS[format].mediaType;
}

/** The document, which names its own address. */
export function writeDocument(channel: PublishedChannel, format: FormatName): string {
  const selfUrl = channel.selfUrl.replace(/\.xml$/, `.${format}`);
  return FORMATS[format].write({ ...channel, selfUrl });
}
