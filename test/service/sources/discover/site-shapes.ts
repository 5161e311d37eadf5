import type { SiteAnswer, Sites } from '../../../support/sites.js';

/** One shape of a site: what is at an address, and what a person who gives it wants. */
export interface Shape {
  name: string;
  url: string;
  sites: Sites;
  /** Any of these: `feed:` with the path of a feed, `page`, or `error`. */
  wanted: readonly string[];
}

interface Post {
  title: string;
  url: string;
}

const SUBJECTS = [
  'The harbour',
  'A new library',
  'Our compiler',
  'The old mill',
  'The night train',
];
const EVENTS = [
  'opens again after winter',
  'has a faster engine',
  'asks for volunteers',
  'was sold',
];
const PLACES = [
  'in the north',
  'near the coast',
  'for a second year',
  'without any warning',
  'at last',
];

/** Posts whose titles and addresses differ from each other. */
function posts(count: number, { from = 0, at = '/blog' } = {}): Post[] {
  return Array.from({ length: count }, (_, n) => {
    const place = n + from;
    const words = [
      SUBJECTS[place % 5],
      EVENTS[Math.floor(place / 5) % 4],
      PLACES[Math.floor(place / 20) % 5],
    ];
    const again = place < 100 ? '' : `, part ${Math.floor(place / 100)}`;
    return { title: words.join(' ') + again, url: `${at}/story-${place}` };
  });
}

/** Posts of another kind: nothing in common with `posts`. */
const titled = (at: string, titles: readonly string[]): Post[] =>
  titles.map((title, n) => ({ title, url: `${at}/${n + 1}` }));

const JOBS = titled('/jobs', [
  'Backend engineer for payments in Hamburg',
  'Site reliability engineer in Lisbon',
  'Product designer for mobile apps',
  'Head of customer support in Dublin',
  'Data analyst for the finance team',
  'Android developer, fully remote',
  'Technical writer for the interface',
  'Office manager in Copenhagen',
]);
const COMPANY_NEWS = titled('/news', [
  'Acme acquires Northwind Traders for growth',
  'Quarterly results exceed the forecast',
  'New headquarters open in Rotterdam',
  'Jane Doe becomes chief financial officer',
  'Acme wins the European design award',
  'Partnership with the city of Antwerp',
  'Annual report of sustainability published',
  'Acme supports the local food bank',
]);
const HAPPENINGS = titled('/events', [
  'Concert of the chamber orchestra on Friday',
  'Reading with the author Maria Lopez',
  'Flea market behind the town hall',
  'Guided tour through the botanical garden',
  'Workshop: repairing bicycles together',
  'Open air cinema at the riverside',
  'Lecture about the history of printing',
  'Summer party of the sports club',
]);

const rss = (items: readonly Post[], title = 'A blog', link = '/') =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title><link>${link}</link>${items
    .map((post) => `<item><title>${post.title}</title><link>${post.url}</link></item>`)
    .join('')}</channel></rss>`;
const atom = (items: readonly Post[]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>A blog</title><id>x</id>${items
    .map(
      (post) =>
        `<entry><id>${post.url}</id><title>${post.title}</title><link href="${post.url}"/></entry>`,
    )
    .join('')}</feed>`;
const jsonFeed = (items: readonly Post[]) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'A blog',
    items: items.map(({ title, url }) => ({
      id: url,
      title,
      url: new URL(url, A).href,
      content_text: title,
    })),
  });

const declares = (href: string, title = '', type = 'application/rss+xml') =>
  `<link rel="alternate" type="${type}" title="${title}" href="${href}">`;
