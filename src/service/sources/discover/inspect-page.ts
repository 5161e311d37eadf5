import { headerLinks } from '../../../base/link-header.js';
import { BREAKS_OUT } from '../../../generator/service.js';
import { runInWorker } from '../../core/worker/pool.js';
import type { WorkerJob } from '../../core/worker/worker-job.js';
import { SourceError } from '../../fetch/http-failure.js';
import { readTags } from '../document/read-tags.js';
import { nestedBase, resolveUrl } from '../document/references.js';

/**
 * The result of one pass over a page without building a tree: 4 MB take 0.1 s and little memory.
 */
export interface PageSurvey {
  alternates: AlternateLink[];
  /** Absolute address of the page's icon, or null. */
  icon: string | null;
  /** Target of a meta refresh, or null. */
  refreshUrl: string | null;
  links: number;
  /** Addresses of the page's links as written, at most MAX_ANCHORS of them. */
  anchors: string[];
  /** Base of relative addresses. */
  base: string;
  /** Number of characters that a reader sees without JavaScript. */
  visibleCharacters: number;
}

/** A `<link rel="alternate">` to a feed. */
export interface AlternateLink {
  url: string;
  title: string;
}

const FEED_TYPES =
  /^(?:application\/(?:rss|atom|rdf)\+xml|application\/feed\+json|(?:application|text)\/(?:rss|atom|xml|json)|text\/rss\+xml)\s*(?:;|$)/i;

/** Alternates with the type of a feed that are none: API descriptions and embeds of WordPress. */
const NO_FEED = /\/wp-json\/|\/oembed|[?&]format=(?:json|xml)&url=|\/xmlrpc|\/opensearch/i;

/** Maximum number of links; a large archive has 5,000. */
const MAX_ANCHORS = 20_000;

const SILENT = new Set(['script', 'style', 'template', 'noscript', 'svg', 'title', 'select']);

/**
 * The minimum of a meta refresh; its value may have character references. This cheap test comes
 * first, because a survey of a known page is rarely needed for anything else: the test costs 0.1
 * ms, a survey of 100 kB 30 ms in a new process.
 */
const META_REFRESH = /http-equiv\s*=\s*["']?\s*(?:refresh|[^"'>\s]*&)/i;

/** The address in the value of a refresh; `url=` is optional (HTML, "The refresh pragma"). */
export function refreshAddress(value: string): string | undefined {
  return REFRESH.exec(value)?.[1]?.trim();
}

const REFRESH = /(?:url\s*=|^\s*[\d.]+\s*[;,])\s*(?:url\s*=\s*)?["']?([^"'\s][^"']*)/i;

/** True if a survey may find a meta refresh. */
export function mayRefresh(html: string): boolean {
  return META_REFRESH.test(html);
}

/** Pages from this size on are surveyed in a worker thread: 4 MB take up to half a second. */
const WORKER_FROM = 128 * 1024;

/** A page to survey, with its address. */
export interface SurveyedPage {
  html: string;
  url: string;
}

const SURVEY: WorkerJob<SurveyedPage, PageSurvey> = {
  name: 'survey',
  deadlineMs: 10_000,
  here: ({ html, url }) => inspectPage(html, url),
  refusal: ({ url }, reason) =>
    new SourceError(
      'SOURCE_TOO_LARGE',
      `The page at ${url} could not be read within the limits of a page (${reason}).`,
    ),
};

/** The survey of a page of any size, made on the first call. */
export function surveyWhenAsked(html: string, url: string): () => Promise<PageSurvey> {
  let survey: Promise<PageSurvey> | undefined;
  return () => {
    survey ??=
      html.length > WORKER_FROM
        ? runInWorker(SURVEY, { html, url })
        : Promise.resolve(inspectPage(html, url));
    return survey;
  };
}

/** Feeds in the Link header of a page, which count like its `<link>` elements (HTML, "Link types"). */
export function headerAlternates(header: string | undefined, pageUrl: string): AlternateLink[] {
  const feeds = headerLinks(header).filter(
    ({ relations, type }) => relations.includes('alternate') && FEED_TYPES.test(type),
  );
  return feedsAt(
    feeds.map(({ target }) => ({ url: target, title: '' })),
    pageUrl,
  );
}

function feedsAt(links: readonly AlternateLink[], base: string): AlternateLink[] {
  return links.flatMap(({ url: written, title }) => {
    const url = resolveUrl(written, base);
    return url === null || NO_FEED.test(url) ? [] : [{ url, title }];
  });
}

/** Surveys a page for feeds, its icon, and readable text. */
export function inspectPage(html: string, pageUrl: string): PageSurvey {
  const feeds: AlternateLink[] = [];
  const anchors: string[] = [];
  let links = 0;
  let visibleCharacters = 0;
  let base: string | undefined;
  let icon: string | undefined;
  let refresh: string | undefined;
  /** The open element whose content is not shown, or null. */
  let silent: string | null = null;

  function note(name: string, attributes: Readonly<Record<string, string>>): void {
    const { href, title = '', type = '', content = '' } = attributes;
    if (name === 'meta' && /^refresh$/i.test(attributes['http-equiv'] ?? '')) {
      refresh ??= refreshAddress(content);
    }
    if (href === undefined) return;
    if (name === 'base') base ??= href;
    if (name === 'a') {
      links += 1;
      if (anchors.length < MAX_ANCHORS) anchors.push(href);
    }
    if (name !== 'link') return;
    const relations = new Set((attributes.rel ?? '').toLowerCase().split(/\s+/));
    if (relations.has('icon') || relations.has('apple-touch-icon')) icon ??= href;
    if (relations.has('stylesheet')) return;
    const isFeed = relations.has('feed') || (relations.has('alternate') && FEED_TYPES.test(type));
    if (isFeed) feeds.push({ url: href, title });
  }

  readTags(html, {
    open(name, attributes, { isEmpty }) {
      if (silent !== null && endsSilence(silent, name)) silent = null;
      if (silent === null || name === 'link' || name === 'meta') note(name, attributes);
      if (SILENT.has(name) && !isEmpty) silent ??= name;
    },
    text(text) {
      if (silent === null) visibleCharacters += text.replace(/\s+/g, ' ').trim().length;
    },
    close(name) {
      if (name === silent) silent = null;
    },
  });
  const resolved = nestedBase(pageUrl, base);
  return {
    alternates: feedsAt(feeds, resolved),
    icon: resolveUrl(icon, resolved),
    refreshUrl: resolveUrl(refresh, pageUrl),
    links,
    anchors,
    base: resolved,
    visibleCharacters,
  };
}

/**
 * True if a tag ends the hidden element. One without an end tag hides nothing after it (HTML,
 * "Parsing HTML documents").
 */
function endsSilence(silent: string, tag: string): boolean {
  if (silent === 'select') return tag !== 'option' && tag !== 'optgroup';
  return silent === 'svg' && BREAKS_OUT.has(tag);
}

/** A page with fewer characters counts as empty without JavaScript. */
const SHELL_CHARACTERS = 220;
const SHELL_LINKS = 2;

export function isNearlyEmpty({ links, visibleCharacters }: PageSurvey): boolean {
  return links <= SHELL_LINKS && visibleCharacters < SHELL_CHARACTERS;
}
