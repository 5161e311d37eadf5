import { counted } from '../../../base/text.js';
import { attribute, escapedHtml, itemsByDay, linked, pageHtml } from '../../publish/page.js';
import type { NewestItem } from '../newest-items.js';
import type { BundleReport, FeedReport } from '../site-report.js';
import { SEARCH_SCRIPT } from './search.js';

/**
 * Maximum characters of the HTML of the items, of the feeds next to them, and number of feeds that
 * readers find by the page.
 */
const MAX_LENGTH = 11_000;
const MAX_LISTED = 30;
const MAX_ALTERNATES = 20;

interface IndexParts {
  title: string;
  feeds: readonly FeedReport[];
  bundles: readonly BundleReport[];
  /** Items, the newest first. */
  items: readonly NewestItem[];
  /** The file of a remote picture, or null. */
  pictureOf(address: string): string | null;
}

/** The front page of a site: the newest items of all feeds, a search, and the feeds. */
export function indexPage({ title, feeds, bundles, items, pictureOf }: IndexParts): string {
  const published = feeds.filter(isPublished);
  return pageHtml({
    title,
    isWide: true,
    scripts: [SEARCH_SCRIPT],
    head: [...bundles, ...published].slice(0, MAX_ALTERNATES).map(alternate).join(''),
    main: `<header class="site">
<div><h1 dir="auto">${escapedHtml(title)}</h1>
<p class="soft">${counted(feeds.length, 'feed')}${bundles.length === 0 ? '' : ` · ${counted(bundles.length, 'bundle')}`} · <a href="feeds.html">addresses for feed readers</a> · <a href="feeds.opml">all as OPML</a></p></div>
<search hidden><input type="search" id="q" placeholder="Search ${counted(items.length, 'item')}" aria-label="Search the items of all feeds" autocomplete="off" spellcheck="false"></search>
</header>
<div class="columns">
<div id="found" aria-live="polite" hidden></div>
<div id="river">
${river(items, pictureOf)}</div>
<aside>
${list('Bundles', bundles)}${list('Feeds', published)}</aside>
</div>
`,
  });
}

function isPublished(feed: FeedReport): feed is FeedReport & { slug: string } {
  return feed.slug !== null && feed.summary !== null;
}

/** As many items as the page has space for: its size is the same for all sites. */
function river(items: readonly NewestItem[], pictureOf: IndexParts['pictureOf']): string {
  if (items.length === 0)
    return '<p class="none">Nothing yet. New items show here as they come.</p>\n';
  let length = 0;
  const listed = items.map(({ slug, feed, about, ...item }) => ({
    ...item,
    picture: item.picture === null ? null : pictureOf(item.picture),
    about: [linked(feed, `${slug}.html`), ...(about === '' ? [] : [about])].join(' · '),
  }));
  const end = listed.findIndex((item) => {
    length += itemsByDay([item]).length;
    return length > MAX_LENGTH;
  });
  return itemsByDay(end === -1 ? listed : listed.slice(0, Math.max(1, end)));
}

function list(
  heading: string,
  all: readonly { slug: string | null; title: string; summary: { items: number } | null }[],
): string {
  if (all.length === 0) return '';
  const rows = all
    .slice(0, MAX_LISTED)
    .map(
      ({ slug, title, summary }) =>
        `<li><a href="${slug}.html" dir="auto">${escapedHtml(title)}</a> <span class="soft">${(summary?.items ?? 0).toLocaleString('en')}</span></li>\n`,
    );
  const more =
    all.length > MAX_LISTED
      ? `<p class="soft"><a href="feeds.html">All ${all.length.toLocaleString('en')}</a></p>\n`
      : '';
  return `<h2>${heading}</h2>\n<ul class="list">\n${rows.join('')}</ul>\n${more}`;
}

/** A link by which readers that get the address of the page find a feed. */
export function alternate({ slug, summary }: FeedReport | BundleReport): string {
  if (slug === null || summary === null) return '';
  return `<link rel="alternate" type="application/rss+xml" href="${slug}.xml" title="${attribute(summary.title)}">\n`;
}
