// Web sites of feeds and of pages without one, in a process of their own: so that what they cost is not
// counted as the service's. Each has a loopback address of its own, as Linux allows: at one site, all
// workers together read no more at once than one would. Run by workers.js, which talks to it by
// messages.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { feedDocument, ITEMS } from './article.js';

/** The largest pages of the generator's own tests: about 50 kB, still half of what is usual. */
const PAGES = ['kicker-headline', 'shop-grid', 'wp-archive', 'releases-forge', 'magazine-home'].map(
  (name) => readFileSync(new URL(`../test/fixtures/pages/${name}.html`, import.meta.url), 'utf8'),
);

const sites = Number(process.argv[2]);

let published = ITEMS;
/** Shortest and longest time until an answer, in milliseconds. */
let latency = [0, 0];

async function answer({ url }, response) {
  const [shortest, longest] = latency;
  if (longest > 0) await delay(shortest + Math.random() * (longest - shortest));
  const isFeed = url.endsWith('.xml');
  response.writeHead(200, { 'Content-Type': isFeed ? 'application/rss+xml' : 'text/html' });
  // A page is another one each time, so that it is read each time.
  response.end(isFeed ? feedDocument(url, published) : `${pageOf(url)}<!-- ${published} -->`);
}

function pageOf(url) {
  return PAGES[Number.parseInt(url.slice(1), 10) % PAGES.length];
}

async function startSite(_, index) {
  const address = `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`;
  const server = createServer(answer).listen(0, address);
  await once(server, 'listening');
  return `http://${address}:${server.address().port}`;
}

const origins = await Promise.all(Array.from({ length: sites }, startSite));
process.send({ origins });

process.on('message', (orders) => {
  published += orders.publish;
  latency = orders.latency;
  const { user, system } = process.cpuUsage();
  process.send({ cpu: (user + system) / 1e6 });
});
process.on('disconnect', () => process.exit());
