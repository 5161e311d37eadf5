/** Places of the feeds of one publishing system. */
interface Software {
  /** A sign in its pages: in `<meta name="generator">` or in the addresses that they load. */
  sign: RegExp;
  /** Endings that turn the address of a page into that of its feed. */
  own?: readonly string[];
  /** Paths of the feed of the site. */
  site?: readonly string[];
}

const SOFTWARE: readonly Software[] = [
  { sign: /content=["']?WordPress|\/wp-(?:content|includes)\//i, own: ['feed/'], site: ['/feed/'] },
  { sign: /content=["']?Ghost\b|\/ghost\/api\//i, own: ['rss/'], site: ['/rss/'] },
  { sign: /content=["']?Hugo\b/i, own: ['index.xml'], site: ['/index.xml'] },
  { sign: /content=["']?Jekyll\b/i, site: ['/feed.xml'] },
  { sign: /content=["']?Docusaurus\b/i, own: ['rss.xml'], site: ['/blog/rss.xml'] },
  { sign: /cdn\.shopify\.com/i, own: ['.atom'], site: ['/blogs/news.atom'] },
  { sign: /squarespace(?:-cdn)?\.com/i, own: ['?format=rss'], site: ['/blog?format=rss'] },
  { sign: /static\.(?:parastorage|wixstatic)\.com/i, own: ['-feed.xml'], site: ['/blog-feed.xml'] },
  { sign: /content=["']?Blogger\b/i, site: ['/feeds/posts/default'] },
  { sign: /content=["']?Drupal\b/i, own: ['feed'], site: ['/rss.xml'] },
  { sign: /content=["']?Joomla/i, own: ['?format=feed&type=rss'] },
  { sign: /content=["']?Discourse\b/i, own: ['.rss'], site: ['/latest.rss'] },
  { sign: /website-files\.com|content=["']?Webflow\b/i, own: ['rss.xml'] },
  { sign: /content=["']?Hexo\b/i, site: ['/atom.xml'] },
  { sign: /content=["']?(?:Astro|Gatsby)\b/i, own: ['rss.xml'], site: ['/rss.xml'] },
  { sign: /content=["']?Eleventy\b/i, site: ['/feed.xml', '/feed/feed.xml'] },
  { sign: /substackcdn\.com/i, site: ['/feed'] },
];

/** The usual places, for sites that do not name their system. */
const OTHER: Software = {
  sign: /^/,
  own: ['feed', 'rss.xml'],
  site: ['/feed', '/rss.xml', '/feed.xml', '/atom.xml'],
};

const MAX_GUESSES = 4;
/** Characters of a page that are searched for its system. */
const HEAD = 100_000;

/**
 * Addresses of feeds that a page does not name: those of its system, then the usual ones. @returns
 * `own`: feeds of this page, if its system is certain; `all`: at most four
 */
export function guessFeeds(pageUrl: string, html: string): { own: string[]; all: string[] } {
  const head = html.slice(0, HEAD);
  const known = SOFTWARE.find(({ sign }) => sign.test(head));
  const addresses = ({ own = [], site = [] }: Software) => ({
    own: own.flatMap((ending) => withEnding(pageUrl, ending)),
    site: site.map((path) => new URL(path, pageUrl).href),
  });
  const made = known === undefined ? { own: [], site: [] } : addresses(known);
  const usual = addresses(OTHER);
  const all = [...made.own, ...made.site, ...usual.own, ...usual.site];
  // `/feed` and `/feed/` are the same.
  const bare = all.map((url) => url.replace(/\/$/, ''));
  const different = all.filter((_, at) => bare.indexOf(bare[at] ?? '') === at);
  return { own: made.own, all: different.slice(0, MAX_GUESSES) };
}

/**
 * The address with an ending: `/blog/feed` for `/blog`, `/blog/` and `/blog/index.html`;
 * `/blog.atom`, `/blog?format=rss`.
 */
function withEnding(pageUrl: string, ending: string): string[] {
  const { origin, pathname } = new URL(pageUrl);
  const path = pathname.replace(/\/[^/]*\.\w+$/, '/').replace(/(?<=.)\/$/, '');
  if (/^[.-]/.test(ending)) return path === '/' ? [] : [`${origin}${path}${ending}`];
  if (ending.startsWith('?')) return [`${origin}${path}${ending}`];
  return [`${origin}${path === '/' ? '' : path}/${ending}`];
}
