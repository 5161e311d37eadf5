/** Where feeds are, if nothing says where. The most common first. */
const NAMES = ['feed', 'rss.xml', 'feed.xml', 'atom.xml', 'index.xml', 'rss', 'feed.json'];

/** In the directory of a page only what blogs and static sites really use. */
const DIRECTORY_NAMES = ['feed', 'rss.xml', 'feed.xml', 'index.xml'];

/** Addresses worth a try for a page, its own directory before the root of the site. */
export function wellKnownFeeds(pageUrl: string): string[] {
  const url = new URL(pageUrl);
  const directory = directoryOf(url.pathname);
  const near = directory === '/' ? [] : DIRECTORY_NAMES.map((name) => `${directory}${name}`);
  const root = NAMES.map((name) => `/${name}`);
  return [...near, ...root].map((path) => `${url.origin}${path}`);
}

/** `/blog/` of `/blog`, `/blog/` and `/blog/index.html`. */
function directoryOf(path: string): string {
  if (path.endsWith('/')) return path;
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last.includes('.') ? path.slice(0, path.lastIndexOf('/') + 1) : `${path}/`;
}
