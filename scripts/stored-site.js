// The sites that stored data of databases are made from, at names that exist nowhere: an HTTP proxy that
// answers for all of them. scripts/stored-data.js makes the data, test/service/store/migrations/stored-data.store.test.ts
// fetches the same pages again.
import { createServer } from 'node:http';

export const SITE = 'http://valley.example';

/** The webhook, which fails: its deliveries wait. */
export const HOOK = 'http://hooks.example/valley';

const STORIES = [
  'Council approves the new bridge',
  'Library opens on Sundays',
  'School roof repaired before winter',
  'Market moves to the old station',
  'Ferry returns after repair',
  'Museum shows maps of the coast',
  'Storm closes the northern road',
  'Garden prize goes to the school',
  'Tools and seeds for everyone',
];

const day = (number) => new Date(Date.UTC(2026, 9, 30 - number, 8));

function rss(name, first, count, more = '') {
  const items = Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const guid = number % 3 === 0 ? '' : `<guid isPermaLink="false">${name}-${number}</guid>`;
    const file =
      more && `<enclosure url="${SITE}/${name}/${number}.mp3" length="1000" type="audio/mpeg"/>`;
    return `<item><title>${name} story number ${number} &amp; more</title><link>${SITE}/${name}/${number}</link>${guid}
<pubDate>${day(number).toUTCString()}</pubDate>
<description>Text ${number} about ${name}. ${number % 4 === 0 ? 'Sponsored.' : 'Über alles.'}</description>${file}</item>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>${name}</title>
<link>${SITE}/${name}</link><description>News of ${name}</description>${more}${items.join('\n')}</channel></rss>`;
}

const page = (title, content) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><nav><a href="/">Home</a><a href="/about">About</a></nav><main><h1>${title}</h1>${content}</main><footer><a href="/imprint">Imprint</a></footer></body></html>`;

const articles = (folder) =>
  STORIES.map(
    (story, index) =>
      `<article><h2><a href="/${folder}/${index}">${story}</a></h2><p class="date">${20 - index} October 2026</p><p>Some words about it.</p></article>`,
  ).join('');

/** The same stories in another mark-up, with other addresses. */
const rows = (folder) =>
  `<table class="archive">${STORIES.map(
    (story, index) =>
      `<tr class="entry"><td><time datetime="2026-10-${20 - index}">${20 - index} Oct</time></td><td><a class="to" href="/${folder}/story/${index}.html">${story}</a></td></tr>`,
  ).join('')}</table>`;

const terms = (price, notice) =>
  page(
    'Terms of use',
    `<p>These terms govern the use of the service by members and guests.</p><h2>Price</h2><p>A month costs ${price} euros.</p><h2>Notice</h2><p>Membership ends ${notice}.</p>`,
  );

/** What the sites answer at a step of their history: 1, 2 or 3. */
function documents(step) {
  return {
    '/news.xml': rss('news', 0, 12),
    '/beta.xml': rss('beta', 0, 12),
    '/busy.xml': rss('busy', (3 - step) * 8, 12),
    '/podcast.xml': rss('podcast', 0, 3, '<itunes:author>The valley</itunes:author>'),
    '/gone.xml': rss('gone', 0, 3),
    '/town': page('Town news', articles('town')),
    '/moved': page('Moved news', step === 1 ? articles('moved') : rows('moved')),
    '/lost': page(
      'Lost news',
      step === 1 ? articles('lost') : '<p>We are building a new site.</p>',
    ),
    '/terms': terms([9, 11, 12][step - 1], step < 3 ? 'at the end of a month' : 'within a week'),
  };
}

/** @returns the proxy; `step` may be changed, and `hooks` has what the webhook received */
export async function startStoredSite() {
  const hooks = [];
  const server = createServer((request, response) => {
    const { origin, pathname } = new URL(request.url ?? '', SITE);
    if (HOOK === origin + pathname) {
      hooks.push(request.headers['webhook-id']);
      response.writeHead(500).end();
      return;
    }
    const body = origin === SITE ? documents(site.step)[pathname] : undefined;
    const type = pathname.endsWith('.xml') ? 'application/rss+xml' : 'text/html; charset=utf-8';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type });
    response.end(body ?? '<h1>Not found</h1>');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = {
    proxy: `http://127.0.0.1:${server.address().port}`,
    step: 1,
    hooks,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return site;
}
