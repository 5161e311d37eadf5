import { counted } from '../../../base/text.js';
import { day, dayElement, escapedHtml, linked, pageHtml } from '../../publish/page.js';
import type { BundleReport, FeedReport } from '../site-report.js';
import type { Summary } from '../summary.js';
import { alternate } from './index-page.js';

/** The page of all feeds and bundles with their addresses, and problems of their sources. */
export function feedsPage(
  title: string,
  { feeds, bundles }: { feeds: readonly FeedReport[]; bundles: readonly BundleReport[] },
): string {
  const names = new Map(feeds.flatMap((feed) => (feed.slug === null ? [] : [[feed.slug, feed]])));
  return pageHtml({
    title: `Feeds of ${title}`,
    back: { href: 'index.html', title },
    head: [...bundles, ...feeds].map(alternate).join(''),
    main: `<header class="site"><div><h1>Feeds</h1>
<p class="soft">To follow one, copy the address of its RSS, Atom or JSON link into a feed reader. To follow all of them, import <a href="feeds.opml">feeds.opml</a>.</p></div></header>
${section(
  'Bundles',
  bundles.map((bundle) => bundleEntry(bundle, names)),
)}${section('Feeds', feeds.map(feedEntry))}`,
  });
}

function section(heading: string, entries: readonly string[]): string {
  return entries.length === 0
    ? ''
    : `<section class="day">\n<h2>${heading}</h2>\n<ul class="items">\n${entries.join('')}</ul>\n</section>\n`;
}

function feedEntry(feed: FeedReport): string {
  const { slug, title, source, summary } = feed;
  const name = summary === null ? escapedHtml(title) : linked(summary.title, `${slug}.html`);
  return `<li${slug === null ? '' : ` id="${slug}"`} dir="auto"><div><h3>${name}</h3>
${summary === null ? `<p class="soft">${escapedHtml(source)}</p>\n` : about(summary)}${links(slug, summary)}${trouble(feed)}</div></li>
`;
}

function bundleEntry(
  { slug, summary, feeds }: BundleReport,
  names: ReadonlyMap<string, FeedReport>,
): string {
  const members = feeds.flatMap((member) => {
    const feed = names.get(member);
    return feed === undefined ? [] : [`<a href="#${member}">${escapedHtml(feed.title)}</a>`];
  });
  const list = members.length === 0 ? '' : `<p class="soft" dir="auto">${members.join(', ')}</p>\n`;
  return `<li id="${slug}" dir="auto"><div><h3>${linked(summary.title, `${slug}.html`)}</h3>
${about(summary)}${links(slug, summary)}${list}</div></li>
`;
}

function about({ description }: Summary): string {
  return description === '' ? '' : `<p class="text">${escapedHtml(description)}</p>\n`;
}

function links(slug: string | null, summary: Summary | null): string {
  if (slug === null || summary === null) return '';
  const { items, newest, siteUrl } = summary;
  const formats = [
    ['RSS', 'xml'],
    ['Atom', 'atom'],
    ['JSON', 'json'],
  ].map(([name, extension]) => `<a href="${slug}.${extension}">${name}</a>`);
  const facts = [
    ...formats,
    counted(items, 'item'),
    ...(newest === null ? [] : [`newest of ${dayElement(day(newest))}`]),
    ...(siteUrl === '' ? [] : [linked('website', siteUrl)]),
  ];
  return `<p class="soft">${facts.join(' · ')}</p>\n`;
}

function trouble({ health, error, failingSince }: FeedReport): string {
  if (health === 'paused') return '<p class="soft">Paused.</p>\n';
  if (health !== 'failing' && health !== 'inactive') return '';
  const since = failingSince === null ? '' : ` since ${day(failingSince)}`;
  const why = error === null ? '' : ` ${escapedHtml(error.message)}`;
  return `<p class="warn">The source has not been readable${since}.${why}</p>\n`;
}
