import type { TagAttributes } from '../../../base/picture-source.js';
import { parseUrl } from '../../../base/url.js';

/** A platform of players: how its players are recognised, and the page for people. */
interface Platform {
  name: string;
  host: RegExp;
  /** The address of the page; undefined if that of the player does not contain it. */
  page(url: URL): string | undefined;
}

/** The first group of a pattern, matched with the path. */
function inEmbedPath(url: URL, pattern: RegExp): string | undefined {
  return pattern.exec(url.pathname)?.[1];
}

/** A prefix followed by an id; undefined without an id. */
function at(prefix: string, id: string | null | undefined): string | undefined {
  return id && /^[\w@./%-]{1,200}$/.test(id) ? `${prefix}${id}` : undefined;
}

/** Platforms whose players have addresses of their own, which are no pages for people. */
const PLATFORMS: readonly Platform[] = [
  {
    name: 'YouTube',
    host: /^(?:www\.|m\.)?youtube(?:-nocookie)?\.com$|^youtu\.be$/,
    page: youTube,
  },
  {
    name: 'Vimeo',
    host: /^player\.vimeo\.com$/,
    page: (url) => {
      const page = at('https://vimeo.com/', inEmbedPath(url, /^\/video\/(\d+)/));
      const key = url.searchParams.get('h');
      return page && key && /^\w+$/.test(key) ? `${page}/${key}` : page;
    },
  },
  {
    name: 'Spotify',
    host: /^open\.spotify\.com$/,
    page: (url) =>
      at('https://open.spotify.com/', inEmbedPath(url, /^\/embed(?:-podcast)?\/(\w+\/\w+)/)),
  },
  {
    name: 'SoundCloud',
    host: /^w\.soundcloud\.com$/,
    page: ({ searchParams }) => pageAt(searchParams.get('url'), /^(?!api\.).*soundcloud\.com$/),
  },
  { name: 'Bandcamp', host: /(?:^|\.)bandcamp\.com$/, page: () => undefined },
  {
    name: 'Dailymotion',
    host: /(?:^|\.)dailymotion\.com$/,
    page: (url) =>
      at(
        'https://www.dailymotion.com/video/',
        inEmbedPath(url, /^\/embed\/video\/(\w+)/) ?? url.searchParams.get('video'),
      ),
  },
  {
    name: 'Twitch',
    host: /^(?:player|clips)\.twitch\.tv$/,
    page: ({ searchParams }) =>
      at('https://clips.twitch.tv/', searchParams.get('clip')) ??
      at('https://www.twitch.tv/videos/', searchParams.get('video')?.replace(/^v/, '')) ??
      at('https://www.twitch.tv/', searchParams.get('channel')),
  },
  {
    name: 'Facebook',
    host: /^(?:www\.)?facebook\.com$/,
    page: ({ searchParams }) => pageAt(searchParams.get('href'), /(?:^|\.)facebook\.com$/),
  },
  {
    name: 'X',
    host: /^platform\.(?:twitter|x)\.com$/,
    page: ({ searchParams }) => at('https://x.com/i/status/', searchParams.get('id')),
  },
  {
    name: 'Instagram',
    host: /^(?:www\.)?instagram\.com$/,
    page: (url) =>
      at('https://www.instagram.com/', inEmbedPath(url, /^\/((?:p|reel|tv)\/[\w-]+\/)embed/)),
  },
  {
    name: 'Apple Podcasts',
    host: /^embed\.podcasts\.apple\.com$/,
    page: ({ pathname, search }) => `https://podcasts.apple.com${pathname}${search}`,
  },
  {
    name: 'TED',
    host: /^embed(?:-ssl)?\.ted\.com$/,
    page: ({ pathname }) => `https://www.ted.com${pathname.replace(/\.html$/, '')}`,
  },
  {
    name: 'CodePen',
    host: /^codepen\.io$/,
    page: ({ pathname }) =>
      `https://codepen.io${pathname.replace(/^(\/[\w-]+)\/embed\/(?:preview\/)?/, '$1/pen/')}`,
  },
  {
    name: 'Internet Archive',
    host: /^archive\.org$/,
    page: (url) => at('https://archive.org/details/', inEmbedPath(url, /^\/embed\/([^/]+)/)),
  },
  {
    name: 'Bilibili',
    host: /^player\.bilibili\.com$/,
    page: ({ searchParams }) => at('https://www.bilibili.com/video/', searchParams.get('bvid')),
  },
  { name: 'Google Maps', host: /^(?:www|maps)\.google\.[a-z.]+$/, page: () => undefined },
  {
    name: 'GitHub Gist',
    host: /^gist\.github\.com$/,
    page: ({ href }) => href.replace(/\.js(?:\?.*)?$/, ''),
  },
];

