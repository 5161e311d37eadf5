// A web site with feeds of 30 articles (98 kB), on loopback.
import { createServer } from 'node:http';
import { feedDocument, ITEMS } from './article.js';

/** Documents that are kept: those of a benchmark's feeds. Writing one costs as much as reading it. */
const MAX_DOCUMENTS = 2500;

/** Every path is a feed; all of them publish at once. */
export async function startSite() {
  const site = { published: ITEMS, etags: true };
  const documents = new Map();
  const server = createServer((incoming, response) => {
    const etag = `"${site.published}"`;
    if (site.etags && incoming.headers['if-none-match'] === etag) {
      response.writeHead(304, { ETag: etag }).end();
      return;
    }
    const key = `${incoming.url} ${site.published}`;
    const body = documents.get(key) ?? Buffer.from(feedDocument(incoming.url, site.published));
    if (documents.size >= MAX_DOCUMENTS) documents.clear();
    documents.set(key, body);
    response.writeHead(200, {
      'Content-Type': 'application/rss+xml',
      'Content-Length': body.length,
      ...(site.etags ? { ETag: etag } : {}),
    });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(site, {
    origin: `http://127.0.0.1:${server.address().port}`,
    serve: (mode) => Object.assign(site, mode),
    close: () => server.close(),
  });
}
