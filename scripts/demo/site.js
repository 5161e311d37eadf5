// The small web that the demo reads: native feeds, a page that advertises one, a page that has
// none, a news search.
import { createServer } from 'node:http';
import { icon, landscape } from './drawing.js';

const HOUR = 3_600_000;
const now = Date.now();

const releases = [
  ['Orchard 4.2: faster cold starts', 'Start-up dropped from 310 to 90 ms.', 2 * HOUR, 'Mara Lind'],
  [
    'Orchard 4.1.3 fixes a leak in the pool',
    'Idle connections are closed again.',
    49 * HOUR,
    'Ivo Brandt',
  ],
  ['Orchard 4.1: pipelines', 'Several steps can now share one worker.', 190 * HOUR, 'Mara Lind'],
];
const notes = [
  ['Field notes: a week on the reef', 'Twelve dives, four species.', 5 * HOUR, 'Noor Haddad'],
  ['Why the tide tables were wrong', 'A sign error from 1974.', 77 * HOUR, 'Noor Haddad'],
];

const arrivals = [
  ['The ferry pier opens again on Monday', 'Repairs took nine weeks.', 3 * HOUR],
  ['Two cranes leave for the breaker', 'They were built in 1961.', 30 * HOUR],
  ['Quiet hours at the fish market', 'No lorries before six.', 99 * HOUR],
  ['A new pilot boat is named', 'She is the first with an electric drive.', 150 * HOUR],
];

/** A page whose longest list is not the wanted one. */
const articles = [
  'The swimming hall opens two weeks early',
  'New lamps for the old bridge',
  'Library stays open until nine in the evening',
  'Winner of the garden prize named',
  'Road works on Mill Street end on Friday',
  'Forty trees for the school yard',
];
const meetings = [
  'Council meeting: budget of the fire brigade',
  'Council meeting: bus line 7',
  'Planning committee: houses at the north gate',
  'Cancelled: committee for culture',
];

