import { describe, expect, it } from 'vitest';
import { rankFeeds } from '../../../../src/service/sources/discover/find-feed.js';
import {
  headerAlternates,
  inspectPage,
  isNearlyEmpty,
  mayRefresh,
} from '../../../../src/service/sources/discover/inspect-page.js';
import { namedFeeds } from '../../../../src/service/sources/discover/named-feeds.js';
import { firstPage, isAtPathOf } from '../../../../src/service/sources/discover/page-address.js';
import {
  platformFeeds,
  platformFeedsOnPage,
  platformPage,
} from '../../../../src/service/sources/discover/platforms.js';
import { guessFeeds } from '../../../../src/service/sources/discover/software.js';

describe('platformFeeds', () => {
  const youtube = 'https://www.youtube.com/feeds/videos.xml';
  it.each([
    ['https://www.youtube.com/channel/UCabc', [`${youtube}?channel_id=UCabc`]],
    [
      'https://m.youtube.com/channel/UCabc/videos',
      [`${youtube}?playlist_id=UULFabc`, `${youtube}?channel_id=UCabc`],
    ],
    [
      'https://www.youtube.com/channel/UCabc/shorts',
      [`${youtube}?playlist_id=UUSHabc`, `${youtube}?channel_id=UCabc`],
    ],
    [
      'https://www.youtube.com/channel/UCabc/live/',
      [`${youtube}?playlist_id=UULVabc`, `${youtube}?channel_id=UCabc`],
    ],
    ['https://www.youtube.com/channel/UCabc/about', [`${youtube}?channel_id=UCabc`]],
    ['https://crates.io/crates/x/versions', ['https://static.crates.io/rss/crates/x.xml']],
    ['https://crates.io/', []],
    ['https://www.youtube.com/playlist?list=PL1', [`${youtube}?playlist_id=PL1`]],
    ['https://www.youtube.com/user/someone', [`${youtube}?user=someone`]],
    ['https://www.youtube.com/watch?v=x&list=PL1', [`${youtube}?playlist_id=PL1`]],
    ['https://youtu.be/x?list=PL1', [`${youtube}?playlist_id=PL1`]],
    ['https://www.youtube.com/@handle', []],
    ['https://www.youtube.com/watch?v=x', []],
    ['https://github.com/o/r/releases', ['https://github.com/o/r/releases.atom']],
    ['https://github.com/o/r/tags', ['https://github.com/o/r/tags.atom']],
    ['https://github.com/o/r/commits/main', ['https://github.com/o/r/commits/main.atom']],
    ['https://github.com/o/r/tree/feat/x', ['https://github.com/o/r/commits/feat/x.atom']],
    ['https://github.com/o/r/commits', ['https://github.com/o/r/commits.atom']],
    [
      'https://github.com/o/r',
      ['https://github.com/o/r/releases.atom', 'https://github.com/o/r/commits.atom'],
    ],
    ['https://github.com/o', ['https://github.com/o.atom']],
    ['https://github.com/o/r/issues', []],
    ['https://github.com/features', []],
    ['https://www.reddit.com/r/rss/', ['https://www.reddit.com/r/rss/.rss']],
    ['https://old.reddit.com/r/rss/top?t=day', ['https://www.reddit.com/r/rss/top/.rss?t=day']],
    ['https://reddit.com/', ['https://www.reddit.com/.rss']],
    ['https://mastodon.social/@someone', ['https://mastodon.social/@someone.rss']],
    ['https://fedi.example/users/someone', ['https://fedi.example/@someone.rss']],
    ['https://mastodon.social/@someone/1234', []],
    [
      'https://mastodon.social/@someone/112233445566778899',
      ['https://mastodon.social/@someone.rss'],
    ],
    ['https://www.youtube.com/watch?v=x&list=RDx', []],
    ['https://www.youtube.com/playlist?list=WL', []],
    ['https://www.youtube.com/watch?v=x&list=UUabc&index=2', [`${youtube}?playlist_id=UUabc`]],
    ['https://github.com/o/r/wiki', ['https://github.com/o/r/wiki.atom']],
    ['https://github.com/o/r/wiki/Home', ['https://github.com/o/r/wiki.atom']],
    ['https://gitlab.com/g/sub/r/-/releases', ['https://gitlab.com/g/sub/r/-/releases.atom']],
    ['https://git.example/g/r/-/releases/v1', ['https://git.example/g/r/-/releases.atom']],
    ['https://git.example/g/r/-/tags', ['https://git.example/g/r/-/tags?format=atom']],
    [
      'https://git.example/g/r/-/tree/feat/x',
      ['https://git.example/g/r/-/commits/feat/x?format=atom'],
    ],
    ['https://gitlab.com/g/r', ['https://gitlab.com/g/r.atom']],
    ['https://gitlab.com/explore', []],
    ['https://git.example/g/r', []],
    ['https://git.example/g/r/-/issues', []],
    ['https://letterboxd.com/jo/', ['https://letterboxd.com/jo/rss/']],
    ['https://letterboxd.com/jo/films/diary/', ['https://letterboxd.com/jo/rss/']],
    ['https://letterboxd.com/film/alien/', []],
    ['https://open.substack.com/pub/x/p/post?r=1', ['https://x.substack.com/feed']],
    ['https://open.substack.com/users/1-x', []],
    [
      'https://medium.com/publication/tagged/rss',
      ['https://medium.com/feed/publication/tagged/rss'],
    ],
    ['https://www.tumblr.com/blog/x', ['https://x.tumblr.com/rss']],
    ['https://www.tumblr.com/blog/view/x/123', ['https://x.tumblr.com/rss']],
    ['https://www.tumblr.com/blog', []],
    [
      'https://store.steampowered.com/app/620/Portal_2/',
      ['https://store.steampowered.com/feeds/news/app/620/'],
    ],
    [
      'https://store.steampowered.com/news/app/620?l=german',
      ['https://store.steampowered.com/feeds/news/app/620/'],
    ],
    [
      'https://store.steampowered.com/news/group/4',
      ['https://store.steampowered.com/feeds/news/group/4/'],
    ],
    ['https://steamcommunity.com/app/620', ['https://store.steampowered.com/feeds/news/app/620/']],
    ['https://steamcommunity.com/groups/x', ['https://steamcommunity.com/groups/x/rss/']],
    ['https://store.steampowered.com/', []],
    ['https://t.me/news', []],
    ['https://mastodon.social/tags/rss', ['https://mastodon.social/tags/rss.rss']],
    ['https://www.tiktok.com/@someone', []],
    ['https://x.tumblr.com/', ['https://x.tumblr.com/rss']],
    ['https://x.tumblr.com/tagged/cats', ['https://x.tumblr.com/tagged/cats/rss']],
    ['https://www.tumblr.com/x', ['https://x.tumblr.com/rss']],
    ['https://www.tumblr.com/explore', []],
    ['https://vimeo.com/acme', ['https://vimeo.com/acme/videos/rss']],
    ['https://vimeo.com/channels/x', ['https://vimeo.com/channels/x/videos/rss']],
    ['https://vimeo.com/12345', []],
    [
      'https://stackoverflow.com/questions/tagged/rss',
      ['https://stackoverflow.com/feeds/tag?tagnames=rss&sort=newest'],
    ],
    ['https://x.substack.com/p/post', ['https://x.substack.com/feed']],
    ['https://substack.com/@x', ['https://x.substack.com/feed']],
    ['https://medium.com/@x', ['https://medium.com/feed/@x']],
    ['https://medium.com/publication', ['https://medium.com/feed/publication']],
    ['https://medium.com/tag/rss', ['https://medium.com/feed/tag/rss']],
    ['https://x.medium.com/', ['https://x.medium.com/feed']],
    ['https://bsky.app/profile/x.example', ['https://bsky.app/profile/x.example/rss']],
    ['https://example.com/blog', []],
    ['https://notgithub.com/o/r', []],
  ])('%s', (address, feeds) => {
    expect(platformFeeds(address)).toEqual(feeds);
  });

  it('finds the channel of a YouTube handle in the page', () => {
    const id = 'UC1234567890123456789012';
    const page = `<script>{"metadata":{"externalId":"${id}"}}</script>`;
    expect(platformFeedsOnPage('https://www.youtube.com/@x', page)).toEqual([
      `${youtube}?channel_id=${id}`,
    ]);
    expect(platformFeedsOnPage('https://www.youtube.com/@x/streams', page)).toEqual([
      `${youtube}?playlist_id=UULV${id.slice(2)}`,
      `${youtube}?channel_id=${id}`,
    ]);
    expect(platformFeedsOnPage('https://example.com/@x', page)).toEqual([]);
  });

  it.each([
    [
      'https://podcasts.apple.com/de/podcast/go/id1',
      '<script>{"a":[{"feedUrl":"https:\\/\\/x.example\\/feed?a=1\\u0026b=2"}],"feedUrl":"https://other.example/"}</script>',
      'https://x.example/feed?a=1&b=2',
    ],
    ['https://podcasts.apple.com/us/podcast/x/id1', '"feedUrl":"javascript:x"', undefined],
    ['https://podcasts.apple.com/us/podcast/x/id1', '"feedUrl":null', undefined],
    [
      'https://soundcloud.com/jo',
      '<meta property="al:ios:url" content="soundcloud://users:123">',
      'https://feeds.soundcloud.com/users/soundcloud:users:123/sounds.rss',
    ],
    ['https://soundcloud.com/jo', '<p>nothing</p>', undefined],
    [
      'https://x.example/search/label/a',
      '<meta content="blogger" name="generator">',
      'https://x.example/feeds/posts/default/-/a',
    ],
    [
      'https://wiki.example/wiki/Talk:A/B',
      '<meta name="generator" content="MediaWiki 1.45"><script>{"wgNamespaceNumber":1,"wgPageName":"Talk:A/B\\u00e9"}</script><link href="/index.php?title=Special:RecentChanges&amp;feed=atom">',
      'https://wiki.example/index.php?title=Talk:A/B%C3%A9&action=history&feed=atom',
    ],
    [
      'https://wiki.example/w/index.php?title=A_%26_B',
      '<meta name="generator" content="MediaWiki 1.45">',
      'https://wiki.example/w/index.php?title=A_%26_B&action=history&feed=atom',
    ],
    [
      'https://wiki.example/wiki/Special:RecentChanges',
      '<meta name="generator" content="MediaWiki 1.45">',
      undefined,
    ],
    [
      'https://wiki.example/wiki/Start',
      '<meta name="generator" content="MediaWiki 1.45"><script>{"wgIsMainPage":true}</script>',
      undefined,
    ],
    ['https://wiki.example/wiki/A', '<p>An article on MediaWiki', undefined],
    [
      'https://git.example/o/r/commits/branch/feat/x',
      '<meta name="keywords" content="git,forge,forgejo">',
      'https://git.example/o/r/rss/branch/feat/x',
    ],
    [
      'https://git.example/o/r/releases',
      '<meta name="keywords" content="go,git,self-hosted,gitea">',
      'https://git.example/o/r/releases.rss',
    ],
    ['https://git.example/o', '<meta name="keywords" content="gitea">', undefined],
  ])('finds the feed in the page of %s', (address, html, feed) => {
    expect(platformFeedsOnPage(address, html)).toEqual(feed === undefined ? [] : [feed]);
  });
});

