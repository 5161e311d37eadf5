import { parseJson } from '../../../base/json.js';
import { isUrl } from '../../../base/url.js';

/**
 * Feed addresses of well-known platforms by the address of the page, best first. It needs no
 * request; `platformFeedsOnPage` handles pages that must be read (a YouTube handle).
 */
export function platformFeeds(address: string): string[] {
  const { url, segments, host } = platformPlace(address);
  return platformRows(host).flatMap(({ feeds }) => feeds?.(url, segments, host) ?? []);
}

/** The page of a platform that lists what an address stands for, if that is another one. */
export function platformPage(address: string): string | null {
  const { url, segments, host } = platformPlace(address);
  return platformRows(host)[0]?.page?.(url, segments, host) ?? null;
}

/** Whether a platform lists the newest item of a page last, as chats do. */
export function listsOldestFirst(address: string): boolean {
  return platformRows(platformPlace(address).host)[0]?.isOldestFirst ?? false;
}

function platformPlace(address: string) {
  const url = new URL(address);
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  return { url, segments, host: url.hostname.replace(/^www\./, '') };
}

/** The row of a host; for other hosts, the rows of software that runs anywhere. */
function platformRows(host: string): readonly PlatformRow[] {
  const own = PLATFORMS.find(({ hosts }) => hosts?.test(host));
  return own === undefined ? PLATFORMS.filter(({ hosts }) => hosts === undefined) : [own];
}

/** Characters of a page that are searched for the name of its software. */
const HEAD = 100_000;

/** Feed addresses found in the source of a platform's page, if its address does not contain them. */
export function platformFeedsOnPage(address: string, html: string): string[] {
  const { url, segments, host } = platformPlace(address);
  const head = html.slice(0, HEAD);
  return platformRows(host)
    .filter(({ sign }) => sign?.test(head) ?? true)
    .flatMap(({ onPage }) => onPage?.(html, url, segments) ?? []);
}

/** Signs of a channel id, the surest first: the page of a channel names other channels, too. */
const YOUTUBE_CHANNELS = [
  /feeds\/videos\.xml\?channel_id=(UC[\w-]{22})/,
  /"externalId":"(UC[\w-]{22})"/,
  /"channelId":"(UC[\w-]{22})"/,
  /youtube\.com\/channel\/(UC[\w-]{22})"/,
];

function youtubeOnPage(html: string, _: URL, segments: string[]): string[] {
  const channel = YOUTUBE_CHANNELS.map((sign) => sign.exec(html)?.[1]).find((id) => id);
  return channel === undefined ? [] : youtubeChannel(channel, segments.at(-1));
}

/** Prefixes of the lists of a channel's videos of one kind; the channel's id follows. */
const YOUTUBE_LISTS = new Map([
  ['videos', 'UULF'],
  ['shorts', 'UUSH'],
  ['streams', 'UULV'],
  ['live', 'UULV'],
]);

/**
 * The feeds of one tab of a channel: its own, and that of all videos, which also serves tabs
 * without one.
 */
function youtubeChannel(id: string, tab = ''): string[] {
  const list = YOUTUBE_LISTS.get(tab);
  const all = youtubeFeed('channel_id', id);
  if (list === undefined || !id.startsWith('UC')) return [all];
  return [youtubeFeed('playlist_id', list + id.slice(2)), all];
}

/**
 * The feed of a podcast in the data of its page: the first one, because the others are
 * recommendations.
 */
function appleOnPage(html: string): string[] {
  const written = /"feedUrl":\s*("https?:(?:[^"\\\n]|\\.){1,2000}")/.exec(html)?.[1];
  const url = written === undefined ? undefined : parseJson(written);
  return typeof url === 'string' && isUrl(url) ? [url] : [];
}

function soundcloudOnPage(html: string): string[] {
  const user = /soundcloud:(?:\/\/)?users:(\d{1,20})\b/.exec(html)?.[1];
  return user === undefined
    ? []
    : [`https://feeds.soundcloud.com/users/soundcloud:users:${user}/sounds.rss`];
}

type Platform = (url: URL, segments: string[], host: string) => string[];

