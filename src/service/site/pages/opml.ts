import { legalText } from '../../publish/text.js';
import { emptyElement, parentElement, textElement, xmlDocument } from '../../publish/xml.js';
import type { BundleReport, FeedReport } from '../site-report.js';
import type { Summary } from '../summary.js';

/**
 * The feeds of a site as OPML 2.0, for feed readers. Bundles are in a folder of their own, because a reader
 * that follows one does not also need its feeds.
 */
export function sitesOpml(
  title: string,
  siteUrl: string | null,
  { feeds, bundles }: { feeds: readonly FeedReport[]; bundles: readonly BundleReport[] },
): string {
  const outlines = feeds.flatMap(({ slug, summary }) =>
    slug === null || summary === null ? [] : [outline(slug, summary, siteUrl)],
  );
  const folder = bundles.map(({ slug, summary }) => outline(slug, summary, siteUrl));
  const inFolder = { text: 'Bundles', title: 'Bundles' };
  return xmlDocument(
    parentElement(
      'opml',
      [
        parentElement('head', [textElement('title', legalText(title))]),
        parentElement('body', [
          ...(folder.length === 0 ? [] : [parentElement('outline', folder, inFolder)]),
          ...outlines,
        ]),
      ],
      { version: '2.0' },
    ),
  );
}

/** Without the address of the site, the address is relative to the file. */
function outline(slug: string, summary: Summary, siteUrl: string | null): string {
  const { title, description, siteUrl: page } = summary;
  return emptyElement('outline', {
    text: title,
    title,
    type: 'rss',
    xmlUrl: `${siteUrl ?? ''}${slug}.xml`,
    ...(page === '' ? {} : { htmlUrl: page }),
    ...(description === '' ? {} : { description }),
  });
}