describe('platformPage', () => {
  it.each([
    ['https://t.me/news', 'https://t.me/s/news'],
    ['https://t.me/news/42?single', 'https://t.me/s/news'],
    ['https://telegram.me/news', 'https://t.me/s/news'],
    ['https://t.me/s/news', null],
    ['https://t.me/+abc', null],
    ['https://t.me/joinchat/abc', null],
    ['https://t.me/c/123/4', null],
    ['https://t.me/', null],
    ['https://www.youtube.com/@x', null],
    ['https://example.com/news', null],
  ])('%s: %s', (address, page) => {
    expect(platformPage(address)).toBe(page);
  });
});

describe('guessFeeds', () => {
  const guesses = (path: string, head = '') =>
    guessFeeds(`https://example.com${path}`, `<head>${head}</head>`).all.map((url) =>
      url.slice('https://example.com'.length),
    );
  const made = (name: string) => `<meta name="generator" content="${name} 1">`;

  it.each([
    ['/', '', ['/feed', '/rss.xml', '/feed.xml', '/atom.xml']],
    ['/blog/index.html?x=1', '', ['/blog/feed', '/blog/rss.xml', '/feed', '/rss.xml']],
    ['/tag/x/', made('Ghost'), ['/tag/x/rss/', '/rss/', '/tag/x/feed', '/tag/x/rss.xml']],
    ['/', made('WordPress'), ['/feed/', '/rss.xml', '/feed.xml', '/atom.xml']],
    ['/posts', made('Hugo'), ['/posts/index.xml', '/index.xml', '/posts/feed', '/posts/rss.xml']],
    [
      '/c/dev/5',
      made('Discourse'),
      ['/c/dev/5.rss', '/latest.rss', '/c/dev/5/feed', '/c/dev/5/rss.xml'],
    ],
  ])('%s made with %s: four, first those of its system', (path, head, expected) => {
    expect(guesses(path, head)).toEqual(expected);
  });
});