/** Prefixes of personal lists, which have no feed: mixes, "Watch later" and "Liked videos". */
const PERSONAL_LIST = /^(?:RD|UL|WL$|LL$|LM$)/;

const youtube: Platform = (url, [kind, name, tab]) => {
  const list = url.searchParams.get('list');
  if (list !== null && !PERSONAL_LIST.test(list)) return [youtubeFeed('playlist_id', list)];
  if (kind === 'channel' && name !== undefined) return youtubeChannel(name, tab);
  return kind === 'user' && name !== undefined ? [youtubeFeed('user', name)] : [];
};

function youtubeFeed(parameter: string, value: string): string {
  return `https://www.youtube.com/feeds/videos.xml?${parameter}=${encodeURIComponent(value)}`;
}

/** First path segments on github.com that are no owners of repositories. */
const GITHUB_PAGES =
  /^(?:about|apps|collections|enterprise|explore|features|login|marketplace|orgs|pricing|search|settings|sponsors|topics|trending)$/;

const github: Platform = (_, [owner, repository, page, ...rest]) => {
  if (owner === undefined || GITHUB_PAGES.test(owner)) return [];
  if (repository === undefined) return [`https://github.com/${owner}.atom`];
  const root = `https://github.com/${owner}/${repository.replace(/\.git$/, '')}`;
  if (page === 'commits' || page === 'tree') {
    return [rest.length > 0 ? `${root}/commits/${rest.join('/')}.atom` : `${root}/commits.atom`];
  }
  if (page === 'releases' || page === 'tags' || page === 'wiki') return [`${root}/${page}.atom`];
  return page === undefined ? ['releases', 'commits'].map((kind) => `${root}/${kind}.atom`) : [];
};

const reddit: Platform = (url, segments) => {
  const path = segments.length === 0 ? '/' : `/${segments.join('/')}/`;
  return [`https://www.reddit.com${path}.rss${url.search}`];
};

const substack: Platform = (url, [first, second], host) => {
  if (host === 'open.substack.com') {
    return first === 'pub' && second !== undefined ? [`https://${second}.substack.com/feed`] : [];
  }
  if (host !== 'substack.com') return [`${url.origin}/feed`];
  return first?.startsWith('@') ? [`https://${first.slice(1)}.substack.com/feed`] : [];
};

const medium: Platform = (url, segments, host) => {
  if (host !== 'medium.com') return [`${url.origin}/feed`];
  const [first, second, third] = segments;
  if (first === undefined) return [];
  if (second === 'tagged' && third !== undefined) {
    return [`https://medium.com/feed/${first}/tagged/${third}`];
  }
  if (first === 'tag' && second !== undefined) return [`https://medium.com/feed/tag/${second}`];
  return [`https://medium.com/feed/${first}`];
};

const bluesky: Platform = (_, [kind, name]) =>
  kind === 'profile' && name !== undefined ? [`https://bsky.app/profile/${name}/rss`] : [];

const tumblr: Platform = (url, segments, host) => {
  const [first, second] = segments;
  if (host === 'tumblr.com') {
    const blog = first === 'blog' ? segments.slice(1).find((part) => part !== 'view') : undefined;
    if (blog !== undefined) return [`https://${blog}.tumblr.com/rss`];
    return first === undefined || TUMBLR_PAGES.test(first)
      ? []
      : [`https://${first}.tumblr.com/rss`];
  }
  const isTag = first === 'tagged' && second !== undefined;
  return [`${url.origin}${isTag ? `/tagged/${second}` : ''}/rss`];
};

const TUMBLR_PAGES = /^(?:about|blog|dashboard|explore|login|register|search|settings|tagged)$/;

const vimeo: Platform = (url, [first, second]) => {
  if (first === undefined || /^\d+$|^(?:blog|categories|features|log_in|watch)$/.test(first))
    return [];
  const isGroup = /^(?:channels|groups)$/.test(first) && second !== undefined;
  return [`${url.origin}/${isGroup ? `${first}/${second}` : first}/videos/rss`];
};