const generator = (name: string) => `<meta name="generator" content="${name}">`;
const html = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>Acme</title>${head}</head><body>${body}</body></html>`;
const listing = (items: readonly Post[]) =>
  `<main><h1>Latest</h1><ul>${items
    .map(
      ({ title, url }) =>
        `<li><h2><a href="${url}">${title}</a></h2><p>What happened, and why.</p></li>`,
    )
    .join('')}</ul></main>`;
const cards = (titles: readonly string[]) =>
  `<main>${titles
    .map(
      (title) => `<article class="card"><h3>${title}</h3><p>Forty minutes of talk.</p></article>`,
    )
    .join('')}</main>`;

const shell = (head = '') => html(head, '<div id="root"></div><script src="/app.js"></script>');
const text = (head = '') =>
  html(head, '<main><h1>About us</h1><p>We are a small company that makes things.</p></main>');
const page = (items: readonly Post[], head = '') => html(head, listing(items));
const article = (head = '') =>
  html(
    head,
    `<main><article><h1>My post</h1>${'<p>It was a long day, and a lot was said about it by everyone who came.</p>'.repeat(9)}</article></main>`,
  );

const A = 'https://acme.example';
const CHANNEL = 'UCabcdefghijklmnopqrstuv';
const YOUTUBE = 'https://www.youtube.com';
const videos = (query: string) => `${YOUTUBE}/feeds/videos.xml?${query}`;
const channelPage = (head = '') =>
  html(head, `<div></div><script>var d = {"externalId":"${CHANNEL}"}</script>`);
const BLOG = posts(10);

/** A shape on one host; addresses of other hosts are given in full. */
function shape(
  name: string,
  url: string,
  documents: Readonly<Record<string, SiteAnswer>>,
  ...wanted: string[]
): Shape {
  const sites = Object.entries(documents).map(([at, answer]) => [
    new URL(at, new URL(url, A)).href,
    answer,
  ]);
  return { name, url: new URL(url, A).href, sites: Object.fromEntries(sites), wanted };
}

const wordpress = (path: string) =>
  declares('/feed/', 'Acme » Feed') +
  declares('/comments/feed/', 'Acme » Comments Feed') +
  (path === '' ? '' : declares(path, 'Acme » Part Feed'));
const WP = generator('WordPress 6.6');
const old = 'https://old.reddit.com';
const reddit = 'https://www.reddit.com';
const REFUSED = { status: 403, body: 'no' };

export const SHAPES: readonly Shape[] = [
  shape(
    'an empty page of scripts that declares the feed of the site',
    '/page',
    { '/page': shell(declares('/feed.xml')), '/feed.xml': rss(BLOG) },
    'feed:/feed.xml',
  ),
  shape(
    'an empty blog of scripts',
    '/blog',
    { '/blog': shell(declares('/feed.xml')), '/feed.xml': rss(BLOG) },
    'feed:/feed.xml',
  ),
  shape(
    'empty news of scripts, where /rss.xml answers',
    '/news',
    { '/news': shell(), '/rss.xml': rss(BLOG) },
    'feed:/rss.xml',
    'error',
  ),
  shape(
    'an empty front page of scripts',
    '/',
    { '/': shell(declares('/feed.xml')), '/feed.xml': rss(BLOG) },
    'feed:/feed.xml',
  ),
  shape(
    'a blog with the same posts as the feed of the site',
    '/blog',
    { '/blog': page(BLOG, declares('/feed.xml')), '/feed.xml': rss(BLOG) },
    'feed:/feed.xml',
  ),
  shape(
    'a blog with 6 of the 40 posts of the feed',
    '/blog',
    { '/blog': page(posts(6), declares('/feed.xml')), '/feed.xml': rss(posts(40)) },
    'feed:/feed.xml',
  ),
  shape(
    'a blog with 6 of the 500 posts of the feed',
    '/blog',
    { '/blog': page(posts(6), declares('/rss.xml')), '/rss.xml': rss(posts(500)) },
    'feed:/rss.xml',
  ),
  shape(
    'jobs beside the feed of the blog',
    '/careers',
    { '/careers': page(JOBS, declares('/feed/')), '/feed/': rss(BLOG) },
    'page',
  ),
  shape(
    'a paragraph beside the feed of the blog',
    '/about',
    { '/about': text(declares('/feed/')), '/feed/': rss(BLOG) },
    'feed:/feed/',
    'error',
  ),
  shape(
    'a category of WordPress with its feed',
    '/category/x/',
    {
      '/category/x/': page(posts(4), WP + wordpress('/category/x/feed/')),
      '/feed/': rss(BLOG),
      '/comments/feed/': rss([{ title: 'By Jo', url: '/a#comment-1' }], 'Comments for Acme'),
      '/category/x/feed/': rss(posts(4)),
    },
    'feed:/category/x/feed/',
  ),
  shape(
    'a tag of WordPress that declares the feed of the site',
    '/tag/y/',
    {
      '/tag/y/': page(posts(4), WP + wordpress('')),
      '/feed/': rss(BLOG),
      '/tag/y/feed/': rss(posts(4)),
    },
    'feed:/tag/y/feed/',
    'page',
  ),
  shape(
    'an article of WordPress with the feed of its comments',
    '/2026/11/my-post/',
    {
      '/2026/11/my-post/': article(
        WP + wordpress('') + declares('/2026/11/my-post/feed/', 'Acme » My post Comments Feed'),
      ),
      '/feed/': rss(BLOG),
      '/2026/11/my-post/feed/': rss(
        [{ title: 'By: Jo', url: '/2026/11/my-post/#comment-7' }],
        'Comments on: My post',
      ),
    },
    'feed:/feed/',
    'error',
  ),
  shape(
    'an author of WordPress',
    '/author/jo/',
    {
      '/author/jo/': page(posts(5), WP + wordpress('/author/jo/feed/')),
      '/feed/': rss(BLOG),
      '/author/jo/feed/': rss(posts(5)),
    },
    'feed:/author/jo/feed/',
  ),
  shape(
    'the second page of a blog by its path',
    '/blog/page/2/',
    {
      '/blog/page/2/': page(posts(10, { from: 10 }), declares('/feed/')),
      '/blog/': page(BLOG, declares('/feed/')),
      '/feed/': rss(BLOG),
    },
    'feed:/feed/',
  ),
  shape(
    'the second page of a blog by its query',
    '/blog?page=2',
    {
      '/blog?page=2': page(posts(10, { from: 10 }), declares('/feed/')),
      '/blog': page(BLOG, declares('/feed/')),
      '/feed/': rss(BLOG),
    },
    'feed:/feed/',
  ),
  shape(
    'a front page with a tracking parameter',
    '/?utm_source=x',
    { '/?utm_source=x': shell(declares('/feed.xml')), '/feed.xml': rss(BLOG) },
    'feed:/feed.xml',
  ),
  shape(
    'a front page with a language',
    '/?lang=de',
    { '/?lang=de': page(BLOG, declares('/feed.xml')), '/feed.xml': rss(BLOG) },
    'feed:/feed.xml',
  ),
  shape(
    '/home as the front page',
    '/home',
    { '/home': page(JOBS, declares('/feed.xml')), '/feed.xml': rss(BLOG) },
    'feed:/feed.xml',
  ),
  shape(
    'the front page of a language',
    '/de/',
    { '/de/': page(posts(8), declares('/de/feed/')), '/de/feed/': rss(BLOG) },
    'feed:/de/feed/',
  ),
  shape(
    'the blog of a language',
    '/en-us/blog',
    { '/en-us/blog': page(posts(8), declares('/en-us/blog/feed')), '/en-us/blog/feed': rss(BLOG) },
    'feed:/en-us/blog/feed',
  ),
  shape(
    'news of a language with a script',
    '/zh-hans/news',
    {
      '/zh-hans/news': page(posts(8), declares('/zh-hans/feed.xml')),
      '/zh-hans/feed.xml': rss(BLOG),
    },
    'feed:/zh-hans/feed.xml',
  ),
  shape(
    'RSS, Atom and JSON of one blog',
    '/blog',
    {
      '/blog': page(
        posts(8),
        declares('/blog/rss.xml') +
          declares('/blog/atom.xml', '', 'application/atom+xml') +
          declares('/blog/feed.json', '', 'application/feed+json'),
      ),
      '/blog/rss.xml': rss(BLOG),
      '/blog/atom.xml': atom(BLOG),
      '/blog/feed.json': jsonFeed(BLOG),
    },
    'feed:/blog/rss.xml',
    'feed:/blog/atom.xml',
    'feed:/blog/feed.json',
  ),
  shape(
    'feeds of topics on the front page of a newspaper',
    '/',
    {
      '/': page(
        posts(30),
        declares('/rss/sport.xml') + declares('/rss/all.xml') + declares('/rss/politics.xml'),
      ),
      '/rss/sport.xml': rss(posts(8)),
      '/rss/all.xml': rss(posts(30)),
      '/rss/politics.xml': rss(posts(8, { from: 9 })),
    },
    'feed:/rss/all.xml',
  ),
  shape(
    'a section of a newspaper',
    '/sport',
    {
      '/sport': page(
        posts(8),
        declares('/rss/all.xml') + declares('/rss/sport.xml') + declares('/rss/politics.xml'),
      ),
      '/rss/all.xml': rss(posts(30)),
      '/rss/sport.xml': rss(posts(10)),
      '/rss/politics.xml': rss(posts(8, { from: 12 })),
    },
    'feed:/rss/sport.xml',
  ),
  shape(
    'a list that declares a feed of comments',
    '/reviews',
    {
      '/reviews': page(COMPANY_NEWS, declares('/comments/feed/', 'Acme » Comments Feed')),
      '/comments/feed/': rss([{ title: 'By Jo', url: '/a#comment-1' }], 'Comments for Acme'),
    },
    'page',
  ),
  shape(
    'a feed that moved',
    '/',
    {
      '/': page(BLOG, declares('/old.xml')),
      '/old.xml': { status: 301, location: `${A}/index.xml` },
      '/index.xml': rss(BLOG),
    },
    'feed:/index.xml',
  ),
  shape(
    'a feed that moved to another host',
    '/',
    {
      '/': page(BLOG, declares('/old.xml')),
      '/old.xml': { status: 301, location: 'https://feeds.example/main' },
      'https://feeds.example/main': rss(BLOG.map(({ title, url }) => ({ title, url: A + url }))),
    },
    'feed:/main',
  ),
  shape(
    'a declared feed that is gone',
    '/blog',
    { '/blog': page(BLOG, declares('/gone.xml')) },
    'page',
  ),
  shape(
    'a declared feed that is gone, where another answers',
    '/',
    { '/': page(BLOG, declares('/gone.xml')), '/feed.xml': rss(BLOG) },
    'feed:/feed.xml',
    'page',
  ),
  shape(
    'a feed at FeedBurner',
    '/blog/',
    {
      '/blog/': page(BLOG, declares('https://feeds.feedburner.com/fb1')),
      'https://feeds.feedburner.com/fb1': rss(
        BLOG.map(({ title, url }) => ({ title, url: A + url })),
      ),
    },
    'feed:/fb1',
  ),
  shape(
    'a feed at FeedBurner whose links count readers',
    '/blog/',
    {
      '/blog/': page(BLOG, declares('https://feeds.feedburner.com/fb2')),
      'https://feeds.feedburner.com/fb2': rss(
        BLOG.map(({ title }, n) => ({
          title,
          url: `https://feedproxy.google.com/~r/fb2/~3/${n}xyz/`,
        })),
      ),
    },
    'feed:/fb2',
  ),
  shape(
    'a blog with its feed on a subdomain',
    '/blog',
    {
      '/blog': page(
        posts(6, { at: 'https://blog.acme.example' }),
        declares('https://blog.acme.example/feed'),
      ),
      'https://blog.acme.example/feed': rss(posts(10, { at: 'https://blog.acme.example' })),
    },
    'feed:/feed',
  ),
  shape(
    'a podcast without links',
    '/podcast',
    {
      '/podcast': html(
        declares('https://feeds.megaphone.example/ABC'),
        cards(BLOG.slice(0, 5).map(({ title }) => title)),
      ),
      'https://feeds.megaphone.example/ABC': rss(posts(40, { at: 'https://megaphone.example/e' })),
    },
    'feed:/ABC',
  ),
  shape(
    'a podcast with cards',
    '/show',
    {
      '/show': page(posts(5, { at: '/show' }), declares('https://anchor.example/XY')),
      'https://anchor.example/XY': rss(posts(30, { at: 'https://anchor.example/e' })),
    },
    'feed:/XY',
  ),
  shape(
    'the history of a status page',
    '/history',
    {
      '/history': page(
        HAPPENINGS,
        declares('/history.atom', '', 'application/atom+xml') + declares('/history.rss'),
      ),
      '/history.atom': atom(BLOG),
      '/history.rss': rss(BLOG),
    },
    'feed:/history.atom',
  ),
  shape(
    'a changelog with a link for readers',
    '/changelog',
    {
      '/changelog': html(
        '',
        `${listing(posts(8, { at: '/changelog' }))}<footer><a href="/changelog/rss">RSS</a></footer>`,
      ),
      '/changelog/rss': rss(posts(8, { at: '/changelog' })),
    },
    'feed:/changelog/rss',
  ),
  shape(
    'news of a company beside the feed of its blog',
    '/news',
    { '/news': page(COMPANY_NEWS, declares('/blog/feed')), '/blog/feed': rss(BLOG) },
    'page',
  ),
  shape(
    'the archive of a year',
    '/2026/',
    { '/2026/': page(posts(30), declares('/feed/')), '/feed/': rss(BLOG) },
    'feed:/feed/',
  ),
  shape(
    'results of a search',
    '/search?q=x',
    {
      '/search?q=x': page([...posts(3), ...posts(5, { from: 40 })], declares('/feed/')),
      '/feed/': rss(BLOG),
    },
    'page',
  ),
  shape(
    'an archive of a newsletter that scripts load',
    '/archive',
    {
      '/archive': shell(declares('https://rss.beehiiv.example/feeds/X.xml')),
      'https://rss.beehiiv.example/feeds/X.xml': rss(posts(9, { at: `${A}/p` })),
    },
    'feed:/feeds/X.xml',
  ),
  shape(
    'a page of documentation',
    '/docs/intro',
    {
      '/docs/intro': article(
        generator('Docusaurus v3') +
          declares('/blog/rss.xml') +
          declares('/blog/atom.xml', '', 'application/atom+xml'),
      ),
      '/blog/rss.xml': rss(BLOG),
      '/blog/atom.xml': atom(BLOG),
    },
    'error',
    'feed:/blog/rss.xml',
  ),
  shape(
    'a tag of Docusaurus',
    '/blog/tags/release',
    {
      '/blog/tags/release': page(posts(5), generator('Docusaurus v3') + declares('/blog/rss.xml')),
      '/blog/rss.xml': rss(BLOG),
    },
    'feed:/blog/rss.xml',
    'page',
  ),
  shape(
    'a changelog beside the feed of the blog',
    '/changelog',
    {
      '/changelog': page(COMPANY_NEWS, generator('Docusaurus v3') + declares('/blog/rss.xml')),
      '/blog/rss.xml': rss(BLOG),
    },
    'page',
  ),
  shape(
    'every unknown path answers the front page',
    '/blog',
    { '/blog': page(BLOG), '/*': page(JOBS) },
    'page',
  ),
  shape('every unknown path answers an empty page', '/blog', { '/*': shell() }, 'error'),
  shape(
    'a feed relative to <base>',
    '/blog',
    {
      '/blog': page(BLOG, `<base href="/x/">${declares('feed.xml', '', 'text/xml')}`),
      '/x/feed.xml': rss(BLOG),
    },
    'feed:/x/feed.xml',
  ),
  shape(
    'a feed declared in the body',
    '/blog',
    { '/blog': html('', declares('/feed.xml') + listing(BLOG)), '/feed.xml': rss(BLOG) },
    'feed:/feed.xml',
  ),
  shape(
    'an empty feed of a page without a list',
    '/',
    { '/': text(declares('/feed.xml')), '/feed.xml': rss([]) },
    'feed:/feed.xml',
  ),
  shape(
    'an empty feed of a blog without a list',
    '/blog/',
    { '/blog/': text(declares('/feed.xml')), '/feed.xml': rss([]) },
    'feed:/feed.xml',
    'error',
  ),
  shape(
    'a channel of YouTube by its id',
    `${YOUTUBE}/channel/${CHANNEL}`,
    { [`/channel/${CHANNEL}`]: channelPage(), [videos(`channel_id=${CHANNEL}`)]: rss(BLOG) },
    `feed:/feeds/videos.xml?channel_id=${CHANNEL}`,
  ),
  shape(
    'a handle of YouTube',
    `${YOUTUBE}/@name`,
    { '/@name': channelPage(), [videos(`channel_id=${CHANNEL}`)]: rss(BLOG) },
    `feed:/feeds/videos.xml?channel_id=${CHANNEL}`,
  ),
  shape(
    'the videos of a handle',
    `${YOUTUBE}/@name/videos`,
    {
      '/@name/videos': channelPage(declares(videos(`channel_id=${CHANNEL}`))),
      [videos(`channel_id=${CHANNEL}`)]: rss(BLOG),
    },
    `feed:/feeds/videos.xml?channel_id=${CHANNEL}`,
  ),
  shape(
    'a playlist',
    `${YOUTUBE}/playlist?list=PL123`,
    { '/playlist?list=PL123': shell(), [videos('playlist_id=PL123')]: rss(BLOG) },
    'feed:/feeds/videos.xml?playlist_id=PL123',
  ),
  shape(
    'a video of a playlist',
    `${YOUTUBE}/watch?v=x&list=PL123`,
    {
      '/watch?v=x&list=PL123': channelPage(),
      [videos(`channel_id=${CHANNEL}`)]: rss(BLOG),
      [videos('playlist_id=PL123')]: rss(BLOG),
    },
    'feed:/feeds/videos.xml?playlist_id=PL123',
  ),
  shape(
    'a video of a channel',
    `${YOUTUBE}/watch?v=x`,
    {
      '/watch?v=x': html('', `<script>var v = {"channelId":"${CHANNEL}"}</script>`),
      [videos(`channel_id=${CHANNEL}`)]: rss(BLOG),
    },
    `feed:/feeds/videos.xml?channel_id=${CHANNEL}`,
    'error',
  ),
  shape(
    'a name of YouTube',
    `${YOUTUBE}/c/name`,
    { '/c/name': channelPage(), [videos(`channel_id=${CHANNEL}`)]: rss(BLOG) },
    `feed:/feeds/videos.xml?channel_id=${CHANNEL}`,
  ),
  shape(
    'a repository of GitHub',
    'https://github.com/acme/tool',
    {
      '/acme/tool': text(),
      '/acme/tool/releases.atom': atom(BLOG),
      '/acme/tool/commits.atom': atom(posts(5)),
    },
    'feed:/acme/tool/releases.atom',
  ),
  shape(
    'releases of GitHub',
    'https://github.com/acme/tool/releases',
    {
      '/acme/tool/releases': page(
        BLOG,
        declares('/acme/tool/releases.atom', '', 'application/atom+xml'),
      ),
      '/acme/tool/releases.atom': atom(BLOG),
    },
    'feed:/acme/tool/releases.atom',
  ),
  shape(
    'issues of GitHub',
    'https://github.com/acme/tool/issues',
    { '/acme/tool/issues': page(JOBS), '/acme/tool/releases.atom': atom(BLOG) },
    'page',
  ),
  shape(
    'a repository without releases',
    'https://github.com/acme/lib',
    {
      '/acme/lib': text(),
      '/acme/lib/releases.atom': atom([]),
      '/acme/lib/commits.atom': atom(BLOG),
    },
    'feed:/acme/lib/commits.atom',
  ),
  shape(
    'a subreddit that refuses',
    `${reddit}/r/selfhosted/`,
    { '/r/selfhosted/': REFUSED, '/r/selfhosted/.rss': atom(BLOG) },
    'feed:/r/selfhosted/.rss',
  ),
  shape(
    'the best of a subreddit',
    `${old}/r/selfhosted/top/?t=week`,
    {
      '/r/selfhosted/top/?t=week': REFUSED,
      [`${reddit}/r/selfhosted/top/.rss?t=week`]: atom(BLOG),
    },
    'feed:/r/selfhosted/top/.rss?t=week',
  ),
  shape(
    'a user of Reddit',
    `${reddit}/user/jo/`,
    { '/user/jo/': REFUSED, '/user/jo/.rss': atom(BLOG) },
    'feed:/user/jo/.rss',
  ),
  shape(
    'a profile of Mastodon',
    'https://social.example/@jo',
    { '/@jo': shell(declares('/@jo.rss')), '/@jo.rss': rss(BLOG) },
    'feed:/@jo.rss',
  ),
  shape(
    'a tag of Mastodon',
    'https://social.example/tags/rss',
    { '/tags/rss': shell(), '/tags/rss.rss': rss(BLOG) },
    'feed:/tags/rss.rss',
  ),
  shape(
    'a profile of Bluesky',
    'https://bsky.app/profile/jo.bsky.social',
    { '/profile/jo.bsky.social': shell(), '/profile/jo.bsky.social/rss': rss(BLOG) },
    'feed:/profile/jo.bsky.social/rss',
  ),
  shape(
    'an archive of Substack',
    'https://jo.substack.com/archive',
    { '/archive': shell(), '/feed': rss(BLOG) },
    'feed:/feed',
  ),
  shape(
    'a user of Medium',
    'https://medium.com/@jo',
    { '/@jo': shell(), '/feed/@jo': rss(BLOG) },
    'feed:/feed/@jo',
  ),
  shape(
    'a user of Vimeo',
    'https://vimeo.com/acme',
    { '/acme': page(HAPPENINGS, declares('/acme/videos/rss')), '/acme/videos/rss': rss(BLOG) },
    'feed:/acme/videos/rss',
  ),
  shape(
    'a blog of Tumblr',
    'https://jo.tumblr.com/',
    { '/': shell(), '/rss': rss(BLOG) },
    'feed:/rss',
  ),
  shape(
    'a project of GitLab',
    'https://gitlab.com/acme/tool',
    {
      '/acme/tool': text(declares('/acme/tool.atom', '', 'application/atom+xml')),
      '/acme/tool.atom': atom(BLOG),
    },
    'feed:/acme/tool.atom',
  ),
  shape(
    'a tag of Stack Overflow',
    'https://stackoverflow.com/questions/tagged/rss',
    {
      '/questions/tagged/rss': page(
        HAPPENINGS,
        declares('/feeds/tag?tagnames=rss&amp;sort=newest', '', 'application/atom+xml'),
      ),
      '/feeds/tag?tagnames=rss&sort=newest': atom(BLOG),
    },
    'feed:/feeds/tag?tagnames=rss&sort=newest',
  ),
  shape(
    'the latest of Discourse',
    'https://forum.example/latest',
    {
      '/latest': page(
        BLOG,
        generator('Discourse 3') + declares('/latest.rss') + declares('/top.rss?period=daily'),
      ),
      '/latest.rss': rss(BLOG),
      '/top.rss?period=daily': rss(posts(5)),
    },
    'feed:/latest.rss',
  ),
  shape(
    'a category of Discourse',
    'https://forum.example/c/dev/5',
    { '/c/dev/5': page(BLOG, declares('/c/dev/5.rss')), '/c/dev/5.rss': rss(BLOG) },
    'feed:/c/dev/5.rss',
  ),
  shape(
    'a blog of Shopify',
    '/blogs/news',
    {
      '/blogs/news': page(BLOG, declares('/blogs/news.atom', '', 'application/atom+xml')),
      '/blogs/news.atom': atom(BLOG),
    },
    'feed:/blogs/news.atom',
  ),
  shape(
    'a journal of Squarespace',
    '/journal',
    {
      '/journal': page(HAPPENINGS, declares('/journal?format=rss')),
      '/journal?format=rss': rss(BLOG),
    },
    'feed:/journal?format=rss',
  ),
  shape(
    'a tag of Ghost',
    '/tag/x/',
    {
      '/tag/x/': page(posts(4), generator('Ghost 5.8') + declares('/rss/')),
      '/rss/': rss(BLOG),
      '/tag/x/rss/': rss(posts(4)),
    },
    'feed:/tag/x/rss/',
  ),
  shape(
    'a blog of Wix without a list',
    '/blog',
    { '/blog': text(declares('/blog-feed.xml')), '/blog-feed.xml': rss(BLOG) },
    'feed:/blog-feed.xml',
  ),
  shape(
    'a blog of Wix with a list of older posts',
    '/blog',
    {
      '/blog': page(posts(8, { from: 40, at: '/post' }), declares('/blog-feed.xml')),
      '/blog-feed.xml': rss(posts(10, { at: '/post' })),
    },
    'feed:/blog-feed.xml',
  ),
  shape(
    'a label of Blogger',
    '/search/label/x',
    {
      '/search/label/x': page(
        posts(4),
        generator('blogger') +
          declares('/feeds/posts/default', '', 'application/atom+xml') +
          declares('/feeds/posts/default?alt=rss'),
      ),
      '/feeds/posts/default': atom(BLOG),
      '/feeds/posts/default?alt=rss': rss(BLOG),
    },
    'page',
    'feed:/feeds/posts/default/-/x',
  ),
  shape(
    'a section of Hugo',
    '/posts/',
    {
      '/posts/': page(
        BLOG,
        generator('Hugo 0.140') + declares('/posts/index.xml') + declares('/index.xml'),
      ),
      '/posts/index.xml': rss(BLOG),
      '/index.xml': rss(posts(20)),
    },
    'feed:/posts/index.xml',
  ),
  shape(
    'a blog of Jekyll whose links lack its path',
    '/blog/',
    {
      '/blog/': page(posts(8, { at: '/2026' }), generator('Jekyll v4') + declares('/feed.xml')),
      '/feed.xml': rss(posts(10, { at: '/blog/2026' })),
    },
    'feed:/feed.xml',
  ),
  shape(
    'a feed with items on www',
    '/blog',
    {
      '/blog': page(BLOG, declares('/feed.xml')),
      '/feed.xml': rss(
        BLOG.map(({ title, url }) => ({ title, url: `https://www.acme.example${url}` })),
      ),
    },
    'feed:/feed.xml',
  ),
  shape(
    'a page that asks for a password',
    '/members',
    {
      '/members': html(
        declares('/feed.xml'),
        '<main><h1>Sign in</h1><form method="post"><input name="user"><input type="password" name="password"><button>Sign in</button></form></main>',
      ),
      '/feed.xml': rss(BLOG),
    },
    'error',
    'feed:/feed.xml',
  ),
  shape(
    'a check for robots',
    '/blog',
    {
      '/blog': { status: 403, headers: { 'cf-mitigated': 'challenge' }, body: 'Just a moment' },
      '/feed': rss(BLOG),
    },
    'feed:/feed',
    'error',
  ),
  shape(
    'a handle whose page names another channel first',
    `${YOUTUBE}/@name`,
    {
      '/@name': html(
        declares(videos('channel_id=UCzzzzefghijklmnopqrstuv')),
        `<script>var o = {"channelId":"${CHANNEL}"}</script>`,
      ),
      [videos('channel_id=UCzzzzefghijklmnopqrstuv')]: rss(posts(5)),
      [videos(`channel_id=${CHANNEL}`)]: rss(BLOG),
    },
    'feed:/feeds/videos.xml?channel_id=UCzzzzefghijklmnopqrstuv',
  ),
  shape(
    'a subreddit that declares its feed',
    `${reddit}/r/rss/`,
    {
      '/r/rss/': page(BLOG, declares('/r/rss.rss')),
      '/r/rss.rss': atom(BLOG),
      '/r/rss/.rss': atom(BLOG),
    },
    'feed:/r/rss/.rss',
  ),
  shape(
    'a page with a word',
    '/page',
    { '/page': html(declares('/b.xml'), 'hi'), '/b.xml': rss(BLOG) },
    'feed:/b.xml',
  ),
  shape(
    'a blog with an introduction and no list',
    '/blog',
    { '/blog': text(declares('/feed.xml')), '/feed.xml': rss(BLOG) },
    'feed:/feed.xml',
  ),
  shape(
    'an empty journal of scripts',
    '/journal',
    { '/journal': shell(declares('/rss/journal.xml')), '/rss/journal.xml': rss(BLOG) },
    'feed:/rss/journal.xml',
  ),
  shape(
    'a home with a tilde',
    '/~jo/',
    {
      '/~jo/': page(
        posts(5, { at: '/~jo' }),
        declares('/~jo/atom.xml', '', 'application/atom+xml'),
      ),
      '/~jo/atom.xml': atom(BLOG),
    },
    'feed:/~jo/atom.xml',
  ),
  shape(
    'a blog in a home',
    '/~jo/blog.html',
    {
      '/~jo/blog.html': page(
        posts(3, { at: '/~jo' }),
        declares('/~jo/atom.xml', '', 'application/atom+xml'),
      ),
      '/~jo/atom.xml': atom(posts(10, { at: '/~jo' })),
    },
    'feed:/~jo/atom.xml',
  ),
  shape(
    'a page of TYPO3 without a list',
    '/index.php?id=5',
    {
      '/index.php?id=5': text(generator('TYPO3 CMS') + declares('/feed.xml')),
      '/feed.xml': rss(BLOG),
    },
    'feed:/feed.xml',
    'error',
  ),
  shape(
    'a front page, and the feed of another product',
    '/',
    { '/': page(posts(30)), '/feed.xml': rss(COMPANY_NEWS) },
    'feed:/feed.xml',
    'page',
  ),
  shape(
    'events with an empty feed of their own',
    '/events',
    {
      '/events': page(HAPPENINGS, WP + declares('/feed/') + declares('/events/feed/')),
      '/events/feed/': rss([]),
      '/feed/': rss(BLOG),
    },
    'page',
  ),
];
