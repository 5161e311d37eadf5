// A web site with feeds of 57 kB, on loopback.
import { createServer } from 'node:http';

/** Items in each of its feeds. */
export const ITEMS = 30;

const SENTENCE = 'A sentence of the kind that feeds carry, with a <em>number</em> in it: ';

/** Every path is a feed; all of them publish at once. */
export async function startSite() {
  const site = { published: ITEMS, etags: true };
  const server = createServer((incoming, response) => {
    const etag = `"${site.published}"`;
    if (site.etags && incoming.headers['if-none-match'] === etag) {
      response.writeHead(304, { ETag: etag }).end();
      return;
    }
    response.writeHead(200, {
      'Content-Type': 'application/rss+xml',
      ...(site.etags ? { ETag: etag } : {}),
    });
    response.end(feedDocument(incoming.url, site.published));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(site, {
    origin: `http://127.0.0.1:${server.address().port}`,
    serve: (mode) => Object.assign(site, mode),
    close: () => server.close(),
  });
}

/** A feed of 57 kB whose newest item has the number `published`. */
export function feedDocument(path, published) {
  const items = [];
  for (let number = published; number > published - ITEMS; number--) items.push(item(path, number));
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Feed ${path}</title><link>https://example.com/</link><description>Many items</description>${items.join('')}</channel></rss>`;
}

function item(path, number) {
  const text = `&lt;p&gt;${SENTENCE.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}${number}.&lt;/p&gt;`;
  const date = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toUTCString();
  return `<item><guid>https://example.com${path}#${number}</guid><link>https://example.com${path}/${number}</link><title>Item ${number} of ${path}</title><pubDate>${date}</pubDate><description>${text.repeat(17)}</description></item>`;
}
