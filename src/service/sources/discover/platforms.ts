/**
 * Feed addresses of well-known platforms, by the address of the human page, best first. Pure: what
 * needs the page itself (a YouTube handle) is in `platformFeedsOnPage`.
 */
export function platformFeeds(address: string): string[] {
  const url = new URL(address);
  const host = url.hostname.replace(/^www\./, '');
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  for (const { hosts, feeds } of PLATFORMS) {
    if (hosts.test(host)) return feeds(url, segments, host);
  }
  return mastodon(url, segments);
}

/** Feed addresses found in the source of a platform's page, if its address does not contain them. */
export function platformFeedsOnPage(address: string, html: string): string[] {
  const { hostname, origin, pathname } = new URL(address);
  if (/(?:^|\.)youtube\.com$/.test(hostname)) {
    const channel = YOUTUBE_CHANNELS.map((sign) => sign.exec(html)?.[1]).find((id) => id);
    return channel === undefined ? [] : [youtubeFeed('channel_id', channel)];
  }
  const label = /^\/search\/label\/([^/]+)$/.exec(pathname)?.[1];
  const isBlogger = label !== undefined && /content=["']?blogger\b/i.test(html);
  return isBlogger ? [`${origin}/feeds/posts/default/-/${label}`] : [];
}

/** The page of a channel names others too, so the surest sign comes first. */
const YOUTUBE_CHANNELS = [
  /feeds\/videos\.xml\?channel_id=(UC[\w-]{22})/,
  /"externalId":"(UC[\w-]{22})"/,
  /"channelId":"(UC[\w-]{22})"/,
  /youtube\.com\/channel\/(UC[\w-]{22})"/,
];

type Platform = (url: URL, segments: string[], host: string) => string[];

const youtube: Platform = (url, [kind, name]) => {
  const list = url.searchParams.get('list');
  if (list !== null) return [youtubeFeed('playlist_id', list)];
  if (kind === 'channel' && name !== undefined) return [youtubeFeed('channel_id', name)];
  return kind === 'user' && name !== undefined ? [youtubeFeed('user', name)] : [];
};

function youtubeFeed(parameter: string, value: string): string {
  return `https://www.youtube.com/feeds/videos.xml?${parameter}=${encodeURIComponent(value)}`;
}

/** First segments of github.com that are no owner of repositories. */
const GITHUB_PAGES =
  /^(?:about|apps|collections|enterprise|explore|features|login|marketplace|orgs|pricing|search|settings|sponsors|topics|trending)$/;

const github: Platform = (_, [owner, repository, page, ...rest]) => {
  if (owner === undefined || GITHUB_PAGES.test(owner)) return [];
  if (repository === undefined) return [`https://github.com/${owner}.atom`];
  const root = `https://github.com/${owner}/${repository.replace(/\.git$/, '')}`;
  if (page === 'commits' || page === 'tree') {
    return [rest.length > 0 ? `${root}/commits/${rest.join('/')}.atom` : `${root}/commits.atom`];
  }
  if (page === 'releases' || page === 'tags') return [`${root}/${page}.atom`];
  return page === undefined ? ['releases', 'commits'].map((kind) => `${root}/${kind}.atom`) : [];
};

const reddit: Platform = (url, segments) => {
  const path = segments.length === 0 ? '/' : `/${segments.join('/')}/`;
  return [`https://www.reddit.com${path}.rss${url.search}`];
};

const substack: Platform = (url, [first], host) => {
  if (host !== 'substack.com') return [`${url.origin}/feed`];
  return first?.startsWith('@') ? [`https://${first.slice(1)}.substack.com/feed`] : [];
};

const medium: Platform = (url, segments, host) => {
  if (host !== 'medium.com') return [`${url.origin}/feed`];
  const [first, second] = segments;
  if (first === undefined) return [];
  if (first === 'tag' && second !== undefined) return [`https://medium.com/feed/tag/${second}`];
  return [`https://medium.com/feed/${first}`];
};

const bluesky: Platform = (_, [kind, name]) =>
  kind === 'profile' && name !== undefined ? [`https://bsky.app/profile/${name}/rss`] : [];

const tumblr: Platform = (url, [first, second], host) => {
  if (host === 'tumblr.com') {
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

const PLATFORMS: ReadonlyArray<{ hosts: RegExp; feeds: Platform }> = [
  { hosts: /^(?:(?:m\.|music\.)?youtube\.com|youtu\.be)$/, feeds: youtube },
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
  // They have `/@name` pages too, and are no Mastodon.
  { hosts: /^(?:tiktok|threads|instagram)\.(?:com|net)$/, feeds: () => [] },
];

/** Mastodon and similar servers have any host; the form of their addresses identifies them. */
function mastodon(url: URL, [first, second, ...more]: string[]): string[] {
  if (first === 'tags' && second !== undefined && more.length === 0) {
    return [`${url.origin}/tags/${second.replace(/\.rss$/, '')}.rss`];
  }
  const profile = /^@[\w.]+$/.test(first ?? '') ? first : undefined;
  if (profile !== undefined && second === undefined) return [`${url.origin}/${profile}.rss`];
  return first === 'users' && second !== undefined ? [`${url.origin}/@${second}.rss`] : [];
}
