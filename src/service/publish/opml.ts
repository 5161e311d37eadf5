import { oneLine } from './text.js';
import { webAddress } from './web-address.js';
import { emptyElement, parentElement, textElement, xmlDocument } from './xml.js';

/** One subscription of a list. */
export interface OpmlFeed {
  title: string;
  description: string;
  feedUrl: string;
  /** The page behind the feed, or "". */
  siteUrl: string;
}

/** A list of feeds as OPML 2.0, for every reader to import. */
export function toOpml(list: { title: string; createdAt: number; feeds: OpmlFeed[] }): string {
  return xmlDocument(
    parentElement(
      'opml',
      [
        parentElement('head', [
          textElement('title', oneLine(list.title)),
          textElement('dateCreated', new Date(list.createdAt).toUTCString()),
        ]),
        parentElement('body', list.feeds.flatMap(outlineElement)),
      ],
      { version: '2.0' },
    ),
  );
}

function outlineElement({ title, description, feedUrl, siteUrl }: OpmlFeed): string[] {
  const xmlUrl = webAddress(feedUrl);
  if (xmlUrl === null) return [];
  const text = oneLine(title) || new URL(xmlUrl).host;
  const htmlUrl = webAddress(siteUrl);
  const about = oneLine(description);
  return [
    emptyElement('outline', {
      text,
      title: text,
      type: 'rss',
      xmlUrl,
      ...(htmlUrl === null ? {} : { htmlUrl }),
      ...(about === '' ? {} : { description: about }),
    }),
  ];
}