describe('the address of a page', () => {
  const at = (page: string, feed: string) =>
    isAtPathOf(
      new URL(page, 'https://a.example').href,
      new URL(feed, 'https://www.a.example').href,
    );

  it.each([
    ['/', '/feed.xml'],
    ['/?utm_source=x&ref=y', '/index.xml'],
    ['/de/', '/feed'],
    ['/blog', '/blog/feed/'],
    ['/blog/index.html', '/blog/rss.xml'],
    ['/blog/page/3/', '/blog/feed/'],
    ['/blog?page=3', '/blog/feed/'],
    ['/blog', '/blog-feed.xml'],
    ['/history', '/history.atom'],
    ['/latest', '/latest.rss'],
    ['/sport', '/rss/sport.xml'],
    ['/journal', '/journal?format=rss'],
    ['/?cat=3', '/?feed=rss2&cat=3'],
    ['/~jo/', '/~jo/atom.xml'],
  ])('%s has the feed %s at its path', (page, feed) => {
    expect(at(page, feed)).toBe(true);
  });

  it.each([
    ['/careers/engineering', '/engineering/feed.xml'],
    ['/careers', '/feed'],
    ['/en/careers', '/en/feed'],
    ['/de/', '/en/feed/'],
    ['/', '/en/feed/'],
    ['/?cat=3', '/?feed=rss2'],
    ['/index.php?id=5', '/feed.xml'],
    ['/blog/a', '/blog/feed'],
    ['/blog', 'https://other.example/blog/feed'],
  ])('%s has not %s', (page, feed) => {
    expect(at(page, feed)).toBe(false);
  });

  it.each([
    ['/blog/page/2/', '/blog/'],
    ['/blog?page=2&tag=x', '/blog?tag=x'],
    ['/?paged=4', '/'],
    ['/index.php?page=about', null],
    ['/page/about', null],
    ['/blog', null],
  ])('%s is a page of older items of %s', (page, first) => {
    const expected = first === null ? null : `https://a.example${first}`;
    expect(firstPage(`https://a.example${page}`)).toBe(expected);
  });
});

