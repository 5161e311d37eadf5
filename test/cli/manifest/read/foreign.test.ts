import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../../src/cli/manifest/read/read-manifest.js';
import { isNews } from '../../../../src/cli/sources/model.js';

/** Address, title and bundles of each feed, and what was left out. */
async function read(name: string, text: string) {
  const options = { skipUnusable: 'foreign' } as const;
  const { feeds, bundles, skipped, isForeign } = await readManifest(
    Buffer.from(text),
    name,
    options,
  );
  const rows = feeds.map(({ source, title }) => {
    const url = isNews(source) ? '' : source.url;
    const its = bundles.filter(({ feeds: members = [] }) =>
      members.some(({ source: each }) => !isNews(each) && each.url === url),
    );
    return [url, title, ...its.map((bundle) => bundle.name)];
  });
  const left = skipped.flatMap(({ problems }) => problems.map(({ at }) => at.line));
  return { rows, left: [...new Set(left)], isForeign };
}

const ID = 'UC1D3yD4wlPMico0dss264XA';
const CHANNEL = `https://www.youtube.com/channel/${ID}`;
const A = 'https://a.example/feed';
const B = 'https://b.example/rss';

describe('files of other programs', () => {
  it.each<[string, string, string, (string | undefined)[][], number[]?]>([
    [
      'a list of addresses',
      'list.txt',
      `# mine\n${A}\n\n  ${B}  # b\n`,
      [
        [A, undefined],
        [B, undefined],
      ],
    ],
    [
      'a list without schemes',
      'list',
      'a.example/feed\nb.example\n',
      [
        ['https://a.example/feed', undefined],
        ['https://b.example', undefined],
      ],
    ],
    [
      'the urls of Newsboat',
      'urls',
      `${A} tech "~My A" "two words" !\n"query:Unread:unread = \\"yes\\""\nexec:~/bin/x\n${B} "tech"\n`,
      [
        [A, 'My A', 'tech', 'two words'],
        [B, undefined, 'tech'],
      ],
      [2, 3],
    ],
    [
      'a takeout of YouTube',
      'subscriptions.csv',
      `Channel Id,Channel Url,Channel Title\n${ID},${CHANNEL},"Some, Channel"\n`,
      [[CHANNEL, 'Some, Channel']],
    ],
    [
      'a takeout of YouTube in another language',
      'الاشتراكات.csv',
      `معرّف القناة,عنوان URL للقناة,عنوان القناة\n${ID},${CHANNEL},قناة\n`,
      [[CHANNEL, 'قناة']],
    ],
    [
      'an older takeout of YouTube',
      'subscriptions.json',
      JSON.stringify([
        { snippet: { title: 'Some', resourceId: { kind: 'youtube#channel', channelId: ID } } },
      ]),
      [[CHANNEL, 'Some']],
    ],
    [
      'NewPipe',
      'newpipe.json',
      JSON.stringify({
        app_version: '0.27',
        subscriptions: [{ service_id: 0, url: CHANNEL, name: 'Some' }],
      }),
      [[CHANNEL, 'Some']],
    ],
    [
      'Feedly as JSON',
      'feedly.json',
      JSON.stringify([
        {
          id: `feed/${A}`,
          title: 'A',
          website: 'https://a.example',
          categories: [{ id: 'x', label: 'Tech' }],
        },
      ]),
      [[A, 'A', 'Tech']],
    ],
    [
      'subscriptions.csv of a reader',
      'subscriptions.csv',
      `Title,Feed URL,Website,Folder\n"A, x",${A},https://a.example,News; Tech\nB,${B},https://b.example,\nC,none,https://c.example,\n`,
      [
        [A, 'A, x', 'News', 'Tech'],
        [B, 'B'],
      ],
      [4],
    ],
    [
      'a table without a heading',
      'a.csv',
      `A,${A}\nB,${B}\n`,
      [
        [A, 'A'],
        [B, 'B'],
      ],
    ],
    [
      'follows of Mastodon',
      'following_accounts.csv',
      'Account address,Show boosts,Notify on new posts,Languages\nann@social.example,true,false,\n',
      [['https://social.example/@ann.rss', undefined]],
    ],
    [
      'communities of Reddit',
      'subscribed_subreddits.csv',
      'subreddit\nrust\n',
      [['https://www.reddit.com/r/rust/', undefined]],
    ],
    [
      'Pocket',
      'part_000000.csv',
      `title,url,time_added,tags,status\nA page,${A},1700000000,read|later,unread\n`,
      [[A, 'A page', 'read', 'later']],
    ],
    [
      'Pocket, as it was before',
      'ril_export.html',
      `<!DOCTYPE html><html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul><li><a href="${A}" time_added="1" tags="x,y">A page</a></li></ul></body></html>`,
      [[A, 'A page', 'x', 'y']],
    ],
    [
      'bookmarks of a browser',
      'bookmarks.html',
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p>
<DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3><DL><p><DT><H3>News</H3><DL><p>
<DT><A FEEDURL="${A}" HREF="https://a.example/">Site &amp; A</A>
<DT><H3>Local</H3><DL><p><DT><A HREF="https://b.example/">B</A></DL><p></DL><p>
<DT><A HREF="javascript:alert(1)">Script</A></DL><p></DL><p>`,
      [
        [A, 'Site & A', 'News'],
        ['https://b.example/', 'B', 'News', 'News / Local'],
      ],
      [5],
    ],
  ])('%s', async (_, name, text, rows, left = []) => {
    expect(await read(name, text)).toEqual({ rows, left, isForeign: true });
  });

  it.each([
    ['feeds.yaml', 'feeds:\n  - url: https://a.example/feed\n'],
    ['list', '# mine\nfeeds:\n- {url: "https://a.example/feed"}\n'],
    ['feeds.json', '{"feeds":[{"url":"https://a.example/feed"}]}'],
    ['feeds.csv', 'url,title\nhttps://a.example/feed,\n'],
  ])('%s of feedctl itself is none', async (name, text) => {
    expect(await read(name, text)).toEqual({ rows: [[A, undefined]], left: [], isForeign: false });
  });

  it.each([
    ['feedly.csv', `xmlUrl;title;category\n${A};A;Tech\n`],
    ['a.csv', `url,name,folder\n${A},A,Tech\n`],
  ])('columns that feedctl calls otherwise: %s', async (name, text) => {
    expect(await read(name, text)).toMatchObject({ rows: [[A, 'A', 'Tech']], left: [] });
  });

  it('a mistyped column of feedctl is a mistake all the same', async () => {
    await expect(read('a.csv', `url,titel\n${A},A\n`)).rejects.toThrow();
  });
});
