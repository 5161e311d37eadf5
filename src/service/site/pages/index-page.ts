import { counted } from '../../../base/text.js';
import { attribute, day, escaped, linked, pageHtml } from '../../publish/html.js';
import type { BundleReport, FeedReport } from '../site-report.js';
import type { Summary } from '../summary.js';

/** The page of a site: its feeds and bundles, without scripts, images or anything else to load. */
export function indexPage(
  title: string,
  { feeds, bundles }: { feeds: readonly FeedReport[]; bundles: readonly BundleReport[] },
): string {
  const names = new Map(feeds.flatMap((feed) => (feed.slug === null ? [] : [[feed.slug, feed]])));
  return pageHtml({
    title,
    language: 'en',
    head: [...bundles, ...feeds].map(alternate).join(''),
    header: `<h1>${escaped(title)}</h1>
<p>${intro(feeds.length, bundles.length)}</p>
`,
    main: `${section(
      'Bundles',
      bundles.map((bundle) => bundleArticle(bundle, names)),
    )}${section('Feeds', feeds.map(feedArticle))}`,
  });
}

function intro(feeds: number, bundles: number): string {
  const parts = [counted(feeds, 'feed'), ...(bundles === 0 ? [] : [counted(bundles, 'bundle')])];
  return `${parts.join(' and ')}. To follow one, copy the address of its RSS, Atom or JSON link into a feed reader. To follow all of them, import <a href="feeds.opml">feeds.opml</a>.`;
}

function section(heading: string, articles: readonly string[]): string {
  return articles.length === 0
    ? ''
    : `<section>\n<h2>${heading}</h2>\n${articles.join('')}</section>\n`;
}

/** Readers that are given the address of the page find its feeds. */
function alternate({ slug, summary }: FeedReport | BundleReport): string {
  if (slug === null || summary === null) return '';
  return `<link rel="alternate" type="application/rss+xml" href="${slug}.xml" title="${attribute(summary.title)}">\n`;
}

function feedArticle(feed: FeedReport): string {
  const { slug, title, source, summary } = feed;
  return `<article${slug === null ? '' : ` id="${slug}"`}>
<h3 dir="auto">${summary === null ? escaped(title) : linked(summary.title, summary.siteUrl)}</h3>
${summary === null ? `<p class="soft" dir="auto">${escaped(source)}</p>\n` : about(summary)}${links(slug, summary)}${trouble(feed)}${latest(summary)}</article>
`;
}

function bundleArticle(
  { slug, summary, feeds }: BundleReport,
  names: ReadonlyMap<string, FeedReport>,
): string {
  const members = feeds.flatMap((member) => {
    const feed = names.get(member);
    return feed === undefined ? [] : [`<a href="#${member}">${escaped(feed.title)}</a>`];
  });
  const list = members.length === 0 ? '' : `<p class="soft" dir="auto">${members.join(', ')}</p>\n`;
  return `<article id="${slug}">
<h3 dir="auto">${escaped(summary.title)}</h3>
${about(summary)}${links(slug, summary)}${list}${latest(summary)}</article>
`;
}

function about({ description }: Summary): string {
  return description === '' ? '' : `<p dir="auto">${escaped(description)}</p>\n`;
}

function links(slug: string | null, summary: Summary | null): string {
  if (slug === null || summary === null) return '';
  const { items, newest } = summary;
  const formats = [
    ['Page', 'html'],
    ['RSS', 'xml'],
    ['Atom', 'atom'],
    ['JSON', 'json'],
  ].map(([name, extension]) => `<a href="${slug}.${extension}">${name}</a>`);
  const facts = [
    ...formats,
    counted(items, 'item'),
    ...(newest === null ? [] : [`newest <time datetime="${day(newest)}">${day(newest)}</time>`]),
  ];
  return `<p class="soft">${facts.join(' · ')}</p>\n`;
}

function trouble({ health, error, failingSince }: FeedReport): string {
  if (health === 'paused') return '<p class="soft">Paused.</p>\n';
  if (health !== 'failing' && health !== 'inactive') return '';
  const since = failingSince === null ? '' : ` since ${day(failingSince)}`;
  const why = error === null ? '' : ` ${escaped(error.message)}`;
  return `<p class="warn" dir="auto">The source has not been readable${since}.${why}</p>\n`;
}

function latest(summary: Summary | null): string {
  const items = summary?.latest.filter(({ title }) => title !== '') ?? [];
  if (items.length === 0) return '';
  const lines = items.map(({ title, url }) => `<li>${linked(title, url ?? '')}</li>\n`);
  return `<ul dir="auto">\n${lines.join('')}</ul>\n`;
}
