import { VERSION } from '../../contract/index.js';
import { publishedBundles } from '../bundles/published-bundle.js';
import type { Deps } from '../feeds/deps.js';
import { publishedFeeds } from '../feeds/published-feed.js';
import { publishedItem, selectItems } from '../items/item.js';
import { AS_STORED } from '../items/look.js';
import { writeDocument } from '../publish/formats.js';
import { type Surroundings, toHtml } from '../publish/html.js';
import type { PublishedChannel } from '../publish/published-channel.js';
import type { SiteRequest } from './site-request.js';

/** The formats of a static site, by the extension of the file. */
export const FORMATS = ['xml', 'atom', 'json', 'html'] as const;
export type SiteFormat = (typeof FORMATS)[number];

/**
 * Time for which readers may cache a file. The time of the next build is unknown, and must not
 * change the files.
 */
const TTL_MINUTES = 60;

/** The inputs of a feed's or bundle's documents as text: equal texts give equal documents. */
export function madeFrom(
  revision: string,
  { siteUrl, title, pictures }: Pick<SiteRequest, 'siteUrl' | 'title' | 'pictures'>,
): string {
  return `${VERSION} ${siteUrl ?? '-'} ${revision} ${pictures ? 'pictures ' : ''}${title}`;
}

/** A feed as it is published in a static site. */
export async function feedChannel(
  deps: Deps,
  { id, slug, siteUrl }: { id: string; slug: string; siteUrl: string | null },
): Promise<PublishedChannel | null> {
  const channel = await publishedFeeds(deps).loadChannel(id);
  if (channel === null) return null;
  const rows = await selectItems(deps.store.db, id, 'last_added', deps.clock.now());
  const kept = new Map(
    rows.map((row) => {
      const { identity, position } = row;
      return [publishedItem(row, AS_STORED).guid, { identity, position }];
    }),
  );
  return {
    ...inSite(channel, slug, siteUrl),
    items: channel.items.map((item) => {
      const known = kept.get(item.guid);
      return known === undefined ? item : { ...item, kept: known };
    }),
  };
}

/** A bundle as it is published in a static site. */
export async function bundleChannel(
  deps: Deps,
  { id, slug, siteUrl }: { id: string; slug: string; siteUrl: string | null },
): Promise<PublishedChannel | null> {
  const channel = await publishedBundles(deps).loadChannel(id);
  if (channel === null) return null;
  return { ...inSite(channel, slug, siteUrl), siteUrl: siteUrl ?? '' };
}

function inSite(channel: PublishedChannel, slug: string, siteUrl: string | null): PublishedChannel {
  return {
    ...channel,
    selfUrl: siteUrl === null ? '' : `${siteUrl}${slug}.xml`,
    hub: undefined,
    ttlMinutes: TTL_MINUTES,
  };
}

/** The JSON Feed of a channel with one value per line, for version control. */
export function jsonFile(channel: PublishedChannel): string {
  return `${JSON.stringify(JSON.parse(writeDocument(channel, 'json')), null, 1)}\n`;
}

/** The files of a channel. */
export function channelFiles(
  channel: PublishedChannel,
  slug: string,
  page: Pick<Surroundings, 'pictureOf' | 'back'>,
): Record<SiteFormat, string> {
  return {
    xml: writeDocument(channel, 'xml'),
    atom: writeDocument(channel, 'atom'),
    json: jsonFile(channel),
    html: toHtml(channel, { ...page, name: slug }),
  };
}