const stackExchange: Platform = (url, [first, second, tag]) =>
  first === 'questions' && second === 'tagged' && tag !== undefined
    ? [`${url.origin}/feeds/tag?tagnames=${tag}&sort=newest`]
    : [];

const steam: Platform = (_, segments) => {
  const at = segments.findIndex((segment) => /^(?:app|games|group|groups)$/.test(segment));
  const [kind, id] = at === -1 ? [] : segments.slice(at);
  if (id === undefined) return [];
  if (/^\d+$/.test(id)) {
    const what = kind === 'app' || kind === 'games' ? 'app' : 'group';
    return [`https://store.steampowered.com/feeds/news/${what}/${id}/`];
  }
  return [`https://steamcommunity.com/${kind}/${id}/rss/`];
};

const LETTERBOXD_PAGES =
  /^(?:about|activity|actor|apps|contact|crew|director|film|films|journal|list|lists|members|news|pro|search|settings|sign-in|tag|year-in-review)$/;

const letterboxd: Platform = (_, [name]) =>
  name === undefined || LETTERBOXD_PAGES.test(name) ? [] : [`https://letterboxd.com/${name}/rss/`];

/**
 * First path segments on t.me that are no channels: invitations, stickers, shared and numbered
 * chats.
 */
const TELEGRAM_PAGES =
  /^(?:s|c|k|a|addemoji|addlist|addstickers|addtheme|bg|boost|confirmphone|contact|giftcode|invoice|iv|joinchat|login|m|proxy|setlanguage|share|socks)$/;

/** The address of a Telegram channel with its posts, which its own page shows only in the app. */
const telegram = (_: URL, [name]: string[]): string | null =>
  name === undefined || TELEGRAM_PAGES.test(name) || !/^\w+$/.test(name)
    ? null
    : `https://t.me/s/${name}`;

/** Feeds of a label of a Blogger blog. */
function bloggerOnPage(_: string, { origin, pathname }: URL): string[] {
  const label = /^\/search\/label\/([^/]+)$/.exec(pathname)?.[1];
  return label === undefined ? [] : [`${origin}/feeds/posts/default/-/${label}`];
}

/**
 * The history of a MediaWiki article; its page only declares the changes of the whole wiki. Special
 * pages and the main page are left out.
 */
function mediaWikiOnPage(html: string, url: URL): string[] {
  const isArticle = !/"wgNamespaceNumber":-1|"wgIsMainPage":true/.test(html);
  const written = /"wgPageName":("(?:[^"\\\n]|\\.){1,1000}")/.exec(html)?.[1];
  const path = /^\/(?:wiki|index\.php)\/(.+)$/.exec(url.pathname)?.[1];
  const named = written === undefined ? path : encodeURIComponent(String(parseJson(written)));
  const title = named ?? encodeURIComponent(url.searchParams.get('title') ?? '');
  if (!isArticle || title === '' || /^Special(?::|%3A)/i.test(title)) return [];
  const script = /["'](\/[\w./-]{0,100}index\.php)\?/.exec(html)?.[1] ?? '/w/index.php';
  const readable = title.replaceAll('%2F', '/').replaceAll('%3A', ':');
  return [`${url.origin}${script}?title=${readable}&action=history&feed=atom`];
}

/** Feeds of a branch, the releases or the tags of a repository in Forgejo and Gitea. */
function forgejoOnPage(_: string, { origin }: URL, segments: string[]): string[] {
  const [owner, repository, page, kind, ...rest] = segments;
  if (owner === undefined || repository === undefined) return [];
  const root = `${origin}/${owner}/${repository}`;
  if (page === undefined) return [`${root}.rss`];
  if (page === 'releases' || page === 'tags') return [`${root}/${page}.rss`];
  const isBranch = /^(?:commits|src)$/.test(page) && kind === 'branch' && rest.length > 0;
  return isBranch ? [`${root}/rss/branch/${rest.join('/')}`] : [];
}

const crates: Platform = (_, [kind, name]) =>
  kind === 'crates' && name !== undefined
    ? [`https://static.crates.io/rss/crates/${name}.xml`]
    : [];