describe('inspectPage', () => {
  const links = (html: string) =>
    inspectPage(html, 'https://example.com/blog/post').alternates.map(({ url }) => url);

  it.each([
    [
      '<link rel="alternate" type="application/rss+xml" href="/feed">',
      ['https://example.com/feed'],
    ],
    [
      '<LINK TYPE="application/atom+xml; charset=utf-8" REL="Alternate home" HREF=a.xml>',
      ['https://example.com/blog/a.xml'],
    ],
    [
      '<link rel=alternate type=application/feed+json href=/f.json>',
      ['https://example.com/f.json'],
    ],
    ['<link rel="feed" href="/f">', ['https://example.com/f']],
    [
      '<base href="https://other.example/x/"><link rel=alternate type="text/xml" href="f">',
      ['https://other.example/x/f'],
    ],
    [
      '<link rel=alternate type="application/json" href="https://example.com/wp-json/wp/v2/posts/1">',
      [],
    ],
    [
      '<link rel=alternate type="application/json+oembed" href="/wp-json/oembed/1.0/embed?url=x">',
      [],
    ],
    ['<link rel=alternate type="text/xml" href="/services/oembed?format=xml&amp;url=x">', []],
    ['<link rel=alternate hreflang="de" href="/de/">', []],
    ['<link rel="alternate stylesheet" type="text/xml" href="/x">', []],
    ['<link rel=alternate type="application/rss+xml" href="javascript:x">', []],
    ['<link rel=alternate type="application/rss+xml">', []],
    ['<!-- <link rel=alternate type="application/rss+xml" href="/no"> -->', []],
  ])('%s', (html, expected) => {
    expect(links(html)).toEqual(expected);
  });

  it('finds the icon and where a meta refresh leads', () => {
    const survey = inspectPage(
      '<link rel="shortcut icon" href="/i.png"><meta http-equiv=Refresh content="0; url=/there">',
      'https://example.com/a/b',
    );
    expect(survey).toMatchObject({
      icon: 'https://example.com/i.png',
      refreshUrl: 'https://example.com/there',
    });
  });

  it.each([
    '<meta http-equiv="refresh" content="0;url=/there">',
    "<META content='0;url=/there' HTTP-EQUIV = 'Refresh'>",
    '<meta http-equiv=refresh content="0; url=/there">',
    '<meta http-equiv="&#114;efresh" content="0; url=/there">',
    '<meta http-equiv="ref&#x72;esh" content="0; url=/there">',
  ])('looks for a meta refresh where there is one: %s', (html) => {
    expect(inspectPage(html, 'https://example.com/').refreshUrl).toBe('https://example.com/there');
    expect(mayRefresh(`<title>Moved</title>${html}`)).toBe(true);
  });

  it('looks for none where other headers are named', () => {
    expect(mayRefresh('<meta http-equiv="content-type" content="text/html">refresh')).toBe(false);
  });

  it('tells a nearly empty page from a short one', () => {
    const empty = (body: string) => isNearlyEmpty(inspectPage(body, 'https://example.com/'));
    expect(empty('<div id="root"></div><script>lots of code</script>')).toBe(true);
    expect(empty('<noscript>Please enable JavaScript</noscript><p>One moment</p>')).toBe(true);
    expect(empty(`<div id="root">${'words '.repeat(100)}</div>`)).toBe(false);
    expect(empty('<div id="app"><a href=1>1</a><a href=2>2</a><a href=3>3</a></div>')).toBe(false);
  });

  it('surveys 4 MB with hundreds of thousands of tags, unclosed ones too', () => {
    for (const unclosed of ['<select><option>x', '<svg><path>', '<svg/>']) {
      expect(inspectPage(`${unclosed}<p><a href=x>y</a>`, 'https://example.com/').links).toBe(1);
    }
    const survey = inspectPage('<div><a href=x>'.repeat(280_000), 'https://example.com/');
    expect(survey.links).toBe(280_000);
  });
});

