import { describe, expect, it, onTestFinished } from 'vitest';
import {
  Body,
  type FetchedDocument,
  type Fetcher,
  SourceError,
} from '../../../../src/service/fetch/index.js';
import { createSourceReader } from '../../../../src/service/sources/create-source-reader.js';
import { resolveSource } from '../../../../src/service/sources/resolve-source.js';
import { numberedItems, rss } from '../../../support/rss.js';

/** Answers with these documents by address; anything else is 404. */
function fetcherOf(documents: Readonly<Record<string, string>>): Fetcher {
  return {
    async fetch(address): Promise<FetchedDocument> {
      const body = documents[address];
      if (body === undefined) {
        throw new SourceError('SOURCE_UNREACHABLE', `${address} not found`, { httpStatus: 404 });
      }
      const how = { permanentUrl: null, status: 200, headers: {}, notModified: false };
      return { requestedUrl: address, url: address, body: new Body([Buffer.from(body)]), ...how };
    },
    close: async () => undefined,
  };
}

async function readAt(address: string, documents: Readonly<Record<string, string>>) {
  const reader = createSourceReader({ fetcher: fetcherOf(documents), ignoreRobots: true });
  const reading = await reader.read(resolveSource({ url: address }, 'http://x/{query}'));
  await reader.close();
  if (reading.kind !== 'document') throw new Error(`The reading is ${reading.kind}.`);
  const { document, state } = reading;
  return { pollUrl: state.pollUrl, titles: document.entries.map(({ title }) => title) };
}

/** A page with a list of its own, which the feed of the platform is preferred to. */
const page = (more = '') =>
  `<title>A page</title>${more}<ul>${Array.from(
    { length: 8 },
    (_, n) => `<li><h3><a href="/item/${n}">Item number ${n} of the page</a></h3><p>Text</p></li>`,
  ).join('')}</ul>`;

const FEED = rss({ title: 'Feed', items: numberedItems(3) });
const CHANNEL = 'UC1234567890123456789012';

describe('the feed of a platform is read in place of its page', () => {
  it.each([
    [
      'https://www.youtube.com/@jo',
      `https://www.youtube.com/feeds/videos.xml?channel_id=${CHANNEL}`,
      `<script>{"externalId":"${CHANNEL}"}</script>`,
    ],
    [
      'https://www.youtube.com/watch?v=a&list=PL1',
      'https://www.youtube.com/feeds/videos.xml?playlist_id=PL1',
      `<script>{"channelId":"${CHANNEL}"}</script>`,
    ],
    [
      'https://www.youtube.com/watch?v=a&list=RDa',
      `https://www.youtube.com/feeds/videos.xml?channel_id=${CHANNEL}`,
      `<script>{"channelId":"${CHANNEL}"}</script>`,
    ],
    [
      'https://podcasts.apple.com/us/podcast/x/id1120964487',
      'https://x.example/podcast.rss',
      '<script>{"feedUrl":"https://x.example/podcast.rss"}</script>',
    ],
    [
      'https://soundcloud.com/jo',
      'https://feeds.soundcloud.com/users/soundcloud:users:12/sounds.rss',
      '<meta content="soundcloud://users:12">',
    ],
    [
      'https://store.steampowered.com/app/620/Portal_2/',
      'https://store.steampowered.com/feeds/news/app/620/',
      '',
    ],
    ['https://letterboxd.com/jo/', 'https://letterboxd.com/jo/rss/', ''],
    ['https://github.com/o/r/wiki', 'https://github.com/o/r/wiki.atom', ''],
    ['https://old.reddit.com/r/a', 'https://www.reddit.com/r/a/.rss', ''],
    ['https://open.substack.com/pub/jo/p/a', 'https://jo.substack.com/feed', ''],
    ['https://medium.com/pub/tagged/a', 'https://medium.com/feed/pub/tagged/a', ''],
    ['https://bsky.app/profile/jo.example', 'https://bsky.app/profile/jo.example/rss', ''],
    ['https://www.tumblr.com/blog/jo', 'https://jo.tumblr.com/rss', ''],
    ['https://vimeo.com/jo', 'https://vimeo.com/jo/videos/rss', ''],
    [
      'https://stackoverflow.com/questions/tagged/a',
      'https://stackoverflow.com/feeds/tag?tagnames=a&sort=newest',
      '',
    ],
    ['https://git.example/g/r/-/releases', 'https://git.example/g/r/-/releases.atom', ''],
    ['https://social.example/@jo/112233445566778899', 'https://social.example/@jo.rss', ''],
    [
      'https://x.example/search/label/a',
      'https://x.example/feeds/posts/default/-/a',
      '<meta name=generator content=blogger>',
    ],
  ])('%s', async (address, feed, more) => {
    const read = await readAt(address, { [address]: page(more), [feed]: FEED });
    expect(read).toMatchObject({
      pollUrl: feed,
      titles: [{}, {}, {}].map(() => expect.any(String)),
    });
    // Where the page cannot be read, its address must be enough.
    if (more === '') expect((await readAt(address, { [feed]: FEED })).pollUrl).toBe(feed);
  });
});