interface PlatformRow {
  /** Hosts of the platform; absent: any host. */
  hosts?: RegExp;
  /** A sign of the software in the head of its pages. */
  sign?: RegExp;
  /** Feed addresses by the address of the page. */
  feeds?: Platform;
  /** Feed addresses in the source of the page. */
  onPage?(html: string, url: URL, segments: string[]): string[];
  /** See `platformPage`. */
  page?(url: URL, segments: string[], host: string): string | null;
  isOldestFirst?: true;
}

const PLATFORMS: readonly PlatformRow[] = [
  {
    hosts: /^(?:(?:m\.|music\.)?youtube\.com|youtu\.be)$/,
    feeds: youtube,
    onPage: youtubeOnPage,
  },
  { hosts: /^(?:podcasts|itunes)\.apple\.com$/, onPage: appleOnPage },
  { hosts: /^(?:m\.)?soundcloud\.com$/, onPage: soundcloudOnPage },
  { hosts: /^(?:t|telegram)\.me$/, page: telegram, isOldestFirst: true },
  { hosts: /^(?:store\.steampowered|steamcommunity)\.com$/, feeds: steam },
  { hosts: /^letterboxd\.com$/, feeds: letterboxd },
  { hosts: /^github\.com$/, feeds: github },
  { hosts: /^(?:[a-z]+\.)?reddit\.com$/, feeds: reddit },
  { hosts: /^(?:.+\.)?substack\.com$/, feeds: substack },
  { hosts: /^(?:.+\.)?medium\.com$/, feeds: medium },
  { hosts: /^bsky\.app$/, feeds: bluesky },
  { hosts: /^(?:.+\.)?tumblr\.com$/, feeds: tumblr },
  { hosts: /^vimeo\.com$/, feeds: vimeo },
  {
    hosts: /^(?:(?:.+\.)?stackexchange|stackoverflow|serverfault|superuser|askubuntu)\.com$/,
    feeds: stackExchange,
  },
  // These have `/@name` pages as well, but are not Mastodon.
  { hosts: /^(?:tiktok|threads|instagram)\.(?:com|net)$/ },
  { hosts: /^crates\.io$/, feeds: crates },
  { feeds: mastodon },
  { feeds: gitlab },
  { sign: /content=["']?blogger\b/i, onPage: bloggerOnPage },
  { sign: /content=["']?MediaWiki\b/i, onPage: mediaWikiOnPage },
  { sign: /<meta[^>]+content=["'][^"']{0,200}\b(?:forgejo|gitea)\b/i, onPage: forgejoOnPage },
];

/** Feeds of GitLab, which runs on any host; `/-/` in a path is its sign. */
function gitlab(url: URL, segments: string[], host: string): string[] {
  const { origin } = url;
  const at = segments.indexOf('-');
  const project = (at === -1 ? segments : segments.slice(0, at)).join('/');
  if (at === -1) {
    const isProject = host === 'gitlab.com' && segments.length >= 2;
    return isProject ? [`${origin}/${project}.atom`] : [];
  }
  const [page, ...rest] = segments.slice(at + 1);
  if (page === 'releases') return [`${origin}/${project}/-/releases.atom`];
  if (page === 'tags') return [`${origin}/${project}/-/tags?format=atom`];
  if (page !== 'commits' && page !== 'tree') return [];
  return rest.length === 0 ? [] : [`${origin}/${project}/-/commits/${rest.join('/')}?format=atom`];
}

/**
 * Feeds of Mastodon and similar servers, which run on any host; the form of their addresses
 * identifies them.
 */
function mastodon(url: URL, [first, second, ...more]: string[]): string[] {
  if (first === 'tags' && second !== undefined && more.length === 0) {
    return [`${url.origin}/tags/${second.replace(/\.rss$/, '')}.rss`];
  }
  const profile = /^@[\w.]+$/.test(first ?? '') ? first : undefined;
  const isPost = /^\d{12,}$/.test(second ?? '');
  if (profile !== undefined && (second === undefined || isPost))
    return [`${url.origin}/${profile}.rss`];
  return first === 'users' && second !== undefined ? [`${url.origin}/@${second}.rss`] : [];
}