describe('rankFeeds', () => {
  const rank = (page: string, ...feeds: Array<string | [string, string]>) =>
    rankFeeds(
      feeds.map((feed) => {
        const [path, title] = typeof feed === 'string' ? [feed, ''] : feed;
        return { url: `https://example.com${path}`, title };
      }),
      `https://example.com${page}`,
    ).map((url) => url.slice('https://example.com'.length));

  it('prefers the path closest to the page', () => {
    expect(rank('/blog/post', '/feed', '/blog/feed', '/shop/feed')).toEqual([
      '/blog/feed',
      '/feed',
      '/shop/feed',
    ]);
    expect(rank('/', '/topics/a/feed', '/feed')).toEqual(['/feed', '/topics/a/feed']);
  });

  it('prefers a path that holds that of the page', () => {
    expect(rank('/project/foo/', '/rss/all.xml', '/rss/project/foo/releases.xml')).toEqual([
      '/rss/project/foo/releases.xml',
      '/rss/all.xml',
    ]);
    expect(rank('/shop/lamps', '/rss/shop.xml', '/rss/new/shop/lamps.xml')[0]).toBe(
      '/rss/new/shop/lamps.xml',
    );
    expect(rank('/project/foo/', '/a.xml', '/rss/foo/project.xml')[0]).toBe('/a.xml');
    expect(rank('/project/foo/', '/a.xml', '/rss/project/foobar.xml')[0]).toBe('/a.xml');
    expect(rank('/de/', '/a.xml', '/rss/de/x.xml')[0]).toBe('/a.xml');
  });

  it('keeps the order of the page among equals, without repeats', () => {
    expect(rank('/', '/rss.xml', '/atom.xml', '/rss.xml')).toEqual(['/rss.xml', '/atom.xml']);
  });

  it('leaves comment feeds out', () => {
    expect(
      rank(
        '/post',
        ['/post/feed', 'Site » Post Comments Feed'],
        ['/post/feed/', 'Site » Kommentar-Feed zu Post'],
        '/comments/feed/',
        '/?feed=comments-rss2',
        ['/feed', 'Site » Feed'],
      ),
    ).toEqual(['/feed']);
  });
});