/** Players that run on any host: the path of the player contains the path of the page. */
const PLAYER_PATHS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^\/videos\/embed\/(?=[\w-]+$)/, '/videos/watch/'],
];

function youTube(url: URL): string | undefined {
  const { searchParams } = url;
  const list = searchParams.get('list');
  const channel = searchParams.get('channel');
  const id =
    searchParams.get('v') ??
    inEmbedPath(
      url,
      url.hostname === 'youtu.be' ? /^\/([\w-]+)/ : /^\/(?:embed|v|e|shorts|live)\/([\w-]+)/,
    );
  if (id === 'live_stream')
    return at('https://www.youtube.com/channel/', channel && `${channel}/live`);
  if (id === undefined || id === 'videoseries') {
    return at('https://www.youtube.com/playlist?list=', list);
  }
  const start = searchParams.get('start') ?? searchParams.get('t');
  return `https://www.youtube.com/watch?v=${id}${start && /^\d+s?$/.test(start) ? `&t=${start}` : ''}`;
}

/** An address within another one, if its host is that of the player. */
function pageAt(address: string | null, host: RegExp): string | undefined {
  const url = parseUrl(address ?? '');
  return url !== null && /^https?:$/.test(url.protocol) && host.test(url.hostname)
    ? url.href
    : undefined;
}

/** A link that replaces a player. */
export interface EmbedLink {
  href: string;
  text: string;
}

/**
 * The link that replaces a player, frame or plug-in. @param address absolute address of the player
 * @param title its title on the page; "" if it has none
 */
export function embedLink(address: string, title: string): EmbedLink {
  const url = new URL(address);
  const platform = platformOf(url);
  const name = platform?.name ?? fileName(url) ?? url.hostname.replace(/^www\./, '');
  const text = title.toLowerCase().includes(name.toLowerCase())
    ? title
    : [title, name].filter(Boolean).join(' · ');
  return { href: platform?.page(url) ?? pageOfPlayer(url), text: text || name };
}

/** The file name in an address, unless it is a page. */
function fileName({ pathname }: URL): string | undefined {
  return /\/([^/]+\.(?:pdf|swf|mp[34]|m4[av]|webm|og[gv]|epub|docx?|pptx?|xlsx?))$/i.exec(
    pathname,
  )?.[1];
}

/** True for a host of a platform of players, whose scripts draw one. */
export function isPlatform(address: string): boolean {
  const url = parseUrl(address);
  return url !== null && platformOf(url) !== undefined;
}

function platformOf({ hostname }: URL): Platform | undefined {
  return PLATFORMS.find(({ host }) => host.test(hostname));
}

function pageOfPlayer(url: URL): string {
  for (const [path, page] of PLAYER_PATHS) {
    if (path.test(url.pathname)) return new URL(url.pathname.replace(path, page), url).href;
  }
  return url.href;
}

/** Custom elements of players (`lite-youtube`, `amp-vimeo`), by a word of their name. */
const PLAYER_ELEMENTS: ReadonlyArray<readonly [word: RegExp, prefix: string]> = [
  [/(?:^|-)(?:youtube|yt)(?:-|$)/, 'https://www.youtube.com/watch?v='],
  [/(?:^|-)vimeo(?:-|$)/, 'https://player.vimeo.com/video/'],
  [/(?:^|-)dailymotion(?:-|$)/, 'https://www.dailymotion.com/embed/video/'],
];
const ID_NAMES = ['videoid', 'video-id', 'data-videoid', 'data-video-id', 'vid', 'data-id'];

/** The address of the player that a custom element shows; "" if it shows none. */
export function playerAddress(tag: string, attributes: TagAttributes): string {
  const prefix = PLAYER_ELEMENTS.find(([word]) => tag.length < 60 && word.test(tag))?.[1];
  const id = ID_NAMES.map((name) => attributes[name]).find(
    (value) => value && /^[\w-]{3,64}$/.test(value),
  );
  return tag.includes('-') && prefix !== undefined && id ? prefix + id : '';
}

const SOURCE_NAMES = [
  'src',
  'data',
  'data-src',
  'data-lazy-src',
  'data-litespeed-src',
  'data-original',
];
const OTHER_SOURCE = /^data-(?:.*-)?src\b/;

/**
 * The possible addresses of a frame or plug-in, the most likely first: consent banners keep it in
 * `data-…-src`.
 */
export function frameSources(attributes: TagAttributes): string[] {
  const others = Object.keys(attributes).filter(
    (name) => name.length < 40 && OTHER_SOURCE.test(name),
  );
  return [...SOURCE_NAMES, ...others]
    .map((name) => attributes[name]?.trim() ?? '')
    .filter((address) => address !== '' && !/^(?:about|javascript|data|blob):/i.test(address));
}
