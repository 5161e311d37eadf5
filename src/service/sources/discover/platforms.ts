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
  if (!/(?:^|\.)youtube\.com$/.test(new URL(address).hostname)) return [];
  const channel =
    /"(?:externalId|channelId)":"(UC[\w-]{22})"/.exec(html) ??
    /youtube\.com\/channel\/(UC[\w-]{22})"/.exec(html);
  return channel?.[1] === undefined ? [] : [youtubeFeed('channel_id', channel[1])];
}

type Platform = (url: URL, segments: string[], host: string) => string[];

const youtube: Platform = (url, [kind, name]) => {
  const list = url.searchParams.get('list');
  if (kind === 'playlist' && list !== null) return [youtubeFeed('playlist_id', list)];
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

const PLATFORMS: ReadonlyArray<{ hosts: RegExp; feeds: Platform }> = [
  { hosts: /^(?:m\.|music\.)?youtube\.com$/, feeds: youtube },
  { hosts: /^github\.com$/, feeds: github },
  { hosts: /^(?:[a-z]+\.)?reddit\.com$/, feeds: reddit },
  { hosts: /^(?:.+\.)?substack\.com$/, feeds: substack },
  { hosts: /^(?:.+\.)?medium\.com$/, feeds: medium },
  { hosts: /^bsky\.app$/, feeds: bluesky },
  // They have `/@name` pages too, and are no Mastodon.
  { hosts: /^(?:tiktok|threads|instagram)\.(?:com|net)$/, feeds: () => [] },
];

/** Mastodon and similar servers have any host; the form of their profile addresses identifies them. */
function mastodon(url: URL, [first, second]: string[]): string[] {
  const profile = /^@[\w.]+$/.test(first ?? '') ? first : undefined;
  if (profile !== undefined && second === undefined) return [`${url.origin}/${profile}.rss`];
  return first === 'users' && second !== undefined ? [`${url.origin}/@${second}.rss`] : [];
}