/** Starts the demo's web on a free loopback port. */
export async function startSite() {
  const messages = [];
  const server = createServer((request, response) => {
    if (request.method === 'POST') return takeMessage(request, response, messages);
    const base = `http://127.0.0.1:${server.address().port}`;
    const url = new URL(request.url ?? '/', base);
    const page = routes(base, url)[url.pathname];
    if (page === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not here\n');
      return;
    }
    response.writeHead(200, { 'content-type': page.type }).end(page.body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    /** Adds an entry to the page of the town. */
    announce: (meeting) => meetings.unshift(meeting),
    /** What the chat has received. */
    messages,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A chat, which answers as Slack does. */
async function takeMessage(request, response, messages) {
  let body = '';
  for await (const chunk of request) body += chunk;
  messages.push(JSON.parse(body));
  response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
}

function routes(base, url) {
  return {
    '/releases.xml': {
      type: 'application/rss+xml',
      body: rss('Orchard releases', base, releases, 'releases'),
    },
    '/podcast.xml': { type: 'application/rss+xml', body: podcast(base) },
    '/notes/feed.xml': {
      type: 'application/rss+xml',
      body: rss('Reef notes', base, notes, 'notes'),
    },
    '/notes/': { type: 'text/html', body: notesPage() },
    '/harbour/': { type: 'text/html', body: harbourPage() },
    '/town/': { type: 'text/html', body: townPage() },
    '/favicon.ico': { type: 'image/png', body: icon([28, 98, 140]) },
    '/icons/releases.png': { type: 'image/png', body: icon([190, 84, 40]) },
    '/icons/notes.png': { type: 'image/png', body: icon([14, 124, 110]) },
    '/pictures/1.png': { type: 'image/png', body: landscape(1) },
    '/pictures/2.png': { type: 'image/png', body: landscape(2) },
    '/search': { type: 'application/rss+xml', body: news(base, url.searchParams.get('q') ?? '') },
  };
}

function podcast(base) {
  const date = new Date(now - 6 * HOUR).toUTCString();
  return `<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
 xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Slow boats</title>
<link>${base}/podcast/</link><description>Journeys by water</description>
<itunes:author>Ines Almeida</itunes:author><item><title>The ferry at dawn</title>
<link>${base}/podcast/1</link><guid>boats-1</guid><pubDate>${date}</pubDate>
<description>Crossing before the first bus.</description><category>Travel</category><category>Rivers</category>
<enclosure url="${base}/podcast/1.mp3" length="34216300" type="audio/mpeg"/>
<itunes:duration>1:02:03</itunes:duration><itunes:season>1</itunes:season><itunes:episode>7</itunes:episode>
<podcast:chapters url="${base}/podcast/1.json" type="application/json+chapters"/>
<podcast:transcript url="${base}/podcast/1.vtt" type="text/vtt"/></item></channel></rss>`;
}

function notesPage() {
  return `<!doctype html><html lang="en"><head><title>Reef notes</title>
<link rel="alternate" type="application/rss+xml" title="Reef notes" href="feed.xml"></head>
<body><h1>Reef notes</h1><p>What we saw under water this week.</p></body></html>`;
}

/** A page without any feed, with what surrounds a list on the web: navigation, a notice, a footer. */
function harbourPage() {
  const cards = arrivals.map(
    ([headline, text, age]) => `<article class="card_x91"><a href="/harbour/${slug(headline)}">
<h3>${xml(headline)}</h3></a><p>${xml(text)}</p>
<time datetime="${new Date(now - age).toISOString()}">${new Date(now - age).toDateString()}</time>
<a class="more" href="/harbour/${slug(headline)}">Read more</a></article>`,
  );
  return `<!doctype html><html lang="en"><head><title>Harbour office</title><style>
body { margin: 0; font: 15px/1.5 Georgia, serif; color: #1d2b3a; background: #eef3f6; }
main { padding: 0 20px; } h1 { color: #0d4f7c; }
.grid_a7f { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; }
.card_x91 { padding: 12px 14px; background: #fff; border-radius: 10px; }
.card_x91 h3 { margin: 0; font-size: 16px; } .card_x91 a { color: #0d4f7c; }
</style></head><body>
<nav><a href="/">Home</a> <a href="/harbour/">News</a> <a href="/about">About the office</a></nav>
<main><h1>Harbour office</h1><p>Summer hours: <a href="/hours">see the timetable</a></p>
<div class="grid_a7f">${cards.join('\n')}</div></main>
<footer><a href="/imprint">Imprint</a> <a href="/privacy">Privacy</a></footer></body></html>`;
}

function townPage() {
  const news = articles.map(
    (headline, at) => `<article><h2><a href="/town/news/${slug(headline)}">${headline}</a></h2>
<time datetime="${new Date(now - (5 + 20 * at) * HOUR).toISOString()}"></time>
<p>Read what the town office says about it.</p></article>`,
  );
  const entries = meetings.map(
    (title) => `<li><a href="/town/meetings/${slug(title)}">${title}</a></li>`,
  );
  return `<!doctype html><html lang="en"><head><title>Town of Westhaven</title></head><body>
<main><h1>Town of Westhaven</h1>${news.join('\n')}</main>
<aside><h2>Meetings</h2><ul class="meetings">${entries.join('\n')}</ul></aside></body></html>`;
}

function news(base, query) {
  return rss(`"${query}" - news`, base, [
    [
      `${query}: prices fall for a third month`,
      'Makers point to new plants.',
      1 * HOUR,
      'The Ledger',
    ],
    [
      `City council votes on ${query}`,
      'The plan passed with two abstentions.',
      8 * HOUR,
      'Harbour Post',
    ],
  ]);
}

/** @param name of its icon; those of the notes have pictures, too */
function rss(title, base, entries, name) {
  const icon = name ? `<image><url>${base}/icons/${name}.png</url></image>` : '';
  const picture = (index) =>
    name === 'notes' ? `<media:thumbnail url="${base}/pictures/${index + 1}.png"/>` : '';
  const items = entries.map(
    ([headline, text, age, author], index) => `<item><title>${xml(headline)}</title>
<link>${base}/read/${slug(headline)}</link><guid isPermaLink="false">${slug(headline)}</guid>
<description>${xml(text)}</description><dc:creator>${xml(author)}</dc:creator>
<pubDate>${new Date(now - age).toUTCString()}</pubDate>${picture(index)}</item>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>${xml(title)}</title>${icon}<link>${base}/</link><description>${xml(title)}</description>
${items.join('\n')}
</channel></rss>`;
}

const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