describe('headerAlternates', () => {
  it('takes alternates of the types of feeds', () => {
    const header =
      '</feed>; rel="alternate"; type="application/rss+xml"; title="All, and more", ' +
      '</de>; rel=alternate; hreflang=de, </wp-json/wp/v2/pages/1>; rel="alternate"; type="application/json", ' +
      '<https://hub.test/>; rel="hub"';
    const found = headerAlternates(header, 'https://a.test/news');
    expect(found).toEqual([{ url: 'https://a.test/feed', title: '' }]);
    expect(headerAlternates(undefined, 'https://a.test/')).toEqual([]);
  });
});

describe('namedFeeds', () => {
  const PAGE = 'https://www.a.test/news';
  const named = (...hrefs: string[]) =>
    namedFeeds(inspectPage(hrefs.map((href) => `<a href="${href}">x</a>`).join(''), PAGE), PAGE);

  it.each([
    ['/feeds/all.rss', 'https://www.a.test/feeds/all.rss'],
    ['rss/', 'https://www.a.test/rss/'],
    ['https://blog.a.test/atom.xml#top', 'https://blog.a.test/atom.xml'],
    ['/rss/news.xml', 'https://www.a.test/rss/news.xml'],
    ['/?feed=rss2', 'https://www.a.test/?feed=rss2'],
    ['/index.rdf', 'https://www.a.test/index.rdf'],
    ['https://feeds.feedburner.com/a-test', 'https://feeds.feedburner.com/a-test'],
  ])('%s', (href, url) => {
    expect(named('/story/1', href)).toEqual([url]);
  });

  it.each([
    '/what-is-rss-and-how',
    '/story/feedback',
    '/atomic',
    'https://other.test/feed',
    '/tag/news/feed',
    '/comments/feed',
    '#rss',
    'javascript:rss',
  ])('not %s', (href) => {
    expect(named(href)).toEqual([]);
  });

  it('none of a page that lists feeds', () => {
    expect(named('/a.rss', '/b.rss', '/c.rss')).toHaveLength(3);
    expect(named('/a.rss', '/b.rss', '/c.rss', '/d.rss')).toEqual([]);
  });
});
