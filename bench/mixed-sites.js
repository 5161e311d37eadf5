// A web site of feeds and of pages without one, on loopback, in a process of its own: so that what it
// costs is not counted as the service's. Run by workers.js, which talks to it by messages.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { feedDocument, ITEMS } from './site.js';

const PAGE = readFileSync(new URL(`../test/fixtures/pages/${process.argv[2]}`, import.meta.url));

let published = ITEMS;

const server = createServer(({ url }, response) => {
  const isFeed = url.endsWith('.xml');
  response.writeHead(200, { 'Content-Type': isFeed ? 'application/rss+xml' : 'text/html' });
  // A page is another one each time, so that it is read each time.
  response.end(isFeed ? feedDocument(url, published) : `${PAGE}<!-- ${published} -->`);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));

process.on('message', ({ publish }) => {
  published += publish;
  const { user, system } = process.cpuUsage();
  process.send({ cpu: (user + system) / 1e6 });
});
process.on('disconnect', () => process.exit());