it('the platform is asked for the address behind a redirect when the page then refuses', async () => {
  const post = 'https://www.reddit.com/r/a/comments/1abc/a_post/';
  const feed = `${post}.rss`;
  const served = fetcherOf({ [feed]: FEED });
  const fetcher: Fetcher = {
    ...served,
    async fetch(address, request) {
      if (address !== 'https://www.reddit.com/r/a/s/Xy12') return served.fetch(address, request);
      const facts = { httpStatus: 403, url: post };
      throw new SourceError('SOURCE_BLOCKED', 'www.reddit.com answered HTTP 403', facts);
    },
  };
  const reader = createSourceReader({ fetcher, ignoreRobots: true });
  onTestFinished(() => reader.close());
  const source = resolveSource({ url: 'https://www.reddit.com/r/a/s/Xy12' }, 'http://x/{query}');
  expect(await reader.read(source)).toMatchObject({ state: { pollUrl: feed } });
});

describe('a channel of Telegram', () => {
  const posts = [1, 2, 3, 4, 5].map(
    (
      n,
    ) => `<div class="tgme_widget_message_wrap"><div class="tgme_widget_message" data-post="news/${n}">
      <div class="tgme_widget_message_text">Report number ${n} of the harbour and what it says about boats</div>
      <a class="tgme_widget_message_date" href="https://t.me/news/${n}"><time datetime="2026-05-0${n}T10:00:00+00:00">10:00</time></a></div></div>`,
  );
  const documents = {
    'https://t.me/news':
      '<title>News</title><a href="/s/news">Preview channel</a><p>4 subscribers</p>',
    'https://t.me/s/news': `<title>News</title><main>${posts.join('')}</main>`,
  };

  it.each(['https://t.me/news', 'https://t.me/s/news'])(
    'is read at %s, the newest post first',
    async (address) => {
      const { pollUrl, titles } = await readAt(address, documents);
      expect(pollUrl).toBe('https://t.me/s/news');
      expect(titles).toHaveLength(5);
      expect(titles[0]).toContain('number 5');
      expect(titles[4]).toContain('number 1');
    },
  );
});

it('a page without a list takes the declared feed whose path holds its own', async () => {
  const alternates = ['/rss/all.xml', '/rss/new.xml', '/rss/project/foo/releases.xml'];
  const links = alternates.map(
    (href) => `<link rel=alternate type="application/rss+xml" href="${href}">`,
  );
  const address = 'https://x.example/project/foo/';
  const read = await readAt(address, {
    [address]: `<title>foo</title>${links.join('')}<p>${'About the project. '.repeat(40)}</p>`,
    ...Object.fromEntries(
      alternates.map((path) => [`https://x.example${path}`, FEED.replaceAll('item-', path)]),
    ),
  });
  expect(read.pollUrl).toBe('https://x.example/rss/project/foo/releases.xml');
});
